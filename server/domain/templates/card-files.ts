import { sql } from 'kysely';
import { cardFileKey } from '../../../contract/facts/templates.ts';
import type { HeaderFile } from '../../../contract/facts/templates.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { campaignFile } from '../campaigns/campaign-files.ts';
import type { FrozenFile } from '../campaigns/campaign-files.ts';
import { DomainError } from '../errors.ts';
import { parseId } from '../ids.ts';
import type { InstanceTemplate } from './list-templates.ts';

/**
 * The file of each card of a carousel: the chosen one, else the template's example. Not found for one that isn't the
 * company's, or the user's if only theirs may be chosen; refuses a missing one, or one of another kind, by `fieldOf`.
 */
export async function cardFiles(
  tx: Tx,
  { tenantId, userId }: { tenantId: Id; userId: Id | null },
  { content, exampleIds }: InstanceTemplate,
  chosen: ReadonlyMap<string, string>,
  fieldOf: (key: string) => string,
): Promise<FrozenFile<HeaderFile>[]> {
  const files: FrozenFile<HeaderFile>[] = [];
  const fields: Record<string, string> = {};
  for (const [at, { headerFile }] of (content?.cards ?? []).entries()) {
    const key = cardFileKey(at);
    const own = chosen.get(key) ?? '';
    const id = own === '' ? exampleIds?.[at] : parseId(own);
    if (id === null || id === undefined) {
      fields[fieldOf(key)] = 'error.campaign.file';
      continue;
    }
    const file = await campaignFile(tx, tenantId, id, own === '' ? null : userId);
    if (file.kind === headerFile) files.push({ ...file, kind: headerFile });
    else fields[fieldOf(key)] = 'error.template.file';
  }
  if (Object.keys(fields).length > 0) throw new DomainError('INVALID', 'error.form.invalid', { fields });
  return files;
}

/** The names of the examples of cards, by their ids. */
export async function exampleNames(tx: Tx, tenantId: Id, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: Id; name: string }>`
    select id, name from campaign_file where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Files that an attendant sends are kept for a while: the send may be repeated. */
export async function noteUsed(tx: Tx, tenantId: Id, ids: readonly Id[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update campaign_file set used_at = ${now}
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
}

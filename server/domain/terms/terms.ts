import { sql } from 'kysely';
import type { TermsState, TermsVersion } from '../../../contract/rest/terms-of-use.ts';
import { TERMS_BYTES_MAX } from '../../../contract/rest/terms-of-use.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor, requireActive } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireBackoffice } from '../permissions.ts';
import { wireTime } from '../views/json.ts';

const VERSION = sql<TermsVersion>`v.id::text as id, v.title, ${sql.raw(wireTime('v.published_at'))} as published_at,
  v.published_by`;

/** The current terms, and whether the actor has accepted them. */
export function termsState(services: Services, actor: Actor): Promise<TermsState> {
  return withTenant(services.db, actor.tenantId, (tx) => stateOf(tx, actor));
}

/** The PDF of a version, by default the current one. An unknown version is not found. */
export function termsPdf(
  services: Services,
  actor: Actor,
  rawId: string | undefined,
): Promise<{ id: Id; bytes: Buffer }> {
  const id = rawId === undefined ? null : parseId(rawId);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const row = await tx
      .selectFrom('terms_version')
      .select(['id', 'bytes'])
      .$if(id !== null, (query) => query.where('id', '=', id ?? '0'))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    return row;
  });
}

/**
 * Accepts the version that was read, which unlocks the user's open pages. Idempotent. CONFLICT if it is no longer
 * current; an unknown version is not found.
 */
export function acceptTerms(services: Services, actor: Actor, rawId: string): Promise<TermsState> {
  const id = parseId(rawId);
  return changeAsActor(services, actor, anyone, async ({ tx, append }) => {
    const existing = await stateOf(tx, actor);
    if (existing.current === null) throw notFound();
    if (existing.current.id !== id) throw conflict('error.terms.changed');
    if (existing.accepted_at !== null) return existing;
    await tx
      .insertInto('terms_acceptance')
      .values({
        tenant_id: actor.tenantId,
        user_id: actor.userId,
        version_id: id,
        accepted_at: services.now(),
        address: actor.address ?? null,
      })
      .execute();
    await auditAction(tx, actor, {
      action: 'terms.accept',
      subject: `terms:${id}`,
      details: { title: existing.current.title },
    });
    append('PermissionsChanged', {}, { to: 'people', userIds: [actor.userId] });
    return { ...(await stateOf(tx, actor)), owed: false };
  });
}

const anyone = (): void => undefined;

/**
 * Publishes a version for everybody. For the back-office's administrators. Refuses anything but a PDF, by its bytes.
 */
export function publishTerms(
  services: Services,
  actor: Actor,
  input: { title: string; pdf: string },
): Promise<TermsVersion> {
  requireBackoffice(actor);
  const bytes = Buffer.from(input.pdf.slice(input.pdf.indexOf(',') + 1), 'base64');
  if (bytes.length > TERMS_BYTES_MAX) throw invalid('error.form.invalid', { pdf: 'error.terms.tooLarge' });
  if (!isPdf(bytes)) throw invalid('error.form.invalid', { pdf: 'error.terms.noPdf' });
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireActive(tx, services, actor, requireBackoffice);
    await actAsPlatform(tx);
    const { id } = await tx
      .insertInto('terms_version')
      .values({ title: input.title, bytes, published_at: services.now(), published_by: actor.userName })
      .returning('id')
      .executeTakeFirstOrThrow();
    await actAs(tx, actor.tenantId);
    await auditAction(tx, actor, { action: 'terms.publish', subject: `terms:${id}`, details: { title: input.title } });
    const { rows } = await sql<TermsVersion>`select ${VERSION} from terms_version v where v.id = ${id}`.execute(tx);
    const [version] = rows;
    if (version === undefined) throw new Error(`Terms ${id} are not there`);
    return version;
  });
}

/** Whether it begins and ends like a PDF, with little after its end. */
function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF');
}

async function stateOf(tx: Tx, actor: Actor): Promise<TermsState> {
  const { rows } = await sql<TermsVersion & { accepted_at: string | null }>`
    select ${VERSION}, ${sql.raw(wireTime('given.accepted_at'))} as accepted_at
    from terms_version v left join terms_acceptance given on given.tenant_id = ${actor.tenantId}
      and given.user_id = ${actor.userId} and given.version_id = v.id
    order by v.id desc limit 1`.execute(tx);
  const [row] = rows;
  if (row === undefined) return { current: null, accepted_at: null, owed: false };
  const { accepted_at: acceptedAt, ...current } = row;
  return { current, accepted_at: acceptedAt, owed: actor.owesTerms };
}

import { sql } from 'kysely';
import type { TermsState, TermsVersion } from '../../../contract/rest/terms-of-use.ts';
import { TERMS_BYTES_MAX } from '../../../contract/rest/terms-of-use.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditDeed } from '../audit-across.ts';
import { changeAs, requireStanding } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireBackoffice, requirePermission } from '../permissions.ts';
import { wireTime } from '../views/json.ts';

const VERSION = sql<TermsVersion>`v.id::text as id, v.title, ${sql.raw(wireTime('v.published_at'))} as published_at,
  v.published_by`;

/** The terms that hold, and whether the asking user has accepted them. */
export function termsState(services: Services, actor: Actor): Promise<TermsState> {
  return withTenant(services.db, actor.tenantId, (tx) => stateOf(tx, actor));
}

/** A version's PDF; without an id that of the one that holds. Refuses as not found what there is not. */
export function termsPdf(
  services: Services,
  actor: Actor,
  givenId: string | undefined,
): Promise<{ id: Id; bytes: Buffer }> {
  const id = givenId === undefined ? null : parseId(givenId);
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
 * Accepts the version that was read; from then on the user's open pages may do everything. Accepting
 * again changes nothing. Refuses with CONFLICT when another version holds by now, and what there is not.
 */
export function acceptTerms(services: Services, actor: Actor, givenId: string): Promise<TermsState> {
  const id = parseId(givenId);
  return changeAs(services, actor, anyone, async ({ tx, append }) => {
    const held = await stateOf(tx, actor);
    if (held.current === null) throw notFound();
    if (held.current.id !== id) throw conflict('error.terms.changed');
    if (held.accepted_at !== null) return held;
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
    await auditDeed(tx, actor, {
      action: 'terms.accept',
      subject: `terms:${id}`,
      details: { title: held.current.title },
    });
    append('PermissionsChanged', {}, { to: 'people', userIds: [actor.userId] });
    return { ...(await stateOf(tx, actor)), owed: false };
  });
}

const anyone = (): void => undefined;

function mayPublish(actor: Actor): void {
  requireBackoffice(actor);
  requirePermission(actor, 'tenants');
}

/** Publishes a version for everybody. For the back-office's administrators. Refuses what is no PDF by its own bytes. */
export function publishTerms(
  services: Services,
  actor: Actor,
  given: { title: string; pdf: string },
): Promise<TermsVersion> {
  mayPublish(actor);
  const bytes = Buffer.from(given.pdf.slice(given.pdf.indexOf(',') + 1), 'base64');
  if (bytes.length > TERMS_BYTES_MAX) throw invalid('error.form.invalid', { pdf: 'error.terms.tooLarge' });
  if (!isPdf(bytes)) throw invalid('error.form.invalid', { pdf: 'error.terms.noPdf' });
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireStanding(tx, services, actor, mayPublish);
    await actAsPlatform(tx);
    const { id } = await tx
      .insertInto('terms_version')
      .values({ title: given.title, bytes, published_at: services.now(), published_by: actor.userName })
      .returning('id')
      .executeTakeFirstOrThrow();
    await actAs(tx, actor.tenantId);
    await auditDeed(tx, actor, { action: 'terms.publish', subject: `terms:${id}`, details: { title: given.title } });
    const { rows } = await sql<TermsVersion>`select ${VERSION} from terms_version v where v.id = ${id}`.execute(tx);
    const [version] = rows;
    if (version === undefined) throw new Error(`Terms ${id} are not there`);
    return version;
  });
}

/** Begins and ends as a PDF does; what comes after its end is little. */
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

import { sql } from 'kysely';
import type { FullChannel } from '../../channels/channel.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { accessTokenOf } from '../instances/instance-of-number.ts';
import { isServedId } from '../pools.ts';
import { askAccounts } from './accounts.ts';
import { storeListing } from './template-rows.ts';

/** How long a listing is considered fresh; webhooks report changes meanwhile. */
const EVERY_MS = 1_800_000;
/** Lease on an account: a node that takes longer is considered dead. */
const LEASE_MS = 300_000;
/** The backoff after the first failure; doubles each time. */
const RETRY_MS = 15_000;
const RETRY_MAX_MS = 3_600_000;
/** Consecutive empty listings of an account before they are believed. */
const EMPTY_BELIEVED_AFTER = 3;

/** `dueAt` is the database's, which is finer than a `Date`. */
type Job = { tenantId: Id; wabaId: string; dueAt: string; attempts: number; hasTemplates: boolean };

/**
 * Syncs the templates of due accounts with the provider; nodes share the work. A failed listing
 * changes nothing, and is retried with backoff. Returns how many accounts were listed.
 */
export async function syncTemplates(
  services: Services,
  channel: Pick<FullChannel, 'findAccount' | 'listTemplates'>,
): Promise<number> {
  await askAccounts(services, channel);
  const due = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('template_sync')
      .innerJoin('tenant', 'tenant.id', 'template_sync.tenant_id')
      .select(['template_sync.tenant_id as tenantId', 'template_sync.waba_id as wabaId'])
      .where('template_sync.due_at', '<=', sql<Date>`now()`)
      .where('tenant.deleted_at', 'is', null)
      .where(isServedId(services, 'template_sync.tenant_id'))
      .execute(),
  );
  let listed = 0;
  for (const { tenantId, wabaId } of due) {
    const job = await claim(services, tenantId, wabaId);
    if (job === undefined) continue;
    const isListed = await syncAccount(services, channel, job).catch((error: unknown) => {
      services.log.error({ err: error, tenant: tenantId }, "an account's templates could not be stored");
      return fail(services, job, 'not stored');
    });
    if (isListed) listed += 1;
  }
  return listed;
}

async function claim({ db }: Services, tenantId: Id, wabaId: string): Promise<Job | undefined> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<Job>`
      update template_sync s set locked_until = now() + make_interval(secs => ${LEASE_MS / 1000})
      where s.tenant_id = ${tenantId} and s.waba_id = ${wabaId} and s.due_at <= now()
        and coalesce(s.locked_until, '-infinity') < now()
      returning s.tenant_id as "tenantId", s.waba_id as "wabaId", s.due_at::text as "dueAt", s.attempts,
        exists (select from message_template known where known.tenant_id = s.tenant_id
          and known.waba_id = s.waba_id and known.gone_at is null) as "hasTemplates"`.execute(tx),
  );
  return rows[0];
}

async function syncAccount(
  services: Services,
  channel: Pick<FullChannel, 'listTemplates'>,
  job: Job,
): Promise<boolean> {
  const instanceId = await instanceOf(services, job);
  // No instance has a number there any more; known templates stay.
  if (instanceId === undefined) return end(services, job, null, EVERY_MS);
  const startedAt = services.now();
  const token = await accessTokenOf(services, { tenantId: job.tenantId, instanceId });
  const listing = await channel.listTemplates(job.wabaId, token);
  if (listing.outcome !== 'listed') return fail(services, job, `${listing.code} ${listing.key}`);
  const isEmpty = listing.templates.length + listing.unreadable.length === 0;
  if (isEmpty && job.hasTemplates && job.attempts + 1 < EMPTY_BELIEVED_AFTER) return fail(services, job, 'empty');
  await storeListing(services, job, listing, startedAt);
  await end(services, job, null, EVERY_MS);
  return true;
}

/** An instance with a number at the account: its token lists the templates. */
async function instanceOf({ db }: Services, { tenantId, wabaId }: Job): Promise<Id | undefined> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<{ id: Id }>`
      select id from instance where tenant_id = ${tenantId} and waba_id = ${wabaId} and activated
      order by state = 'connected' desc, access_token is not null desc, id limit 1`.execute(tx),
  );
  return rows[0]?.id;
}

function fail(services: Services, job: Job, error: string): Promise<false> {
  services.log.warn({ tenant: job.tenantId, error }, "an account's templates could not be listed; retrying");
  return end(services, job, error, Math.min(RETRY_MS * 2 ** job.attempts, RETRY_MAX_MS));
}

/** Schedules the next listing; at once if a webhook reported something meanwhile. */
async function end({ db }: Services, job: Job, error: string | null, pauseMs: number): Promise<false> {
  await withTenant(db, job.tenantId, (tx) =>
    sql`
      update template_sync set locked_until = null, last_error = ${error},
        attempts = case when ${error}::text is null then 0 else attempts + 1 end,
        synced_at = case when ${error}::text is null then now() else synced_at end,
        due_at = case when due_at > ${job.dueAt}::timestamptz then due_at
          else now() + make_interval(secs => ${pauseMs / 1000}) end
      where tenant_id = ${job.tenantId} and waba_id = ${job.wabaId}`.execute(tx),
  );
  return false;
}

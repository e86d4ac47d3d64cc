import { sql } from 'kysely';
import { RULE_EXECUTION_DAYS } from '../../contract/facts/rules.ts';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { startJobs } from '../db/jobs.ts';
import type { Job } from '../db/jobs.ts';
import { streamHead, trimStream } from '../db/stream.ts';
import type { Channels } from '../channels/channels.ts';
import type { Services } from './context.ts';
import { fillDueGroups } from './customer-groups/fill-group.ts';
import { sumTally } from './customers/customer-total.ts';
import { dropEmptySums, sumStarts } from './flows/active/start-tally.ts';
import { distributeWaiting } from './departments/distribute-waiting.ts';
import { transferUnanswered } from './departments/transfer-unanswered.ts';
import { forgetImports } from './imports/forget-imports.ts';
import { deleteOldFiles } from './media/delete-files.ts';
import type { MediaFiles } from './media/media-files.ts';
import { storeWords } from './messages/store-words.ts';
import { settingsOf } from './settings/settings.ts';
import { probeInstances } from './instances/probe-instances.ts';
import { recordLoginFailures } from './auth/login-failures.ts';
import { resealStored } from './reseal.ts';
import { fillDueLaunches } from './flows/active/fill-launches.ts';
import { startDueFlows } from './flows/active/start-due.ts';
import { runDueFlows } from './flows/timers.ts';
import { tellWaits } from './rules/waits.ts';
import { sendDueScheduled } from './scheduled/send-due.ts';
import { syncTemplates } from './templates/sync-templates.ts';
import { wakeSnoozed } from './tickets/snooze-ticket.ts';
import { tellShortWindows } from './tickets/tell-windows.ts';
import { backfillThreadEvents } from './thread/backfill-thread-events.ts';
import { FLOW_STARTS_KEPT_DAYS } from '../../contract/facts/flow-starts.ts';
import { servedTenants } from './pools.ts';

/** Events kept for resuming clients: some days of a busy tenant, far more than a client may replay. */
export const EVENTS_KEPT = 100_000;
/** How long a status of an unknown message is kept. */
const PARKED_DAYS = 3;
/** How long an expired reset link is kept. */
const EXPIRED_LINK_DAYS = 7;
/** How long rejected webhooks are kept. */
const REJECTED_DAYS = 90;
/** After this long a repeated call can no longer find that its scheduled message was sent. */
const SETTLED_SCHEDULED_DAYS = 30;
/** What a flow called another server for, once answered. */
const ANSWERED_REQUEST_DAYS = 7;
/** Ended sessions are kept for a day, to investigate; expired ones aren't needed. */
const ENDED_SESSION_MS = 24 * 3_600_000;
const HOURLY = '0 * * * *';

const STARTS_AT_ONCE = 10_000;

/** Deletes old rows of tables that would otherwise only grow. */
export async function deleteOldRows(
  services: Pick<Services, 'db' | 'now' | 'pools'>,
  eventsKept = EVENTS_KEPT,
): Promise<void> {
  const { db } = services;
  const now = services.now();
  const endedBefore = new Date(now.getTime() - ENDED_SESSION_MS);
  await withPlatform(db, async (tx) => {
    await sql`delete from webhook_rejected where received_at < now() - make_interval(days => ${REJECTED_DAYS})`.execute(
      tx,
    );
    await sql`delete from login_limit where window_ends_at < ${now}`.execute(tx);
  });
  for (const id of await servedTenants(services)) {
    await withTenant(db, id, async (tx) => {
      // Deletes sent messages from the outbox; the message itself keeps its status.
      const { sent_kept_days: stored } = await settingsOf(tx, id, ['sent_kept_days']);
      await sql`delete from parked_status
        where tenant_id = ${id} and received_at < now() - make_interval(days => ${PARKED_DAYS})`.execute(tx);
      // An active company's waiting webhooks are retried until processed.
      await sql`delete from inbound_waiting where tenant_id = ${id}
        and received_at < now() - make_interval(days => ${REJECTED_DAYS})
        and exists (select from tenant t where t.id = ${id} and t.deleted_at is not null)`.execute(tx);
      await sql`delete from password_reset
        where tenant_id = ${id} and expires_at < now() - make_interval(days => ${EXPIRED_LINK_DAYS})`.execute(tx);
      await sql`delete from identity_grant where tenant_id = ${id} and expires_at < ${now}`.execute(tx);
      await sql`delete from outbox where tenant_id = ${id} and state in ('sent', 'failed')
        and updated_at < now() - make_interval(days => ${stored})`.execute(tx);
      await sql`delete from scheduled_message where tenant_id = ${id} and state in ('sent', 'cancelled')
        and updated_at < now() - make_interval(days => ${SETTLED_SCHEDULED_DAYS})`.execute(tx);
      await sql`delete from flow_request where tenant_id = ${id} and state = 'done'
        and next_attempt_at < now() - make_interval(days => ${ANSWERED_REQUEST_DAYS})`.execute(tx);
      await sql`delete from rule_execution e where e.tenant_id = ${id}
        and e.at < now() - make_interval(days => ${RULE_EXECUTION_DAYS})
        and not exists (select from chat_ticket t
          where t.tenant_id = ${id} and t.id = e.ticket_id and t.finished_at is null)`.execute(tx);
      await sql`delete from rule_cause e where e.tenant_id = ${id} and not exists (select from rule_cursor c
        where c.tenant_id = ${id} and c.position < e.caused_to)`.execute(tx);
      await sql`delete from session where tenant_id = ${id}
        and (expires_at < ${now} or revoked_at < ${endedBefore})`.execute(tx);
      await sql`delete from socket_ticket where tenant_id = ${id}
        and (expires_at < ${now} or used_at is not null)`.execute(tx);
      await sumTally(tx, id);
    });
    while ((await withTenant(db, id, (tx) => deleteOldStarts(tx, id, now))) === STARTS_AT_ONCE);
    await withTenant(db, id, async (tx) => {
      await sumStarts(tx, id);
      await dropEmptySums(tx, id, now);
    });
    await withTenant(db, id, async (tx) => {
      const { head, floor } = await streamHead(tx, id);
      if (head - eventsKept > floor) await trimStream(tx, id, head - eventsKept);
    });
  }
}

/** A company may have millions. Returns how many were deleted. */
async function deleteOldStarts(tx: Tx, tenantId: Id, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from flow_start where tenant_id = ${tenantId} and id in (
      select s.id from flow f cross join lateral (
        select id from flow_start where tenant_id = f.tenant_id and flow_id = f.id and status <> 'waiting'
          and created_at < ${now}::timestamptz - make_interval(days => ${FLOW_STARTS_KEPT_DAYS})
        order by created_at limit ${STARTS_AT_ONCE}) s
      where f.tenant_id = ${tenantId} limit ${STARTS_AT_ONCE})`.execute(tx);
  return Number(numAffectedRows);
}

/** A periodic task; tasks are independent of each other. */
type Chore = { name: string; everyMs: number; run: () => Promise<unknown> };

/**
 * Starts the periodic tasks: clean-up of rows, files and imports, resealing, backfilling old tickets' events and old messages'
 * words at once and hourly, on one node at a time; waiting, unanswered and snoozed tickets, short windows, flows, rules, scheduled
 * messages, interrupted fills of groups and silent instances on each. Returns a function that stops them.
 */
export function startUpkeep(services: Services, channels: Channels, files: MediaFiles): () => Promise<void> {
  // One queue per pool: no server takes a run it isn't responsible for.
  const { pools } = services;
  const jobs = pools === undefined ? jobsOf(services, files) : pools.flatMap((pool) => jobsOf(services, files, pool));
  const starting = startJobs(services.db, jobs).catch((error: unknown) =>
    services.log.error({ err: error }, 'periodic tasks are not running: tables will grow'),
  );
  const stopChores = startChores(services, [
    { name: 'recording failed logins', everyMs: 5_000, run: () => recordLoginFailures(services) },
    { name: 'distributing', everyMs: 15_000, run: () => distributeWaiting(services) },
    { name: 'transferring', everyMs: 15_000, run: () => transferUnanswered(services) },
    { name: 'bringing back snoozed tickets', everyMs: 15_000, run: () => wakeSnoozed(services) },
    { name: 'telling short windows', everyMs: 30_000, run: () => tellShortWindows(services) },
    { name: 'going on with flows', everyMs: 1_000, run: () => runDueFlows(services) },
    { name: 'telling rules who waits', everyMs: 15_000, run: () => tellWaits(services) },
    { name: 'filling launches of flows', everyMs: 5_000, run: () => fillDueLaunches(services) },
    { name: 'starting flows', everyMs: 1_000, run: () => startDueFlows(services) },
    { name: 'sending scheduled messages', everyMs: 5_000, run: () => sendDueScheduled(services) },
    { name: 'filling groups of customers', everyMs: 15_000, run: () => fillDueGroups(services) },
    { name: 'syncing templates', everyMs: 5_000, run: () => syncTemplates(services, channels.whatsapp) },
    { name: 'probing instances', everyMs: 60_000, run: () => probeInstances(services, channels) },
  ]);
  return async () => {
    stopChores();
    await (
      await starting
    )?.();
  };
}

function jobsOf(all: Services, files: MediaFiles, pool?: string): Job[] {
  const services: Services = pool === undefined ? all : { ...all, pools: [pool] };
  const jobs: [name: string, work: () => Promise<unknown>][] = [
    ['upkeep', () => deleteOldRows(services)],
    ['files', () => deleteOldFiles(services, files)],
    ['resealing', () => resealStored(services)],
    ['past', () => backfillThreadEvents(services)],
    ['words', () => storeWords(services)],
    ['imports', () => forgetImports(services)],
  ];
  return jobs.map(([name, work]) => ({
    name: pool === undefined ? name : `${name}/${pool}`,
    cron: HOURLY,
    work: async () => void (await work()),
  }));
}

function startChores(services: Services, chores: readonly Chore[]): () => void {
  const timers = chores.map(({ name, everyMs, run }) => {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      run()
        .catch((error: unknown) =>
          services.log.warn({ err: error, chore: name }, 'a periodic task failed; it will be retried'),
        )
        .finally(() => (isRunning = false));
    }, everyMs);
    return timer.unref();
  });
  return () => timers.forEach((timer) => clearInterval(timer));
}

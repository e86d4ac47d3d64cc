import { sql } from 'kysely';
import { withPlatform, withTenant } from '../db/database.ts';
import { streamHead, trimStream } from '../db/stream.ts';
import type { Channel } from '../channels/channel.ts';
import type { Services } from './context.ts';
import { transferUnanswered } from './departments/transfer-unanswered.ts';
import { probeInstances } from './instances/probe-instances.ts';

/** Events kept for clients that resume: some days of a busy tenant, far more than one may catch up on. */
export const EVENTS_KEPT = 100_000;
/** A status whose message never came is forgotten after so long. */
const PARKED_DAYS = 3;
/** What was sent is forgotten by the outbox; the message keeps what became of it. */
const SETTLED_DAYS = 7;
/** What was kept aside is there for a person to look at, not for ever. */
const REJECTED_DAYS = 90;
const EVERY_MS = 3_600_000;

/** Forgets what nobody needs any more, so that the tables that only grow don't. */
export async function tidyUp(services: Pick<Services, 'db'>, eventsKept = EVENTS_KEPT): Promise<void> {
  const { db } = services;
  const tenants = await withPlatform(db, async (tx) => {
    await sql`delete from webhook_rejected where received_at < now() - make_interval(days => ${REJECTED_DAYS})`.execute(
      tx,
    );
    return tx.selectFrom('tenant').select('id').execute();
  });
  for (const { id } of tenants) {
    await withTenant(db, id, async (tx) => {
      await sql`delete from parked_status
        where tenant_id = ${id} and received_at < now() - make_interval(days => ${PARKED_DAYS})`.execute(tx);
      await sql`delete from password_reset
        where tenant_id = ${id} and expires_at < now() - make_interval(days => ${SETTLED_DAYS})`.execute(tx);
      await sql`delete from outbox where tenant_id = ${id} and state in ('sent', 'failed')
        and updated_at < now() - make_interval(days => ${SETTLED_DAYS})`.execute(tx);
    });
    await withTenant(db, id, async (tx) => {
      const { head, floor } = await streamHead(tx, id);
      if (head - eventsKept > floor) await trimStream(tx, id, head - eventsKept);
    });
  }
}

/** What is done now and then, each by itself. */
type Chore = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Tidies up every hour, looks after unanswered tickets and silent instances; several nodes may. Answers how to stop. */
export function startUpkeep(services: Services, channel: Channel): () => void {
  const chores: Chore[] = [
    { name: 'tidying up', everyMs: EVERY_MS, run: () => tidyUp(services) },
    { name: 'transferring', everyMs: 15_000, run: () => transferUnanswered(services) },
    { name: 'asking for instances', everyMs: 60_000, run: () => probeInstances(services, channel) },
  ];
  const timers = chores.map(({ name, everyMs, run }) => {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      run()
        .catch((error: unknown) =>
          services.log.warn({ err: error, chore: name }, 'a chore failed; it will be tried again'),
        )
        .finally(() => (isRunning = false));
    }, everyMs);
    return timer.unref();
  });
  return () => timers.forEach((timer) => clearInterval(timer));
}

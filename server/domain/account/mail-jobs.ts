import { sql } from 'kysely';
import * as z from 'zod/mini';
import { LOCALES } from '../../../contract/facts/locales.ts';
import { withPlatform } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Services } from '../context.ts';

/** A queued mail. Its link is created on sending, so the queue holds no secrets. */
export const mailJobSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passwordReset'),
    email: z.string(),
    /** Null: the company that the e-mail belongs to. */
    tenantName: z.nullable(z.string()),
    locale: z.enum(LOCALES),
    address: z.string(),
    requestId: z.string(),
  }),
  z.object({ kind: z.literal('invitation'), tenantId: z.string(), invitationId: z.string() }),
]);
export type MailJob = z.infer<typeof mailJobSchema>;
export type TakenJob = { id: string; attempts: number; job: MailJob | undefined };

/** A mail is dropped after this many failed attempts. */
export const MAIL_ATTEMPTS = 8;
/** If a node dies with a job, another takes it after this long. */
const LEASE_SECONDS = 60;

/** Queues a mail, in a transaction of a tenant or of the platform. */
export async function addMailJob(tx: Tx, job: MailJob): Promise<void> {
  await tx
    .insertInto('mail_job')
    .values({ payload: JSON.stringify(job) })
    .execute();
}

/** Claims the job that has been due longest, skipping those claimed by other nodes. */
export async function claimMailJob(services: Pick<Services, 'db'>): Promise<TakenJob | undefined> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ id: string; attempts: number; payload: unknown }>`
      update mail_job set attempts = attempts + 1, run_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = (select id from mail_job where run_at <= now() order by run_at limit 1 for update skip locked)
      returning id, attempts, payload`.execute(tx),
  );
  const [row] = rows;
  return row && { id: row.id, attempts: row.attempts, job: mailJobSchema.safeParse(row.payload).data };
}

/** Removes a job that was sent, or has nothing to send. */
export async function removeMailJob(services: Pick<Services, 'db'>, id: string): Promise<void> {
  await withPlatform(services.db, (tx) => tx.deleteFrom('mail_job').where('id', '=', id).execute());
}

/** Reschedules a failed job. */
export async function postponeMailJob(services: Pick<Services, 'db'>, id: string, seconds: number): Promise<void> {
  await withPlatform(services.db, (tx) =>
    sql`update mail_job set run_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(tx),
  );
}

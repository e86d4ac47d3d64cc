import { sql } from 'kysely';
import * as z from 'zod/mini';
import { withPlatform } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Services } from '../context.ts';

const LOCALES = ['pt_BR', 'en', 'pt'] as const;

/** A mail to be written. What it links to is made when it is sent, so no secret waits here. */
export const mailJobSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passwordReset'),
    email: z.string(),
    /** Null: whichever company the e-mail belongs to. */
    tenantName: z.nullable(z.string()),
    locale: z.enum(LOCALES),
    address: z.string(),
    requestId: z.string(),
  }),
  z.object({ kind: z.literal('invitation'), tenantId: z.string(), invitationId: z.string() }),
]);
export type MailJob = z.infer<typeof mailJobSchema>;
export type TakenJob = { id: string; attempts: number; job: MailJob | undefined };

/** A mail that couldn't be sent so often is given up. */
export const MAIL_ATTEMPTS = 8;
/** A node that took a job and died leaves it to another after so long. */
const LEASE_SECONDS = 60;

/** Adds a mail to those to be written, in a transaction of a tenant or of the platform. */
export async function addMailJob(tx: Tx, job: MailJob): Promise<void> {
  await tx
    .insertInto('mail_job')
    .values({ payload: JSON.stringify(job) })
    .execute();
}

/** Takes the job that is due longest; what another node is taking is left to it. */
export async function takeMailJob(services: Pick<Services, 'db'>): Promise<TakenJob | undefined> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ id: string; attempts: number; payload: unknown }>`
      update mail_job set attempts = attempts + 1, run_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = (select id from mail_job where run_at <= now() order by run_at limit 1 for update skip locked)
      returning id, attempts, payload`.execute(tx),
  );
  const [row] = rows;
  return row && { id: row.id, attempts: row.attempts, job: mailJobSchema.safeParse(row.payload).data };
}

/** It was sent, or there is nothing to send. */
export async function endMailJob(services: Pick<Services, 'db'>, id: string): Promise<void> {
  await withPlatform(services.db, (tx) => tx.deleteFrom('mail_job').where('id', '=', id).execute());
}

/** It failed; it is tried again, later each time. */
export async function postponeMailJob(services: Pick<Services, 'db'>, id: string, seconds: number): Promise<void> {
  await withPlatform(services.db, (tx) =>
    sql`update mail_job set run_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(tx),
  );
}

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InboundMessage } from '../../channels/channel.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { keptMessageSchema } from './kept-schema.ts';

/** What was kept aside for a number since a moment, or ever. */
export type Kept = { phoneNumberId: string; since: Date | null };
type Row = { id: Id; body: string };

/** Numbers that were nobody's: `createInbound` writes the number into the reason. */
function ofNumber({ phoneNumberId, since }: Kept): RawBuilder<unknown> {
  return sql`reason = ${`error.webhook.unknownNumber: ${phoneNumberId}`}
    and received_at >= coalesce(${since}::timestamptz, '-infinity')`;
}

export async function countKept(services: Pick<Services, 'db'>, kept: Kept): Promise<number> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ count: number }>`select count(*)::integer as count from webhook_rejected where ${ofNumber(kept)}`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}

/** The next ones after an id, oldest first. `message` is undefined for what isn't a customer's message. */
export async function readKept(
  services: Pick<Services, 'db'>,
  kept: Kept & { after: Id; limit: number },
): Promise<{ id: Id; message: InboundMessage | undefined }[]> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<Row>`select id, body from webhook_rejected where ${ofNumber(kept)} and id > ${kept.after}
      order by id limit ${kept.limit}`.execute(tx),
  );
  return rows.map(({ id, body }) => ({ id, message: messageOf(body) }));
}

/** Forgets what was taken in. */
export async function forgetKept(services: Pick<Services, 'db'>, ids: readonly Id[]): Promise<void> {
  await withPlatform(services.db, (tx) =>
    sql`delete from webhook_rejected where id = any(${ids}::bigint[])`.execute(tx),
  );
}

function messageOf(body: string): InboundMessage | undefined {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return undefined;
  }
  return keptMessageSchema.safeParse(given).data;
}

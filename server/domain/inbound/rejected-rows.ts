import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InboundMessage } from '../../channels/channel.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { storedMessageSchema } from './stored-schema.ts';

/** The rejected messages of a number, optionally since a time. */
export type RejectedOfNumber = { phoneNumberId: string; since: Date | null };
type Row = { id: Id; body: string; receivedAt: Date };

/** Messages for unknown numbers: `createInbound` stores the number in the reason. */
function ofNumber({ phoneNumberId, since }: RejectedOfNumber): RawBuilder<unknown> {
  return sql`reason = ${`error.webhook.unknownNumber: ${phoneNumberId}`}
    and received_at >= coalesce(${since}::timestamptz, '-infinity')`;
}

export async function countRejected(services: Pick<Services, 'db'>, rejected: RejectedOfNumber): Promise<number> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ count: number }>`select count(*)::integer as count from webhook_rejected where ${ofNumber(rejected)}`.execute(
      tx,
    ),
  );
  return rows[0]?.count ?? 0;
}

/** The next ones after an id, oldest first. `message` is undefined if it isn't a customer's message. */
export async function readRejected(
  services: Pick<Services, 'db'>,
  rejected: RejectedOfNumber & { after: Id; limit: number },
): Promise<{ id: Id; message: InboundMessage | undefined; receivedAt: Date }[]> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<Row>`select id, body, received_at as "receivedAt" from webhook_rejected where ${ofNumber(rejected)} and id > ${rejected.after}
      order by id limit ${rejected.limit}`.execute(tx),
  );
  return rows.map(({ id, body, receivedAt }) => ({ id, message: messageOf(body), receivedAt }));
}

/** Deletes rejections that were processed. */
export async function deleteRejected(services: Pick<Services, 'db'>, ids: readonly Id[]): Promise<void> {
  await withPlatform(services.db, (tx) =>
    sql`delete from webhook_rejected where id = any(${ids}::bigint[])`.execute(tx),
  );
}

function messageOf(body: string): InboundMessage | undefined {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return undefined;
  }
  return storedMessageSchema.safeParse(input).data;
}

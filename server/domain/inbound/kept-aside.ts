import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { InboundMessage } from '../../channels/channel.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';

/** As `InboundMessage` was written down: its moment is a text, what was undefined is left out. */
const headSchema = z.looseObject({
  kind: z.string(),
  phoneNumberId: z.string(),
  from: z.string(),
  providerMessageId: z.string().check(z.minLength(1)),
  timestamp: z.string(),
  text: z.string(),
  tagType: z.string(),
});

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
  const parsed = headSchema.safeParse(given);
  if (!parsed.success) return undefined;
  const timestamp = new Date(parsed.data.timestamp);
  if (Number.isNaN(timestamp.getTime())) return undefined;
  // It was an `InboundMessage` when it was written, by this program.
  return { ...parsed.data, timestamp } as unknown as InboundMessage;
}

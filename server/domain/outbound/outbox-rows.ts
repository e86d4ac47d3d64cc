import { sql } from 'kysely';
import type { SentAs } from '../../../contract/facts/outgoing-file.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { SentTemplate } from '../templates/filled.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';
import type { Shareable } from '../../channels/channel.ts';
import { parseGatewayAddress } from '../../channels/gateway/address.ts';
import { channelOf } from '../../channels/sms/address.ts';
import { OPEN_STATES, UPLOAD_STATES, WAITING_STATES, waitingState } from './outbox-states.ts';
import { isServedId } from '../pools.ts';
import type { Serving } from '../pools.ts';

/** A message's file to send. */
export type ClaimedFile = {
  sha256: string;
  mimeType: string;
  sentAs: SentAs;
  /** Of a document. */
  name: string | null;
  /** The provider's id of the file, if an earlier attempt uploaded it. */
  mediaId: string | null;
};

/** A message claimed from the outbox. */
export type Claim = {
  tenantId: Id;
  messageId: Id;
  instanceId: Id;
  attempts: number;
  text: string;
  /** The name that is prefixed to the text; null for none. */
  signedAs: string | null;
  /** The image's URL, with the text as its caption; null for a text. */
  imageUrl: string | null;
  /** With the text as its caption. */
  file: ClaimedFile | null;
  /** The provider's id of the message that the text, an emoji or none, is a reaction to. */
  reactsTo: string | null;
  /** Whether that message is ours. */
  reactsToOurs?: boolean | null;
  /** Its location, contacts or choices; the text is the fallback. */
  shared: Shareable | null;
  /** The provider's ids of a carousel's files, if an earlier attempt uploaded them. */
  uploaded?: string | null;
  /** The template that the text is of. */
  template: SentTemplate | null;
  address: string;
  /** Null if the instance has no number with tested credentials. */
  phoneNumberId: string | null;
  /** The number's token, sealed. */
  sealedToken: string | null;
  /** The provider's id of the quoted message; null if there is none, or it was never sent. */
  quotedProviderId: string | null;
  /** Its flow sends nothing after it, so it may be noted as sent a little later; what others queue behind it waits as long. */
  isPatient?: boolean;
};

/** Why a message of a flow wasn't sent; in `last_error` of one that was under way when its flow was stopped. */
export const FLOW_STOPPED = { code: 'flow', key: 'error.flow.stopped' } as const;

/** An outcome isn't noted over that mark: what isn't to be sent any more stays so. */
const unlessStopped = (error: string) =>
  sql`case when last_error = ${FLOW_STOPPED.key} then last_error else ${error} end`;

/** The provider keeps uploaded files for 30 days. */
const UPLOAD_DAYS = 29;

/** Whether the provider still has the file of an entry. */
const isUploaded = (outbox: string) =>
  sql.raw<boolean>(`${outbox}.provider_media_at > now() - interval '${UPLOAD_DAYS} days'`);

/** Served tenants with due outbox entries, and their states. */
export async function findDueTenants(services: Serving): Promise<Map<Id, Set<OutboxState>>> {
  const rows = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('outbox')
      .select(['tenant_id', 'state'])
      .distinct()
      .where(sql<boolean>`state in ${OPEN_STATES}`)
      .where('next_attempt_at', '<=', sql<Date>`now()`)
      .where(isServedId(services, 'tenant_id'))
      .execute(),
  );
  const due = new Map<Id, Set<OutboxState>>();
  for (const row of rows) due.set(row.tenant_id, (due.get(row.tenant_id) ?? new Set<OutboxState>()).add(row.state));
  return due;
}

/**
 * Claims a node's share of due messages: only the first unsettled one of each conversation, so that a customer gets
 * them in order. Skips rows that another node is claiming.
 */
export async function claimDue(
  db: Database,
  tenantId: Id,
  node: { id: string; leaseMs: number; limit: number },
): Promise<Claim[]> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<Claim>`
      with due as (
        select o.message_id from outbox o
        where o.tenant_id = ${tenantId} and o.state in ${WAITING_STATES} and o.next_attempt_at <= now()
          and not exists (select from outbox earlier where earlier.tenant_id = o.tenant_id
            and earlier.instance_id = o.instance_id and earlier.customer_id = o.customer_id
            and earlier.message_id < o.message_id and earlier.state in ${OPEN_STATES})
        order by o.message_id limit ${node.limit} for update of o skip locked),
      claimed as (
        update outbox o set attempts = o.attempts + 1, locked_by = ${node.id},
          -- Until its file is uploaded nothing is sent, so it can't be uncertain.
          state = case when o.state in ${UPLOAD_STATES} and not coalesce(${isUploaded('o')}, false) then o.state else 'sending' end,
          locked_until = now() + make_interval(secs => ${node.leaseMs / 1000}),
          next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000}), updated_at = now()
        from due where o.tenant_id = ${tenantId} and o.message_id = due.message_id
        returning o.tenant_id, o.message_id, o.instance_id, o.customer_id, o.attempts,
          case when ${isUploaded('o')} then o.provider_media_id end as media_id)
      select c.tenant_id as "tenantId", c.message_id as "messageId", c.instance_id as "instanceId", c.attempts,
        coalesce(m.body, '') as text, m.signed_as as "signedAs",
        case when m.tag_type = 'image' then m.media->>'url' end as "imageUrl",
        case when m.media->>'sent_as' is not null then json_build_object('sha256', f.sha256, 'mimeType', f.mime_type,
          'sentAs', m.media->>'sent_as', 'name', m.document_name, 'mediaId', c.media_id) end as file,
        case when m.tag_type = 'reaction' then target.whatsapp_message_id end as "reactsTo",
        case when m.tag_type = 'reaction' then target.type = 0 end as "reactsToOurs",
        case when m.content->>'kind' in ('location', 'contacts', 'choices') then m.content end as shared,
        m.template, case when m.template ? 'cards' then c.media_id end as uploaded, coalesce(ticket.last_received_from, customer.phone_number) as address, i.claimed_number as "phoneNumberId",
        i.access_token as "sealedToken",
        quoted.whatsapp_message_id as "quotedProviderId"
      from claimed c
      join message m on m.tenant_id = c.tenant_id and m.id = c.message_id
      join chat_ticket ticket on ticket.tenant_id = m.tenant_id and ticket.id = m.ticket_id
      join customer on customer.tenant_id = c.tenant_id and customer.id = c.customer_id
      join instance i on i.tenant_id = c.tenant_id and i.id = c.instance_id
      left join message_media f on f.tenant_id = m.tenant_id and f.message_id = m.id
      left join message target on target.tenant_id = m.tenant_id and target.id = m.parent_id
      left join message quoted on quoted.tenant_id = m.tenant_id and quoted.id = m.reply_to_id
      order by c.message_id`.execute(tx);
    return rows;
  });
}

/**
 * Extends the leases of a node's claims: it is alive, and still waiting for the provider. Those being settled are skipped: a
 * transaction settles several, and each would wait for the other.
 */
export async function renewLeases(
  db: Database,
  tenantId: Id,
  node: { id: string; leaseMs: number },
  messageIds: readonly Id[],
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`
      with mine as (
        select message_id from outbox
        where tenant_id = ${tenantId} and (state = 'sending' or state in ${UPLOAD_STATES})
          and starts_with(locked_by, ${node.id}) and message_id = any(${messageIds}::bigint[])
        for update skip locked)
      update outbox o set locked_until = now() + make_interval(secs => ${node.leaseMs / 1000}),
        next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
      from mine where o.tenant_id = ${tenantId} and o.message_id = mine.message_id`.execute(tx),
  );
}

/**
 * Its file is uploaded, and now it is sent. False if another node has claimed it since: then it must not be sent.
 */
export async function beginSend(db: Database, claim: Claim, leaseMs: number, mediaId: string): Promise<boolean> {
  const begun = await withTenant(db, claim.tenantId, (tx) =>
    sql`
      update outbox set state = 'sending', provider_media_id = ${mediaId}, provider_media_at = now(),
        locked_until = now() + make_interval(secs => ${leaseMs / 1000}),
        next_attempt_at = now() + make_interval(secs => ${leaseMs / 1000}), updated_at = now()
      where tenant_id = ${claim.tenantId} and message_id = ${claim.messageId} and attempts = ${claim.attempts}
        and state in ${UPLOAD_STATES}`.execute(tx),
  );
  return begun.numAffectedRows === 1n;
}

/**
 * The send certainly had no effect, even if its node was considered dead: retry after a pause. `isUploadGone`: with its
 * file uploaded anew. False if it isn't to be sent any more, as the flow that wrote it was stopped.
 */
export async function putBack(
  db: Database,
  claim: Claim,
  { pauseMs, error, isUploadGone = false }: { pauseMs: number; error: string; isUploadGone?: boolean | undefined },
): Promise<boolean> {
  const address = claim.phoneNumberId ?? '';
  const { numAffectedRows } = await withTenant(db, claim.tenantId, (tx) =>
    sql`
      update outbox set state = ${waitingState({ ...claim, channel: channelOf(address), hasGateway: parseGatewayAddress(address) !== undefined })}, locked_by = null, locked_until = null,
        last_error = ${error},
        provider_media_id = case when ${isUploadGone}::boolean then null else provider_media_id end,
        provider_media_at = case when ${isUploadGone}::boolean then null else provider_media_at end,
        next_attempt_at = now() + make_interval(secs => ${pauseMs / 1000}), updated_at = now()
      where tenant_id = ${claim.tenantId} and message_id = ${claim.messageId} and attempts = ${claim.attempts}
        and last_error is distinct from ${FLOW_STOPPED.key}
        and (state in ('sending', 'uncertain') or state in ${UPLOAD_STATES})`.execute(tx),
  );
  return numAffectedRows === 1n;
}

/** It is unknown whether the send had an effect: wait this long for the provider's status. */
export async function markUncertain(db: Database, claim: Claim, waitMs: number, error: string): Promise<void> {
  await withTenant(db, claim.tenantId, (tx) =>
    sql`
      update outbox set state = 'uncertain', locked_by = null, locked_until = null, last_error = ${unlessStopped(error)},
        next_attempt_at = now() + make_interval(secs => ${waitMs / 1000}), updated_at = now()
      where tenant_id = ${claim.tenantId} and message_id = ${claim.messageId} and state = 'sending'`.execute(tx),
  );
}

/** Marks the sends of dead nodes as uncertain; returns how many. */
export async function markAbandoned(db: Database, tenantId: Id, waitMs: number): Promise<number> {
  return withTenant(db, tenantId, async (tx) => {
    const { numAffectedRows } = await sql`
      update outbox set state = 'uncertain', locked_by = null, locked_until = null,
        last_error = ${unlessStopped('the node that was sending it ended')},
        next_attempt_at = now() + make_interval(secs => ${waitMs / 1000}), updated_at = now()
      where tenant_id = ${tenantId} and state = 'sending' and locked_until <= now()`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
}

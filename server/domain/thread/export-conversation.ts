import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { EXPORT_PDF_MAX } from '../../../contract/facts/conversation-export.ts';
import type { ExportFormat } from '../../../contract/facts/conversation-export.ts';
import { TEXT_PART_LENGTH } from '../../../contract/facts/limits.ts';
import type {
  ExportedConversation,
  ExportedEntry,
  ExportedTicket,
} from '../../../contract/rest/conversation-export.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { readThrough } from '../../db/read-through.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';
import { masked } from '../protocol/whatsapp-protocol.ts';
import { settingsOf } from '../settings/settings.ts';
import { isWithin, requireVisibility } from '../tickets/visibility.ts';
import type { Conversation, Visibility } from '../tickets/visibility.ts';
import { choicesJson, clipped, departmentJson, WIRE_NAME_MAX_LENGTH, personJson, wireTime } from '../views/json.ts';

/** A conversation to export, with times in UTC; its entries are read while it is written. */
export type ConversationRecord = Pick<ExportedConversation, 'company' | 'timezone' | 'customer' | 'instance'> & {
  tickets: ExportedTicket[];
  entries: AsyncGenerator<ExportedEntry, void, undefined>;
};

/**
 * A conversation with all its tickets up to the newest one that the actor sees; the export is audited. Not found if
 * they see none, CONFLICT `error.export.tooLong` for a PDF of more than `EXPORT_PDF_MAX` entries.
 */
export async function exportConversation(
  services: Services,
  actor: Actor,
  input: { customer_id: string; instance_id: string; format: ExportFormat },
): Promise<ConversationRecord> {
  requirePermission(actor, 'chat');
  const { tenantId } = actor;
  const { format } = input;
  const conversation = { tenantId, customerId: parseId(input.customer_id), instanceId: parseId(input.instance_id) };
  const { head, upTo } = await withTenant(services.db, tenantId, async (tx) => {
    const visibility = await requireVisibility(tx, actor, conversation);
    if (format === 'pdf') await requireShort(tx, conversation, visibility);
    const { customerId, instanceId } = conversation;
    await auditAction(tx, actor, {
      action: 'conversation.export',
      subject: `customer:${customerId}`,
      details: { instance: instanceId, format },
    });
    return { head: await headOf(tx, conversation, visibility), upTo: visibility };
  });
  const entries = readThrough(services.db, tenantId, async () => entriesOf(conversation, upTo));
  return { ...head, entries };
}

async function requireShort(
  tx: Tx,
  { tenantId, customerId, instanceId }: Conversation,
  upTo: Visibility,
): Promise<void> {
  const { rows } = await sql<{ isLong: boolean }>`
    select count(*) > ${EXPORT_PDF_MAX} as "isLong" from (select from message m where m.tenant_id = ${tenantId}
      and m.customer_id = ${customerId} and m.instance_id = ${instanceId} and ${isWithin(upTo, 'm.ticket_id')}
      limit ${EXPORT_PDF_MAX + 1}) listed`.execute(tx);
  if (rows[0]?.isLong !== true) return;
  throw new DomainError('CONFLICT', 'error.export.tooLong', { params: { max: EXPORT_PDF_MAX } });
}

async function headOf(
  tx: Tx,
  { tenantId, customerId, instanceId }: Conversation,
  upTo: Visibility,
): Promise<Omit<ConversationRecord, 'entries'>> {
  const { rows } = await sql<Omit<ConversationRecord, 'entries' | 'tickets'>>`
    select tenant.name as company, tenant.timezone,
      json_build_object('id', c.id::text, 'name', c.name, 'phone_number', c.phone_number) as customer,
      json_build_object('id', i.id::text, 'name', i.name) as instance
    from tenant
    join customer c on c.tenant_id = tenant.id and c.id = ${customerId}
    join instance i on i.tenant_id = tenant.id and i.id = ${instanceId}
    where tenant.id = ${tenantId}`.execute(tx);
  const [head] = rows;
  if (head === undefined) throw new Error('The conversation is not there');
  const { rows: tickets } = await sql<ExportedTicket>`
    select t.id::text as id, t.protocol, ${moment('t.started_at')} as started_at,
      ${moment('t.finished_at')} as finished_at, ${sql.raw(personJson('t.tenant_id', 't.user_id'))} as "user",
      case when t.department_id is not null then ${sql.raw(departmentJson('t.tenant_id', 't.department_id'))} end
        as department, t.outcome_name as outcome
    from chat_ticket t where t.tenant_id = ${tenantId} and t.customer_id = ${customerId}
      and t.instance_id = ${instanceId} and ${isWithin(upTo, 't.id')}
    order by t.id`.execute(tx);
  const { protocol_phone: phone } = await settingsOf(tx, tenantId, ['protocol_phone']);
  if (phone === 'masked') head.customer.phone_number = masked(head.customer.phone_number);
  return { ...head, tickets };
}

const moment = (column: string) => sql.raw<string>(wireTime(column));
const person = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is not null then json_build_object('id', ${alias}.id::text, 'name', ${alias}.name) end`,
  );

/** All of the conversation in order: each event and note follows its message. */
function entriesOf({ tenantId, customerId, instanceId }: Conversation, upTo: Visibility): RawBuilder<ExportedEntry> {
  return sql<ExportedEntry>`
    select line.source || ':' || line.id as id, line.kind, ${moment('line.at')} as at, line.ticket_id::text as ticket_id,
      line.type, coalesce(${person('by')}, case when line.author is not null
        then json_build_object('id', '0', 'name', line.author) end) as "user",
      ${person('previous')} as previous_user, ${person('next')} as next_user,
      case when line.department_id is not null then ${sql.raw(departmentJson('app_tenant()', 'line.department_id'))} end
        as department,
      line.message, line.tag_type, line.document_name, line.document_mimetype, line.is_bot_message,
      line.reply_to_id::text as reply_to_id, line.choices, line.ack, line.error_key
    from (
      select 'message' as source, case when m.parent_id is null then 'message' else 'reaction' end as kind, m.id,
        m.created_at as at, m.ticket_id, m.type, m.user_id, null::bigint as previous_user_id,
        null::bigint as next_user_id, null::bigint as department_id,
        ${sql.raw(clipped('m.body', TEXT_PART_LENGTH))} as message, coalesce(m.tag_type, 'text') as tag_type,
        ${sql.raw(clipped('m.document_name', WIRE_NAME_MAX_LENGTH))} as document_name,
        ${sql.raw(clipped('m.document_mimetype', WIRE_NAME_MAX_LENGTH))} as document_mimetype, m.is_bot_message,
        case when m.reply_to_id is null then m.parent_id else m.reply_to_id end as reply_to_id,
        ${sql.raw(choicesJson('m'))} as choices, case when m.type = 0 then m.ack end as ack, m.error_key, m.id as place,
        null as author
      from message m where m.tenant_id = ${tenantId} and m.customer_id = ${customerId}
        and m.instance_id = ${instanceId} and ${isWithin(upTo, 'm.ticket_id')}
      union all
      select 'event', e.kind, e.id, e.at, e.ticket_id, null, e.user_id, e.previous_user_id, e.next_user_id,
        e.department_id, e.body, null, null, null, false, null, null, null, null, e.after_message_id, e.author
      from chat_ticket t
      join conversation_event e on e.tenant_id = t.tenant_id and e.ticket_id = t.id
      where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.instance_id = ${instanceId}
        and ${isWithin(upTo, 't.id')} and e.deleted_at is null) line
    left join app_user by on by.tenant_id = app_tenant() and by.id = line.user_id
    left join app_user previous on previous.tenant_id = app_tenant() and previous.id = line.previous_user_id
    left join app_user next on next.tenant_id = app_tenant() and next.id = line.next_user_id
    order by line.place, line.source desc, line.id`;
}

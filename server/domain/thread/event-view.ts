import { sql } from 'kysely';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { departmentJson, personJson, wireTime } from '../views/json.ts';

/** `customerChatEventSchema`: event `e` of ticket `t`. */
export const eventJson = (e: string, t: string): string => `json_build_object(
  'id', ${e}.id::text, 'kind', ${e}.kind, 'created_at', ${wireTime(`${e}.at`)}, 'after_id', ${e}.after_message_id::text,
  'chatTicket', json_build_object('id', ${t}.id::text, 'protocol', ${t}.protocol),
  'user', coalesce(${personJson(`${e}.tenant_id`, `${e}.user_id`)},
    case when ${e}.author is not null then json_build_object('id', '0', 'name', ${e}.author) end),
  'previousUser', ${personJson(`${e}.tenant_id`, `${e}.previous_user_id`)},
  'nextUser', ${personJson(`${e}.tenant_id`, `${e}.next_user_id`)},
  'department', case when ${e}.department_id is not null then ${departmentJson(`${e}.tenant_id`, `${e}.department_id`)} end,
  'message', case when ${e}.deleted_at is null then ${e}.body end,
  'mentions', case when ${e}.deleted_at is null then coalesce(${e}.mentions, '[]') else '[]' end,
  'client_id', ${e}.client_id, 'edited_at', ${wireTime(`${e}.edited_at`)},
  'deleted_at', ${wireTime(`${e}.deleted_at`)}, 'version', ${e}.version)`;

const VIEW = sql.raw<CustomerChatEvent>(eventJson('e', 't'));

/** An event by its id, as it is now. Throws for another tenant's id: look it up first. */
export async function eventView(tx: Tx, tenantId: Id, id: Id): Promise<CustomerChatEvent> {
  const { rows } = await sql<{ view: CustomerChatEvent }>`
    select ${VIEW} as view from conversation_event e
    join chat_ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
    where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(tx);
  const view = rows[0]?.view;
  if (view === undefined) throw new Error(`Event ${id} is not there`);
  return view;
}

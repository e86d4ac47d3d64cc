import { randomUUID } from 'node:crypto';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { newScheduledMessage } from '../../../contract/graphql/scheduled-messages.ts';
import { newChatNote } from '../../../contract/graphql/chat-notes.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import type { NumberName, Person, World } from '../../support/attendance.ts';

/** Things of a tenant, or of an attendant, that somebody else must not reach. */
export type Things = {
  ticket: string;
  /** A ticket without a pending transfer. */ free: string;
  customer: string;
  phone: string;
  instance: string;
  message: string;
  /** Of the ticket. */ note: string;
  /** A message with a file that could be fetched again. */ file: string;
  transfer: string;
  user: string;
  department: string;
  tag: string;
  outcome: string;
  /** A quick reply of one's own. */ reply: string;
  /** A saved view of the customers' list of one's own. */ customerView: string;
  /** A saved view of one's own. */ view: string;
  /** A message that is to be sent later. */ scheduled: string;
  /** A message template of the instance's account. */ template: string;
  campaign: string;
  campaignFile: string;
  /** A flow that was never published. */ flow: string;
  /** A rule that is off. */ rule: string;
  activeFlow: string;
  launch: string;
  /** A file of customers whose columns are read. */ import: string;
  /** A field that the company keeps of its customers. */ field: string;
  audience: string;
  /** A group whose members are chosen one by one. */ group: string;
  role: string;
  /** That the user serves an instance. */ link: string;
  session: string;
};

export type Everybodys = {
  /** Bia's, of the other tenant. */
  foreign: Things;
  /** Bruno's, of Vendas, which Carla doesn't serve. */
  colleague: Things;
  /** What the caller may reach, so that only the id in question decides. */
  own: Record<'ana' | 'carla', Things>;
};

/** Of a rule that asks for a note. */
export const RULE =
  '{"event": {"on": "ticket.opened", "ids": [], "minutes": null}, "condition": {"join": "all", "groups": []}, "actions": [{"do": "note", "id": null, "text": "Novo"}], "once": false, "stops": false}';

/** Makes a set of things for each. */
export async function makeThings(world: World): Promise<Everybodys> {
  const { ana, bruno, carla, bia } = world.people;
  const second = await world.rows<{ id: string }>(
    `insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select tenant_id, 'Beto', 'beto', 'beto@brisa.example', role_id, '' from app_user where id = $1 returning id`,
    [bia.id],
  );
  await world.rows(
    'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, $1, id from instance where id = $2',
    [second[0]?.id, world.instances.brisa],
  );
  let last = 5_511_981_000_000;
  const owned = async (owner: Person, number: NumberName): Promise<ChatTicket> => {
    const ticket = await world.open({ from: String((last += 1)), number });
    await world.send(owner, ticket, 'meu');
    return ticket;
  };
  const departmentOf = async (owner: Person): Promise<string> => {
    const [department] = await world.rows<{ id: string }>(
      `insert into department (tenant_id, name) select tenant_id, 'De ' || name from app_user where id = $1 returning id`,
      [owner.id],
    );
    return department?.id ?? '';
  };
  const keptOf = async (owner: Person, table: string, column: string, value: string): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into ${table} (tenant_id, name, ${column}) select tenant_id, 'De ' || name, $2 from app_user
       where id = $1 returning id`,
      [owner.id, value],
    );
    return row?.id ?? '';
  };
  const replyOf = async (owner: Person): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into quick_reply (tenant_id, user_id, shortcut, body) select tenant_id, id, username, 'Oi' from app_user
       where id = $1 returning id`,
      [owner.id],
    );
    return row?.id ?? '';
  };
  const viewOf = async (owner: Person): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into saved_view (tenant_id, user_id, list, name, query) select tenant_id, id, 'chat', 'De ' || name,
        '{"view": "all", "sort_name": "last_message", "instance_id": null, "department_id": null, "user_id": null,
          "tag_id": null, "unseen": false, "not_responded": false, "blacklisted": false}' from app_user
       where id = $1 returning id`,
      [owner.id],
    );
    return row?.id ?? '';
  };
  const customerViewOf = async (owner: Person): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into saved_view (tenant_id, user_id, list, name, query) select tenant_id, id, 'customers', 'De ' || name,
        '{"sort_name": "name", "sort_type": "ASC", "tag_id": null, "group_id": null, "instance_id": null,
          "contact_days": null, "blacklisted": null, "consent": null, "field_id": null, "field_op": null,
          "field_value": null}' from app_user
       where id = $1 returning id`,
      [owner.id],
    );
    return row?.id ?? '';
  };
  const templateOf = async (instanceId: string): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components)
       select tenant_id, waba_id, (random() * 1e15)::bigint, 'ola', 'pt_BR', 'UTILITY', 'APPROVED',
         '[{"type": "BODY", "text": "Olá!"}]' from instance where id = $1 returning id`,
      [instanceId],
    );
    return row?.id ?? '';
  };
  const campaignOf = async (owner: Person, instanceId: string): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into campaign (tenant_id, name, instance_ids, message) select tenant_id, 'De ' || name, array[$2::bigint], 'Oi'
       from app_user where id = $1 returning id`,
      [owner.id, instanceId],
    );
    return row?.id ?? '';
  };
  const campaignFileOf = async (owner: Person): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into campaign_file (tenant_id, user_id, client_id, kind, name, mime_type, size_bytes, sha256)
       select tenant_id, id, gen_random_uuid(), 'image', 'x.png', 'image/png', 1, 'x' from app_user where id = $1
       returning id`,
      [owner.id],
    );
    return row?.id ?? '';
  };
  const flowOf = async (owner: Person): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into flow (tenant_id, name, kind, draft) select tenant_id, 'De ' || name, 'passive', '{}' from app_user
       where id = $1 returning id`,
      [owner.id],
    );
    return row?.id ?? '';
  };
  const activeFlowOf = async (owner: Person): Promise<Pick<Things, 'activeFlow' | 'launch'>> => {
    const [row] = await world.rows<Pick<Things, 'activeFlow' | 'launch'>>(
      `with made as (insert into flow (tenant_id, name, kind, draft)
         select tenant_id, 'Convite de ' || name, 'active', '{}' from app_user where id = $1 returning tenant_id, id),
       chosen as (insert into customer_group (tenant_id, name) select tenant_id, 'Convidados ' || id from made returning id)
       insert into flow_launch (tenant_id, flow_id, group_id, repeats, starts_at, next_at, created_at)
       select made.tenant_id, made.id, chosen.id, 'daily', '2100-01-01', '2100-01-01', now() from made, chosen
       returning flow_id as "activeFlow", id as launch`,
      [owner.id],
    );
    if (row === undefined) throw new Error('No flow');
    return row;
  };
  const importOf = async (owner: Person): Promise<string> => {
    const [row] = await world.rows<{ id: string }>(
      `insert into customer_import (tenant_id, client_id, name, size_bytes, sha256, status, columns, created_by)
       select tenant_id, gen_random_uuid(), 'base.csv', 1, id::text, 'mapping', '[{}]', id from app_user where id = $1
       returning id`,
      [owner.id],
    );
    return row?.id ?? '';
  };
  const peopleThings = async (owner: Person): Promise<Pick<Things, 'role' | 'link' | 'session'>> => {
    const [row] = await world.rows<Pick<Things, 'role' | 'link' | 'session'>>(
      `select role_id as role, (select min(id) from user_instance where user_id = u.id) as link,
        (select max(id) from session where user_id = u.id) as session from app_user u where id = $1`,
      [owner.id],
    );
    if (row === undefined) throw new Error('nobody');
    return row;
  };
  const noteOf = async (owner: Person, ticket: ChatTicket): Promise<string> => {
    const conversation = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
    const note = { ...conversation, message: 'anotado', mention_ids: [], client_id: randomUUID() };
    return (await world.call(owner, newChatNote, note)).newChatNote.id;
  };
  const scheduledOf = async (owner: Person, ticket: ChatTicket): Promise<string> => {
    const conversation = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const given = { ...conversation, message: 'mais tarde', send_at, client_id: randomUUID() };
    return (await world.call(owner, newScheduledMessage, given)).newScheduledMessage.id;
  };
  const things = async (owner: Person, number: NumberName, next: string): Promise<Things> => {
    const ticket = await owned(owner, number);
    const free = await owned(owner, number);
    const transfer = (await world.call(owner, createTicketTransfer, { chat_ticket_id: ticket.id, next_user_id: next }))
      .createTicketTransfer;
    const message = ticket.customerLastChat?.id ?? '';
    await world.rows(
      `insert into message_media (tenant_id, message_id, state) select tenant_id, id, 'failed' from message where id = $1`,
      [message],
    );
    return {
      ticket: ticket.id,
      free: free.id,
      customer: ticket.customer.id,
      phone: ticket.customer.phone_number,
      instance: ticket.instance.id,
      message,
      note: await noteOf(owner, ticket),
      file: message,
      transfer: transfer.id,
      user: owner.id,
      department: await departmentOf(owner),
      reply: await replyOf(owner),
      view: await viewOf(owner),
      customerView: await customerViewOf(owner),
      scheduled: await scheduledOf(owner, ticket),
      template: await templateOf(ticket.instance.id),
      campaign: await campaignOf(owner, ticket.instance.id),
      campaignFile: await campaignFileOf(owner),
      flow: await flowOf(owner),
      rule: await keptOf(owner, 'rule', 'definition', RULE),
      ...(await activeFlowOf(owner)),
      import: await importOf(owner),
      tag: await keptOf(owner, 'tag', 'color', 'blue'),
      outcome: await keptOf(owner, 'outcome', 'version', '1'),
      field: await keptOf(owner, 'customer_field', 'type', 'text'),
      audience: await keptOf(owner, 'audience', 'tree', '{"all": []}'),
      group: await keptOf(owner, 'customer_group', 'version', '1'),
      ...(await peopleThings(owner)),
    };
  };
  return {
    foreign: await things(bia, 'brisa', second[0]?.id ?? ''),
    colleague: await things(bruno, 'vendas', ana.id),
    own: { ana: await things(ana, 'vendas', bruno.id), carla: await things(carla, 'suporte', bruno.id) },
  };
}

/** All that must not change by a call that is refused. */
export async function snapshotOf(world: World): Promise<unknown> {
  return world.rows(`select (select count(*) from message) messages, (select count(*) from chat_ticket where finished_at is null) open,
    (select count(*) from ticket_transfer where transferred_at is null and deleted_at is null) pending,
    (select jsonb_agg(jsonb_build_array(id, body, version) order by id) from conversation_event where kind = 'note') notes,
    (select count(*) from pinned_customer) pins, (select count(*) from customer where is_blacklisted) blocked,
    (select count(*) from message where unseen) unseen,
    (select jsonb_agg(jsonb_build_array(id, name, role_id, department_id, is_blocked, deleted_at) order by id) from app_user) people,
    (select count(*) from message_media where state = 'failed') files,
    (select jsonb_agg(jsonb_build_array(id, shortcut, body) order by id) from quick_reply) replies,
    (select jsonb_agg(jsonb_build_array(id, name, query) order by id) from saved_view) views,
    (select jsonb_agg(jsonb_build_array(id, name, version) order by id) from tag) tags,
    (select jsonb_agg(jsonb_build_array(id, name, version, deleted_at) order by id) from outcome) outcomes,
    (select jsonb_agg(jsonb_build_array(id, name, version) order by id) from customer_field) fields,
    (select jsonb_agg(jsonb_build_array(id, name, version) order by id) from customer) customers,
    (select jsonb_agg(jsonb_build_array(id, name, version, deleted_at) order by id) from audience) audiences,
    (select jsonb_agg(jsonb_build_array(id, name, version, member_count, deleted_at) order by id) from customer_group) groups,
    (select jsonb_agg(jsonb_build_array(id, name, status, version) order by id) from campaign) campaigns,
    (select jsonb_agg(jsonb_build_array(id, name, version, position) order by id) from flow) flows, (select count(*) from flow_run) runs,
    (select jsonb_agg(jsonb_build_array(id, name, version, position, is_active, deleted_at) order by id) from rule) rules,
    (select jsonb_agg(jsonb_build_array(id, name, version, position, key_hash) order by id) from flow) flows, (select count(*) from flow_run) runs,
    (select jsonb_agg(jsonb_build_array(id, next_at) order by id) from flow_launch) launches, (select count(*) from flow_start) starts,
    (select jsonb_agg(jsonb_build_array(id, status, columns) order by id) from customer_import) imports,
    (select count(*) from campaign_test) tests, (select count(*) from customer_tag) tagged, (select count(*) from user_instance) links, (select count(*) from role) roles,
    (select count(*) from session where revoked_at is not null) ended,
    (select count(*) from event where name <> 'CustomerChatAckChanged') events`);
}

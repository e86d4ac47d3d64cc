import { sql } from 'kysely';
import { CUSTOMER_TAGS_MAX } from '../../../contract/facts/customers.ts';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { NOTE_MAX_LENGTH } from '../../../contract/facts/chat-events.ts';
import { MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import { insertedReply, partsOfReply } from '../../../contract/facts/quick-replies.ts';
import type { FlowSkipReason } from '../../../contract/facts/flow-starts.ts';
import type { RuleSkip } from '../../../contract/facts/rules.ts';
import type { RuleAction } from '../../../contract/entities/rule.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { publishCustomer } from '../customers/customer-audience.ts';
import { customerDetailsView } from '../customers/customer-details.ts';
import { storeValues } from '../customers/card-values.ts';
import { storedValue } from '../customers/field-values.ts';
import { startByRule } from '../flows/active/start-by-rule.ts';
import { playableOf } from '../flows/playable.ts';
import { canReach, contextOf, isWindowOpen, roomOf } from '../flows/run-context.ts';
import { beginFlow } from '../flows/run-flow.ts';
import type { Running } from '../flows/run-flow.ts';
import { storeBotMessage } from '../messages/bot-message.ts';
import { beginningOf, storableText } from '../text.ts';
import { eventView } from '../thread/event-view.ts';
import { notifyReaders } from '../thread/notify-readers.ts';
import { readersOf } from '../thread/notes.ts';
import { assignTo, finish, moveToDepartment, returnToQueue } from './act-on-ticket.ts';
import { factsOf } from './facts.ts';
import type { Asked, Facts, TicketFacts } from './facts.ts';
import { foreseen } from './foresee.ts';
import type { Acting } from './foresee.ts';

/** `chain`: the rules that caused one another, this one last; `key`: names what is done, once and for all. */
type Rule = Acting & { name: string; chain: readonly Id[]; key: string };

/** Does what a rule says, as things are by now; returns why it was left out, or null. */
export async function act(
  services: Running,
  change: Change,
  rule: Rule,
  action: RuleAction,
  asked: Asked,
): Promise<RuleSkip | null> {
  const now = services.now();
  const [facts] = await factsOf(change.tx, change.tenantId, [asked], now);
  if (facts === undefined) return 'gone';
  if (action.do === 'flow' && action.id !== null && (await isActiveFlow(change, action.id))) {
    const wanted = { flowId: action.id, customerId: facts.customer.id, key: rule.key, chain: rule.chain };
    const reason = await startByRule(change, wanted, now);
    return reason && START_SKIPS[reason];
  }
  const skip = foreseen(action, facts, rule);
  if (skip !== null) return skip;
  const { customer, ticket } = facts;
  const { do: name, text } = action;
  const id = action.id ?? '';
  if (name === 'tag') return tag(change, customer.id, id);
  if (name === 'untag') return untag(change, customer.id, id);
  if (name === 'field') return setField(change, customer.id, id, text);
  if (ticket === null) return 'noTicket';
  switch (name) {
    case 'department':
      return moveToDepartment(change, ticket, id, now);
    case 'assign':
      return assignTo(change, ticket, id, now);
    case 'queue':
      return returnToQueue(change, ticket, now);
    case 'finish':
      return finish(change, ticket, action.id, now);
    case 'send':
      return send(change, facts, ticket, text, now);
    case 'reply': {
      const { rows } = await sql<{ body: string }>`
        select body from quick_reply
        where tenant_id = ${change.tenantId} and id = ${id} and user_id is null`.execute(change.tx);
      const [reply] = rows;
      return reply === undefined ? 'gone' : send(change, facts, ticket, reply.body, now);
    }
    case 'flow':
      return begin(services, change, ticket, id, rule.chain);
    case 'note':
      return addNote(change, ticket.id, { author: rule.name, text, mentions: [] });
    case 'notify':
      return notify(change, ticket, rule.name, id, text);
  }
}

async function tag(change: Change, customerId: Id, tagId: Id): Promise<RuleSkip | null> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ isThere: boolean; count: number }>`
    select exists (select from tag g where g.tenant_id = ${tenantId} and g.id = ${tagId}) as "isThere",
      (select count(*)::integer from customer_tag h
        where h.tenant_id = ${tenantId} and h.customer_id = ${customerId}) as count`.execute(tx);
  const [{ isThere, count } = { isThere: false, count: 0 }] = rows;
  if (!isThere) return 'gone';
  if (count >= CUSTOMER_TAGS_MAX) return 'tooManyTags';
  await sql`
    insert into customer_tag (tenant_id, customer_id, tag_id) values (${tenantId}, ${customerId}, ${tagId})
    on conflict do nothing`.execute(tx);
  change.note('CustomerTouched', { customer: { id: customerId }, tagged: [tagId] });
  await publishCustomer(change, customerId);
  return null;
}

async function untag(change: Change, customerId: Id, tagId: Id): Promise<null> {
  const { tx, tenantId } = change;
  await sql`
    delete from customer_tag
    where tenant_id = ${tenantId} and customer_id = ${customerId} and tag_id = ${tagId}`.execute(tx);
  change.note('CustomerTouched', { customer: { id: customerId }, untagged: [tagId] });
  await publishCustomer(change, customerId);
  return null;
}

async function setField(change: Change, customerId: Id, fieldId: Id, text: string): Promise<RuleSkip | null> {
  const { fields } = await customerDetailsView(change.tx, change.tenantId, customerId);
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined) return 'gone';
  const value = storedValue(field, text);
  if (value !== null && 'problem' in value) return 'value';
  await storeValues(change, customerId, new Map([[fieldId, value]]));
  change.note('CustomerTouched', { customer: { id: customerId }, fields: [fieldId] });
  await publishCustomer(change, customerId);
  return null;
}

/** An automatic text, which is no answer: the customer goes on waiting. */
async function send(
  change: Change,
  { customer }: Facts,
  ticket: TicketFacts,
  text: string,
  now: Date,
): Promise<RuleSkip | null> {
  const { tx, tenantId } = change;
  const context = await contextOf(tx, tenantId, ticket.id, now);
  if (roomOf(context) === 0) return 'limit';
  if (!canReach(context) || !isWindowOpen(context, now)) return 'window';
  const values = {
    cliente: customer.name.trim().split(/\s+/u, 1)[0] ?? '',
    atendente: ticket.ownerId === null ? '' : await nameOf(change, ticket.ownerId),
    protocolo: ticket.protocol,
    saudacao: greetingAt(now, context.timezone),
  };
  const written = insertedReply(partsOfReply(text, values).filter(({ kind }) => kind !== 'missing'));
  const most = ticket.channel === 'sms' ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  const { id: ticketId, instanceId, ownerId, offeredTo } = ticket;
  await storeBotMessage(change, {
    ticketId,
    customerId: customer.id,
    instanceId,
    ownerId,
    offeredTo,
    text: beginningOf(storableText(written), most),
    at: now,
  });
  return null;
}

/** As the page greets; customers read it. */
function greetingAt(now: Date, timeZone: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}

async function nameOf({ tx, tenantId }: Change, userId: Id): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from app_user where tenant_id = ${tenantId} and id = ${userId}`.execute(tx);
  return rows[0]?.name ?? '';
}

async function isActiveFlow({ tx, tenantId }: Change, id: Id): Promise<boolean> {
  const { rows } = await sql`
    select from flow where tenant_id = ${tenantId} and id = ${id} and kind = 'active'`.execute(tx);
  return rows.length > 0;
}

const START_SKIPS: Readonly<Record<FlowSkipReason, RuleSkip>> = {
  blocked: 'blocked',
  opted_out: 'optedOut',
  no_consent: 'noConsent',
  no_number: 'noNumber',
  erased: 'gone',
  in_attendance: 'attended',
  in_flow: 'inFlow',
  quiet_hours: 'quietHours',
  monthly_limit: 'limit',
  instance_off: 'instanceOff',
  flow_off: 'flowOff',
  cancelled: 'flowOff',
  failed: 'fault',
};

/** What the flow does later, too, is caused by the rules that had it begin. */
async function begin(
  services: Running,
  change: Change,
  ticket: TicketFacts,
  flowId: Id,
  chain: readonly Id[],
): Promise<RuleSkip | null> {
  const { tx, tenantId } = change;
  const { rows } = await sql`
    select from flow where tenant_id = ${tenantId} and id = ${flowId} and kind = 'passive'
      and not exists (select from tenant_feature where tenant_id = ${tenantId} and not enabled
        and option in ('passive-chat-flow', 'conversation-bot'))`.execute(tx);
  const playable = rows.length === 0 ? undefined : await playableOf(tx, tenantId, flowId, 'published');
  if (playable === undefined) return 'gone';
  await beginFlow(services, change, ticket.id, playable);
  await sql`
    update flow_run r set rule_chain = ${[...chain]}::bigint[] from chat_ticket t
    where t.tenant_id = ${tenantId} and t.id = ${ticket.id} and r.tenant_id = t.tenant_id and r.id = t.flow_run_id`.execute(
    tx,
  );
  return null;
}

type Noted = { author: string; text: string; mentions: readonly { id: Id; name: string }[] };

/** A note that the rule wrote. */
export async function addNote(change: Change, ticketId: Id, { author, text, mentions }: Noted): Promise<null> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ id: Id }>`
    insert into conversation_event (tenant_id, ticket_id, kind, after_message_id, author, body, mentions)
    select ${tenantId}, t.id, 'note', coalesce((select m.id from message m where m.tenant_id = ${tenantId}
        and m.customer_id = t.customer_id and m.instance_id = t.instance_id and m.ticket_id <= t.id
        order by m.id desc limit 1), 0),
      ${`Regra: ${author}`}, ${beginningOf(storableText(text), NOTE_MAX_LENGTH)}, ${JSON.stringify(mentions)}
    from chat_ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}
    returning id`.execute(tx);
  await notifyReaders(change, await eventView(tx, tenantId, rows[0]?.id ?? ''));
  return null;
}

/** A note that mentions somebody who sees the ticket: they hear of it as of any mention, also later. */
async function notify(
  change: Change,
  ticket: TicketFacts,
  author: string,
  userId: Id,
  text: string,
): Promise<RuleSkip | null> {
  const person = (await readersOf(change.tx, change.tenantId, ticket.id)).find(({ id }) => id === userId);
  if (person === undefined) return 'cannot';
  const written = text === '' ? `@${person.name}` : `@${person.name} ${text}`;
  return addNote(change, ticket.id, { author, text: written, mentions: [person] });
}

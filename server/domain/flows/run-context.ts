import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { SERVICE_WINDOW_MS } from '../../../contract/facts/limits.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { Outside } from '../../../flows/run.ts';
import type { Values } from '../../../flows/values.ts';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { TicketAccess } from '../audience/audience.ts';
import type { FlowNodeOf } from '../../../contract/flows/flow.ts';
import { OPTED_OUT } from '../campaigns/channel-rules.ts';
import { isOpenAt } from '../departments/attendants.ts';
import { isSendable, isWhole } from './sendables.ts';
import type { Sendables } from './sendables.ts';
import { countSent } from '../messages/monthly-limit.ts';

/** A ticket, as far as a flow in it needs it. */
export type RunContext = TicketAccess & {
  ticketId: Id;
  customerId: Id;
  /** Open, nobody's, and of a customer who isn't blocked: a flow may answer. */
  isFree: boolean;
  /** Somebody's, or finished: it isn't given to people once more. */
  isTaken: boolean;
  channel: ChannelName;
  hasGateway: boolean;
  isOfficial: boolean;
  isActivated: boolean;
  lastReceivedAt: Date | null;
  /** The customer wants no marketing, or nothing any more that they didn't ask for. */
  declinedMarketing: boolean;
  timezone: string;
  customerName: string;
  customerNumber: string;
  protocol: string;
  openDepartments: Id[];
  /** What may be sent this month, null for any number, and what was. */
  monthLimit: number | null;
  monthSent: number;
};

/** The context as it is read: what was sent this month is counted only for companies with a limit. */
export type ReadContext = Omit<RunContext, 'monthSent'>;

/** SQL: the context of ticket `t`, of customer `c` on instance `i`. */
export const contextColumns = (now: RawBuilder<unknown>) => sql`
  t.id as "ticketId", t.customer_id as "customerId", t.instance_id as "instanceId", t.user_id as "ownerId",
  x.next_user_id as "offeredTo", t.user_id is null and t.finished_at is null and not c.is_blacklisted as "isFree",
  t.user_id is not null or t.finished_at is not null as "isTaken",
  i.channel, i.provider = 'evolution' as "hasGateway", i.is_official as "isOfficial", i.activated as "isActivated",
  ${OPTED_OUT} as "declinedMarketing",
  t.last_received_at as "lastReceivedAt", tenant.timezone, c.name as "customerName",
  coalesce(t.last_received_from, c.phone_number) as "customerNumber", t.protocol,
  array(select d.id::text from department d where d.tenant_id = t.tenant_id and d.activated and ${isOpenAt(now)})
    as "openDepartments",
  case when i.is_unlimited then null else tenant.message_limit end as "monthLimit"`;

/** SQL: what it takes beside ticket `t`. */
export const CONTEXT_JOINS = sql`join tenant on tenant.id = t.tenant_id
  join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
  join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
  left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
    and x.transferred_at is null and x.deleted_at is null`;

const readContext = prepared<{ tenantId: Id; ticketId: Id; now: Date }, ReadContext>(
  (value) => sql`
    select ${contextColumns(value('now'))} from chat_ticket t ${CONTEXT_JOINS}
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}`,
);

export async function contextOf(tx: Tx, tenantId: Id, ticketId: Id, now: Date): Promise<RunContext> {
  const [context] = await readContext(tx, { tenantId, ticketId, now });
  if (context === undefined) throw new Error(`Ticket ${ticketId} is not there`);
  return counted(tx, tenantId, context, now);
}

export async function counted(tx: Tx, tenantId: Id, context: ReadContext, now: Date): Promise<RunContext> {
  return { ...context, monthSent: context.monthLimit === null ? 0 : await countSent({ tx, tenantId }, now) };
}

/** What flows know of their conversation, and whether each can send something now. All of them share what may be sent. */
export function outsideOf(context: RunContext, now: Date): (sendables: Sendables) => Outside {
  let left = roomOf(context);
  return (sendables) => ({
    known: knownOf(context),
    isOpen: (departmentId) => context.openDepartments.includes(departmentId),
    canSend: (node) => {
      if (!canSay(context, node.kind === 'ask' ? { of: 'text' } : node.content, now, sendables)) return false;
      left -= 1;
      return left >= 0;
    },
  });
}

/** Whether the customer can be sent such a message now, by the channel and its window. */
function canSay(context: RunContext, content: Said, now: Date, { files, templates }: Sendables): boolean {
  if (content.of === 'template') {
    const template = templates.get(content.template_id);
    if (!canReach(context) || template === undefined || !isSendable(template)) return false;
    if (template.category === 'MARKETING' && context.declinedMarketing) return false;
    return isWhole(template, content, files);
  }
  if (content.of === 'media' && (context.channel === 'sms' || !files.has(content.file_id))) return false;
  return isWindowOpen(context, now) && canReach(context);
}

type Said = FlowNodeOf<'say'>['content'] | { readonly of: 'text' };

/** How many messages may still be sent this month. */
export function roomOf({ monthLimit, monthSent }: RunContext): number {
  return monthLimit === null ? Infinity : Math.max(0, monthLimit - monthSent);
}

/** Whether the instance can write at all. */
export function canReach({ isActivated, isOfficial, hasGateway }: RunContext): boolean {
  return isActivated && (isOfficial || hasGateway);
}

/** Whether the customer can be sent anything but templates now. */
export function isWindowOpen(
  { channel, hasGateway, lastReceivedAt }: Pick<RunContext, 'channel' | 'hasGateway' | 'lastReceivedAt'>,
  now: Date,
): boolean {
  if (channel === 'sms' || hasGateway) return true;
  return lastReceivedAt !== null && now.getTime() - lastReceivedAt.getTime() < SERVICE_WINDOW_MS;
}

/** What texts of flows can name without asking. */
export function knownOf({ customerName, customerNumber, protocol }: RunContext): Values {
  const [first = customerName] = customerName.trim().split(/\s+/u);
  return { customer_name: customerName, first_name: first, customer_number: customerNumber, protocol };
}

const DAY_MINUTES = 1_440;

/** When a wait is over: after minutes, or at the next such time of the company's day. */
export function endOfWait(lasts: { minutes: number } | { until: string }, now: Date, timezone: string): Date {
  if ('minutes' in lasts) return new Date(now.getTime() + lasts.minutes * 60_000);
  const [hours = 0, minutes = 0] = lasts.until.split(':').map(Number);
  const wanted = hours * 60 + minutes;
  const whole = Math.floor(now.getTime() / 60_000);
  const ahead = (wanted - minuteOfDay(now, timezone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const found = new Date((whole + ahead) * 60_000);
  // Where the clocks change in between, the day is an hour longer or shorter.
  const off = ((wanted - minuteOfDay(found, timezone) + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return new Date(found.getTime() + off * 60_000);
}

function minuteOfDay(at: Date, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(at);
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

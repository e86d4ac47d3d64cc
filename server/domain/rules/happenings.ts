import * as z from 'zod/mini';
import { RULE_EVENTS } from '../../../contract/facts/rules.ts';
import type { RuleEventName } from '../../../contract/facts/rules.ts';
import type { RuleEvent } from '../../../contract/entities/rule.ts';
import type { Id } from '../../db/tables.ts';

/** Something that a rule may wait for, as the stream says it. `text` and `kind` are of a message. */
export type Happening = {
  on: RuleEventName;
  ids: readonly Id[];
  minutes: number | null;
  ticketId: Id | null;
  customerId: Id;
  text: string | null;
  kind: string | null;
};

/** The stream's events that say what rules wait for. */
export const TELLING = [
  'CustomerChatCreated',
  'CustomerChatEventChanged',
  'CustomerTouched',
  'CampaignAnswered',
  'TicketWaited',
] as const;

const named = z.object({ id: z.string() });
const messageSchema = z.object({
  customerChat: z.object({
    type: z.number(),
    message: z.nullable(z.string()),
    tag_type: z.string(),
    recovered: z.boolean(),
  }),
  chatTicket: z.object({ id: z.string(), customer: named }),
});
const lineSchema = z.object({
  customer: named,
  customerChatEvent: z.object({ kind: z.string(), chatTicket: named }),
});
const ids = z.optional(z.array(z.string()));
const touchedSchema = z.object({
  customer: named,
  isNew: z.optional(z.boolean()),
  hasChanged: z.optional(z.boolean()),
  fields: ids,
  tagged: ids,
  untagged: ids,
});
const answeredSchema = z.object({
  customer: named,
  chatTicket: named,
  campaigns: z.array(z.string()),
  text: z.string(),
  kind: z.string(),
});
const waitedSchema = z.object({ customer: named, chatTicket: named, minutes: z.number() });

/** What an event of the stream says; nothing for most. */
export function happeningsOf({ name, data }: { name: string; data: string }): Happening[] {
  switch (name) {
    case 'CustomerChatCreated': {
      const { customerChat, chatTicket } = messageSchema.parse(JSON.parse(data));
      const { type, message, tag_type: tagType, recovered: isLate } = customerChat;
      // What comes hours later isn't answered any more.
      if (type !== 1 || isLate || QUIET.has(tagType)) return [];
      const said = { text: message ?? '', kind: kindOf(tagType) };
      return [of('message.received', chatTicket.customer.id, chatTicket.id, said)];
    }
    case 'CustomerChatEventChanged': {
      const { customer, customerChatEvent: line } = lineSchema.parse(JSON.parse(data));
      const on = LINES[line.kind];
      return on === undefined ? [] : [of(on, customer.id, line.chatTicket.id)];
    }
    case 'CustomerTouched': {
      const { customer, isNew, hasChanged, fields, tagged, untagged } = touchedSchema.parse(JSON.parse(data));
      const told = (on: RuleEventName, those: readonly Id[] = []) =>
        those.length === 0 ? [] : [of(on, customer.id, null, { ids: those })];
      return [
        ...(isNew === true ? [of('customer.created', customer.id, null)] : []),
        ...(hasChanged === true ? [of('customer.changed', customer.id, null)] : []),
        ...told('customer.field', fields),
        ...told('customer.tagged', tagged),
        ...told('customer.untagged', untagged),
      ];
    }
    case 'CampaignAnswered': {
      const { customer, chatTicket, campaigns, text, kind } = answeredSchema.parse(JSON.parse(data));
      return [of('campaign.answered', customer.id, chatTicket.id, { ids: campaigns, text, kind: kindOf(kind) })];
    }
    case 'TicketWaited': {
      const { customer, chatTicket, minutes } = waitedSchema.parse(JSON.parse(data));
      return [of('ticket.waiting', customer.id, chatTicket.id, { minutes })];
    }
    default:
      return [];
  }
}

/** The happening that a rule's event waits for. */
export function awaited(event: RuleEvent, happenings: readonly Happening[]): Happening | undefined {
  return happenings.find(
    ({ on, ids: those, minutes }) =>
      on === event.on &&
      (event.ids.length === 0 || event.ids.some((id) => those.includes(id))) &&
      (!('hasMinutes' in RULE_EVENTS[on]) || minutes === event.minutes),
  );
}

/** What customers do without writing something, or to what they wrote. */
const QUIET: ReadonlySet<string> = new Set(['reaction', 'edited', 'revoked', 'system', 'welcome']);

const LINES: Readonly<Partial<Record<string, RuleEventName>>> = {
  opened: 'ticket.opened',
  reopened: 'ticket.reopened',
  taken: 'ticket.taken',
  assigned: 'ticket.taken',
  transfer_accepted: 'ticket.transferred',
  queued: 'ticket.transferred',
  returned: 'ticket.transferred',
  finished: 'ticket.finished',
};

const KINDS: Readonly<Partial<Record<string, string>>> = {
  text: 'text',
  interactive: 'text',
  button: 'text',
  image: 'image',
  audio: 'audio',
  video: 'video',
  pdf: 'document',
  doc: 'document',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contacts',
};

function kindOf(tagType: string): string {
  return KINDS[tagType] ?? 'other';
}

function of(on: RuleEventName, customerId: Id, ticketId: Id | null, more: Partial<Happening> = {}): Happening {
  return { on, ids: [], minutes: null, ticketId, customerId, text: null, kind: null, ...more };
}

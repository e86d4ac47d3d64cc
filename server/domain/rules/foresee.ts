import type { RuleEventName, RuleSkip } from '../../../contract/facts/rules.ts';
import type { RuleAction, RuleDefinition } from '../../../contract/entities/rule.ts';
import { saysOptOut } from '../campaigns/opt-out.ts';
import type { Facts, TicketFacts } from './facts.ts';

/** The rule that acts, and on what. */
export type Acting = { definition: RuleDefinition; on: RuleEventName };

/** Why an active flow wouldn't start, as far as the facts tell; it does later, so nothing is different at once. */
export function foreseenStart({ customer, ticket }: Facts): RuleSkip | null {
  if (customer.isBlocked) return 'blocked';
  if (customer.isOptedOut) return 'optedOut';
  if (ticket?.isOpen !== true) return null;
  if (ticket.hasFlow) return 'inFlow';
  return ticket.ownerId !== null || ticket.offeredTo !== null || ticket.waitedMinutes !== null ? 'attended' : null;
}

/** Why an action would be left out, as far as the facts tell. */
export function foreseen({ do: name, id, text }: RuleAction, facts: Facts, acting: Acting): RuleSkip | null {
  const { customer, ticket } = facts;
  switch (name) {
    case 'tag':
      return id !== null && customer.tagIds.includes(id) ? 'same' : null;
    case 'untag':
      return id !== null && customer.tagIds.includes(id) ? null : 'same';
    case 'field':
      return (customer.values[id ?? ''] ?? '') === text ? 'same' : null;
    default:
      break;
  }
  if (ticket === null) return 'noTicket';
  switch (name) {
    case 'note':
    case 'notify':
      return null;
    case 'finish':
      return ticket.isOpen ? offered(ticket) : 'same';
    case 'send':
    case 'reply':
      if (!ticket.isOpen) return 'finished';
      if (customer.isBlocked) return 'blocked';
      if (customer.isOptedOut && !isAnswer(facts, acting)) return 'optedOut';
      return ticket.hasWindow ? null : 'window';
    case 'flow':
      if (!ticket.isOpen) return 'finished';
      if (customer.isBlocked) return 'blocked';
      if (customer.isOptedOut && !isAnswer(facts, acting)) return 'optedOut';
      if (ticket.ownerId !== null) return 'owned';
      return ticket.hasFlow ? 'inFlow' : offered(ticket);
    case 'department':
      if (!ticket.isOpen) return 'finished';
      return ticket.departmentId === id ? 'same' : (heldByFlow(ticket, acting) ?? offered(ticket));
    case 'assign':
      if (!ticket.isOpen) return 'finished';
      return ticket.ownerId === id ? 'same' : (heldByFlow(ticket, acting) ?? offered(ticket));
    case 'queue':
      if (!ticket.isOpen) return 'finished';
      return ticket.ownerId === null && !ticket.hasFlow ? 'same' : (heldByFlow(ticket, acting) ?? offered(ticket));
  }
}

function offered({ offeredTo }: TicketFacts): RuleSkip | null {
  return offeredTo === null ? null : 'transfer';
}

/** Whether a message now answers the customer. Even after an opt-out they get answers, but not to the opt-out itself. */
function isAnswer({ text, ticket }: Facts, { on }: Acting): boolean {
  if (on !== 'message.received' && on !== 'campaign.answered') return false;
  return ticket === null || text === null || !saysOptOut(text, ticket.channel);
}

/** A ticket is taken from its flow by a rule that asks what the customer said, or for flows; others would end each as it begins. */
function heldByFlow({ hasFlow }: TicketFacts, { definition }: Acting): RuleSkip | null {
  const tests = definition.condition.groups.flatMap((group) => group.tests);
  return hasFlow && !tests.some(({ field }) => field === 'text' || field === 'in_flow') ? 'inFlow' : null;
}

/** The facts once an action was done, for trying the next one. */
export function afterwards(facts: Facts, { do: name, id, text }: RuleAction): Facts {
  const { customer, ticket } = facts;
  const withTicket = (changed: Partial<TicketFacts>): Facts =>
    ticket === null ? facts : { ...facts, ticket: { ...ticket, ...changed } };
  switch (name) {
    case 'tag':
      return id === null ? facts : { ...facts, customer: { ...customer, tagIds: [...customer.tagIds, id] } };
    case 'untag':
      return { ...facts, customer: { ...customer, tagIds: customer.tagIds.filter((each) => each !== id) } };
    case 'field': {
      const { [id ?? '']: _before, ...others } = customer.values;
      const values = text === '' || id === null ? others : { ...others, [id]: text };
      return { ...facts, customer: { ...customer, values } };
    }
    case 'department':
      return withTicket({ departmentId: id, ownerId: null, hasFlow: false });
    case 'assign':
      return withTicket({ ownerId: id, hasFlow: false });
    case 'queue':
      return withTicket({ ownerId: null, hasFlow: false });
    case 'flow':
      return withTicket({ hasFlow: true });
    case 'finish':
      return withTicket({ isOpen: false, outcomeId: id, hasFlow: false });
    case 'send':
    case 'reply':
    case 'note':
    case 'notify':
      return facts;
  }
}

import type { App } from '../src/machines/app.ts';
import type { Attendance, Customer, Ticket, Transfer } from '../src/machines/entities/entities.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { TicketContext } from '../src/machines/ticket/ticket.context.ts';
import type { TicketSnapshot } from '../src/machines/ticket/ticket.machine.ts';
import { selectIsAbandoned } from '../src/machines/message-send/message-send.selectors.ts';
import { keysOf } from './actors.ts';
import { oraclesOf, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { backoff, isLater, isUnsettled } from './reference.ts';
import { ticketShown } from './shown.reference.ts';

/** A ticket as a register: the server's newest report, with the parts that newer frames say more of. */

interface Around {
  readonly isGreeted: boolean;
  /** Whether the list that comes next says which tickets are gone. */
  readonly isListBroken: boolean;
  readonly asked: number;
  readonly offers: readonly string[];
}
type Taken = Step<TicketSnapshot, Around> & { readonly before: TicketSnapshot };

interface Report {
  readonly ticket: Ticket;
  /** The stream position that it is of. */
  readonly at: number;
  /** Whether it may say that a finish was undone. */
  readonly reopens: boolean;
}

function reportIn(event: Logged, id: string): Report | null {
  if (event.type === 'tickets.listed') {
    const ticket = event.items.find((item) => item.id === id);
    return ticket === undefined ? null : { ticket, at: event.streamPosition, reopens: true };
  }
  if (!('ticket' in event) || typeof event.ticket === 'string' || event.ticket.id !== id) return null;
  if (event.type === 'ticket.loaded') return { ticket: event.ticket, at: event.streamPosition, reopens: true };
  if (!('stream' in event)) return null;
  return {
    ticket: event.ticket,
    at: event.stream.seq,
    reopens: event.type === 'customer.arrived' && event.reopened === true,
  };
}

/** What a ticket is by itself; the rest of a report is its conversation's, its counter's and the viewer's. */
function ownPart(report: Ticket) {
  const { lastMessage: _, lastReceivedAt: _at, unseen: _unseen, pinned: _pinned, outcome: _outcome, ...own } = report;
  return own;
}

function customerAfter({ asOf, ticket }: TicketContext, { ticket: { customer }, at }: Report): Customer {
  if (ticket === null) return customer;
  const named = at > (asOf.customer ?? -1) ? customer : ticket.customer;
  const listed = at > asOf.blacklisted ? customer : ticket.customer;
  const { tags } = named;
  return { ...customer, name: named.name, blacklisted: listed.blacklisted, ...(tags !== undefined && { tags }) };
}

function isOver({ settledTransfer }: TicketContext, offered: Transfer): boolean {
  return settledTransfer !== null && !isLater(offered.id, settledTransfer);
}

function ticketAfter(was: TicketContext, report: Report): Attendance {
  const { ticket } = report;
  const mayOpen = report.reopens && !was.finishUnconfirmed;
  const finishedAt = ticket.finishedAt ?? (mayOpen ? null : (was.ticket?.finishedAt ?? null));
  const told = ticket.finishedAt === null ? was.ticket?.outcome : ticket.outcome;
  const offered = ticket.pendingTransfer;
  const isOffered = finishedAt === null && offered !== null && !isOver(was, offered);
  return {
    ...ownPart(ticket),
    customer: customerAfter(was, report),
    finishedAt,
    finishing: finishedAt === null && ticket.finishing,
    ...(finishedAt !== null && told !== undefined && { outcome: told }),
    pendingTransfer: isOffered ? offered : null,
  };
}

/** What a report makes of it; nothing if it is older than what is known. */
function reported(was: TicketContext, report: Report | null): Partial<TicketContext> {
  if (report === null || report.at <= was.asOf.ticket) return {};
  return {
    ticket: ticketAfter(was, report),
    asOf: { ...was.asOf, ticket: report.at, blacklisted: Math.max(report.at, was.asOf.blacklisted) },
    loadFailure: null,
    finishUnconfirmed: was.finishUnconfirmed && report.ticket.finishedAt === null,
  };
}

function ofCustomer(was: TicketContext, event: Logged): Partial<TicketContext> {
  const { ticket, asOf } = was;
  if (ticket === null || !('customerId' in event) || event.customerId !== ticket.customer.id) return {};
  if (event.type === 'customer.blacklisted' && event.stream.seq > asOf.blacklisted) {
    const customer = { ...ticket.customer, blacklisted: event.blacklisted };
    return { ticket: { ...ticket, customer }, asOf: { ...asOf, blacklisted: event.stream.seq } };
  }
  if (event.type === 'customer.updated' && event.stream.seq > (asOf.customer ?? asOf.ticket)) {
    const { name, tags, image, phone, stream } = event;
    const changed = { name, ...(tags && { tags }), ...(image !== undefined && { image }), ...(phone && { phone }) };
    const customer: Customer = { ...ticket.customer, ...changed };
    return { ticket: { ...ticket, customer }, asOf: { ...asOf, customer: stream.seq } };
  }
  return {};
}

function onScreen(was: TicketContext, { event }: Taken): Partial<TicketContext> {
  const isIt = 'ticketId' in event && event.ticketId === was.ticketId;
  if (event.type === 'app.opened') return { watched: false, readUp: false, finishAsked: false, finishWaits: null };
  if (!isIt) return {};
  if (event.type === 'ticket.left') return { watched: false, readUp: false };
  if (event.type === 'ticket.opened') return was.watched && !isMissing(was) ? {} : { watched: true, readUp: false };
  return event.type === 'chat.endShown' && was.watched ? { readUp: !event.isShown } : {};
}

function isMissing({ ticket, loadFailure }: TicketContext): boolean {
  return ticket === null || loadFailure !== null;
}

function isRefused(was: TicketContext, event: Logged): boolean {
  return (
    event.type === 'ticket.finishFailed' &&
    was.finishAsked &&
    !['NETWORK', 'ABANDONED', 'UNAVAILABLE', 'TOO_MANY'].includes(event.failure.code)
  );
}

/** Whether it is to be fetched. */
function isFetched(was: TicketContext, { event, around }: Taken): boolean {
  if (event.type === 'socket.greeted')
    return around.isGreeted && was.watched && (!event.recovered || was.ticket === null);
  if (!('ticketId' in event) || event.ticketId !== was.ticketId) return false;
  if (event.type === 'ticket.opened' || event.type === 'chat.retried') return isMissing(was);
  return isRefused(was, event);
}

/** Whether the finish has to wait for what we sent before. */
function isHeldUp(app: App, ticketId: string): boolean {
  const draft = app.directory.transferDraft(ticketId)?.getSnapshot();
  const isOnItsWay = ['waiting', 'backingOff', 'creating'].some((state) => draft?.value === state);
  return (
    isOnItsWay ||
    keysOf(app, 'send').some((id) => {
      const send = app.directory.send(id)?.getSnapshot();
      return send !== undefined && (isUnsettled(send) || selectIsAbandoned(send));
    })
  );
}

function isFinished({ ticket }: Pick<TicketContext, 'ticket'>): boolean {
  return ticket !== null && ticket.finishedAt !== null;
}

/** The finish that an event asks for; undefined for none. */
function askedBy(was: TicketContext, { event, before }: Taken): string | null | undefined {
  if (isFinished(was) || was.finishAsked) return undefined;
  if (event.type === 'ticket.finishRequested' && event.ticketId === was.ticketId)
    return before.matches({ lifecycle: 'open' }) && was.ticket !== null ? (event.outcomeId ?? null) : undefined;
  if (event.type !== 'outbox.restored') return undefined;
  const action = event.actions?.find((one) => one.kind === 'finish' && one.ticketId === was.ticketId);
  return action?.kind === 'finish' ? action.outcomeId : undefined;
}

function finishing(was: TicketContext, step: Taken): Partial<TicketContext> {
  const { event, app } = step;
  const sent = isHeldUp(app, was.ticketId) ? ('messages' as const) : null;
  const asked = askedBy(was, step);
  if (asked !== undefined) {
    const isRestored = event.type === 'outbox.restored';
    const begun = { finishAsked: true, finishOutcome: asked, finishFailure: null, finishUnanswered: 0 };
    return { ...begun, finishRepeated: isRestored, finishWaits: sent };
  }
  const isIt = 'ticketId' in event && event.ticketId === was.ticketId;
  if (event.type === 'ticket.finished' && event.ticket.id === was.ticketId && !isFinished(was)) {
    if (!step.before.matches({ lifecycle: 'finishing' })) return {};
    if (was.ticket === null) {
      const ticket = ticketAfter(was, { ticket: event.ticket, at: -1, reopens: false });
      return { finishAsked: false, finishWaits: null, loadFailure: null, ticket };
    }
    const { finishedAt, outcome, pendingTransfer, finishing: isFinishing } = event.ticket;
    const told = { finishedAt, finishing: finishedAt === null && isFinishing, pendingTransfer };
    const ticket = { ...was.ticket, ...told, ...(outcome !== undefined && { outcome }) };
    return { finishAsked: false, finishWaits: null, finishUnconfirmed: finishedAt !== null, ticket };
  }
  if (isRefused(was, event) && isIt && event.type === 'ticket.finishFailed')
    return { finishAsked: false, finishWaits: null, finishFailure: event.failure };
  if (event.type === 'ticket.finishFailed' && isIt && was.finishAsked) {
    const unanswered = (was.finishUnanswered ?? 0) + 1;
    return { finishWaits: 'backoff', finishUnanswered: unanswered, finishRepeated: true };
  }
  if (event.type === 'timer.fired' && event.timer === timerOf(was) && was.finishWaits === 'backoff')
    return { finishWaits: sent };
  return was.finishWaits === 'messages' ? { finishWaits: sent } : {};
}

function timerOf({ ticketId }: TicketContext): string {
  return `ticket:${ticketId}:finish`;
}

/** The last transfer that is over: the server said so, or it waits no more. */
function settledAfter(was: TicketContext, { event, around, app }: Taken): string | null {
  const now = app.directory.transfersOf(was.ticketId).getSnapshot();
  const over = around.offers.filter((id) => !now.includes(id) && app.directory.transfer(id) === undefined);
  const isFrame = event.type === 'ticket.transferred' || event.type === 'transfer.removed';
  const told = isFrame && event.ticket.id === was.ticketId ? (event.transfer?.id ?? null) : null;
  return [...over, told].reduce((last, id) => (isLater(id, last) ? id : last), was.settledTransfer);
}

function passedBy(was: TicketContext, event: Logged): TicketContext['passed'] {
  if (event.type !== 'ticket.transferred' || event.ticket.id !== was.ticketId) return was.passed;
  const by = event.transfer === null ? event.by : event.transfer.triggeredBy;
  const { owner } = event.ticket;
  return by === null || owner === null || by.id === was.viewer.userId ? was.passed : { by, to: owner.id };
}

function changes(was: TicketContext, step: Taken): Partial<TicketContext> {
  const { event, around } = step;
  if (event.type === 'socket.greeted' && around.isGreeted && !event.recovered) {
    const at = event.head - 1;
    const wasLeftOut = was.leftOutAt > was.asOf.ticket;
    const leftOutAt = wasLeftOut ? event.head : -1;
    const known = { asOf: { ticket: at, blacklisted: at }, leftOutAt, finishUnconfirmed: false };
    return { ...known, ...(was.watched && { positionAtFetch: at, loadFailure: null }) };
  }
  const passed = passedBy(was, event);
  const after: Partial<TicketContext> = {
    ...ofCustomer(was, event),
    ...reported(was, reportIn(event, was.ticketId)),
    settledTransfer: settledAfter(was, step),
    ...(passed !== undefined && { passed }),
    ...onScreen(was, step),
    ...finishing(was, step),
    ...leftOut(was, step),
    ...notLoaded(was, event),
    ...(isFetched(was, step) && { positionAtFetch: was.asOf.ticket, loadFailure: null }),
  };
  const isNow = isFinished({ ticket: after.ticket ?? was.ticket }) && !isFinished(was);
  return isNow ? { ...after, finishAsked: false, finishWaits: null, finishFailure: null } : after;
}

function leftOut(was: TicketContext, { event, around }: Taken): Partial<TicketContext> {
  if (event.type !== 'tickets.listed' || !around.isListBroken || event.request !== around.asked) return {};
  return event.items.some(({ id }) => id === was.ticketId) || event.streamPosition <= was.asOf.ticket
    ? {}
    : { leftOutAt: event.streamPosition };
}

/** A failure counts only if nothing came since it was asked for. */
function notLoaded(was: TicketContext, event: Logged): Partial<TicketContext> {
  if (event.type !== 'ticket.loadFailed' || event.ticketId !== was.ticketId) return {};
  return was.ticket === null || was.asOf.ticket === was.positionAtFetch ? { loadFailure: event.failure } : {};
}

function leaving(step: Taken): readonly Command[] {
  const { event, before, after } = step;
  const { context: was } = before;
  const { ticketId } = was;
  const left: Command[] = [];
  const clientId = `finish:${ticketId}`;
  const asked = askedBy(was, step);
  const isEnd = isFinished({ ticket: after?.context.ticket ?? endOf(was, event) }) && !isFinished(was);
  const isRestored = event.type === 'outbox.restored' && event.actions?.some((one) => one.clientId === clientId);
  if (event.type === 'ticket.finishRequested' && asked !== undefined) {
    const action = { kind: 'finish', clientId, ticketId, userId: was.viewer.userId, outcomeId: asked } as const;
    left.push({ type: 'outbox.putAction', action });
  }
  if ((was.finishAsked && isEnd) || isRefused(was, event) || (isRestored === true && isFinished(was)))
    left.push({ type: 'outbox.remove', clientId });
  const now = after?.context;
  const waited = asked !== undefined || was.finishWaits !== null;
  if (now?.finishAsked === true && now.finishWaits === null && waited) {
    const outcomeId = now.finishOutcome;
    left.push({ type: 'ticket.finish', ticketId, ...(outcomeId !== null && outcomeId !== undefined && { outcomeId }) });
  }
  if (now?.finishWaits === 'backoff' && event.type === 'ticket.finishFailed')
    left.push({ type: 'timer.start', timer: timerOf(was), ms: backoff((was.finishUnanswered ?? 0) + 1) });
  if (isFetched(was, step)) left.push({ type: 'ticket.fetch', ticketId });
  return left;
}

/** The ticket that an event is the end of, of one that is gone with it. */
function endOf({ ticketId }: TicketContext, event: Logged): Attendance | null {
  const report = reportIn(event, ticketId)?.ticket ?? (event.type === 'ticket.finished' ? event.ticket : null);
  return report === null ? null : { ...ownPart(report) };
}

function isOf(command: Command): boolean {
  if (command.type === 'outbox.putAction') return command.action.kind === 'finish';
  if (command.type === 'outbox.remove') return command.clientId.startsWith('finish:');
  if (command.type === 'timer.start') return command.timer.startsWith('ticket:');
  return command.type === 'ticket.fetch' || command.type === 'ticket.finish';
}

export const ticketOracles = oraclesOf<TicketSnapshot, Around>(
  ({ directory }, actor) => directory.ticket(actor.replace('ticket:', ''))?.getSnapshot(),
  ({ directory }) => ({
    isGreeted: directory.socket.getSnapshot().matches({ connecting: 'greeting' }),
    isListBroken: directory.inbox.getSnapshot().context.broken,
    asked: directory.inbox.getSnapshot().context.request,
    offers: directory.transfersOf('20').getSnapshot(),
  }),
  {
    'what is known of it': wholeContext(changes, { finishRepeated: false }),
    'what may be done with it': ticketShown,
    'in whose conversation it is': ({ after, app }) => {
      const ticket = after?.context.ticket ?? null;
      if (ticket === null) return null;
      const row = [...app.directory.rows()].find(({ id }) => id === ticket.id);
      return { expected: conversationKey(ticket.customer.id, ticket.instance.id), came: row?.thread?.key };
    },
    'what leaves': (step) =>
      step.before === undefined
        ? null
        : { expected: leaving({ ...step, before: step.before }), came: step.commands.filter(isOf) },
  },
);

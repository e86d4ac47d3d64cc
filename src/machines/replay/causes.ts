import type { Command, CommandType } from '../log/command.ts';
import type { EventType, Logged } from '../log/event.ts';

/** A command, the fields that say which one it is, and the events that answer it. */
type Row = readonly [command: CommandType, fields: readonly string[], ...answers: EventType[]];

const ids = ['customerId', 'instanceId'] as const;

/** As the union of commands documents them. */
const rows: readonly Row[] = [
  ['timer.start', ['timer'], 'timer.fired'],
  ['login.send', ['generation'], 'login.succeeded', 'login.refused', 'login.secondFactorRequired'],
  ['login.confirm', ['generation'], 'login.succeeded', 'login.refused', 'login.codeRefused'],
  ['token.refresh', ['generation'], 'token.refreshed', 'token.refreshFailed'],
  ['logout.send', ['generation'], 'logout.finished'],
  ['user.fetch', [], 'user.loaded'],
  ['permissions.fetch', [], 'permissions.listed'],
  ['socket.fetchTicket', ['attempt'], 'socket.ticketIssued', 'socket.ticketFailed'],
  ['socket.open', ['attempt'], 'socket.opened', 'socket.greeted', 'socket.closed'],
  ['tickets.fetch', ['request', 'purpose'], 'tickets.listed'],
  ['tickets.fetch', ['request'], 'tickets.listFailed'],
  ['ticket.fetch', ['ticketId'], 'ticket.loaded', 'ticket.loadFailed'],
  ['chat.fetch', ['request', ...ids], 'chat.listed', 'chat.listFailed'],
  ['text.fetch', ['messageId'], 'text.loaded', 'text.loadFailed'],
  ['history.fetch', ids, 'history.listed', 'history.failed'],
  ['ticket.finish', ['ticketId'], 'ticket.finished', 'ticket.finishFailed'],
  ['customer.pin', ['customerId'], 'customer.pinFailed'],
  ['instances.fetch', [], 'instances.listed', 'instances.listFailed'],
  ['outbox.put', ['clientId'], 'outbox.stored', 'outbox.storeFailed'],
  ['outbox.load', [], 'outbox.restored', 'outbox.readFailed', 'drafts.restored'],
  ['tabs.join', [], 'tab.led', 'tab.otherViewed', 'tab.othersUnsent'],
  ['message.upload', ['clientId'], 'message.progressed', 'message.uploaded', 'message.refused', 'message.uploadLost'],
  ['message.send', ['clientId'], 'message.accepted', 'message.refused', 'message.answerLost'],
  ['message.resolve', ['clientId'], 'message.resolved', 'message.resolveFailed'],
  ['unseen.reset', ids, 'unseen.resetAnswered', 'unseen.resetFailed'],
  ['transfer.fetchCandidates', ['ticketId'], 'transfer.candidatesListed', 'transfer.candidatesFailed'],
  ['transfer.create', ['ticketId'], 'transfer.created', 'transfer.createFailed'],
  ['transfer.queue', ['ticketId'], 'transfer.queued', 'transfer.createFailed'],
  ['transfer.confirm', ['transferId'], 'transfer.confirmed', 'transfer.confirmFailed'],
  ['transfer.delete', ['transferId'], 'transfer.deleted', 'transfer.deleteFailed'],
  ['media.fetch', ['messageId', 'request'], 'media.loaded', 'media.loadFailed'],
  ['desktop.show', ['noticeId'], 'notice.desktopClicked'],
  ['desktop.askPermission', [], 'desktop.permissionChanged'],
  ['sound.play', [], 'sound.refused'],
  ['list.fetch', ['list', 'request'], 'list.answered', 'list.failed'],
  ['form.load', ['form', 'key'], 'form.loaded', 'form.loadFailed'],
  ['form.save', ['form', 'key'], 'form.progressed', 'form.saved', 'form.refused'],
];

/** The place of the event that another answers; `before`: it lies before the log's first; null: it came from outside. */
export type Cause = number | 'before' | null;

/** Events that come of themselves too. */
const UNASKED: ReadonlySet<EventType> = new Set([
  'tab.led',
  'tab.otherViewed',
  'tab.othersUnsent',
  'drafts.restored',
  'desktop.permissionChanged',
]);

/**
 * Finds the earlier event whose command, call or timer a later one names. Events are told to it in order. `isLater`: the
 * log begins after others.
 */
export function createCauses(isLater: boolean) {
  /** By answer and what identifies it: the place of the event that asked. */
  const asked = new Map<string, number>();
  const calls = new Map<string, number>();

  return {
    causeOf: (event: Logged): Cause => {
      if ('call' in event && calls.has(event.call)) return calls.get(event.call) ?? null;
      const answered = rows.filter(([, , ...answers]) => answers.includes(event.type));
      const found = answered
        .map(([command, fields]) => asked.get(keyOf(command, fields, event)))
        .filter((place) => place !== undefined);
      if (found.length > 0) return Math.max(...found);
      return isLater && answered.length > 0 && !UNASKED.has(event.type) ? 'before' : null;
    },
    /** What the event at a place had its actors ask for. */
    note: (place: number, event: Logged, commands: readonly Command[]): void => {
      if ('call' in event) calls.set(event.call, place);
      for (const command of commands)
        for (const [type, fields] of rows) if (type === command.type) asked.set(keyOf(type, fields, command), place);
    },
  };
}

function keyOf(command: CommandType, fields: readonly string[], named: object): string {
  return [command, ...fields, ...fields.map((field) => String(partOf(named, field)))].join('|');
}

/** A field of an event or a command, or the id of the thing that it holds instead. */
function partOf(named: object, field: string): unknown {
  const parts: Readonly<Record<string, unknown>> = { ...named };
  if (field in parts) return parts[field];
  const things: readonly unknown[] = [parts['message'], parts['ticket'], parts['transfer']];
  for (const thing of things) {
    if (typeof thing !== 'object' || thing === null) continue;
    const inner: Readonly<Record<string, unknown>> = { ...thing };
    if (field in inner) return inner[field];
  }
  const name = field.replace(/Id$/u, '');
  const thing = parts[name];
  return typeof thing === 'object' && thing !== null && 'id' in thing ? thing.id : undefined;
}

import type { Transfer } from '../src/machines/entities/entities.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { EventOf, Logged } from '../src/machines/log/event.ts';
import type { OutgoingTransfer } from '../src/machines/log/events-send.ts';
import type { TransferContext } from '../src/machines/transfer/transfer.context.ts';
import type { TransferSnapshot } from '../src/machines/transfer/transfer.machine.ts';
import { oraclesOf, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { backoff, isLater } from './reference.ts';
import { transferShown } from './shown.reference.ts';

/** Of a draft and of a transfer: what an event makes of it, and what leaves when. */

interface Around {
  readonly isGreeted: boolean;
  /** The stream position up to which all was received: a frame of before is one that came again. */
  readonly received: number;
}
type Moved = Step<TransferSnapshot, Around>;
type Taken = Moved & { readonly before: TransferSnapshot; readonly after: TransferSnapshot };

const isOut = (snapshot: TransferSnapshot): boolean =>
  (['waiting', 'creating', 'backingOff'] as const).some((state) => snapshot.matches(state));
const isDraft = ({ transferId }: TransferContext): boolean => transferId === null;

/** What a person submitted, as it is kept until the server has it. */
function submitted(was: TransferContext, event: EventOf<'transfer.submitted'>): OutgoingTransfer | null {
  const { ticketId, instanceId, viewer } = was;
  const { clientId, target, previousOwner, note = '' } = event;
  if (instanceId === null) return null;
  return { kind: 'transfer', clientId, note, ticketId, instanceId, target, previousOwner, userId: viewer.userId };
}

/** The transfer that an event brings, and the stream position that it is of; null for an answer, which has none. */
function reportIn(
  event: Logged,
  ticketId: string,
): { readonly transfer: Transfer | null; readonly at: number | null } | null {
  switch (event.type) {
    case 'transfer.created':
      return { transfer: event.transfer, at: null };
    case 'transfer.arrived':
      return { transfer: event.transfer, at: event.stream.seq };
    case 'ticket.loaded':
      return event.ticket.id === ticketId ? { transfer: event.ticket.pendingTransfer, at: event.streamPosition } : null;
    case 'tickets.listed': {
      const ticket = event.items.find(({ id }) => id === ticketId);
      return ticket === undefined ? null : { transfer: ticket.pendingTransfer, at: event.streamPosition };
    }
    default:
      return null;
  }
}

/** Of a transfer that waits: reports by the stream count by their position, an answer if there was none before. */
function known(was: TransferContext, { event, around }: Taken): Partial<TransferContext> {
  if (event.type === 'socket.greeted' && around.isGreeted && !event.recovered) return { asOf: event.head - 1 };
  if ('stream' in event && event.stream.seq <= around.received) return {};
  const report = reportIn(event, was.ticketId);
  if (report === null || report.transfer?.id !== was.transferId) return {};
  if (report.at === null) return was.transfer === null ? { transfer: report.transfer } : {};
  return report.at > was.asOf ? { transfer: report.transfer, asOf: report.at } : {};
}

function isOf(event: Logged, ticketId: string): boolean {
  if ('ticketId' in event) return event.ticketId === ticketId;
  return 'ticket' in event && typeof event.ticket !== 'string' && event.ticket.id === ticketId;
}

function changes(was: TransferContext, step: Taken): Partial<TransferContext> {
  const { event, before, after } = step;
  const isClosing = (event.type === 'ticket.closed' || event.type === 'ticket.finished') && isOf(event, was.ticketId);
  const failure = failureAfter(was, step);
  // What an earlier page submitted takes the place of a dialog.
  if (event.type === 'outbox.restored' && was.instanceId !== null && !isOut(before)) return beginning(step) ?? {};
  if (before.matches('pending') && after.matches('draft')) {
    const none = { transferId: null, transfer: null, submitted: null, candidates: [], asOf: -1 };
    return { ...none, failure: null };
  }
  if (!isDraft(was))
    return { ...known(was, step), failure, ...(before.matches('confirming') && isClosing && { ticketClosed: true }) };
  if (after.matches('pending') && !before.matches('pending')) {
    const report = reportIn(event, was.ticketId);
    const asOf = report?.at ?? was.asOf;
    return { transferId: report?.transfer?.id ?? '', transfer: report?.transfer ?? null, failure: null, asOf };
  }
  if (event.type === 'transfer.submitted' && before.matches('draft') && !after.matches('draft'))
    return { submitted: submitted(was, event), failure, unattended: false, unanswered: 0 };
  const isLost = event.type === 'transfer.createFailed' && before.matches('creating') && after.matches('backingOff');
  const isReleased = after.matches('creating') && !before.matches('creating');
  const isClosed = event.type === 'transfer.dismissed' && before.matches('creating');
  return {
    failure,
    unattended: was.unattended || isLost || isReleased || isClosed,
    ...(isLost && { unanswered: was.unanswered + 1 }),
    ...(event.type === 'transfer.candidatesListed' &&
      before.matches({ draft: 'loading' }) && { candidates: event.users }),
  };
}

/** Why the last call failed, until the next one. */
function failureAfter(was: TransferContext, { event, before, after }: Taken): TransferContext['failure'] {
  const enters = (state: Parameters<TransferSnapshot['matches']>[0]): boolean =>
    after.matches(state) && !before.matches(state);
  if (enters('confirming') || enters('deleting') || enters({ draft: 'loading' }))
    return isOfCreate(event) ? event.failure : null;
  if (event.type === 'transfer.submitted' && before.matches('draft') && !after.matches('draft')) return null;
  if ((event.type === 'ticket.closed' || event.type === 'ticket.finished') && enters('failed'))
    return { code: 'CONFLICT', key: 'error.ticket.finished', params: {}, fields: {}, requestId: null };
  if (isOfCreate(event) && (enters('failed') || enters({ draft: 'ready' }))) return event.failure;
  if (event.type === 'transfer.candidatesFailed' && before.matches({ draft: 'loading' })) return event.failure;
  const isAnswer = event.type === 'transfer.confirmFailed' || event.type === 'transfer.deleteFailed';
  if (isAnswer && enters('pending')) return event.failure;
  return was.failure;
}

function isOfCreate(event: Logged): event is Extract<Logged, { type: 'transfer.createFailed' }> {
  return event.type === 'transfer.createFailed';
}

function beginning({ event, after, app }: Moved): TransferContext | null {
  const context = after?.context;
  if (context === undefined) return null;
  const { ticketId, viewer } = context;
  const ticket = app.directory.ticket(ticketId)?.getSnapshot().context.ticket;
  const blank = { candidates: [], unanswered: 0, transfer: null, failure: null, asOf: -1, ticketClosed: false };
  if (event.type === 'transfer.drafted')
    return {
      ...blank,
      ticketId,
      transferId: null,
      viewer,
      submitted: null,
      unattended: false,
      instanceId: ticket?.instance.id ?? null,
      owner: ticket?.owner ?? null,
    };
  if (event.type === 'outbox.restored') {
    const action = event.actions?.find((one) => one.kind === 'transfer' && one.ticketId === ticketId);
    if (action?.kind !== 'transfer') return null;
    const { instanceId, previousOwner: owner } = action;
    return { ...blank, ticketId, transferId: null, viewer, submitted: action, unattended: true, instanceId, owner };
  }
  const report = reportIn(event, ticketId);
  if (report === null || report.transfer === null) return null;
  const { id } = report.transfer;
  const told = { transferId: id, transfer: report.transfer, asOf: report.at ?? -1 };
  return { ...blank, ticketId, viewer, submitted: null, unattended: false, instanceId: null, owner: null, ...told };
}

/** What leaves: what was submitted is stored before it is sent, and is no longer once the server did or refused it. */
function leaving({ event, before, after }: Moved): readonly Command[] {
  const context = after?.context ?? before?.context;
  if (context === undefined || event.type === 'logout.requested') return [];
  const { ticketId, viewer, owner, instanceId } = context;
  const timer = `transfer:${ticketId}:retry`;
  const left: Command[] = [];
  const isNew = event.type === 'app.opened' && after !== undefined;
  const enters = (state: Parameters<TransferSnapshot['matches']>[0]): boolean =>
    after?.matches(state) === true && (isNew || before?.matches(state) !== true);
  if (before?.matches('backingOff') === true && after?.matches('backingOff') !== true)
    left.push({ type: 'timer.cancel', timer });
  const [wasOut, isNowOut] = [before, after].map((each) => each !== undefined && isOut(each));
  const kept = before?.context.submitted ?? null;
  if (wasOut && !isNowOut && event.type !== 'app.opened' && kept !== null)
    left.push({ type: 'outbox.remove', clientId: kept.clientId });
  const action =
    event.type === 'transfer.submitted' && before !== undefined && isNowOut && !wasOut
      ? submitted(before.context, event)
      : null;
  if (action !== null) left.push({ type: 'outbox.putAction', action });
  if (enters({ draft: 'loading' }) && instanceId !== null)
    left.push({
      type: 'transfer.fetchCandidates',
      ticketId,
      instanceId,
      withoutUserId: owner === null ? viewer.userId : owner.id,
    });
  if (enters('creating')) left.push(...asked(after?.context.submitted ?? null));
  if (enters('backingOff')) left.push({ type: 'timer.start', timer, ms: backoff(context.unanswered) });
  const transferId = context.transferId ?? '';
  if (enters('confirming')) left.push({ type: 'transfer.confirm', transferId });
  if (enters('deleting')) left.push({ type: 'transfer.delete', transferId });
  return left;
}

function asked(what: OutgoingTransfer | null): readonly Command[] {
  if (what === null) return [];
  const { ticketId, clientId, target, previousOwner, note } = what;
  const said = note === '' ? {} : { note };
  const which = { ticketId, clientId, previousOwnerId: previousOwner === null ? null : previousOwner.id, ...said };
  switch (target.kind) {
    case 'person':
      return [{ type: 'transfer.create', ...which, nextOwnerId: target.id }];
    case 'queue':
      return [{ type: 'transfer.queue', ...which, departmentId: null }];
    case 'department':
      return [{ type: 'transfer.queue', ...which, departmentId: target.id }];
  }
}

function isTransfers(command: Command): boolean {
  if (command.type === 'outbox.putAction') return command.action.kind === 'transfer';
  if (command.type === 'outbox.remove') return command.clientId === 'client-9';
  if ('timer' in command) return command.timer.startsWith('transfer:');
  return command.type.startsWith('transfer.');
}

export const transferOracles = oraclesOf<TransferSnapshot, Around>(
  ({ directory }, actor) => {
    const [kind, id = ''] = actor.split(':');
    return (kind === 'transferDraft' ? directory.transferDraft(id) : directory.transfer(id))?.getSnapshot();
  },
  ({ directory }) => {
    const socket = directory.socket.getSnapshot();
    return { isGreeted: socket.matches({ connecting: 'greeting' }), received: socket.context.position ?? -1 };
  },
  {
    'what is known of it': wholeContext(changes, {}, beginning),
    'what is shown of it': transferShown,
    'what leaves': (step) => ({ expected: leaving(step), came: step.commands.filter(isTransfers) }),
    /** Ids rise, so of two at the same moment the lower one is older. */
    'those that wait, oldest first': ({ app }) => {
      const ids = app.directory.pendingTransfers.getSnapshot();
      const at = (id: string): number => app.directory.transfer(id)?.getSnapshot().context.transfer?.createdAt ?? 0;
      return { expected: ids.toSorted((a, b) => at(a) - at(b) || (isLater(a, b) ? 1 : -1)), came: ids };
    },
  },
);

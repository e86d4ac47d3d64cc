import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { AuthSnapshot } from '../src/machines/auth/auth.machine.ts';
import * as sessions from '../src/machines/auth/auth.selectors.ts';
import * as dialogs from '../src/machines/transfer/transfer.selectors.ts';
import * as editing from '../src/machines/editing/editing.selectors.ts';
import type { EditingSnapshot } from '../src/machines/editing/editing.machine.ts';
import * as files from '../src/machines/media/media.selectors.ts';
import type { MediaSnapshot } from '../src/machines/media/media.machine.ts';
import * as links from '../src/machines/socket/socket.selectors.ts';
import type { SocketSnapshot } from '../src/machines/socket/socket.machine.ts';
import * as sends from '../src/machines/message-send/message-send.selectors.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import * as tickets from '../src/machines/ticket/ticket.selectors.ts';
import type { TicketSnapshot } from '../src/machines/ticket/ticket.machine.ts';
import type { TransferSnapshot } from '../src/machines/transfer/transfer.machine.ts';
import type { Sight } from './model.ts';
import { areEqual } from './reference.ts';

/** What views show of each machine, and offer, state by state. */

interface Seen<Snapshot> {
  readonly after: Snapshot | undefined;
}

/** Whoever it belongs to works on it, nobody's whoever wants to, and administrators on all; one that is gone nobody. */
export function ticketShown({ after }: Seen<TicketSnapshot>): Sight | null {
  if (after === undefined) return null;
  const { ticket, viewer, loadFailure } = after.context;
  const isGone = ticket !== null && loadFailure?.code === 'NOT_FOUND';
  const owner = ticket?.owner?.id ?? null;
  const mayWork = ticket !== null && !isGone && [viewer.userId, null].includes(owner);
  const isForViewer = mayWork || (ticket !== null && !isGone && viewer.roleName === ADMIN_ROLE);
  const mayFinish = isForViewer && after.matches({ lifecycle: 'open' });
  return {
    expected: { isGone, isForViewer, mayFinish, mayOffer: mayFinish && ticket?.pendingTransfer === null },
    came: {
      isGone: tickets.selectIsGone(after),
      isForViewer: tickets.selectIsForViewer(after),
      mayFinish: tickets.selectCanFinish(after),
      mayOffer: tickets.selectCanTransfer(after),
    },
  };
}

const transferStates: Readonly<Record<string, string>> = { made: 'draft', backingOff: 'waiting' };
const sendStates: Readonly<Record<string, string>> = { made: 'queued', backingOff: 'queued' };

/** One that waits can be withdrawn; its next owner and administrators may confirm it. */
export function transferShown({ after }: Seen<TransferSnapshot>): Sight | null {
  if (after === undefined) return null;
  const { value, context } = after;
  const { transfer, viewer, candidates, submitted, unattended } = context;
  const plain = typeof value === 'string' ? value : 'draft';
  const state = transferStates[plain] ?? plain;
  const isPending = plain === 'pending' && transfer !== null;
  const isAdmin = viewer.roleName === ADMIN_ROLE;
  const isReady = after.matches({ draft: 'ready' });
  const isKnown = isReady || (plain !== 'draft' && candidates.length > 0);
  return {
    expected: {
      state,
      outgoing: state === 'waiting' ? 'waiting' : plain === 'creating' && unattended ? 'leaving' : null,
      target: submitted === null ? null : submitted.target,
      candidates: isKnown ? candidates : null,
      mayConfirm: isPending && (isAdmin || transfer.nextOwner.id === viewer.userId),
    },
    came: {
      state: dialogs.selectTransferState(after),
      outgoing: dialogs.selectOutgoing(after),
      target: dialogs.selectTarget(after),
      candidates: dialogs.selectCandidates(after),
      mayConfirm: dialogs.selectMayConfirm(after),
    },
  };
}

/** A send that hasn't left is queued, whatever it waits for; only a failed one is retried. */
export function sendShown({ after }: Seen<MessageSendSnapshot>): Sight | null {
  if (after === undefined) return null;
  const { value, context } = after;
  const plain = typeof value === 'string' ? value : 'uncertain';
  const state = sendStates[plain] ?? plain;
  return {
    expected: {
      state,
      isBehind: plain === 'queued' && context.after !== null,
      isSettled: ['sent', 'failed', 'discarded'].includes(state),
      mayRetry: state === 'failed',
      isAbandoned: state === 'failed' && context.failure?.code === 'ABANDONED',
      message: context.message,
      failure: context.failure,
      uploaded: typeof context.sentBytes === 'number' ? context.sentBytes : 0,
    },
    came: {
      state: sends.selectSendState(after),
      isBehind: sends.selectIsBehind(after),
      isSettled: sends.selectIsSettled(after),
      mayRetry: sends.selectCanRetry(after),
      isAbandoned: sends.selectIsAbandoned(after),
      message: sends.selectOutgoing(after),
      failure: sends.selectSendFailure(after),
      uploaded: sends.selectSentBytes(after),
    },
  };
}

/** A file that is there stays on the screen while its new address is asked for. Its last moment is that before the end. */
export function fileShown({ after }: Seen<MediaSnapshot>): Sight | null {
  if (after === undefined) return null;
  const { media, waited, validUntil } = after.context;
  const isAddressed = after.matches('ready') || after.matches('unshown');
  const asked = media?.state === 'ready' ? 'ready' : media?.state === 'fetching' ? 'fetching' : 'loading';
  const phases: Readonly<Record<string, string>> = {
    waiting: 'fetching',
    ready: 'ready',
    unshown: 'unshown',
    failed: 'failed',
    missing: 'missing',
    gone: media?.state === 'refused' ? 'refused' : 'expired',
  };
  return {
    expected: { phase: phases[after.value] ?? asked, isLate: waited >= 5, before: !isAddressed, at: true },
    came: {
      phase: files.selectMediaPhase(after),
      isLate: files.selectIsLate(after),
      before: files.selectHasRunOut(after, validUntil - 1),
      at: files.selectHasRunOut(after, validUntil),
    },
  };
}

export function formShown({ after }: Seen<EditingSnapshot>): Sight | null {
  if (after === undefined) return null;
  const { initial, values, theirs, failure } = after.context;
  const fields = ['name', 'email'] as const;
  return {
    expected: {
      isUnsaved: !after.matches('saved') && !areEqual(initial, values),
      hasTheirs: theirs.length > 0,
      isTheirs: fields.map((field) => theirs.some((one) => one === field)),
      values: fields.map((field) => values[field] ?? null),
      problems: fields.map((field) => failure?.fields[field] ?? null),
    },
    came: {
      isUnsaved: editing.selectIsUnsaved(after),
      hasTheirs: editing.selectHasTheirs(after),
      isTheirs: fields.map((field) => editing.selectIsTheirs(after, field)),
      values: fields.map((field) => editing.selectValue(after, field)),
      problems: fields.map((field) => editing.selectFieldProblem(after, field) ?? null),
    },
  };
}

/** Whose session it is. Nothing is open to nobody. */
export function sessionShown({ after }: Seen<AuthSnapshot>): Sight | null {
  if (after === undefined) return null;
  const { session, failure } = after.context;
  const phase = after.matches('authenticated') ? 'authenticated' : after.value;
  const shown =
    session === null
      ? { viewer: null, user: null, routes: [], isOfPlatform: false, comesFrom: undefined, isIn: undefined }
      : {
          viewer: session.viewer,
          user: session.user,
          routes: session.routes,
          isOfPlatform: session.originBackoffice,
          comesFrom: session.supportFrom,
          isIn: session.supportIn,
        };
  return {
    expected: { phase, failure, ...shown },
    came: {
      phase: sessions.selectPhase(after),
      failure: sessions.selectLoginFailure(after),
      viewer: sessions.selectViewer(after),
      user: sessions.selectUser(after),
      routes: sessions.selectRoutes(after),
      isOfPlatform: sessions.selectIsBackoffice(after),
      comesFrom: sessions.selectSupportFrom(after),
      isIn: sessions.selectSupportIn(after),
    },
  };
}

export function connectionShown({ after }: Seen<SocketSnapshot>): Sight | null {
  if (after === undefined) return null;
  const { online, reason, otherVersion, staleSince, failures } = after.context;
  const working = online ? 'reconnecting' : 'offline';
  const ended = after.matches('closed') && reason === 'tooMany' ? 'tooMany' : 'disconnected';
  const isEnded = after.matches('closed') || after.matches('idle');
  return {
    expected: {
      status: after.matches('live') ? 'live' : isEnded ? ended : working,
      offersReload: typeof otherVersion === 'number',
      staleSince,
      failures,
    },
    came: {
      status: links.selectConnectionStatus(after),
      offersReload: links.selectOffersReload(after),
      staleSince: links.selectStaleSince(after),
      failures: links.selectConnectionFailures(after),
    },
  };
}

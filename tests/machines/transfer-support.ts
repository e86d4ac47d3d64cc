import type { EventFrom } from 'xstate';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import { transferMachine } from '../../src/machines/transfer/transfer.machine.ts';
import { selectTransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import { started } from '../support/builders-actor.ts';
import {
  greeted,
  logged,
  ticketClosed,
  ticketTransferred,
  transferArrived,
  transferRemoved,
} from '../support/builders-events.ts';
import {
  ANA,
  BRUNO,
  CARLA,
  START,
  aFailure,
  aTransfer,
  aUser,
  anaViewing,
  brunoViewing,
  networkFailure,
} from '../support/builders.ts';

export type Sent = EventFrom<typeof transferMachine>;

export const id = aTransfer().id;
export const daniel: Viewer = { userId: '4', name: 'Daniel Sá', roleName: 'atendente' };
export const deletedAlready = aFailure({ code: 'CONFLICT', key: 'error.transfer.deleted' });
export const confirmedAlready = aFailure({ code: 'CONFLICT', key: 'error.transfer.confirmed' });

export const events = {
  drafted: logged({ type: 'transfer.drafted', ticketId: '500' }),
  candidates: logged({ type: 'transfer.candidatesListed', ticketId: '500', users: [aUser()] }),
  candidatesFailed: logged({ type: 'transfer.candidatesFailed', ticketId: '500', failure: networkFailure }),
  submitted: logged({
    type: 'transfer.submitted',
    ticketId: '500',
    clientId: 'client-9',
    target: { kind: 'person', ...CARLA },
    previousOwner: BRUNO,
  }),
  dismissed: logged({ type: 'transfer.dismissed', ticketId: '500' }),
  withdrawn: logged({ type: 'transfer.withdrawn', ticketId: '500' }),
  released: { type: 'transfer.released', hasWaited: false },
  releasedLate: { type: 'transfer.released', hasWaited: true },
  backoffOver: logged({ type: 'timer.fired', timer: 'transfer:500:retry' }),
  networkGone: logged({ type: 'network.changed', online: false }),
  networkBack: logged({ type: 'network.changed', online: true }),
  created: logged({ type: 'transfer.created', ticketId: '500', transfer: aTransfer() }),
  createdNext: logged({ type: 'transfer.created', ticketId: '500', transfer: aTransfer({ id: '901' }) }),
  createFailed: logged({
    type: 'transfer.createFailed',
    ticketId: '500',
    failure: aFailure({ key: 'error.transfer.userGone', fields: { next_user_id: 'error.transfer.userGone' } }),
  }),
  createHopeless: logged({
    type: 'transfer.createFailed',
    ticketId: '500',
    failure: aFailure({ code: 'CONFLICT', key: 'error.transfer.pending' }),
  }),
  createLost: logged({ type: 'transfer.createFailed', ticketId: '500', failure: networkFailure }),
  createAbandoned: logged({
    type: 'transfer.createFailed',
    ticketId: '500',
    failure: aFailure({ code: 'ABANDONED' }),
  }),
  createSettled: logged({ type: 'transfer.createFailed', ticketId: '500', failure: confirmedAlready }),
  arrived: transferArrived(11),
  arrivedByOther: transferArrived(11, { id: '901', triggeredBy: ANA }),
  confirmRequested: logged({ type: 'transfer.confirmRequested', transferId: id }),
  confirmed: logged({ type: 'transfer.confirmed', transfer: aTransfer({ confirmedAt: START }) }),
  confirmFailed: logged({ type: 'transfer.confirmFailed', transferId: id, failure: networkFailure }),
  confirmTooLate: logged({ type: 'transfer.confirmFailed', transferId: id, failure: deletedAlready }),
  confirmAgain: logged({ type: 'transfer.confirmFailed', transferId: id, failure: confirmedAlready }),
  deleteRequested: logged({ type: 'transfer.deleteRequested', transferId: id }),
  deleted: logged({ type: 'transfer.deleted', transfer: aTransfer({ deletedAt: START }) }),
  deleteFailed: logged({ type: 'transfer.deleteFailed', transferId: id, failure: networkFailure }),
  deleteTooLate: logged({ type: 'transfer.deleteFailed', transferId: id, failure: confirmedAlready }),
  deleteAgain: logged({ type: 'transfer.deleteFailed', transferId: id, failure: deletedAlready }),
  transferred: ticketTransferred(13),
  removed: transferRemoved(13),
  ticketClosed: ticketClosed(14),
  otherTicketClosed: ticketClosed(14, { id: '501' }),
  otherConfirmRequested: logged({ type: 'transfer.confirmRequested', transferId: '901' }),
  otherConfirmed: logged({ type: 'transfer.confirmed', transfer: aTransfer({ id: '901' }) }),
  otherDeleted: logged({ type: 'transfer.deleted', transfer: aTransfer({ id: '901' }) }),
  otherConfirmFailed: logged({ type: 'transfer.confirmFailed', transferId: '901', failure: deletedAlready }),
  greeted: greeted(true, 20),
} as const;
export type EventName = keyof typeof events;

export function aTransferActor(transferId: string | null, viewer: Viewer, ...before: readonly Sent[]) {
  const owner = transferId === null ? BRUNO : null;
  const instanceId = transferId === null ? '10' : null;
  const transfer = started(transferMachine, { input: { ticketId: '500', transferId, viewer, instanceId, owner } });
  const send = (...more: readonly Sent[]): void => {
    for (const event of more) transfer.actor.send(event);
  };
  send(...before);
  const snapshot = () => transfer.actor.getSnapshot();
  return { ...transfer, send, snapshot, state: () => selectTransferState(snapshot()) };
}

export const aDraft = (...before: readonly Sent[]) => aTransferActor(null, brunoViewing, ...before);
/** Ana may do all. */
export const aPending = (...before: readonly Sent[]) => aTransferActor(id, anaViewing, events.arrived, ...before);

/** An actor in each state. */
export const starts = {
  draftLoading: () => aDraft(),
  draftReady: () => aDraft(events.candidates),
  draftFailed: () => aDraft(events.candidatesFailed),
  waiting: () => aDraft(events.candidates, events.submitted),
  creating: () => aDraft(events.candidates, events.submitted, events.released),
  backingOff: () => aDraft(events.candidates, events.submitted, events.released, events.createLost),
  waitingAgain: () =>
    aDraft(events.candidates, events.submitted, events.released, events.createLost, events.backoffOver),
  failed: () => aDraft(events.candidates, events.submitted, events.released, events.createHopeless),
  pending: () => aPending(),
  confirming: () => aPending(events.confirmRequested),
  deleting: () => aPending(events.deleteRequested),
} as const;
export type Start = keyof typeof starts;

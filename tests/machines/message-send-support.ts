import { messageSendMachine, resolveTimer, retryTimer } from '../../src/machines/message-send/message-send.machine.ts';
import type { MessageSendInput } from '../../src/machines/message-send/message-send.context.ts';
import { started } from '../support/builders-actor.ts';
import { ackChanged, greeted, logged, messageArrived, submitted } from '../support/builders-events.ts';
import { aFailure, anOutgoing, clientId, networkFailure, theTwinOf } from '../support/builders.ts';

export const outgoing = anOutgoing();
export const own = outgoing.clientId;
export const other = clientId(2);
export const twin = theTwinOf(outgoing, { id: '2001' });
export const refusal = aFailure({ key: 'error.message.tooLong', fields: { message: 'error.message.tooLong' } });

export const file = { name: 'orçamento.pdf', mimeType: 'application/pdf', bytes: 4_000, tag: 'pdf' } as const;
export const withFile = { ...outgoing, file };

export const events = {
  submitted: submitted(outgoing),
  stored: logged({ type: 'outbox.stored', clientId: own }),
  storeFailed: logged({ type: 'outbox.storeFailed', clientId: own, reason: 'quota' }),
  accepted: logged({ type: 'message.accepted', clientId: own, message: twin }),
  arrived: messageArrived(twin, 7),
  ackRose: ackChanged(twin, 8, { ack: 2 }),
  ackError: ackChanged(twin, 8, { errorCode: '131047', errorKey: 'error.provider.window' }),
  refused: logged({ type: 'message.refused', clientId: own, failure: refusal }),
  refusedByNetwork: logged({ type: 'message.refused', clientId: own, failure: networkFailure }),
  abandoned: logged({ type: 'message.refused', clientId: own, failure: aFailure({ code: 'ABANDONED' }) }),
  answerLost: logged({ type: 'message.answerLost', clientId: own }),
  progressed: logged({ type: 'message.progressed', clientId: own, sent: 1_000, total: 4_000 }),
  uploaded: logged({ type: 'message.uploaded', clientId: own }),
  uploadLost: logged({ type: 'message.uploadLost', clientId: own }),
  notUploaded: logged({
    type: 'message.refused',
    clientId: own,
    failure: aFailure({ code: 'NOT_FOUND', key: 'error.file.notUploaded' }),
  }),
  resolvedAs: logged({ type: 'message.resolved', clientId: own, message: twin }),
  resolvedNone: logged({ type: 'message.resolved', clientId: own, message: null }),
  resolveFailed: logged({ type: 'message.resolveFailed', clientId: own }),
  retried: logged({ type: 'message.retried', clientId: own }),
  discarded: logged({ type: 'message.discarded', clientId: own }),
  greeted: greeted(true, 9),
  tooMany: logged({
    type: 'message.refused',
    clientId: own,
    failure: aFailure({ code: 'TOO_MANY', key: 'error.tooMany', params: { seconds: 7, minutes: 0 } }),
  }),
  tooManyNow: logged({ type: 'message.refused', clientId: own, failure: aFailure({ code: 'TOO_MANY', params: {} }) }),
  retryTimerFired: logged({ type: 'timer.fired', timer: retryTimer(own) }),
  timerFired: logged({ type: 'timer.fired', timer: resolveTimer(own) }),
  otherTimer: logged({ type: 'timer.fired', timer: resolveTimer(other) }),
} as const;
export type EventName = keyof typeof events;

export function sending(input: Partial<MessageSendInput> = {}) {
  return started(messageSendMachine, {
    input: { message: outgoing, after: null, queuedAt: 1, restored: false, online: true, ...input },
  });
}

import { SERVICE_WINDOW_MS } from '../../../../contract/facts/limits.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { isFree } from '../../../machines/entities/viewer.ts';
import type { Viewer } from '../../../machines/entities/viewer.ts';
import type { TicketContext } from '../../../machines/ticket/ticket.context.ts';

/**
 * Milliseconds left of the 24-hour window: none when the customer never wrote; null where there is no window, as the
 * instance isn't on Meta's API.
 */
export function windowLeft(
  receivedAt: number | null,
  now: number,
  { unofficial, gateway, sms }: Pick<Attendance['instance'], 'unofficial' | 'gateway' | 'sms'> = {},
): number | null {
  if (unofficial ?? gateway ?? sms) return null;
  if (receivedAt === null) return 0;
  // The message's time may be slightly ahead of the screen's clock.
  return Math.max(0, SERVICE_WINDOW_MS - Math.max(1, now - receivedAt));
}

interface ReasonInput {
  readonly ticket: Attendance;
  /** When the customer last wrote; null if never. */
  readonly receivedAt: number | null;
  readonly lifecycle: 'open' | 'finishing' | 'finished';
  readonly now: number;
  readonly viewer: Viewer;
  readonly isGone: boolean;
}

/**
 * Why the viewer can't write to the customer now; undefined when they can. `isGone`: the ticket is no longer visible to
 * them.
 */
export function closedReason({
  ticket,
  receivedAt,
  lifecycle,
  now,
  viewer,
  isGone,
}: ReasonInput): MessageId | undefined {
  if (isGone) return 'error.ticket.passedOn';
  if (lifecycle === 'finished') return 'attendance.closed.finished';
  if (!isFree(ticket.owner?.id ?? null, viewer)) return 'error.ticket.notYours';
  if (ticket.customer.blacklisted) return 'error.customer.blacklisted';
  return channelReason(ticket, receivedAt, now);
}

/** The same, in words that name who has it instead and who gave it to them, where that is known. */
export function closedWords(
  closed: MessageId,
  { owner }: Attendance,
  viewer: Viewer,
  passed: TicketContext['passed'],
): MessageId {
  const isLost = closed === 'error.ticket.notYours' || closed === 'error.ticket.passedOn';
  if (!isLost || owner === null || owner.id === viewer.userId) return closed;
  if (passed?.to !== owner.id) return 'attendance.passedTo';
  return passed.by.id === owner.id ? 'attendance.takenBy' : 'attendance.passedBy';
}

/** Why nobody can write to the customer now: their instance has no channel, or the 24-hour window isn't open. */
export function channelReason(
  { instance }: Pick<Attendance, 'instance'>,
  receivedAt: number | null,
  now: number,
): MessageId | undefined {
  if (instance.unofficial === true) return 'error.instance.noGateway';
  if (windowLeft(receivedAt, now, instance) !== 0) return undefined;
  return receivedAt === null ? 'attendance.closed.unanswered' : 'error.window.closed';
}

/** Whether only the 24-hour window is in the way, so that a template may be sent. */
export function isOfWindow(closed: MessageId | undefined): boolean {
  return closed === 'error.window.closed' || closed === 'attendance.closed.unanswered';
}

/** The server's answer for a ticket that isn't visible. */
export const HIDDEN = 'error.notFound';

/** Refusals for an attendant who lost the ticket: it is no longer theirs, or no longer visible. */
const LOST: ReadonlySet<string> = new Set([HIDDEN, 'error.ticket.notYours', 'error.ticket.passedOn']);

/**
 * Why a retry of a refused message would fail, from what is known of its ticket now; undefined if it may succeed. A
 * finished ticket alone is no reason: the server opens the next one for whoever can see it. Nor is a blocked customer:
 * a colleague may have unblocked them.
 */
export function permanentReason(failureKey: string, closed: MessageId | undefined): MessageId | undefined {
  if (closed === 'error.ticket.notYours') return 'attendance.passedTo';
  if (closed === 'error.ticket.passedOn') return closed;
  const isLost = closed === 'attendance.closed.finished' && LOST.has(failureKey);
  return isLost || isOfWindow(closed) || closed === 'error.instance.noGateway' ? closed : undefined;
}

import type { Logged } from '../../machines/log/event.ts';

/*
 * What of a log is stored. The rest belongs to a single page: lists and forms of the administration, notices, what
 * colleagues have open, and messages' files, whose addresses work without a login.
 */

/** Whether an actor is stored; the list's order is computed anew. */
export function isLastingActor(name: string): boolean {
  return name !== 'order' && !/^(?:list|form|notice|media|presence):/u.test(name);
}

/** Whether an event is stored. What raises a notice is: the list of notices outlives the page. */
export function isLasting(event: Logged): boolean {
  // How far an upload is.
  if (event.type === 'message.progressed') return false;
  if (event.type === 'list.answered') return event.list === 'missedNotices' || event.list === 'messageLimit';
  if (event.type === 'form.saved') return true;
  if (event.type === 'form.refused') return event.form.startsWith('chat.');
  return !/^(?:media|presence)\./u.test(event.type) && !('list' in event) && !('form' in event);
}

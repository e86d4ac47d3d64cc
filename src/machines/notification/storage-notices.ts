import type { EventOf, Logged } from '../log/event.ts';
import { messageText } from './notice.ts';
import type { Notice } from './notice.ts';

type StorageFailure = Logged<
  EventOf<'log.readFailed' | 'log.storeFailed' | 'outbox.readFailed' | 'outbox.storeFailed'>
>;

/** What the browser couldn't store or read, and what that means for the user. */
export function storageNotice(event: StorageFailure): Notice {
  switch (event.type) {
    case 'log.readFailed':
      return logNotice(event, event.reason === 'newer' || event.reason === 'incomplete' ? event.reason : 'unread');
    case 'log.storeFailed':
      return logNotice(event, 'unstored');
    case 'outbox.readFailed':
      return unreadNotice(event);
    case 'outbox.storeFailed':
      return {
        // A fixed id: one notice per session, not one per message.
        id: 'storage:refused',
        kind: 'failure',
        tone: 'warning',
        title: messageText('notice.storage.title'),
        body: messageText('error.storage.refused'),
        topic: null,
        ticketId: null,
        transferId: null,
      };
  }
}

/** Unsent messages or drafts couldn't be read. A fixed id, as each page and each reading finds the same. */
function unreadNotice({ of, count }: EventOf<'outbox.readFailed'>): Notice {
  return {
    id: count === null ? 'storage:unread' : `storage:unread:${of}:${count}`,
    kind: 'failure',
    tone: 'warning',
    title: messageText('notice.unread.title'),
    body: count === null ? messageText('notice.unread.all') : messageText(`notice.unread.${of}`, { count }),
    topic: null,
    ticketId: null,
    transferId: null,
  };
}

/** The stored list couldn't be read or written. */
function logNotice(
  { position }: { readonly position: number },
  what: 'newer' | 'incomplete' | 'unread' | 'unstored',
): Notice {
  return {
    id: `log:${position}`,
    kind: 'own',
    tone: 'info',
    title: messageText(`notice.log.${what}.title`),
    body: messageText(`notice.log.${what}.text`),
    topic: 'storage',
    ticketId: null,
    transferId: null,
  };
}

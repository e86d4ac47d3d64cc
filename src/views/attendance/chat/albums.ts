import type { Message } from '../../../machines/entities/entities.ts';
import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import type { ChatItem, EntryItem } from './chat-items.ts';
import { hasFile } from './has-file.ts';

/** Pictures this close to each other were sent in one go: over a slow network they come one by one. */
const ALBUM_MS = 60_000;
/** How many an album shows; the others are in the viewer. */
export const ALBUM_SHOWN = 4;

/** Puts pictures and videos that somebody sent in one go into albums. */
export function withAlbums(items: readonly ChatItem[]): readonly ChatItem[] {
  const grouped: ChatItem[] = [];
  let run: EntryItem[] = [];
  let last: Message | undefined;
  const flush = () => {
    const [first] = run;
    // Already the customer's first one is an album, so that it stays where it is drawn when others come. One of ours
    // stays where it was drawn while it was on its way.
    const isAlbum = run.length > 1 || last?.received;
    if (first !== undefined)
      grouped.push(isAlbum ? { kind: 'album', key: `album:${first.key}`, items: run, head: first.head } : first);
    run = [];
  };
  for (const item of items) {
    const picture = item.kind === 'entry' ? pictureOf(item.entry) : undefined;
    if (item.kind !== 'entry' || item.head || picture === undefined || last === undefined || !isInOneGo(last, picture))
      flush();
    if (item.kind === 'entry' && picture !== undefined) run.push(item);
    else grouped.push(item);
    last = picture;
  }
  flush();
  return grouped;
}

/** One with a caption, that is a reply, or that wasn't delivered, is in no album. */
function pictureOf(entry: ChatEntry): Message | undefined {
  if (entry.kind !== 'message') return undefined;
  const { message } = entry;
  const { tag, text, quoted, errorCode } = message;
  const isBare = (text ?? '').trim() === '' && quoted === null && errorCode === null;
  return isBare && (tag === 'image' || tag === 'video') && hasFile(message) ? message : undefined;
}

/** Of two that one person sent. */
function isInOneGo(one: Message, next: Message): boolean {
  return one.ticketId === next.ticketId && Math.abs(next.at - one.at) <= ALBUM_MS;
}

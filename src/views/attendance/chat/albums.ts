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
  const flush = () => {
    const [first] = run;
    // Already the customer's first one is an album, so that it stays where it is drawn when others come. One of ours
    // stays where it was drawn while it was on its way.
    if (first !== undefined && run.length === 1 && !isReceived(first.entry)) grouped.push(first);
    else if (first !== undefined)
      grouped.push({ kind: 'album', key: `album:${first.key}`, items: run, head: first.head });
    run = [];
  };
  for (const item of items) {
    const last = run.at(-1);
    const isPicture = item.kind === 'entry' && isOfAlbum(item.entry);
    if (!isPicture || (last !== undefined && !isInOneGo(last.entry, item.entry))) flush();
    if (isPicture) run.push(item);
    else grouped.push(item);
  }
  flush();
  return grouped;
}

function isReceived(entry: ChatEntry): boolean {
  return entry.kind === 'message' && entry.message.received;
}

/** A picture with a caption, that is a reply, or that wasn't delivered, is in no album. */
function isOfAlbum(entry: ChatEntry): boolean {
  if (entry.kind !== 'message' || !hasFile(entry.message)) return false;
  const { tag, text, quoted, errorCode } = entry.message;
  if (quoted !== null || errorCode !== null) return false;
  return (tag === 'image' || tag === 'video') && (text ?? '').trim() === '';
}

function isInOneGo(one: ChatEntry, next: ChatEntry): boolean {
  if (one.kind !== 'message' || next.kind !== 'message') return false;
  const [before, after] = [one.message, next.message];
  if (before.received !== after.received || before.author?.id !== after.author?.id) return false;
  return before.ticketId === after.ticketId && Math.abs(after.at - before.at) <= ALBUM_MS;
}

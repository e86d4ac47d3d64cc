import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import type { ChatItem, EntryItem } from './chat-items.ts';
import { hasFile } from './has-file.ts';

/** Pictures this close to each other were sent in one go: over a slow network they come one by one. */
const ALBUM_MS = 60_000;
/** How many an album shows; the others are in the viewer. */
export const ALBUM_SHOWN = 4;

/** Puts pictures and videos that the customer sent in one go into albums. */
export function withAlbums(items: readonly ChatItem[]): readonly ChatItem[] {
  const grouped: ChatItem[] = [];
  let run: EntryItem[] = [];
  const flush = () => {
    const [first] = run;
    // Already the first one is an album, so that it stays where it is drawn when others come.
    if (first !== undefined) grouped.push({ kind: 'album', key: `album:${first.key}`, items: run, head: first.head });
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

/** A picture with a caption, or that is a reply, is in no album. */
function isOfAlbum(entry: ChatEntry): boolean {
  if (entry.kind !== 'message' || !hasFile(entry.message)) return false;
  const { received, tag, text, quoted } = entry.message;
  return received && (tag === 'image' || tag === 'video') && (text ?? '').trim() === '' && quoted === null;
}

function isInOneGo(one: ChatEntry, next: ChatEntry): boolean {
  if (one.kind !== 'message' || next.kind !== 'message') return false;
  return one.message.ticketId === next.message.ticketId && Math.abs(next.message.at - one.message.at) <= ALBUM_MS;
}

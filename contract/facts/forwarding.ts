import type { TagType } from './tag-type.ts';

/** Messages that are forwarded as their text. */
const AS_TEXT: ReadonlySet<TagType> = new Set(['text', 'stop_flow', 'edited', 'interactive', 'button', 'template']);
/** Messages that are forwarded with their file. */
const WITH_FILE: ReadonlySet<TagType> = new Set(['image', 'sticker', 'audio', 'video', 'pdf', 'doc']);

/** Messages that are forwarded as what they share. */
const SHARED: ReadonlySet<TagType> = new Set(['location', 'contacts']);

/** How a message of this kind is forwarded; undefined if it can't be. */
export function forwardedAs(tag: TagType): 'text' | 'file' | 'shared' | undefined {
  if (AS_TEXT.has(tag)) return 'text';
  if (SHARED.has(tag)) return 'shared';
  return WITH_FILE.has(tag) ? 'file' : undefined;
}

import type { Message } from '../../../machines/entities/entities.ts';
import type { TagType } from './use-preview.ts';

const FILES: ReadonlySet<TagType> = new Set<TagType>(['image', 'sticker', 'audio', 'video', 'pdf', 'doc']);

/** Whether the message's file may be asked for. An older server doesn't say: it has received ones and sent images. */
export function hasFile({ received, tag, hasFile: isKnown }: Pick<Message, 'received' | 'tag' | 'hasFile'>): boolean {
  return FILES.has(tag) && (isKnown ?? (received || tag === 'image'));
}

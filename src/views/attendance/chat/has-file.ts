import type { Message } from '../../../machines/entities/entities.ts';
import type { TagType } from './use-preview.ts';

const FILES: ReadonlySet<TagType> = new Set<TagType>(['image', 'sticker', 'audio', 'video', 'pdf', 'doc']);

/** Whether the server may have the message's file: of received ones, and of images that were sent. */
export function hasFile({ received, tag }: Pick<Message, 'received' | 'tag'>): boolean {
  return FILES.has(tag) && (received || tag === 'image');
}

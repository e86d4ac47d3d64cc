import type { MessageId } from '../../../i18n/message-id.ts';
import type { Message } from '../../../machines/entities/entities.ts';
import { useText } from '../../kit/useText.ts';

/** Kind of a message. */
export type TagType = Message['tag'];

interface Previewed {
  readonly text: string | null;
  readonly tag: TagType;
  readonly documentName: string | null;
}

/** Names of the kinds, for messages without text. */
export const tagNames: Readonly<Record<TagType, MessageId>> = {
  text: 'attendance.tag.text',
  stop_flow: 'attendance.tag.text',
  image: 'attendance.tag.image',
  pdf: 'attendance.tag.pdf',
  doc: 'attendance.tag.doc',
  audio: 'attendance.tag.audio',
  video: 'attendance.tag.video',
  sticker: 'attendance.tag.sticker',
  location: 'attendance.tag.location',
  contacts: 'attendance.tag.contacts',
  interactive: 'attendance.tag.interactive',
  button: 'attendance.tag.button',
  reaction: 'attendance.tag.reaction',
  template: 'attendance.tag.template',
  order: 'attendance.tag.order',
  poll: 'attendance.tag.poll',
  edited: 'attendance.tag.edited',
  revoked: 'attendance.tag.revoked',
  system: 'attendance.tag.system',
  welcome: 'attendance.tag.welcome',
  unsupported: 'attendance.tag.unsupported',
};

/** Whether messages of this kind are shown by their text. */
export function isTextual(tag: TagType): boolean {
  return tag === 'text' || tag === 'stop_flow' || tag === 'interactive' || tag === 'button' || tag === 'template';
}

/** Longest preview that any line can show. */
const LINE_MAX_LENGTH = 300;

/** A message in one line without formatting: its text, its document's name or its kind. */
export function usePlainPreview(): (message: Previewed) => string {
  const text = useText();
  return ({ text: words, tag, documentName }) => {
    const line = (words ?? '')
      .slice(0, LINE_MAX_LENGTH)
      .replaceAll(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim();
    if (isTextual(tag)) return line === '' ? text(tagNames[tag]) : line;
    if (tag === 'reaction')
      return line === '' ? text('attendance.unreacted') : text('attendance.reacted', { emoji: line });
    return documentName ?? (line === '' ? text(tagNames[tag]) : `${text(tagNames[tag])} · ${line}`);
  };
}

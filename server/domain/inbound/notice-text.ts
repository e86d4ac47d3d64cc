import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { beginningOf } from '../text.ts';

const LENGTH_MAX = 160;
/** A character with many accents is cut off after this. */
const UNITS_MAX = 4 * LENGTH_MAX;
const CHARACTERS = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** Symbols rather than words: the server doesn't know the reader's language. */
const SIGNS: Readonly<Record<TagType, string>> = {
  text: '',
  stop_flow: '',
  image: '📷',
  pdf: '📄',
  doc: '📄',
  audio: '🎤',
  video: '🎬',
  sticker: '🙂',
  location: '📍',
  contacts: '👤',
  interactive: '',
  button: '',
  reaction: '',
  template: '',
  order: '🛒',
  poll: '📊',
  edited: '✏️',
  revoked: '🗑️',
  system: '',
  welcome: '👋',
  unsupported: '…',
};

/** The text of a notice: the message's symbol, and its shortened text or file name. */
export function noticeText(message: Pick<CustomerChat, 'tag_type' | 'message' | 'document_name'>): string {
  const text = (message.message ?? message.document_name ?? '').replaceAll(/\s+/g, ' ').trim();
  const whole = [SIGNS[message.tag_type], text].filter((part) => part !== '').join(' ');
  // Look only at the part that may be shown.
  if (whole.length <= LENGTH_MAX) return whole;
  let count = 0;
  let lastStart = 0;
  const looked = beginningOf(whole, UNITS_MAX);
  for (const { index } of CHARACTERS.segment(looked)) {
    count += 1;
    if (count > LENGTH_MAX) return `${whole.slice(0, lastStart)}…`;
    lastStart = index;
  }
  return looked === whole ? whole : `${looked}…`;
}

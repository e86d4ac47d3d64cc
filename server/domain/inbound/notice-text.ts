import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { TagType } from '../../../contract/tag-type.ts';
import { beginningOf } from '../text.ts';

const LENGTH_MAX = 160;
/** Of one character with any number of accents no more is told. */
const UNITS_MAX = 4 * LENGTH_MAX;
const CHARACTERS = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** Signs rather than words: the server does not know in which language its reader reads. */
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

/** What a notice says of a message: its sign, its text or its file's name, not too long. */
export function noticeText(message: Pick<CustomerChat, 'tag_type' | 'message' | 'document_name'>): string {
  const text = (message.message ?? message.document_name ?? '').replaceAll(/\s+/g, ' ').trim();
  const whole = [SIGNS[message.tag_type], text].filter((part) => part !== '').join(' ');
  // Most are short; of a long one no more is looked at than is shown.
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

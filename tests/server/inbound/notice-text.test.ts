import { expect, test } from 'vitest';
import { noticeText } from '../../../server/domain/inbound/notice-text.ts';

const of = (
  tag_type: Parameters<typeof noticeText>[0]['tag_type'],
  message: string | null,
  document_name: string | null = null,
) => noticeText({ tag_type, message, document_name });

test.each([
  ['a text in one line', of('text', '  Oi,\n tudo  bem?\t'), 'Oi, tudo bem?'],
  ['a photo with its caption', of('image', 'Olha'), '📷 Olha'],
  ['a recording', of('audio', null), '🎤'],
  ['a document by its name', of('pdf', null, 'nota.pdf'), '📄 nota.pdf'],
  ['a document by its caption', of('pdf', 'Segue', 'nota.pdf'), '📄 Segue'],
  ['nothing', of('text', null), ''],
  ['as many characters as are shown', of('text', 'é'.repeat(160)), 'é'.repeat(160)],
  ['one more', of('text', 'é'.repeat(161)), `${'é'.repeat(159)}…`],
  ['emojis of several parts each', of('text', '👩‍👩‍👧'.repeat(161)), expect.stringMatching(/^(?:👩‍👩‍👧)+.*…$/u)],
])('%s', (_what, told, expected) => {
  expect(told).toEqual(expected);
});

import { expect, test } from 'vitest';
import type { StoredTemplate } from '../../server/emulator/model.ts';
import { readTemplate } from '../../server/emulator/template-request.ts';

const buttons = [
  { type: 'QUICK_REPLY', text: 'Quero' },
  { type: 'URL', text: 'Ver', url: 'https://loja.example/p/{{1}}' },
];
const stored: StoredTemplate = {
  id: '1',
  accountId: '2',
  name: 'vitrine',
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'MARKETING',
  parameter_format: 'POSITIONAL',
  rejected_reason: 'NONE',
  quality: 'GREEN',
  in_review: false,
  components: [
    { type: 'BODY', text: 'Novidades.' },
    {
      type: 'CAROUSEL',
      cards: ['Sofá de {{1}} lugares.', 'Mesa.'].map((text) => ({
        components: [
          { type: 'HEADER', format: 'IMAGE' },
          { type: 'BODY', text },
          { type: 'BUTTONS', buttons },
        ],
      })),
    },
  ],
};

const header = (file: string, kind = 'image') => ({
  type: 'header',
  parameters: [{ type: kind, [kind]: { id: file } }],
});
const body = (...texts: string[]) => ({ type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) });
const reply = { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'a' }] };
const end = { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'mesa' }] };
const first = { card_index: 0, components: [header('7'), body('três'), reply, end] };
const second = { card_index: 1, components: [header('8'), reply, end] };

/** What becomes of a carousel with these cards. */
function read(cards: readonly object[]) {
  const content = { name: 'vitrine', language: { code: 'pt_BR' }, components: [{ type: 'carousel', cards }] };
  const known = { templates: [stored], hasMedia: (id: string) => ['7', '8'].includes(id) };
  const answer = readTemplate(content, known);
  return 'httpStatus' in answer ? answer.code : answer.content;
}

test('a whole carousel -> its cards as the phone shows them', () => {
  expect(read([first, second])).toMatchObject({
    text: 'Novidades.',
    cards: [
      { file: { id: '7' }, text: 'Sofá de três lugares.', buttons: ['Quero', 'Ver'] },
      { file: { id: '8' }, text: 'Mesa.' },
    ],
  });
});

test.each([
  ['none of its cards', [], 132_012],
  ['one too few', [first], 132_012],
  ['one twice', [first, first], 132_012],
  ['a file that isn’t there', [first, { ...second, components: [header('9'), reply, end] }], 132_012],
  ['a file of another kind', [first, { ...second, components: [header('8', 'video'), reply, end] }], 132_012],
  ['no value of a variable', [{ ...first, components: [header('7'), reply, end] }, second], 132_000],
  ['a value too many', [first, { ...second, components: [header('8'), body('x'), reply, end] }], 132_000],
  ['a reply without its payload', [first, { ...second, components: [header('8'), end] }], 132_012],
  ['an address without its end', [first, { ...second, components: [header('8'), reply] }], 132_012],
])('with %s -> refused', (_what, cards, code) => {
  expect(read(cards)).toBe(code);
});

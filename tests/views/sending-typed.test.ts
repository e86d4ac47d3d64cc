import { describe, expect, test } from 'vitest';
import {
  choicesProblems,
  typedChoices,
  type TypedOption,
} from '../../src/views/attendance/chat/sending/choices-typed.ts';
import { typedPlace } from '../../src/views/attendance/chat/sending/typed-place.ts';

test.each<[string, [latitude: number, longitude: number] | null]>([
  ['-23.5613, -46.6565', [-23.5613, -46.6565]],
  ['-23.5613 -46.6565', [-23.5613, -46.6565]],
  ['  -23,5613; -46,6565 ', [-23.5613, -46.6565]],
  ['-23,5613, -46,6565', [-23.5613, -46.6565]],
  ['90,180', [90, 180]],
  ['90.5,0', null],
  ['0,180.5', null],
  ['-91,0', null],
  ['Avenida Paulista, 1000', null],
  ['-23.5613', null],
  // The pin, not the middle of the map.
  [
    'https://www.google.com/maps/place/MASP/@-23.56,-46.65,17z/data=!3m1!4b1!3d-23.5613!4d-46.6565',
    [-23.5613, -46.6565],
  ],
  ['https://www.google.com/maps/@-23.5613,-46.6565,17z', [-23.5613, -46.6565]],
  ['https://maps.google.com/?q=-23.5613,-46.6565', [-23.5613, -46.6565]],
  ['https://maps.google.com/?q=loc:-23.5613%2C-46.6565', [-23.5613, -46.6565]],
  ['https://www.google.com/maps/search/?api=1&query=-23.5613,+-46.6565', [-23.5613, -46.6565]],
  ['https://maps.apple.com/?ll=-23.5613,-46.6565', [-23.5613, -46.6565]],
  ['https://www.openstreetmap.org/?mlat=-23.5613&mlon=-46.6565#map=17/1/2', [-23.5613, -46.6565]],
  ['https://maps.app.goo.gl/abc', null],
])('a place is typed as %s -> %j', (typed, place) => {
  expect(typedPlace(typed)).toEqual(place === null ? undefined : { latitude: place[0], longitude: place[1] });
});

const option = (id: number, title: string, description = ''): TypedOption => ({ id, title, description });
const titles = (count: number) => Array.from({ length: count }, (_, id) => option(id, `Opção ${id}`));

describe('choices', () => {
  const typed = { kind: 'buttons', words: 'Qual?', opener: '', options: titles(2) } as const;
  const wrongAt = (options: readonly TypedOption[], kind: 'buttons' | 'list' = 'buttons') => [
    ...choicesProblems({ kind, words: 'Qual?', opener: 'Ver', options }).options,
  ];

  test('a title is empty, too long for what it is, or there already -> it is the one that is wrong', () => {
    expect(wrongAt([option(1, 'Sim'), option(2, '  '), option(3, 'Sim ')])).toEqual([
      [2, 'choices.required'],
      [3, 'choices.same'],
    ]);
    expect(wrongAt([option(1, 'x'.repeat(20))])).toEqual([]);
    expect(wrongAt([option(1, 'x'.repeat(22))])).toEqual([[1, { over: 2, max: 20 }]]);
    expect(wrongAt([option(1, 'x'.repeat(24))], 'list')).toEqual([]);
    expect(wrongAt([option(1, 'x'.repeat(25))], 'list')).toEqual([[1, { over: 1, max: 24 }]]);
  });

  test('three buttons, or ten rows -> the next is one too many', () => {
    expect(wrongAt(titles(3))).toEqual([]);
    expect(wrongAt(titles(4))).toEqual([[3, 'choices.tooMany']]);
    expect(wrongAt(titles(10), 'list')).toEqual([]);
    expect(wrongAt(titles(11), 'list')).toEqual([[10, 'choices.tooMany']]);
  });

  test('without a text, with too long a one, or a list without its button -> can’t be sent', () => {
    expect(choicesProblems(typed).isWrong).toBe(false);
    expect(choicesProblems({ ...typed, words: ' ' }).isWrong).toBe(true);
    expect(choicesProblems({ ...typed, words: 'x'.repeat(1024) }).isWrong).toBe(false);
    expect(choicesProblems({ ...typed, words: 'x'.repeat(1025) }).isWrong).toBe(true);
    expect(choicesProblems({ ...typed, kind: 'list', opener: ' ' }).isWrong).toBe(true);
    expect(choicesProblems({ ...typed, kind: 'list', opener: 'Ver' }).isWrong).toBe(false);
  });

  test('sent -> only buttons’ titles; a list with its button and descriptions; what has no title isn’t', () => {
    const options = [option(1, ' Sim ', ' agora '), option(2, '', 'nada'), option(3, 'Não')];
    expect(typedChoices({ kind: 'buttons', opener: 'Ver', options })).toEqual({
      button: null,
      options: [
        { title: 'Sim', description: null },
        { title: 'Não', description: null },
      ],
    });
    expect(typedChoices({ kind: 'list', opener: ' Ver ', options })).toEqual({
      button: 'Ver',
      options: [
        { title: 'Sim', description: 'agora' },
        { title: 'Não', description: null },
      ],
    });
  });
});

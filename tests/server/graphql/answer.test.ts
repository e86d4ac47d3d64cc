import { describe, expect, test, vi } from 'vitest';
import { jsonOf } from '../../../server/http/graphql/answer.ts';

const message = (length: number, text = 'ã→"\n') => ({
  id: '1',
  message: text.repeat(length / text.length),
  user: null,
});
const answerOf = (...items: unknown[]) => ({ data: { messages: { total: items.length, items } }, errors: undefined });
const LONG = 1_000_000;

describe('JSON of a long answer', () => {
  test.each([
    ['long rows', answerOf(...Array.from({ length: 20 }, () => message(60_000)))],
    ['many short rows', answerOf(...Array.from({ length: 1_000 }, () => message(8)))],
    [
      'rows of every length',
      answerOf(message(8), message(40_000), message(8), message(32_768), message(32_764), 1, null),
    ],
    ['a list in a list', answerOf([1, 2, [message(40_000)]], [])],
    ['no rows', answerOf()],
    ['no list', { data: { text: 'x'.repeat(100_000), nothing: null, left: undefined } }],
  ])('%s: the same as in one piece', async (_what, body) => {
    expect(String(await jsonOf(body, LONG))).toBe(JSON.stringify(body));
  });

  test.each([
    ['long', 20, 30_000, 1],
    ['short', 1_000, 100, 25],
    ['neither', 100, 10_000, 3],
  ])(
    '%s rows: no more than 25, and no more than 32 kB of text, are written at a time',
    async (_what, count, length, most) => {
      const body = answerOf(...Array.from({ length: count }, () => message(length, 'x')));
      const stringify = vi.spyOn(JSON, 'stringify');
      try {
        await jsonOf(body, LONG);
        const runs = stringify.mock.calls.map(([value]) => (Array.isArray(value) ? value.length : 0));
        expect(Math.max(...runs)).toBe(most);
      } finally {
        stringify.mockRestore();
      }
    },
  );

  test('others have turns between the rows', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await jsonOf(answerOf(...Array.from({ length: 20 }, () => message(60_000))), LONG);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

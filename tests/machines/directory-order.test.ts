import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSortedIndex } from '../../src/machines/inbox/order.ts';
import { compareSortKeys, sortKeyOf } from '../../src/machines/inbox/sort-key.ts';
import type { SortKey } from '../../src/machines/inbox/sort-key.ts';
import { aMessage, aTicket, START } from '../support/builders.ts';

const keyOf = fc.record({ pinned: fc.boolean(), at: fc.integer({ min: 0, max: 50 }), isTall: fc.boolean() });

function sorted(rows: ReadonlyMap<string, SortKey>): SortKey[] {
  return [...rows.values()].toSorted(compareSortKeys);
}

describe('the sorted index', () => {
  test('holds the same as a list that is sorted anew, whatever is put in, moved and taken out', () => {
    const change = fc.record({ id: fc.integer({ min: 1, max: 900 }), key: fc.option(keyOf) });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 3_000, size: 'max' }),
        keyOf,
        fc.integer({ min: 0, max: 40 }),
        (changes, probe, limit) => {
          const index = createSortedIndex();
          const rows = new Map<string, SortKey>();
          for (const { id: number, key } of changes) {
            const id = String(number);
            const held = rows.get(id);
            if (held !== undefined) index.remove(held);
            rows.delete(id);
            if (key === null) continue;
            rows.set(id, { ...key, id });
            index.insert({ ...key, id });
          }
          const naive = sorted(rows);
          expect(index.list('id')).toEqual(naive.map(({ id }) => id));
          expect(index.list('isTall', limit)).toEqual(naive.slice(0, limit).map(({ isTall }) => isTall));
          expect(index.list('id', limit)).toEqual(naive.slice(0, limit).map(({ id }) => id));
          expect(index.size).toBe(naive.length);
          expect(index.pinnedCount).toBe(naive.filter(({ pinned }) => pinned).length);
          const asked = { ...probe, id: '450' };
          expect(index.rank(asked)).toBe(naive.filter((key) => compareSortKeys(key, asked) <= 0).length);
          const last = naive.at(-1);
          if (last !== undefined) expect(index.rank(last)).toBe(naive.length);
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });

  test('a run of rows is taken out -> what is put in and taken out afterwards finds its place', () => {
    const index = createSortedIndex();
    const keyAt = (n: number): SortKey => ({ pinned: false, at: n, id: String(n) });
    const numbers = Array.from({ length: 1_000 }, (_, n) => n + 1);
    const isOut = (n: number) => n > 200 && n <= 800;
    for (const n of numbers) index.insert(keyAt(n));
    for (const n of numbers.filter(isOut)) index.remove(keyAt(n));
    for (const n of [100, 900]) index.remove(keyAt(n));
    for (const n of [100, 500]) index.insert(keyAt(n));
    const held = numbers.filter((n) => !isOut(n) || n === 500).filter((n) => n !== 900);
    expect(index.list('id')).toEqual(held.map(String).toReversed());
  });

  test('many rows in one order and taken out in another', () => {
    const index = createSortedIndex();
    const keys = Array.from({ length: 2_000 }, (_, n) => ({
      pinned: n % 5 === 0,
      at: (n * 7919) % 2_000,
      id: String(n),
    }));
    for (const key of keys) index.insert(key);
    expect(index.list('id')).toEqual(keys.toSorted(compareSortKeys).map(({ id }) => id));
    for (const key of keys.slice(500)) index.remove(key);
    expect(index.list('id')).toEqual(
      keys
        .slice(0, 500)
        .toSorted(compareSortKeys)
        .map(({ id }) => id),
    );
    index.clear();
    expect([index.size, index.pinnedCount, index.list('id')]).toEqual([0, 0, []]);
  });

  test('refuses to take out what isn’t in it', () => {
    const index = createSortedIndex();
    index.insert({ pinned: false, at: 1, id: '1' });
    expect(() => index.remove({ pinned: false, at: 2, id: '1' })).toThrow(/not in the list/);
  });
});

describe('the order of two tickets', () => {
  test.each([
    ['pinned before not pinned, though older', { pinned: true, at: 1, id: '1' }, { pinned: false, at: 9, id: '2' }],
    ['newer last message before older', { pinned: false, at: 9, id: '1' }, { pinned: false, at: 1, id: '2' }],
    [
      'newer ticket before older at the same moment',
      { pinned: false, at: 1, id: '10' },
      { pinned: false, at: 1, id: '9' },
    ],
  ])('%s', (_name, above, below) => {
    expect(compareSortKeys(above, below)).toBeLessThan(0);
    expect(compareSortKeys(below, above)).toBeGreaterThan(0);
    expect(compareSortKeys(above, above)).toBe(0);
  });
});

test('a message that comes hours late puts its ticket above those whose last one came before it', () => {
  const late = aTicket({ id: '20', lastMessage: aMessage({ at: START - 3 * 3_600_000, takenAt: START + 1_000 }) });
  const before = aTicket({ id: '21', lastMessage: aMessage({ at: START, takenAt: START }) });
  expect(compareSortKeys(sortKeyOf(late), sortKeyOf(before))).toBeLessThan(0);
});

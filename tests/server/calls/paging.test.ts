import { expect, test } from 'vitest';
import { parsePage } from '../../../server/domain/paging.ts';

test('a page has ten rows unless it is asked otherwise, a hundred at most, and the next begins behind it', () => {
  const of = (pagination_page: number | null, pagination_limit: number | null) => {
    const { limit, offset } = parsePage({ pagination_page, pagination_limit });
    return [limit, offset];
  };
  expect([of(null, null), of(3, null), of(2, 100), of(2, 101), of(3, 1_000_000)]).toEqual([
    [10, 0],
    [10, 20],
    [100, 100],
    [100, 100],
    [100, 200],
  ]);
  for (const [page, limit] of [
    [0, 10],
    [1_000_001, 10],
    [1, 0],
  ] as const)
    expect(() => of(page, limit)).toThrow('error.invalid');
  expect([undefined, 'asc', 'DESC'].map((sort_type) => parsePage({ sort_type }).isDescending)).toEqual([
    true,
    false,
    true,
  ]);
  expect(() => parsePage({ sort_type: 'up' })).toThrow('error.invalid');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { METRICS } from '../../contract/facts/metrics.ts';
import { liveNumbersSchema, reportNumbersSchema } from '../../contract/reports/numbers.ts';
import { periodSchema } from '../../contract/reports/period.ts';
import { dayAfter, daysOf } from '../../contract/facts/days.ts';

const catalogues = join(import.meta.dirname, '../../src/i18n/catalogues');

describe('each number of the reports', () => {
  it.each(['pt-BR', 'pt', 'en'])('is named and defined in words: %s', (locale) => {
    const texts: unknown = JSON.parse(readFileSync(join(catalogues, locale, 'areas/reports.json'), 'utf8'));
    for (const { labelId, definitionId } of METRICS) {
      expect(texts).toHaveProperty([labelId], expect.stringMatching(/\S/));
      expect(texts).toHaveProperty([definitionId], expect.stringMatching(/\S.{20}/));
    }
  });

  it('has a definition, and no definition is of none', () => {
    const answered = [...Object.keys(reportNumbersSchema.shape), ...Object.keys(liveNumbersSchema.shape)];
    expect(METRICS.map(({ name }) => name).toSorted()).toEqual(answered.toSorted());
  });
});

test.each([
  ['2026-03-10', '2026-03-10', 1],
  ['2024-02-28', '2024-03-01', 3],
  ['2018-11-03', '2018-11-05', 3],
  ['2023-01-01', '2025-12-31', 1_096],
])('from %s to %s are %i days', (start_at, finish_at, days) => {
  expect(daysOf(start_at, finish_at)).toBe(days);
  expect(dayAfter(start_at, days - 1)).toBe(finish_at);
  expect(periodSchema.safeParse({ start_at, finish_at }).success).toBe(true);
  expect(periodSchema.safeParse({ start_at, finish_at: dayAfter(start_at, 1_096) }).success).toBe(false);
});

import { expect, test } from 'vitest';
import { everythingToWalk } from '../support/journeys-product.ts';
import { notWalked } from '../support/journeys-unwalked.ts';
import { WALKED_KINDS } from '../support/journeys-walked.ts';
import type { Walked } from '../support/journeys-walked.ts';
import { gapsOf, walkedData } from '../support/report/report-walked.ts';

/** A journey that came to everything but the exceptions and what is left out. */
function walkedBut(left: Partial<Walked> = {}): Readonly<Record<string, Walked>> {
  const everything = everythingToWalk();
  const came = (kind: keyof Walked) =>
    everything[kind].filter((name) => !Object.hasOwn(notWalked[kind], name) && left[kind]?.includes(name) !== true);
  return {
    'a-journey': {
      route: came('route'),
      form: came('form'),
      permission: came('permission'),
      feature: came('feature'),
      featureOff: came('featureOff'),
      language: came('language'),
    },
  };
}

test('everything has a list of the product’s own', () => {
  const everything = everythingToWalk();
  expect(WALKED_KINDS.filter((kind) => everything[kind].length === 0)).toEqual([]);
  expect(everything.form).toContain('customer.erase');
  expect(everything.route).toContain('/customers/:id');
});

test('all walked -> no gap; one left out -> it is named, and first in the table', () => {
  expect(gapsOf(walkedBut())).toEqual([]);
  const left = walkedBut({ form: ['customer.erase'] });
  expect(gapsOf(left)).toEqual(['form customer.erase: no journey comes to it']);
  expect(walkedData(left)[0]).toEqual({ kind: 'form', name: 'customer.erase', journeys: [], reason: null });
});

test('an exception that is walked -> it is none any more', () => {
  const all = walkedBut();
  const [exception = ''] = Object.keys(notWalked.route);
  const walked = all['a-journey'];
  if (walked === undefined) throw new Error('Nothing is walked');
  const gaps = gapsOf({ ...all, another: { ...walked, route: [exception] } });
  expect(gaps).toEqual([`route ${exception}: an exception, and walked`]);
});

import { expect, test } from 'vitest';
import { isComplete, NEW_RULE, NEW_TEST, ruleIn } from '../../src/machines/entities/rules.ts';
import type { RuleDefinition } from '../../src/machines/entities/rules.ts';

const RULE: RuleDefinition = {
  event: { on: 'customer.tagged', ids: ['3'], minutes: null },
  condition: { join: 'any', groups: [{ join: 'all', tests: [{ ...NEW_TEST, values: ['4'] }] }] },
  actions: [{ do: 'tag', id: '5', text: '' }],
  once: true,
  stops: true,
};
const asking = (values: string[]): RuleDefinition => ({
  ...RULE,
  condition: { join: 'all', groups: [{ join: 'all', tests: [{ ...NEW_TEST, values }] }] },
});

test('a rule that a form holds -> the same rule; one whose values are missing -> what a new one begins with', () => {
  expect(ruleIn({ ...RULE })).toEqual(RULE);
  expect(ruleIn({ ...RULE, once: false, stops: false })).toEqual({ ...RULE, once: false, stops: false });
  expect(ruleIn({})).toEqual(NEW_RULE);
});

const CASES: readonly (readonly [string, RuleDefinition, boolean])[] = [
  ['nothing is missing', RULE, true],
  ['without an action', { ...RULE, actions: [] }, false],
  ['an action without its tag', { ...RULE, actions: [{ do: 'tag', id: null, text: '' }] }, false],
  ['a comparison with nothing', asking([]), false],
  ['a comparison with an empty value', asking(['4', '']), false],
  ['a wait without its minutes', { ...RULE, event: { on: 'ticket.waiting', ids: [], minutes: null } }, false],
];
test.each(CASES)('%s -> is tried on the bench, or not', (_name, rule, wanted) => {
  expect(isComplete(rule)).toBe(wanted);
});

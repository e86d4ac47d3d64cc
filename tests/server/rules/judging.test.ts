import { describe, expect, test as it } from 'vitest';
import type { RuleTest } from '../../../contract/entities/rule.ts';
import type { Facts } from '../../../server/domain/rules/facts.ts';
import { missesOf } from '../../../server/domain/rules/judge.ts';
import { all, any, test } from './rules-world.ts';

const FACTS: Facts = {
  text: 'Não consigo pagar o Boleto!',
  kind: 'text',
  today: '2026-03-11',
  customer: {
    id: '1',
    name: 'Luciana Moraes',
    isBlocked: false,
    isOptedOut: false,
    tagIds: ['3'],
    values: { 7: '12.5', 8: '2026-03-10', 9: 'true' },
  },
  ticket: {
    id: '1',
    protocol: '2026',
    departmentId: null,
    ownerId: '5',
    offeredTo: null,
    instanceId: '2',
    channel: 'whatsapp',
    outcomeId: null,
    isOpen: true,
    isDepartmentOpen: true,
    hasWindow: true,
    isFirst: false,
    hasFlow: false,
    waitedMinutes: 31,
  },
};
const own = (id: string, comparison: RuleTest['comparison'], op: RuleTest['op'], ...values: string[]): RuleTest => ({
  field: 'field',
  field_id: id,
  comparison,
  op,
  values,
});

describe('comparisons', () => {
  it.each<[RuleTest, boolean]>([
    [test('text', 'has', 'boleto'), true],
    [test('text', 'has', 'nao consigo'), true],
    [test('text', 'has', 'bol'), false],
    [test('text', 'hasNot', 'pix', 'cartão'), true],
    [test('text', 'starts', 'não'), true],
    [test('text', 'is', 'boleto'), false],
    [test('department', 'in', '3'), false],
    [test('department', 'notIn', '3'), true],
    [test('department', 'empty'), true],
    [test('owner', 'filled'), true],
    [test('tag', 'in', '4', '3'), true],
    [test('tag', 'notIn', '3'), false],
    [test('first', 'is', 'false'), true],
    [test('waited', 'above', '30'), true],
    [own('7', 'number', 'below', '100'), true],
    [own('7', 'number', 'is', '12.50'), true],
    [own('8', 'date', 'past'), true],
    [own('8', 'date', 'above', '2026-03-10'), false],
    [own('9', 'boolean', 'is', 'true'), true],
    [own('10', 'words', 'isNot', 'a'), true],
    [own('10', 'number', 'above', '1'), false],
    [own('10', 'words', 'empty'), true],
  ])('%j -> %s', (each, expected) => {
    expect(missesOf(all(each), FACTS).length === 0).toBe(expected);
  });

  it('of what must all hold the first that fails; of what may, all; with what was there instead', () => {
    const [a, b, c] = [test('text', 'has', 'pix'), test('owner', 'in', '6'), test('kind', 'in', 'text')] as const;
    expect(missesOf(all(c, b, a), FACTS)).toEqual([{ group: 0, test: 1, actual: '5' }]);
    expect(missesOf(any(a, b), FACTS)).toEqual([
      { group: 0, test: 0, actual: 'Não consigo pagar o Boleto!' },
      { group: 0, test: 1, actual: '5' },
    ]);
    expect(missesOf(any(a, b, c), FACTS)).toEqual([]);
    const groups = [...all(a).groups, ...all(c).groups];
    expect(missesOf({ join: 'any', groups }, FACTS)).toEqual([]);
    expect(missesOf({ join: 'all', groups }, FACTS)).toHaveLength(1);
    const { ticket: _ticket, ...others } = FACTS;
    expect(missesOf(all(b), { ...others, ticket: null })).toEqual([{ group: 0, test: 0, actual: null }]);
  });
});

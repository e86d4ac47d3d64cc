import { describe, expect, test as it } from 'vitest';
import type { RuleDefinition } from '../../../contract/entities/rule.ts';
import { chainText, loopOf } from '../../../server/domain/rules/loops.ts';
import type { FlowWrites } from '../../../server/domain/rules/loops.ts';
import { act, all, any, on, rule, test } from './rules-world.ts';

const called = (name: string, definition: RuleDefinition) => ({ id: name, name, definition });
const NO_FLOWS = new Map<string, FlowWrites>();
const loop = (
  own: RuleDefinition,
  others: readonly RuleDefinition[] = [],
  flows: ReadonlyMap<string, FlowWrites> = NO_FLOWS,
) => {
  const found = loopOf(
    called('R', own),
    others.map((each, at) => called(`O${at}`, each)),
    flows,
  );
  return found === null ? null : chainText(found);
};
const field = (op: 'is' | 'isNot' | 'empty', ...values: string[]) => ({
  ...test('field', op, ...values),
  field_id: '7',
});

describe('circles of causes', () => {
  it.each<[string, RuleDefinition, string | null]>([
    [
      'messages cause none',
      rule(on('message.received'), all(), [act('send', null, 'Oi'), act('note', null, 'x')]),
      null,
    ],
    ['its own tag', rule(on('customer.tagged'), all(), [act('tag', '1')]), '“R” → “R”'],
    ['another tag', rule(on('customer.tagged', ['2']), all(), [act('tag', '1')]), null],
    ['taking off what it is told of', rule(on('customer.untagged', ['1']), all(), [act('untag', '1')]), '“R” → “R”'],
    [
      'another value than it waits for',
      rule(on('customer.field', ['7']), all(field('is', 'a')), [act('field', '7', 'b')]),
      null,
    ],
    [
      'a value that it also waits for',
      rule(on('customer.field', ['7']), any(field('is', 'a'), field('isNot', 'c')), [act('field', '7', 'b')]),
      '“R” → “R”',
    ],
    [
      'clearing what has to be filled',
      rule(on('customer.field'), all(field('isNot', '')), [act('field', '7')]),
      '“R” → “R”',
    ],
    ['given to somebody else', rule(on('ticket.taken'), all(test('owner', 'in', '5')), [act('assign', '6')]), null],
    [
      'given to one of them',
      rule(on('ticket.taken'), all(test('owner', 'in', '5', '6')), [act('assign', '6')]),
      '“R” → “R”',
    ],
    [
      'from the queue to somebody, who loses it',
      rule(on('ticket.taken'), all(), [act('department', '3')]),
      '“R” → “R”',
    ],
    [
      'moved elsewhere',
      rule(on('ticket.transferred'), all(test('department', 'in', '4')), [act('department', '3')]),
      null,
    ],
    ['another outcome', rule(on('ticket.finished'), all(test('outcome', 'in', '1')), [act('finish', '2')]), null],
    ['waiting, and waiting again', rule(on('ticket.waiting', [], 5), all(), [act('flow', '9')]), '“R” → “R”'],
    ['the same, once a ticket', rule(on('ticket.waiting', [], 5), all(), [act('flow', '9')], { once: true }), null],
  ])('%s', (_name, definition, chain) => {
    expect(loop(definition)).toBe(chain);
  });

  it('through others -> the shortest chain, with all its rules', () => {
    const steps = ['1', '2', '3'].map((id) =>
      rule(on('customer.tagged', [id]), all(), [act('tag', String(Number(id) + 1))]),
    );
    const back = rule(on('customer.tagged', ['4']), all(), [act('tag', '1')]);
    expect(loop(back, steps)).toBe('“R” → “O0” → “O1” → “O2” → “R”');
    expect(loop(back, steps.slice(1))).toBeNull();
  });

  it('through what a flow does', () => {
    const flows = new Map([['9', { tagged: ['1'], untagged: [], fields: [], finishes: false, opens: false }]]);
    const starts = rule(on('customer.tagged', ['1']), all(), [act('flow', '9')]);
    expect(loop(starts, [], flows)).toBe('“R” → “R”');
    expect(loop(rule(on('customer.tagged', ['2']), all(), [act('flow', '9')]), [], flows)).toBeNull();
    const opened = rule(on('ticket.opened'), all(), [act('flow', '9')]);
    expect(loop(opened, [], flows)).toBeNull();
    const writesFirst = { tagged: [], untagged: [], fields: [], finishes: false, opens: true };
    expect(loop(opened, [], new Map([['9', writesFirst]]))).toBe('“R” → “R”');
  });
});

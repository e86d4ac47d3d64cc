import { describe, expect, test as it } from 'vitest';
import type { RuleAction, RuleTest } from '../../../contract/entities/rule.ts';
import type { Facts } from '../../../server/domain/rules/facts.ts';
import type { RuleEventName, RuleSkip } from '../../../contract/facts/rules.ts';
import { afterwards, foreseen, foreseenStart } from '../../../server/domain/rules/foresee.ts';
import { missesOf } from '../../../server/domain/rules/judge.ts';
import { act, all, any, on, rule, test } from './rules-world.ts';

const TICKET: NonNullable<Facts['ticket']> = {
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
};
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
    values: { 7: '12.5', 8: '2026-03-10', 9: 'true', 11: '2026-03-11', 12: '2026-03-12', 13: 'Ouro' },
  },
  ticket: TICKET,
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
    [own('10', 'words', 'filled'), false],
    [own('10', 'date', 'below', '2026-03-10'), false],
    [test('text', 'hasNot', 'boleto'), false],
    [test('text', 'starts', 'boleto'), false],
    [test('text', 'is', 'nao consigo pagar o boleto'), true],
    [test('owner', 'empty'), false],
    [test('waited', 'above', '31'), false],
    [test('waited', 'below', '31'), false],
    [test('waited', 'below', '32'), true],
    [test('name', 'has', 'moraes'), true],
    [test('kind', 'in', 'audio'), false],
    [test('instance', 'in', '2'), true],
    [test('channel', 'in', 'sms'), false],
    [test('channel', 'in', 'whatsapp'), true],
    [test('outcome', 'empty'), true],
    [test('open', 'is', 'false'), false],
    [test('window', 'is', 'true'), true],
    [test('in_flow', 'is', 'false'), true],
    [own('7', 'number', 'below', '12.5'), false],
    [own('7', 'number', 'above', '9'), true],
    [own('7', 'number', 'is', '13'), false],
    [own('8', 'date', 'today'), false],
    [own('8', 'date', 'below', '2026-03-11'), true],
    [own('11', 'date', 'past'), false],
    [own('11', 'date', 'today'), true],
    [own('11', 'date', 'future'), false],
    [own('12', 'date', 'future'), true],
    [own('12', 'date', 'above', '2026-03-11'), true],
    [own('9', 'boolean', 'is', 'false'), false],
    [own('13', 'words', 'isNot', 'ouro'), false],
    [own('13', 'words', 'isNot', 'our'), true],
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

describe('what can’t be done', () => {
  const blocked = { ...FACTS.customer, isBlocked: true };
  const optedOut = { ...FACTS.customer, isOptedOut: true };
  const free = { ...TICKET, ownerId: null };
  it.each<
    [string, RuleAction, Partial<Omit<Facts, 'ticket'>> & { ticket?: Partial<typeof TICKET> | null }, RuleSkip | null]
  >([
    ['a tag that they have', act('tag', '3'), {}, 'same'],
    ['another tag', act('tag', '4'), {}, null],
    ['a tag off that they don’t have', act('untag', '4'), {}, 'same'],
    ['a tag off', act('untag', '3'), {}, null],
    ['the value that is there', act('field', '13', 'Ouro'), {}, 'same'],
    ['nothing where nothing is', act('field', '10', ''), {}, 'same'],
    ['another value', act('field', '13', 'Prata'), {}, null],
    ['a note without a ticket', act('note'), { ticket: null }, 'noTicket'],
    ['a note in a finished one', act('note'), { ticket: { isOpen: false } }, null],
    ['finished once more', act('finish'), { ticket: { isOpen: false } }, 'same'],
    ['finished while it is offered', act('finish'), { ticket: { offeredTo: '6' } }, 'transfer'],
    ['a text in a finished one', act('send'), { ticket: { isOpen: false } }, 'finished'],
    ['a text to who is blocked', act('send'), { customer: blocked }, 'blocked'],
    ['a text outside the window', act('reply', '1'), { ticket: { hasWindow: false } }, 'window'],
    ['an answer to who wants none, and asks', act('send'), { customer: optedOut }, null],
    ['an answer to who says so', act('send'), { customer: optedOut, text: 'sair' }, 'optedOut'],
    ['a flow for who is blocked', act('flow', '1'), { customer: blocked, ticket: free }, 'blocked'],
    ['a flow where somebody has it', act('flow', '1'), {}, 'owned'],
    ['a flow where one is', act('flow', '1'), { ticket: { ...free, hasFlow: true } }, 'inFlow'],
    ['a flow where it is offered', act('flow', '1'), { ticket: { ...free, offeredTo: '6' } }, 'transfer'],
    ['a flow in a finished one', act('flow', '1'), { ticket: { ...free, isOpen: false } }, 'finished'],
    ['to its department', act('department', '3'), { ticket: { departmentId: '3' } }, 'same'],
    ['to a department, finished', act('department', '3'), { ticket: { isOpen: false } }, 'finished'],
    ['to another one, in a flow', act('department', '3'), { ticket: { ...free, hasFlow: true } }, 'inFlow'],
    ['to another one, offered', act('department', '3'), { ticket: { offeredTo: '6' } }, 'transfer'],
    ['to its owner', act('assign', '5'), {}, 'same'],
    ['to somebody else', act('assign', '6'), {}, null],
    ['to the queue, from its owner', act('queue'), {}, null],
    ['to a department', act('department', '3'), {}, null],
    ['finished', act('finish'), {}, null],
    ['a text', act('send'), {}, null],
    ['a flow', act('flow', '1'), { ticket: free }, null],
    ['to somebody, finished', act('assign', '6'), { ticket: { isOpen: false } }, 'finished'],
    ['to somebody, in a flow', act('assign', '6'), { ticket: { ...free, hasFlow: true } }, 'inFlow'],
    ['to the queue where it is', act('queue'), { ticket: free }, 'same'],
    ['to the queue, of a flow', act('queue'), { ticket: { ...free, hasFlow: true } }, 'inFlow'],
    ['to the queue, offered', act('queue'), { ticket: { offeredTo: '6' } }, 'transfer'],
    ['to the queue, finished', act('queue'), { ticket: { isOpen: false } }, 'finished'],
  ])('%s', (_what, action, { ticket, ...facts }, expected) => {
    const now = { ...FACTS, ...facts, ticket: ticket === null ? null : { ...TICKET, ...ticket } };
    const acting = { definition: rule(on('message.received'), all(), [action]), on: 'message.received' as const };
    expect(foreseen(action, now, acting)).toBe(expected);
  });

  it('a text that isn’t an answer, to who wants none -> left out; a rule that asks what was said takes the ticket of a flow', () => {
    const by = (name: RuleEventName, condition = all()) => ({ definition: rule(on(name), condition, []), on: name });
    expect(foreseen(act('send'), { ...FACTS, customer: optedOut }, by('customer.tagged'))).toBe('optedOut');
    expect(foreseen(act('send'), { ...FACTS, customer: optedOut }, by('campaign.answered'))).toBeNull();
    const held = { ...FACTS, ticket: { ...free, hasFlow: true } };
    for (const field of ['text', 'in_flow'] as const)
      expect(foreseen(act('assign', '6'), held, by('message.received', all(test(field, 'filled'))))).toBeNull();
    expect(foreseen(act('assign', '6'), held, by('message.received', all(test('tag', 'filled'))))).toBe('inFlow');
  });

  it('a flow that writes first -> not to who is blocked or wants nothing, has one, or is attended', () => {
    const at = (ticket: Partial<typeof TICKET> | null, customer = FACTS.customer) =>
      foreseenStart({ ...FACTS, customer, ticket: ticket === null ? null : { ...TICKET, ...ticket } });
    const waiting = { ownerId: null, waitedMinutes: null };
    expect([at(null), at({ isOpen: false }), at(waiting)]).toEqual([null, null, null]);
    expect([at(null, blocked), at(null, optedOut)]).toEqual(['blocked', 'optedOut']);
    expect(at({ ...waiting, hasFlow: true })).toBe('inFlow');
    for (const busy of [{ ownerId: '5' }, { offeredTo: '6' }, { waitedMinutes: 0 }])
      expect(at({ ...waiting, ...busy })).toBe('attended');
  });

  it('what was done -> the next action is judged by it', () => {
    const then = (action: RuleAction) => afterwards({ ...FACTS, ticket: { ...TICKET, hasFlow: true } }, action);
    expect(then(act('tag', '4')).customer.tagIds).toEqual(['3', '4']);
    expect(then(act('untag', '3')).customer.tagIds).toEqual([]);
    expect(then(act('field', '13', 'Prata')).customer.values['13']).toBe('Prata');
    expect(Object.keys(then(act('field', '13')).customer.values)).not.toContain('13');
    expect(then(act('department', '3')).ticket).toMatchObject({ departmentId: '3', ownerId: null, hasFlow: false });
    expect(then(act('assign', '6')).ticket).toMatchObject({ ownerId: '6', hasFlow: false });
    expect(then(act('queue')).ticket).toMatchObject({ ownerId: null, hasFlow: false });
    expect(afterwards(FACTS, act('flow', '1')).ticket).toMatchObject({ hasFlow: true, ownerId: '5' });
    expect(then(act('finish', '8')).ticket).toMatchObject({ isOpen: false, outcomeId: '8', hasFlow: false });
    for (const name of ['send', 'reply', 'note', 'notify'] as const) expect(afterwards(FACTS, act(name))).toBe(FACTS);
  });
});

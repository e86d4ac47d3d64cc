import { describe, expect, test } from 'vitest';
import type { ListedFlow } from '../../src/machines/entities/flows.ts';
import { conflictsOf } from '../../src/views/administration/conversation-bot/conflicts.ts';

const ANY: ListedFlow['trigger'] = { instance_ids: [], starts: 'any', keywords: [], hours: 'any' };

/** Flows that answer, in their order. */
const flows = (...triggers: Partial<ListedFlow['trigger']>[]): ListedFlow[] =>
  triggers.map((trigger, at) => ({
    id: String(at + 1),
    name: `Fluxo ${at + 1}`,
    kind: 'passive',
    is_active: true,
    is_archived: false,
    position: at,
    bot_name: null,
    trigger: { ...ANY, ...trigger },
    number: 1,
    has_draft: false,
    running: 0,
    version: '1',
    updatedAt: 0,
  }));
const words = (...keywords: string[]) => ({ starts: 'keyword' as const, keywords });
const found = (...triggers: Partial<ListedFlow['trigger']>[]) => conflictsOf(flows(...triggers));

describe('flows for the same trigger', () => {
  test('the first takes any message -> those behind it never answer, each said once', () => {
    const never = { kind: 'never', before: '1' };
    expect(found({}, words('pedido'), { starts: 'first' }, {})).toMatchObject([
      { ...never, id: '2' },
      { ...never, id: '3' },
      { ...never, id: '4' },
    ]);
  });

  test('a word or a first contact, then any message -> no conflict', () => {
    expect(found(words('pedido'), { starts: 'first' }, {})).toEqual([]);
  });

  test('the same words, whatever their case and accents, or within others -> taken; other words aren’t', () => {
    expect(found(words('Cardápio', 'oi'), words('cardapio', 'pizza'))).toMatchObject([
      { kind: 'some', id: '2', keywords: ['cardapio'], instanceIds: null },
    ]);
    expect(found(words('pedido'), words('meu pedido'))).toMatchObject([{ kind: 'never', keywords: ['meu pedido'] }]);
    expect(found(words('meu pedido'), words('pedido'))).toEqual([]);
    expect(found(words('oi'), words('coisa'))).toEqual([]);
  });

  test('on some of its numbers, or in some of its hours -> some; on others, or in others -> none', () => {
    expect(found({ instance_ids: ['1'] }, { instance_ids: ['1', '2'] })).toMatchObject([
      { kind: 'some', instanceIds: ['1'] },
    ]);
    expect(found({ instance_ids: ['1'] }, {})).toMatchObject([{ kind: 'some', instanceIds: ['1'] }]);
    expect(found({ instance_ids: ['1'] }, { instance_ids: ['2'] })).toEqual([]);
    expect(found({ hours: 'open' }, {})).toMatchObject([{ kind: 'some', instanceIds: null }]);
    expect(found({ hours: 'open' }, { hours: 'closed' })).toEqual([]);
  });

  test('one that is off takes nothing', () => {
    const [first, ...rest] = flows({}, {});
    expect(conflictsOf([...(first === undefined ? [] : [{ ...first, is_active: false }]), ...rest])).toEqual([]);
  });
});

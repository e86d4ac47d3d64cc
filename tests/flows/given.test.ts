import { describe, expect, test } from 'vitest';
import { flowSchema } from '../../contract/flows/flow.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { givenValues } from '../../flows/given.ts';
import { branch, end, flow, menu, say } from './builders.ts';
import { played } from './play.ts';

/** Asks only for orders above a hundred. */
const ORDER = {
  start: branch({ grande: 'valor > 100' }, { grande: 'pedido', else: 'fim' }),
  pedido: say('Pedido {{pedido}}', { next: 'fim' }),
  fim: end('Obrigado!'),
};
const order = (pedido: Flow['variables'][string]): Flow =>
  flow(ORDER, { variables: { pedido, valor: { type: 'number', initial: 1 } } });

describe('variables that begin with a value', () => {
  test('used at once -> nothing is wrong; without one it may be used unset', () => {
    expect(check(order({ type: 'text', initial: 'x' })).findings).toEqual([]);
    expect(check(order({ type: 'text' })).findings.map(({ property, about }) => `${property} ${about}`)).toEqual([
      'variables pedido',
    ]);
  });

  test('compared -> both sides are looked at: somebody may send another', () => {
    const circle = flow(
      {
        start: branch({ grande: 'valor > 100' }, { grande: 'start', else: 'fim' }),
        fim: end('Obrigado!'),
      },
      { variables: { valor: { type: 'number', initial: 1 } } },
    );
    const [finding] = check(circle).findings;
    expect(finding).toMatchObject({ property: 'automaticCycle', severity: 'error' });
    expect(played(circle, finding?.conversation ?? []).run.status).toBe('stuck');
  });

  test('a value of another type, or of a choice -> isn’t one', () => {
    const of = (variable: unknown) => flowSchema.safeParse({ ...flow(ORDER), variables: { x: variable } }).success;
    expect(of({ type: 'number', initial: 1 })).toBe(true);
    expect(of({ type: 'date', initial: '2026-03-01' })).toBe(true);
    for (const wrong of [
      { type: 'number', initial: '1' },
      { type: 'text', initial: true },
      { type: 'date', initial: '2026-02-31' },
      { type: 'choice', initial: 'a' },
    ])
      expect(of(wrong)).toBe(false);
  });

  test('values that are sent along -> those that the flow has and that fit; of a choice an option, no blank text', () => {
    const asks = flow(
      { start: menu('Qual?', { sim: 'fim', nao: 'fim' }, { saves: 'escolha' }), fim: end('Obrigado!') },
      { variables: { escolha: { type: 'choice' }, vip: { type: 'boolean' }, valor: { type: 'number' } } },
    );
    expect(givenValues(asks, { escolha: 'sim', vip: true, valor: '7' })).toEqual({
      values: { escolha: 'sim', vip: true, valor: 7 },
      wrong: [],
    });
    const named = flow({ start: end('Oi, {{nome}}') }, { variables: { nome: { type: 'text' } } });
    for (const nome of ['', ' ', '\0', '\u200B'])
      expect(givenValues(named, { nome })).toEqual({ values: {}, wrong: ['nome'] });
    expect(givenValues(asks, { escolha: 'talvez', vip: 'sim', valor: 'x', toString: 'y' })).toEqual({
      values: {},
      wrong: ['escolha', 'vip', 'valor', 'toString'],
    });
  });
});

import { describe, expect, test } from 'vitest';
import type { FlowNode } from '../../contract/flows/flow.ts';
import { decide } from '../../flows/decide.ts';
import type { Input } from '../../flows/decide.ts';
import { expressionsOf } from '../../flows/expression.ts';
import { ask, menu, request } from './builders.ts';

const decided = (node: FlowNode, input: Input, variables: Parameters<typeof expressionsOf>[0]['variables'] = {}) =>
  decide(node, input, {
    values: {},
    variables,
    isOpen: () => true,
    expressions: expressionsOf({ variables, nodes: {} }),
  });
const labelled = (...labels: readonly string[]): FlowNode =>
  menu('Escolha', {}, { options: labels.map((label, at) => ({ id: `o${at}`, label })) });

describe('what is written to a menu -> the option that it means', () => {
  const years = ['5', '10', '1 ano'];
  test.each<[labels: readonly string[], text: string, exit: string]>([
    [['Vendas', 'Suporte'], '2', 'o1'],
    [['Vendas', 'Suporte'], ' 2) ', 'o1'],
    [['Vendas', 'Suporte'], '3', 'other'],
    [['Vendas', 'Suporte'], '0', 'other'],
    [['Vendas', 'Suporte'], 'SUPORTE', 'o1'],
    [['Vendas', 'Devolução'], 'devolucao', 'o1'],
    [['Vendas', 'Falar  com alguém'], 'falar com alguem', 'o1'],
    // A label that is a number is meant before a place; no published menu has one that is another's place.
    [years, '5', 'o0'],
    [years, '10', 'o1'],
    [years, '3', 'o2'],
    [years, '1', 'o0'],
    [['1️⃣', '2️⃣'], '2', 'o1'],
    [['1', '2'], '02', 'o1'],
    [['Vendas', 'Suporte'], '', 'other'],
    [['Vendas', 'Suporte'], 'constructor', 'other'],
  ])('%j %j -> %s', (labels, text, exit) => {
    expect(decided(labelled(...labels), { of: 'message', text })?.exit).toBe(exit);
  });

  test('a tap -> its option, whatever its label is', () => {
    expect(decided(labelled('2', '1'), { of: 'message', text: '2', option: 'o1' })?.exit).toBe('o1');
    expect(decided(labelled('2', '1'), { of: 'message', text: '2', option: 'old' })?.exit).toBe('other');
  });
});

test('a question that cannot be sent -> its time is over', () => {
  expect(decided(ask('Nome?', {}), { of: 'failed' })?.exit).toBe('timeout');
});

test('a long text -> kept up to a length, without half a character', () => {
  const saved = decided(ask('Nome?', {}, { saves: 'nome' }), { of: 'message', text: 'a'.repeat(999) + '🙂🙂' })?.saved;
  expect(saved).toEqual({ nome: 'a'.repeat(999) });
});

describe('what another server answers -> kept as its variable is, or the request has failed', () => {
  const node = request({ ok: 'bye', failed: 'person' }, { 'a.0.b': 'v' });
  test.each<[type: 'text' | 'number' | 'boolean' | 'date', json: unknown, saved: unknown]>([
    ['text', { a: [{ b: 'x' }] }, 'x'],
    ['text', { a: [{ b: 7 }] }, '7'],
    ['text', { a: [{ b: '' }] }, ''],
    ['number', { a: [{ b: 7.5 }] }, 7.5],
    ['number', { a: [{ b: '7.5' }] }, 7.5],
    ['boolean', { a: [{ b: false }] }, false],
    ['date', { a: [{ b: '2026-03-01T10:00:00Z' }] }, '2026-03-01'],
  ])('%s %j -> %j', (type, json, saved) => {
    expect(decided(node, { of: 'done', json }, { v: { type } })).toEqual({ exit: 'ok', saved: { v: saved } });
  });

  test.each<[type: 'text' | 'number' | 'boolean' | 'date', json: unknown]>([
    ['text', { a: [{ b: null }] }],
    ['text', { a: [{}] }],
    ['text', { a: [] }],
    ['text', null],
    ['text', undefined],
    ['text', { a: [{ b: { c: 1 } }] }],
    ['number', { a: [{ b: 'sete' }] }],
    ['number', { a: [{ b: true }] }],
    ['boolean', { a: [{ b: 'true' }] }],
    ['date', { a: [{ b: '2026-03' }] }],
    ['date', { a: [{ b: '2026-02-30' }] }],
  ])('%s %j -> failed', (type, json) => {
    expect(decided(node, { of: 'done', json }, { v: { type } })).toEqual({ exit: 'failed', saved: {} });
  });

  test('a path that every object has -> failed', () => {
    const named = request({ ok: 'bye', failed: 'person' }, { 'constructor.name': 'v' });
    expect(decided(named, { of: 'done', json: {} }, { v: { type: 'text' } })?.exit).toBe('failed');
  });
});

test('one of several results does not fit -> none is kept', () => {
  const node = request({ ok: 'bye', failed: 'person' }, { first: 'a', second: 'b' });
  const decision = decided(node, { of: 'done', json: { first: 'x' } }, { a: { type: 'text' }, b: { type: 'text' } });
  expect(decision).toEqual({ exit: 'failed', saved: {} });
});

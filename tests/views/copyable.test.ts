import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBoleto, isCpf } from '../../src/views/rich-text/check-digits.ts';
import { findCopyable } from '../../src/views/rich-text/find-copyable.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';

const found = (text: string) =>
  findCopyable(text).map(({ kind, start, end, value }) => [kind, text.slice(start, end), value]);

const BANK = '00190500954014481606906809350314337370000000100';
const BILL = '836200000005667800481000180975657313001589636081';
const KEY = '123e4567-e89b-42d3-a456-426614174000';

describe('what can be copied of a text', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ['Meu CPF é 529.982.247-25.', [['cpf', '529.982.247-25', '52998224725']]],
    ['52998224725', [['cpf', '52998224725', '52998224725']]],
    ['529.982.247-26', []],
    ['111.111.111-11', []],
    ['CNPJ 11.222.333/0001-81, ok', [['cnpj', '11.222.333/0001-81', '11222333000181']]],
    ['CNPJ 11.222.333/0001-82', []],
    ['12.ABC.345/01DE-35', [['cnpj', '12.ABC.345/01DE-35', '12ABC34501DE35']]],
    ['preciso do boleto do pedido 77219', [['order', '77219', '77219']]],
    [
      'Pedido nº 77219 e pedido: #4411',
      [
        ['order', '77219', '77219'],
        ['order', '#4411', '4411'],
      ],
    ],
    ['é o #12345?', [['order', '#12345', '12345']]],
    ['#12', []],
    ['página#12345', []],
    ['expedido 12345', []],
    ['(11) 98765-4321', [['phone', '(11) 98765-4321', '11987654321']]],
    ['meu zap: +55 11 98765-4321', [['phone', '+55 11 98765-4321', '+5511987654321']]],
    ['11 3456-7890', [['phone', '11 3456-7890', '1134567890']]],
    ['1134567890', []],
    ['+351 912 345 678', [['phone', '+351 912 345 678', '+351912345678']]],
    [`pix: ${KEY}`, [['pix', KEY, KEY]]],
    [` ${KEY}\n`, [['pix', KEY, KEY]]],
    [`código ${KEY}`, []],
    [`${'a '.repeat(60)}pix ${'b '.repeat(60)} ${KEY}`, []],
    [BANK, [['boleto', BANK, BANK]]],
    [
      '00190.50095 40144.816069 06809.350314 3 37370000000100',
      [['boleto', '00190.50095 40144.816069 06809.350314 3 37370000000100', BANK]],
    ],
    [
      '83620000000-5 66780048100-0 18097565731-3 00158963608-1',
      [['boleto', '83620000000-5 66780048100-0 18097565731-3 00158963608-1', BILL]],
    ],
    [BANK.replace('1', '2'), []],
    ['R$ 1.234,56 em 12/03/2026 às 14:30', []],
    ['protocolo 20261123-0034', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('several in one text, in order', () => {
    const text = 'CPF 529.982.247-25, fone (11) 98765-4321, pedido 77219';
    expect(found(text).map(([kind]) => kind)).toEqual(['cpf', 'phone', 'order']);
  });

  it.each([
    ...Object.entries(HOSTILE_TEXTS),
    ['one number', (length: number) => '1'.repeat(length)] as const,
    ['numbers', (length: number) => '123 '.repeat(length / 4)] as const,
    ['brackets', (length: number) => '(('.repeat(length / 2)] as const,
    ['a word over and over', (length: number) => 'pedido '.repeat(length / 7)] as const,
  ])('%s: nothing is found in it, however long it is', (_name, make) => {
    expect(findCopyable(make(65_536))).toEqual([]);
  });
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`, 'u'));

describe('always', () => {
  it('parts don’t overlap, are in order, and their value is in the text but for punctuation', () => {
    const words = fc.oneof(
      fc.string(),
      digits(11),
      digits(14),
      digits(47),
      fc.constantFrom('529.982.247-25', BANK, '#12345', 'pix', KEY, '+55 (11) 98765-4321', 'pedido 123', ' ', '-', '.'),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const text = parts.join(' ');
        let last = 0;
        for (const { start, end, value } of findCopyable(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          const bare = (written: string) => written.toUpperCase().replaceAll(/[^0-9A-Z]/gu, '');
          expect(bare(text.slice(start, end))).toBe(bare(value));
          last = end;
        }
      }),
    );
  });

  it('a CPF with one digit changed is none', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const cpf = '52998224725';
        const other = (Number(cpf[at]) + by) % 10;
        expect(isCpf(cpf.slice(0, at) + other + cpf.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('of a boleto no digit can be changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(BANK, BILL), fc.nat({ max: 46 }), fc.integer({ min: 1, max: 9 }), (line, at, by) => {
        const other = (Number(line[at]) + by) % 10;
        // The third digit of a bill says how the others are checked.
        fc.pre(line !== BILL || at !== 2);
        expect(isBoleto(line.slice(0, at) + other + line.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('nothing is found in words alone', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zà-ú ]*$/u), (text) => {
        expect(findCopyable(text)).toEqual([]);
      }),
    );
  });
});

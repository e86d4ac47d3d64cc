import { describe, expect, it } from 'vitest';
import { formatCnpj, isCnpj } from '../../contract/facts/cnpj.ts';

describe('a CNPJ', () => {
  it.each([
    ['11.222.333/0001-81', true],
    ['11222333000181', true],
    [' 11.222.333/0001-81 ', true],
    ['12.ABC.345/01DE-35', true],
    ['12abc34501de35', true],
    ['11.222.333/0001-82', false],
    ['11.222.333/0001-91', false],
    ['12.ABC.345/01DE-36', false],
    ['12.ABC.345/01DE-3A', false],
    ['00000000000000', false],
    ['1122233300018', false],
    ['112223330001811', false],
    ['', false],
    ['<script>', false],
  ])('%s: %s', (text, expected) => expect(isCnpj(text)).toBe(expected));

  it('is written with its punctuation', () => {
    expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  });
});

import { describe, expect, it } from 'vitest';
import { isGoodPassword, passwordScore } from '../../contract/facts/password.ts';
import type { PasswordScore } from '../../contract/facts/password.ts';

describe('the strength of a password', () => {
  it.each<[string, PasswordScore, string]>([
    ['', 50, 'empty'],
    ['a', 50, 'one character'],
    ['Ab#1!zQ', 50, 'seven characters, however many kinds'],
    ['#A!b$C%', 50, 'seven characters with many signs'],
    ['çÃo#!Xy', 50, 'seven characters with accents'],
    ['😀😀x#A!b', 50, 'seven characters of which two take two units'],
    ['       ', 50, 'seven blanks'],
    ['mwqkzrtb', 75, 'eight lower-case letters in no order'],
    ['MWQKZRTB', 75, 'eight capitals'],
    ['80362951', 75, 'eight digits in no order'],
    ['mW9kZr4b', 75, 'letters of both cases and digits'],
    ['cavalo-azul', 75, 'words with one sign'],
    ['Cavalo-azul', 75, 'words of both cases with one sign'],
    ['cavalo-azul!', 75, 'two signs, no capital'],
    ['CAVALO-AZUL!', 75, 'two signs, no small letter'],
    ['Cavalo-azul!', 100, 'two signs and both cases'],
    ['Balcao#2026', 75, 'one sign and both cases'],
    ['Uma#outra+senha9', 100, 'long, with two signs'],
    ['aB##cDxy', 100, 'the same sign twice'],
    ['aB###cDx', 50, 'the same sign three times in a row'],
    ['aB#c#Dx#', 100, 'the same sign three times, apart'],
    ['aaaWqkzr', 50, 'three identical letters at the beginning'],
    ['Wqkzraaa', 50, 'three identical letters at the end'],
    ['Wqaaakzr', 50, 'three identical letters in the middle'],
    ['Wqaakzar', 75, 'three identical letters, two of them in a row'],
    ['aAaWqkzr', 75, 'one letter three times in a row, in both cases'],
    ['AAAwqkzr', 50, 'three identical capitals'],
    ['Wq111kzr', 50, 'three identical digits'],
    ['Wq1121kz', 75, 'three identical digits, apart'],
    ['Wqaaaakz', 50, 'four identical letters'],
    ['!!!Wqkzr#', 50, 'three identical signs, with signs and cases enough'],
    ['   Wqkzr', 50, 'three blanks in a row'],
    ['Wqkz  rt', 75, 'two blanks in a row'],
    ['Wq😀😀😀kz', 50, 'three identical pictures'],
    ['Wqkçççzr', 50, 'three identical letters with an accent'],
    ['abcWqkzr', 50, 'abc at the beginning'],
    ['Wqkzrabc', 50, 'abc at the end'],
    ['WqabckZr', 50, 'abc in the middle'],
    ['WqABCkzr', 50, 'ABC'],
    ['WqaBckzr', 50, 'aBc: the case doesn’t matter'],
    ['WqxYzktr', 50, 'xYz'],
    ['Wqxzyktr', 75, 'xzy is no sequence'],
    ['Wqyzaktr', 75, 'yza: the alphabet has an end'],
    ['Wqacektr', 75, 'ace: not neighbours'],
    ['Wqabkdtr', 75, 'ab alone'],
    ['Wqcbaktr', 75, 'cba: descending'],
    ['Wqmnoktr', 50, 'mno'],
    ['Wqrstktv', 50, 'rst'],
    ['Wqdefghi', 50, 'a longer sequence'],
    ['123Wqkzr', 50, '123 at the beginning'],
    ['Wqkzr123', 50, '123 at the end'],
    ['Wq012kzr', 50, '012'],
    ['Wq789kzr', 50, '789'],
    ['Wq890kzr', 75, '890: the digits have an end'],
    ['Wq321kzr', 75, '321: descending'],
    ['Wq135kzr', 75, '135: not neighbours'],
    ['Wq12kz34', 75, '12 and 34 apart'],
    ['Wq1a2b3c', 75, 'digits and letters in turn'],
    ['Wq9abkzr', 75, '9 and a are no neighbours'],
    ['12345678', 50, 'the digits'],
    ['abcdefgh', 50, 'the alphabet'],
    ['Abc#def!', 50, 'two signs and both cases, with a sequence'],
    ['Senha#1!23', 100, 'two signs and both cases, the digits apart'],
    ['Senha#!1234', 50, 'two signs and both cases, with 1234'],
    ['maçãRoxa#!', 100, 'accents, two signs and both cases'],
    ['ÁÉÍÓÚáéí', 75, 'letters with accents are letters, not signs'],
    ['Ünïcödé#!', 100, 'letters of both cases, though not the alphabet’s'],
    ['ÁÉÍÓÚ#!12', 75, 'two signs, only capitals with accents'],
    ['пароль#!Х', 100, 'letters of another script'],
    ['Wq kz rt b', 75, 'blanks are no signs'],
    ['Wqkz\t\trt', 75, 'nor are tabs'],
    ['Wqkzr😀😀t', 100, 'pictures are signs'],
    ['__Wqkzrt', 100, 'underscores are signs'],
    ['Wqkzrt..', 100, 'dots are signs'],
  ])('%j is %i: %s', (password, score) => {
    expect(passwordScore(password)).toBe(score);
  });

  it('is good enough from 75 on', () => {
    expect([isGoodPassword('senha123'), isGoodPassword('Balcao#2026'), isGoodPassword('Cavalo-azul!')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('takes a long password in its stride', () => {
    expect(passwordScore('Wq#k!'.repeat(200_000))).toBe(100);
  });
});

import { describe, expect, it } from 'vitest';
import {
  mentionAt,
  mentionsIn,
  partsOf,
  peopleOf,
  takenMention,
} from '../../src/views/attendance/chat/note/mentions.ts';

const ANA = { id: '1', name: 'Ana Ribeiro' };
const ANA_LIMA = { id: '2', name: 'Ana Lima' };
const JOSE = { id: '3', name: 'José Ávila' };

describe('what is written after an @', () => {
  it.each([
    ['@', 1, { from: 0, to: 1, search: '' }],
    ['veja @an', 8, { from: 5, to: 8, search: 'an' }],
    ['veja @ana rib', 13, { from: 5, to: 13, search: 'ana rib' }],
    ['veja @an depois', 8, { from: 5, to: 8, search: 'an' }],
    ['mande a ana@aurora.example', 26, null],
    ['@ana\nlinha', 10, null],
    ['nada', 4, null],
  ])('%j at %i', (text, caret, mention) => {
    expect(mentionAt(text, caret)).toEqual(mention);
  });
});

describe('who is offered', () => {
  it.each([
    ['', ['Ana Ribeiro', 'Ana Lima', 'José Ávila']],
    ['ANA', ['Ana Ribeiro', 'Ana Lima']],
    ['lim', ['Ana Lima']],
    ['jose', ['José Ávila']],
    ['avi', ['José Ávila']],
    ['beiro', []],
  ])('%j', (search, names) => {
    expect(peopleOf([ANA, ANA_LIMA, JOSE], search).map(({ name }) => name)).toEqual(names);
  });
});

it('chosen: the name takes the place of what was written, with one space behind it', () => {
  const mention = { from: 5, to: 8, search: 'an' };
  const taken = (text: string) => {
    const { from, to, inserted } = takenMention(text, mention, 'Ana Lima');
    return text.slice(0, from) + inserted + text.slice(to);
  };
  expect(taken('veja @an depois')).toBe('veja @Ana Lima depois');
  expect(taken('veja @an')).toBe('veja @Ana Lima ');
});

it('who is mentioned: each whose name is written, not whose name another begins with', () => {
  const ana = { id: '9', name: 'Ana' };
  expect(mentionsIn('@Ana Lima, veja com @José Ávila', [ana, ANA_LIMA, JOSE])).toEqual([ANA_LIMA, JOSE]);
  expect(mentionsIn('veja', [ana, ANA_LIMA])).toEqual([]);
});

it('the mentions of a note are marked, the longer name first, and nothing else', () => {
  const short = { id: '4', name: 'Ana' };
  expect(partsOf('@Ana Lima e @Ana, vejam @José', [short, ANA_LIMA])).toEqual([
    { text: '@Ana Lima', isMention: true },
    { text: ' e ', isMention: false },
    { text: '@Ana', isMention: true },
    { text: ', vejam @José', isMention: false },
  ]);
  expect(partsOf('', [ANA])).toEqual([]);
});

import { expect, test } from 'vitest';
import { recordOfActors } from '../../src/adapters/storage/actor-records.ts';
import { LOG_FORMAT, parseOnDisk } from '../../src/adapters/storage/log-format.ts';
import { actorsOf } from '../../src/adapters/storage/raw-log.ts';
import type { ActorEntry } from '../../src/adapters/storage/actor-records.ts';

const first: ActorEntry = ['ticket:1', { lifecycle: 'open' }, { id: '1', owner: { id: '2' }, list: [], seen: null }];

/** The actors of records, in order. */
function readBack(...records: string[]): ActorEntry[] {
  return [...actorsOf(records).actors].map(([name, { value, context }]) => [name, value, context]);
}

test.each<[string, ActorEntry]>([
  [
    'the same but for its id',
    ['ticket:2', { lifecycle: 'open' }, { id: '2', owner: { id: '2' }, list: [], seen: null }],
  ],
  ['another state', ['ticket:2', { lifecycle: 'finished' }, { id: '2', owner: { id: '2' }, list: [], seen: null }]],
  ['a state in a word', ['ticket:2', 'open', { id: '2', owner: { id: '2' }, list: [], seen: null }]],
  ['an object that became nothing', ['ticket:2', 'open', { id: '1', owner: null, list: [], seen: null }]],
  ['an object that became a list', ['ticket:2', 'open', { id: '1', owner: [{ id: '2' }], list: [], seen: null }]],
  ['an object with other fields', ['ticket:2', 'open', { id: '1', owner: { name: 'Ana' }, list: [], seen: null }]],
  ['a field more', ['ticket:2', 'open', { id: '1', owner: { id: '2', name: 'Ana' }, list: [], seen: null }]],
  ['a field less', ['ticket:2', 'open', { id: '1', owner: { id: '2' }, list: [] }]],
  ['nothing that became an object', ['ticket:2', 'open', { id: '1', owner: { id: '2' }, list: [], seen: { at: 1 } }]],
  ['a list that was filled', ['ticket:2', 'open', { id: '1', owner: { id: '2' }, list: [[1], {}], seen: null }]],
  ['another kind', ['inbox', 'idle', { id: '1' }]],
])('stored beside another actor: %s -> read as it was', (_, actor) => {
  expect(readBack(recordOfActors([first, actor]))).toEqual([first, actor]);
});

test('removed in a later record -> no longer there', () => {
  const other: ActorEntry = ['ticket:2', 'open', { id: '2' }];
  expect(readBack(recordOfActors([first, other]), recordOfActors([['ticket:1']]))).toEqual([other]);
});

test('a field that became undefined -> not the other actor’s', () => {
  const actor: ActorEntry = ['ticket:2', 'open', { id: '2', owner: undefined, list: [], seen: null }];
  expect(readBack(recordOfActors([first, actor]))).toEqual([
    first,
    ['ticket:2', 'open', { id: '2', list: [], seen: null }],
  ]);
});

test('a record of an older format -> as it is, for its migration', () => {
  expect(actorsOf([JSON.stringify([first])])).toEqual({ actors: new Map(), others: [[first]] });
});

test.each<[string, unknown]>([
  [
    'an actor without the first of its kind',
    { first: {}, shapes: [['ticket', ['id'], 0]], cells: [0, 'ticket:2', '2'] },
  ],
  ['an actor of no shape', { first: { ticket: ['open', {}] }, shapes: [], cells: [0, 'ticket:2', '2'] }],
  ['an actor without a name', { first: { ticket: ['open', {}] }, shapes: [['ticket', [], 0]], cells: [0] }],
  [
    'a half-written actor',
    { first: { ticket: ['open', {}] }, shapes: [['ticket', ['id'], 0]], cells: [0, 'ticket:2'] },
  ],
  [
    'a context that is none',
    { first: { ticket: ['open', {}] }, shapes: [['ticket', null, 0]], cells: [0, 'ticket:2', 2] },
  ],
])('%s -> the record isn’t readable', async (_, record) => {
  const onDisk = { about: { format: LOG_FORMAT, position: 1 }, ...actorsOf([JSON.stringify(record)]), batches: [] };
  expect(await parseOnDisk(onDisk)).toBe('damaged');
});

test('four hundred alike -> less than a quarter of their text', () => {
  const many = Array.from({ length: 400 }, (_, n): ActorEntry => [
    `ticket:${n}`,
    { lifecycle: 'open' },
    { ...Object(first[2]), id: `${n}` },
  ]);
  const text = recordOfActors(many);
  expect(readBack(text)).toEqual(many);
  expect(text.length).toBeLessThan(JSON.stringify(many).length / 4);
});

import { createActor, setup } from 'xstate';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { describe, expect, test } from 'vitest';
import { declaredStates, declaredTransitions, explore, pathsThrough, tour } from '../support/graph.ts';
import type { Edge, Graph } from '../support/graph.ts';

/** A door: it opens, closes, and can be locked while it is closed. */
const door = setup({
  types: { events: {} as { type: 'open' | 'close' | 'lock' | 'knock' } },
}).createMachine({
  initial: 'closed',
  states: {
    closed: {
      on: {
        open: 'open',
        lock: [{ guard: () => false, target: 'open' }, { target: 'locked' }],
        knock: {},
      },
    },
    open: { on: { close: 'closed' } },
    locked: { type: 'final' },
  },
});

type Snapshot = SnapshotFrom<typeof door>;
type DoorEvent = EventFrom<typeof door>;

function doorGraph(limit = 10, key = ({ value }: Snapshot): string => value): Graph<Snapshot, DoorEvent> {
  return explore<Snapshot, DoorEvent>(door, {
    first: createActor(door).getSnapshot(),
    events: (['open', 'close', 'lock', 'knock'] as const).map((type) => ({ type })),
    key,
    stopWhen: ({ status }) => status === 'done',
    limit,
  });
}

function words(paths: readonly (readonly Edge<Snapshot, DoorEvent>[])[]): readonly string[] {
  return paths.map((path) => path.map(({ event }) => event.type).join(' ')).toSorted();
}

describe('explore', () => {
  test('tries every event in every state but the ends', () => {
    const { edges, first, states } = doorGraph();
    expect(first).toBe('closed');
    expect([...states.keys()].toSorted()).toEqual(['closed', 'locked', 'open']);
    expect(edges).toHaveLength(8);
  });

  test('knows a shortest way to each state', () => {
    const { ways } = doorGraph();
    expect(words([ways.get('locked') ?? [], ways.get('open') ?? [], ways.get('closed') ?? []])).toEqual([
      '',
      'lock',
      'open',
    ]);
  });

  test('refuses what never ends', () => {
    let count = 0;
    const everyOneIsNew = (): string => {
      count += 1;
      return String(count);
    };
    expect(() => doorGraph(5, everyOneIsNew)).toThrow('stopWhen');
  });
});

describe('paths', () => {
  test('one for each wanted step, none the beginning of another', () => {
    expect(words(pathsThrough(doorGraph(), ({ from, to }) => from !== to))).toEqual(['lock', 'open close']);
  });

  test('steps that stay are taken one after the other', () => {
    expect(words(pathsThrough(doorGraph(), ({ from, to }) => from === 'open' && to === 'open'))).toEqual([
      'open open lock knock',
    ]);
  });

  test('a tour takes every step that leads on in few paths', () => {
    expect(words(tour(doorGraph()))).toEqual(['open close lock']);
  });
});

describe('what a machine declares', () => {
  test('its states', () => {
    expect(declaredStates(door).map(({ label }) => label)).toEqual(['closed', 'open', 'locked']);
  });

  test('its transitions, each branch by itself', () => {
    expect(declaredTransitions(door).map(({ label }) => label)).toEqual([
      'closed · open → open',
      'closed · lock (1 of 2) → open',
      'closed · lock (2 of 2) → locked',
      'closed · knock',
      'open · close → closed',
    ]);
  });
});

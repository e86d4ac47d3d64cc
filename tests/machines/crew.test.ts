import { describe, expect, test, vi } from 'vitest';
import { assign, emit, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { createCrew } from '../../src/machines/crew.ts';

type Told = { readonly type: 'counted' } | { readonly type: 'closed' } | { readonly type: 'failed' };

/** Counts until it is closed. */
const counter = setup({
  types: {
    context: {} as { readonly name: string; readonly count: number },
    events: {} as Told,
    emitted: {} as { readonly type: 'done'; readonly name: string },
    input: {} as string,
  },
}).createMachine({
  context: ({ input }) => ({ name: input, count: 0 }),
  initial: 'open',
  states: {
    open: {
      on: {
        counted: { actions: assign({ count: ({ context }) => context.count + 1 }) },
        closed: { target: 'closed', actions: emit(({ context }) => ({ type: 'done', name: context.name })) },
        failed: {
          actions: [
            emit(({ context }) => ({ type: 'done', name: context.name })),
            assign(() => {
              throw new Error('broken');
            }),
          ],
        },
      },
    },
    closed: {},
  },
});

function aCrew() {
  const commands: { readonly type: 'done'; readonly name: string }[] = [];
  const crew = createCrew<SnapshotFrom<typeof counter>, Told, string, { readonly type: 'done'; readonly name: string }>(
    {
      machine: counter,
      begin: (name) => ({ name, count: 0 }),
      fold: (context, event, value) =>
        event.type === 'counted' && value === 'open' ? { ...context, count: context.count + 1 } : null,
    },
    (command) => commands.push(command),
  );
  return { crew, commands };
}

describe('a crew', () => {
  test('each is told for itself: facts, a step, a command', () => {
    const { crew, commands } = aCrew();
    const [ana, bruno] = [crew.make('Ana'), crew.make('Bruno')];
    expect(ana.send({ type: 'counted' })).toBe(true);
    expect(ana.send({ type: 'closed' })).toBe(true);
    expect(ana.send({ type: 'counted' })).toBe(false);
    expect(ana.getSnapshot()).toMatchObject({ value: 'closed', context: { name: 'Ana', count: 1 } });
    expect(bruno.getSnapshot()).toMatchObject({ value: 'open', context: { name: 'Bruno', count: 0 } });
    expect(commands).toEqual([{ type: 'done', name: 'Ana' }]);
  });

  test('nothing changed -> the same snapshot, and nobody is told', () => {
    const { crew } = aCrew();
    const ana = crew.make('Ana');
    const next = vi.fn();
    const subscription = ana.subscribe(next);
    ana.send({ type: 'counted' });
    ana.send({ type: 'closed' });
    const closed = ana.getSnapshot();
    ana.send({ type: 'counted' });
    expect(ana.getSnapshot()).toBe(closed);
    expect(next.mock.calls.map(([{ value, context }]) => [value, context.count])).toEqual([
      ['open', 1],
      ['closed', 1],
    ]);
    subscription.unsubscribe();
    const other = crew.make('Bruno');
    other.subscribe(next);
    other.stop();
    expect(other.send({ type: 'counted' })).toBe(false);
    expect(next).toHaveBeenCalledTimes(2);
  });

  test('one fails -> who shows it is told why, it hears no more, the others go on', () => {
    const { crew, commands } = aCrew();
    const [ana, bruno] = [crew.make('Ana'), crew.make('Bruno')];
    const error = vi.fn();
    ana.subscribe({ error });
    ana.send({ type: 'counted' });
    ana.send({ type: 'failed' });
    expect(error).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
    expect(ana.getSnapshot()).toMatchObject({ status: 'error', error: new Error('broken'), context: { count: 1 } });
    expect(commands).toEqual([]);
    expect(ana.send({ type: 'counted' })).toBe(false);
    expect(bruno.send({ type: 'counted' })).toBe(true);
    expect(bruno.getSnapshot()).toMatchObject({ status: 'active', context: { count: 1 } });
  });
});

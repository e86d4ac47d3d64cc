import { describe, expect, test, vi } from 'vitest';
import type { Invariant, MachineModel, Oracle } from '../../models/model.ts';
import { notificationModel } from '../../models/notification.model.ts';
import { presenceModel } from '../../models/presence.model.ts';
import { examine } from '../support/paths-examine.ts';
import { allStates, allTransitions } from '../support/paths-outline.ts';

vi.mock(import('xstate'), async (importOriginal) => {
  const [xstate, { followable }] = await Promise.all([importOriginal(), import('../support/paths-steps.ts')]);
  return { ...xstate, createActor: followable(xstate.createActor) };
});

/** The paths have to find what is wrong: a small model, and what it says of faults in it. */

const scene = 'Bruno is offered a ticket';
const good: MachineModel = {
  ...notificationModel,
  scenes: { [scene]: notificationModel.scenes[scene] ?? { given: [] } },
};

function expecting(state: string, leads: MachineModel['expected']['states'][string]): MachineModel {
  const { anywhere, states } = good.expected;
  return { ...good, expected: { anywhere, states: { ...states, [state]: leads } } };
}

function toldOf(model: MachineModel, invariants: readonly Invariant[] = [], of = scene): readonly string[] {
  return examine(model, invariants).told(of);
}

const colleague = 'a colleague comes and goes';
/** A model that says that nothing is new of a colleague. */
const known: MachineModel = {
  ...presenceModel,
  expected: {
    ...presenceModel.expected,
    states: {
      ...presenceModel.expected.states,
      pausing: { ...presenceModel.expected.states.pausing, 'presence.arrived: Bruno looks': 'ignored' },
    },
  },
};

describe('an examination', () => {
  test('has nothing to tell of a good model', () => {
    expect(toldOf(good, good.invariants)).toEqual([]);
  });

  test('tells of a step that leads elsewhere', () => {
    const told = toldOf(expecting('clearing', { 'timer.fired: the offer has faded out': 'shown removed' }));
    expect(told).toContainEqual(expect.stringContaining('should lead to shown removed, and led to gone'));
  });

  test('tells of it where other paths go on from there', () => {
    expect(toldOf(expecting('none', {}))).toContainEqual(
      expect.stringContaining('in none should change nothing, and led to shown'),
    );
  });

  test('tells of a step that changes what nobody expects to change', () => {
    const { 'transfer.removed': _, ...leads } = good.expected.states['shown'] ?? {};
    expect(toldOf(expecting('shown', leads))).toContainEqual(
      expect.stringContaining('transfer.removed in shown should change nothing, and led to clearing'),
    );
    expect(toldOf(known, [], colleague)).toContainEqual(
      expect.stringContaining('Bruno looks in pausing should change nothing, and changed the context'),
    );
  });

  test.each([
    ['stays', 'should change the context, and changed nothing'],
    ['acts', 'should give commands and change nothing, and changed nothing'],
    ['removed', 'should remove the actor, and it is still there'],
  ] as const)('tells of a step that changes nothing where a row says %s', (outcome, words) => {
    const { shown } = good.expected.states;
    const told = toldOf(expecting('shown', { ...shown, 'transfer.confirmFailed': outcome }));
    expect(told).toContainEqual(expect.stringContaining(`transfer.confirmFailed in shown ${words}`));
  });

  test('tells of an actor that is removed where no row says so', () => {
    expect(toldOf(expecting('clearing', { 'timer.fired: the offer has faded out': 'gone' }))).toContainEqual(
      expect.stringContaining('in clearing removed the actor, which should be there'),
    );
  });

  test('tells of a step that does not what is expected', () => {
    const told = toldOf(expecting('clearing', { ...good.expected.states['clearing'], 'transfer.deleted': 'gone' }));
    expect(told).toContainEqual(expect.stringContaining('should lead to gone, and led to clearing'));
  });

  test('tells of what an oracle foretold otherwise, and shows only what differs', () => {
    const silent: Oracle = {
      name: 'nothing is sent',
      foretell:
        () =>
        ({ event, commands }) => ({
          expected: { of: event.type, left: [] },
          came: { of: event.type, left: commands.filter(({ type }) => type === 'transfer.confirm') },
        }),
    };
    expect(toldOf({ ...good, oracles: [silent] })).toEqual([]);
    const deaf: Oracle = {
      name: 'an offer is not heard',
      foretell: (_app, event) =>
        event.type === 'transfer.arrived'
          ? ({ event: { type }, commands }) => ({
              expected: { of: type, heard: 0 },
              came: { of: type, heard: commands.filter((command) => command.type === 'sound.play').length },
            })
          : null,
    };
    expect(toldOf({ ...good, oracles: [deaf] })).toContainEqual(
      expect.stringMatching(
        /^transfer\.arrived: transfer\.arrived in none: an offer is not heard: expected heard = 0, and came heard = 1$/u,
      ),
    );
  });

  test('tells of an invariant that does not hold, with the path that led there', () => {
    const never: Invariant = {
      name: 'nothing is cleared',
      follow: () => (moment) => (moment.event.type === 'notice.cleared' ? 'it was' : null),
    };
    expect(toldOf(good, [never])).toContain('transfer.arrived → notice.cleared: the offer: nothing is cleared: it was');
  });

  test('tells of an invariant that does not hold in a scene that nothing leads out of', () => {
    const never: Invariant = { name: 'nobody comes', follow: () => () => 'somebody came' };
    const still: MachineModel = { ...good, scenes: { [scene]: { given: good.scenes[scene]?.given ?? [], only: [] } } };
    expect(toldOf(still, [never])).toEqual([expect.stringContaining('nobody comes: somebody came')]);
  });

  test('tells of a path that leads to another state than it did before', () => {
    let asked = 0;
    const unsteady = (): string => {
      asked += 1;
      return String(Math.min(asked, 4));
    };
    expect(toldOf({ ...good, key: unsteady })).toContainEqual(expect.stringContaining('when explored'));
  });

  test('shows the states and transitions that no path came to', () => {
    const { root } = examine({ ...good, scenes: { [scene]: { given: [] } } }, []).report();
    expect(allStates(root).filter(({ covered }) => covered)).toEqual([]);
    expect(allTransitions(root).filter(({ transition }) => transition.covered)).toEqual([]);
  });
});

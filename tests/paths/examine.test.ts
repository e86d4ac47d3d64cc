import { describe, expect, test, vi } from 'vitest';
import type { Invariant, MachineModel } from '../../models/model.ts';
import { notificationModel } from '../../models/notification.model.ts';
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

function toldOf(model: MachineModel, invariants: readonly Invariant[] = []): readonly string[] {
  return examine(model, invariants).told(scene);
}

describe('an examination', () => {
  test('has nothing to tell of a good model', () => {
    expect(toldOf(good, good.invariants)).toEqual([]);
  });

  test('tells of a step that leads elsewhere', () => {
    const told = toldOf(expecting('clearing', { 'timer.fired: the offer has faded out': 'shown' }));
    expect(told).toContainEqual(expect.stringContaining('should lead to shown, and led to gone'));
  });

  test('tells of a step that changes what nobody expects to change', () => {
    const { 'transfer.removed': _, ...leads } = good.expected.states['shown'] ?? {};
    expect(toldOf(expecting('shown', leads))).toContainEqual(
      expect.stringContaining('transfer.removed should change nothing in shown'),
    );
  });

  test('tells of a step that does not what is expected', () => {
    const told = toldOf(expecting('clearing', { ...good.expected.states['clearing'], 'transfer.deleted': 'gone' }));
    expect(told).toContainEqual(expect.stringContaining('should lead to gone, and led to clearing'));
  });

  test('tells of an invariant that does not hold, with the path that led there', () => {
    const never: Invariant = {
      name: 'nothing is cleared',
      follow: () => (moment) => (moment.event.type === 'notice.cleared' ? 'it was' : null),
    };
    expect(toldOf(good, [never])).toContain('transfer.arrived → notice.cleared: the offer: nothing is cleared: it was');
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

import { readFileSync } from 'node:fs';
import type { AnyTransitionDefinition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { campaignModel } from '../../models/campaign.model.ts';
import { readAndLeave } from '../../models/journeys/read-and-leave.model.ts';
import type { MachineModel } from '../../models/model.ts';
import { print } from '../../src/adapters/tenant/graphql-stub.ts';
import { declaredTransitions, nameOf } from '../support/graph.ts';
import { walkable } from '../support/journeys-walk.ts';
import type { Steps, WalkedWorld } from '../support/journeys-walk.ts';
import { examine } from '../support/paths-examine.ts';
import type { FailureReport, Looked, ModelReport, Problem, Taken } from '../support/paths-findings.ts';
import { machineModels } from '../support/paths-models.ts';
import { causesOf } from '../support/report/report-causes.ts';
import type { PlaceData } from '../support/report/report-model.ts';
import { placesOf } from '../support/report/report-places.ts';

vi.mock(import('xstate'), async (importOriginal) => {
  const [xstate, { followable }] = await Promise.all([importOriginal(), import('../support/paths-steps.ts')]);
  return { ...xstate, createActor: followable(xstate.createActor) };
});

/** From what went wrong to the line of the product. */

/** What is written where a place is, as it stands in the report. */
function written({ from, line, lines }: PlaceData): string {
  return lines[line - from]?.trim() ?? '';
}

const scene = 'a campaign runs while its page is open';
const { expected } = campaignModel;

/** The campaign's model, with something else expected of its one state. */
function expecting(leads: MachineModel['expected']['states'][string]): MachineModel {
  const states = { ...expected.states, followed: { ...expected.states.followed, ...leads } };
  const given = campaignModel.scenes[scene] ?? { given: [] };
  return { ...campaignModel, oracles: [], scenes: { [scene]: given }, expected: { ...expected, states } };
}

function firstPlaces(report: ModelReport): readonly PlaceData[] {
  return causesOf(report, null).groups[0]?.failures[0]?.places ?? [];
}

describe('a path of a machine that fails', () => {
  test('at a step that did something -> the transition in the product, and its action', () => {
    const report = examine(expecting({ 'campaign.updated: the second one': 'ignored' }), []).report();
    const [transition, action, ...others] = firstPlaces(report);
    expect(transition).toMatchObject({
      role: 'transition',
      name: 'campaign · followed · campaign.updated',
      file: 'src/machines/campaign/campaign.machine.ts',
    });
    expect(transition && written(transition)).toContain("'campaign.updated': { guard: 'isNewer', actions: 'take' }");
    expect(action).toMatchObject({ role: 'action', name: 'take' });
    expect(action && written(action)).toMatch(/^take: assign\(/u);
    expect(others).toEqual([]);
  });

  test('at a step whose guard held it back -> the transition that there would have been', () => {
    const report = examine(expecting({ 'campaign.updated: of an older server': 'stays' }), []).report();
    const places = firstPlaces(report);
    expect(places.map(({ role }) => role)).toEqual(['refused']);
    expect(places.map(written)).toEqual([expect.stringContaining("guard: 'isNewer'")]);
  });

  test('at a step that the state knows nothing of -> the state', () => {
    const looked: Looked = {
      machine: 'transfer',
      taken: [],
      before: { state: 'draft.ready', context: {} },
      after: { state: 'draft.ready', context: {} },
      changes: [],
      commands: [],
    };
    const places = placesOf(reportOf('machine'), failing('outbox.stored'), looked);
    expect(places.map(({ role }) => role)).toEqual(['ignored']);
    expect(places.map(written)).toEqual(['ready: {']);
    const none = { ...looked, before: { state: 'none', context: {} } };
    const [created] = placesOf(reportOf('machine'), failing('outbox.stored'), none);
    expect(created && written(created)).toContain('createMachine(');
  });
});

function reportOf(kind: ModelReport['kind'], name = 'transfer'): ModelReport {
  const root = {
    path: '',
    name: '',
    type: 'compound',
    initial: false,
    covered: true,
    transitions: [],
    states: [],
  } as const;
  return { kind, name, root, scenes: [], failures: [], wired: null, invariants: [] };
}

function failing(type: 'outbox.stored'): FailureReport {
  const events = [{ type, clientId: 'a', position: 1, loggedAt: 0 }];
  return { scene: '', steps: [type], at: 0, problems: [], events, look: null };
}

describe.each(machineModels)('$name', ({ machine }) => {
  test('each of its transitions is found where it is written', () => {
    const places = declaredTransitions(machine).map(({ label, part }) => {
      const { actions, eventType, guard, source, target } = part;
      const taken: Taken = {
        isOwn: true,
        machine: machine.id,
        state: nameOf(source),
        event: eventType === '' ? null : eventType,
        branch: branchOf(part),
        actions: actions.flatMap((action) => (typeof action === 'string' ? [action] : [])),
      };
      const looked: Looked = {
        machine: machine.id,
        taken: [taken],
        before: { state: '', context: {} },
        after: { state: '', context: {} },
        changes: [],
        commands: [],
      };
      const [found, ...others] = placesOf(reportOf('machine'), failing('outbox.stored'), looked);
      const text =
        found === undefined ? '' : [written(found), ...found.lines.slice(found.line - found.from + 1)].join(' ');
      return {
        label,
        // A branch may stand in a line of its own, without the event.
        isThere: [
          eventType,
          ...(target ?? []).map(({ key }) => key),
          ...taken.actions,
          typeof guard === 'string' ? guard : 'guard: (',
        ].some((word) => word !== '' && text.includes(word)),
        actions: others.map(({ name, role }) => `${role} ${name}`),
        named: [...new Set(taken.actions)].map((name) => `action ${name}`),
      };
    });
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter(({ isThere }) => !isThere)).toEqual([]);
    for (const { actions, named } of places) expect(actions).toEqual(named);
  });
});

function branchOf(transition: AnyTransitionDefinition): number {
  const { eventType, source } = transition;
  return (source.transitions.get(eventType) ?? source.always ?? []).indexOf(transition);
}

test('a path of two people that fails at what a page shows -> what that asks of the product', () => {
  const problem: Problem = { text: '', kind: 'page', cause: 'bruno’s unread', row: null, expected: '0', came: '1' };
  const [check, ...asked] = placesOf(reportOf('pair'), { ...failing('outbox.stored'), problems: [problem] }, null);
  expect(check && written(check)).toMatch(/^unread: /u);
  expect(asked).toMatchObject([{ name: 'selectUnseenCount', file: 'src/machines/unseen/unseen.selectors.ts' }]);
});

describe('a path of a journey that fails', () => {
  const quiet: WalkedWorld = { endPath: () => Promise.resolve(), recorded: () => [] };
  const nothing = () => Promise.resolve();
  const steps: Steps<null, WalkedWorld> = {
    journey: readAndLeave,
    begin: () => Promise.resolve(null),
    deeds: {
      'the attendant opens the conversation': nothing,
      'the attendant goes back to the list': nothing,
      'the customer writes': nothing,
    },
    scenes: { 'one unread': nothing, reading: nothing, read: nothing, 'unread again': nothing },
  };

  async function placesWith(faulty: Partial<Steps<null, WalkedWorld>>): Promise<readonly PlaceData[]> {
    const journey = walkable({ ...steps, ...faulty }, 'short');
    for (const { walk } of journey.paths) await walk(quiet);
    return firstPlaces(journey.report());
  }

  test('at what is to be seen -> the scene’s line, the deed’s, and where the check stopped', async () => {
    const places = await placesWith({
      scenes: { ...steps.scenes, read: () => Promise.reject(new Error('It is still unread')) },
    });
    const file = 'tests/support/journeys-read-and-leave.ts';
    expect(places.slice(0, 3)).toMatchObject([
      { role: 'scene', name: 'read', file },
      { role: 'deed', name: 'the attendant goes back to the list', file },
      { role: 'check', file: 'tests/paths/report-places.test.ts' },
    ]);
    expect(places.slice(0, 3).map(written)).toEqual([
      expect.stringMatching(/^read: \(/u),
      expect.stringMatching(/^'the attendant goes back to the list':/u),
      expect.stringContaining("new Error('It is still unread')"),
    ]);
  });

  test('and passes at its second try -> is reported as one that passed', async () => {
    let tries = 0;
    const journey = walkable<null, WalkedWorld>(
      { ...steps, begin: () => (tries++ === 0 ? Promise.reject(new Error('no')) : Promise.resolve(null)) },
      'short',
    );
    const [path] = journey.paths;
    expect(await path?.walk(quiet)).not.toEqual([]);
    expect(journey.report().failures).toHaveLength(1);
    expect(await path?.walk(quiet)).toEqual([]);
    const { failures, scenes } = journey.report();
    expect([failures, scenes[0]?.paths.map(({ failed }) => failed)]).toEqual([[], [false]]);
  });

  test('at what somebody sees -> how that is looked for, and what of the product it asks', () => {
    const file = 'tests/support/journeys-screenless.ts';
    const said = 'does not see ${what}';
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes(said)) + 1;
    const problem: Problem = {
      text: '',
      kind: 'row',
      cause: 'one unread',
      row: { states: ['one unread'], sample: '' },
      expected: 'one unread',
      came: '',
    };
    const thrown = { during: 'scene', lines: [`${file}:${line}`] } as const;
    const failure = { ...failing('outbox.stored'), at: -1, problems: [problem], thrown };
    const places = placesOf(reportOf('journey', 'read-and-leave'), failure, null);
    expect(places.map(({ role }) => role).slice(0, 3)).toEqual(['scene', 'check', 'asked']);
    expect(places[1] && written(places[1])).toMatch(/^seesRow\(/u);
    expect(places).toContainEqual(
      expect.objectContaining({ name: 'selectUnseenCount', file: 'src/machines/unseen/unseen.selectors.ts' }),
    );
  });

  test('in a deed of the product’s -> the line of the product', async () => {
    const places = await placesWith({
      deeds: { ...steps.deeds, 'the customer writes': async () => print() },
    });
    expect(places.map(({ role }) => role)).not.toContain('scene');
    const thrown = places.find(({ role }) => role === 'thrown');
    expect(thrown?.file).toBe('src/adapters/tenant/graphql-stub.ts');
    expect(thrown && written(thrown)).toContain('throw new Error(');
    // What the check's own function takes from the product.
    expect(places.filter(({ role }) => role === 'asked')).toMatchObject([{ name: 'print' }]);
  });
});

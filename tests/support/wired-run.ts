import { isDeepStrictEqual } from 'node:util';
import type { Invariant, MachineModel, Sample } from '../../models/model.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import { lookedAt, note, sampleOf, sceneOf } from './paths-explore.ts';
import type { Seen, Step } from './paths-explore.ts';
import { judge } from './paths-expect.ts';
import type { Problem } from './paths-findings.ts';
import { REPLAY, stepProblem, violation } from './paths-problem.ts';
import type { Happening } from './paths-world.ts';
import { differenceAfterReplay } from './replay.ts';
import { unopened } from './replay-invariants.ts';
import { bringAbout } from './wired-causes.ts';
import type { LeftBehind } from './wired-disk.ts';
import { createWiredWorld, NeverSettles } from './wired-world.ts';
import type { WiredWorld } from './wired-world.ts';

/** How far a path went in the wired app, and what was wrong. */
export interface WiredResult {
  /** The path as it was walked: with the end that was taken. */
  readonly walked: readonly Step[];
  /** The steps that nothing outside could bring about where they were tried. */
  readonly impossible: readonly Step[];
  readonly failure: {
    readonly at: number;
    readonly problems: readonly Problem[];
    readonly events: readonly Logged[];
  } | null;
  /** Something never left, and other paths would only wait as long. Left out for no. */
  readonly isStuck?: true;
}

/**
 * Walks a path through the wired app with its adapters: every sample is brought about outside, by a
 * frame, an answer, a broken connection, a timer, the page or the person, and what the adapters make
 * of it has to be the event that the model says, and to lead where the model says. If nothing can bring about the last
 * step, the first of the other ends that something can is taken in its place.
 */
export async function runWired(
  model: MachineModel,
  scene: string,
  path: readonly Step[],
  otherEnds: readonly Step[],
  invariants: readonly Invariant[],
  seen: Seen,
): Promise<WiredResult> {
  const samples = [...sceneOf(model, scene).given, ...path.map(({ event }) => sampleOf(model, event.type))];
  const wrong: Problem[] = [];
  const followers = invariants.map(({ name, follow }) => ({ name, check: follow(unopened) }));
  // An adapter may answer within the step, which is more than its event then: what follows from each the log tells.
  const tested = { ...lookedAt(model, scene), oracles: [] };
  const watch = (happening: Happening): void => {
    note(seen, happening);
    for (const { name, check } of followers) {
      const problem = check(happening.moment);
      if (problem !== null) wrong.push(violation(name, problem));
    }
  };
  const world = await createWiredWorld(tested, leftBehind(samples), watch, (text) => wrong.push(stepProblem(text)));
  const progress = { at: 0 };
  try {
    return await walk(world, model, scene, { path, otherEnds, samples, progress }, wrong);
  } catch (error) {
    if (!(error instanceof NeverSettles)) throw error;
    const problems = [...wrong, stepProblem(error.message)];
    return { walked: path, impossible: [], failure: { ...progress, problems, events: world.events }, isStuck: true };
  } finally {
    await world.close();
  }
}

async function walk(
  world: WiredWorld,
  model: MachineModel,
  scene: string,
  {
    path,
    otherEnds,
    samples,
    progress,
  }: Readonly<Record<'path' | 'otherEnds', readonly Step[]>> & {
    readonly samples: readonly Sample[];
    readonly progress: { at: number };
  },
  wrong: Problem[],
): Promise<WiredResult> {
  const { given } = sceneOf(model, scene);
  const impossible: Step[] = [];
  let walked = path;
  for (const [index, sample] of samples.entries()) {
    const at = index - given.length;
    progress.at = at;
    const step = path[at];
    const ends = index < samples.length - 1 || step === undefined || isOfTheDisk(step) ? [] : otherEnds;
    world.outside.fillDisk(isDiskFull(samples.slice(index)));
    let name = step?.event.type;
    let event = world.event(sample);
    let isBrought = await bringAbout(event, world.outside);
    if (!isBrought && step === undefined) {
      const problems = [stepProblem(`nothing brings about ${event.type}, with which the scene begins`)];
      return { walked, impossible, failure: { at, problems, events: world.events } };
    }
    if (!isBrought && step !== undefined) impossible.push(step);
    const [before, asked] = [world.events.length, world.outside.held().length];
    for (const end of ends) {
      // What was tried in vain has left nothing behind.
      if (isBrought || world.events.length > before || world.outside.held().length !== asked) break;
      name = end.event.type;
      event = world.event(sampleOf(model, name));
      isBrought = await bringAbout(event, world.outside);
      if (isBrought) walked = [...path.slice(0, -1), end];
      else impossible.push(end);
    }
    if (!isBrought) return { walked, impossible, failure: null };
    const happenings = await world.happenings(event.type);
    const ofType = happenings.filter(({ moment }) => moment.event.type === event.type);
    const wanted = ofType.find(({ moment }) => differences(event, moment.event).length === 0) ?? ofType.at(-1);
    const problems = wrong.splice(0);
    if (wanted === undefined)
      problems.push(stepProblem(`the adapters made no ${event.type} of it, but ${typesOf(happenings)}`));
    else problems.push(...differences(event, wanted.moment.event).map((text) => stepProblem(text)));
    if (wanted !== undefined && name !== undefined) problems.push(...judge(model, name, wanted));
    if (problems.length > 0) return { walked, impossible, failure: { at, problems, events: world.events } };
  }
  const difference = differenceAfterReplay(world.events, world.app.snapshots());
  if (difference === null) return { walked, impossible, failure: null };
  return {
    walked,
    impossible,
    failure: { at: path.length - 1, problems: [stepProblem(difference, REPLAY)], events: world.events },
  };
}

/** What the disk tells depends on what was put there before. */
export function isOfTheDisk({ event }: Step): boolean {
  return /^(?:outbox|drafts)\./u.test(event.type);
}

/** What has to be on the disk before the page opens, for it to be restored. */
function leftBehind(samples: readonly Sample[]): LeftBehind | null {
  const events = samples.flatMap((sample) => ('type' in sample ? [sample] : []));
  const messages = events.flatMap((event) => (event.type === 'outbox.restored' ? event.messages : []));
  const actions = events.flatMap((event) => (event.type === 'outbox.restored' ? (event.actions ?? []) : []));
  const drafts = events.flatMap((event) => (event.type === 'drafts.restored' ? event.drafts : []));
  const userId = events.find((event) => event.type === 'app.opened')?.session?.userId;
  return userId === undefined || messages.length + actions.length + drafts.length === 0
    ? null
    : { userId, messages, actions, drafts };
}

/** Whether the next that is heard of the disk is a refusal. */
function isDiskFull(samples: readonly Sample[]): boolean {
  const next = samples.find((sample) => 'type' in sample && sample.type.startsWith('outbox.store'));
  return next !== undefined && 'type' in next && next.type === 'outbox.storeFailed';
}

function typesOf(happenings: readonly Happening[]): string {
  return (
    happenings
      .map(({ moment: { event } }) => ('reason' in event ? `${event.type} (${event.reason})` : event.type))
      .join(', ') || 'nothing'
  );
}

/** Names of secrets and calls are made up by whoever makes them; of a failure the code decides. */
const MADE_UP = new Set(['token', 'secret', 'ticket', 'challenge', 'code', 'call', 'session', 'reason']);

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => {
        if (name === 'failure') return [name, Reflect.get(Object(field), 'code')];
        // When the log was stored the clock says.
        if (name === 'staleSince') return [name, '…'];
        if (MADE_UP.has(name) && typeof field === 'string') return [name, '…'];
        return [name, comparable(field)];
      }),
  );
}

/** A page that isn't the last is full; the sample has a part of it. */
function likeSample(sample: AppEvent, logged: Logged): unknown {
  const event = { ...logged, position: undefined, loggedAt: undefined };
  if (sample.type !== 'chat.listed' || event.type !== 'chat.listed') return event;
  const sampled = new Set(sample.items.map(({ id }) => id));
  return { ...event, items: event.items.filter(({ id }) => sampled.has(id)) };
}

function differences(sample: AppEvent, event: Logged): readonly string[] {
  const [expected, made] = [comparable(sample), comparable(likeSample(sample, event))];
  if (isDeepStrictEqual(expected, made)) return [];
  return [`the sample is ${JSON.stringify(expected)}, and the adapters made ${JSON.stringify(made)}`];
}

import type { FailureReport, Looked, ModelReport, Taken } from '../paths-findings.ts';
import {
  argumentOf,
  behind,
  callIn,
  codeOf,
  declared,
  elementOf,
  filesIn,
  functionAt,
  lineAt,
  methodsFor,
  productIn,
  propertyIn,
  propertyOf,
} from './report-code.ts';
import type { Named, Spot } from './report-code.ts';
import type { PlaceData } from './report-model.ts';
import { isProduct } from './report-product.ts';

const BEFORE = 2;
const AFTER = 9;
const PLACES_MAX = 8;
const ASKED_MAX = 6;
/** They walk whatever it is, and say nothing of what went wrong. */
const WALKERS = /^tests\/support\/(?:journeys-walk|states-walk|expect-eventually|client)\.ts$/u;

/** Where to look in the code for what went wrong, the nearest first: in the product, and of a journey where it is checked. */
export function placesOf(model: ModelReport, failure: FailureReport, looked: Looked | null): readonly PlaceData[] {
  if (looked !== null) return machinePlaces(looked, failure);
  if (model.kind === 'pair') return pairPlaces(failure);
  return model.kind === 'machine' ? [] : stepPlaces(model, failure);
}

/** A line with what is around it, as it was when the paths ran. */
export function placeAt(role: PlaceData['role'], name: string, file: string, line: number): PlaceData {
  const from = Math.max(1, line - BEFORE);
  const lines =
    codeOf(file)
      ?.text.split('\n')
      .slice(from - 1, line + AFTER) ?? [];
  return { role, name, file, line, from, lines };
}

function placeOf(role: PlaceData['role'], name: string, spot: Spot): PlaceData {
  return placeAt(role, name, spot.code.file, lineAt(spot));
}

/** The transitions that were taken and what they do; where none was, what the machine has for the event. */
function machinePlaces(looked: Looked, { events, problems }: FailureReport): readonly PlaceData[] {
  const { before, machine, taken } = looked;
  const own = taken.filter(({ isOwn }) => isOwn);
  // A row is the actor's own; anything else may be any actor's.
  const others = problems.every(({ kind }) => kind === 'row') ? [] : taken.filter(({ isOwn }) => !isOwn);
  const event = events.at(-1)?.type ?? '';
  return different([
    ...(own.length > 0 ? own.flatMap(takenPlaces) : handlersOf(machine, before.state, event)),
    ...others.flatMap(takenPlaces),
  ]).slice(0, PLACES_MAX);
}

interface Machine {
  readonly config: NonNullable<ReturnType<typeof behind>>;
  /** What `setup` was given. */
  readonly parts: ReturnType<typeof argumentOf>;
}

const machines = new Map<string, Machine | null>();

function machineOf(id: string): Machine | null {
  const found = machines.get(id) ?? findMachine(id);
  machines.set(id, found);
  return found;
}

function findMachine(id: string): Machine | null {
  for (const file of filesIn('src/machines', '.machine.ts')) {
    const code = codeOf(file);
    const call = code && callIn(code, 'createMachine');
    const own = behind(propertyOf(call?.given ?? null, 'id'))?.node;
    if (call && own?.type === 'Literal' && own.value === id) return { config: call.given, parts: argumentOf(call.of) };
  }
  return null;
}

function takenPlaces({ actions, branch, event, machine, state }: Taken): readonly PlaceData[] {
  const found = machineOf(machine);
  if (found === null) return [];
  const at = stateIn(found, state);
  const on = event === null ? propertyOf(at, 'always') : propertyOf(behind(propertyOf(at, 'on')), event);
  const written = behind(propertyOf(found.parts, 'actions'));
  return [
    ...(on === null ? [] : [placeOf('transition', rowName(machine, state, event), elementOf(on, branch))]),
    ...actions.flatMap((name) => {
      const action = propertyOf(written, name);
      return action === null ? [] : [placeOf('action', name, action)];
    }),
  ];
}

/** What the machine has for an event that it let pass: in the states it was in and around them, else those states. */
function handlersOf(machine: string, states: string, event: string): readonly PlaceData[] {
  const found = machineOf(machine);
  if (found === null) return [];
  if (states === 'none') return [placeOf('created', machine, found.config)];
  const leaves = states.split(' ');
  const handlers = leaves.flatMap(around).flatMap((state) => {
    const on = propertyOf(behind(propertyOf(stateIn(found, state), 'on')), event);
    return on === null ? [] : [placeOf('refused', rowName(machine, state, event), on)];
  });
  if (handlers.length > 0) return handlers;
  return leaves.flatMap((state) => {
    const spot = stateIn(found, state);
    return spot === null ? [] : [placeOf('ignored', rowName(machine, state, event), spot)];
  });
}

function stateIn({ config }: Machine, path: string): ReturnType<typeof behind> {
  const names = path === '' ? [] : path.split('.');
  return names.reduce<ReturnType<typeof behind>>(
    (value, name) => behind(propertyOf(behind(propertyOf(value, 'states')), name)),
    config,
  );
}

/** A state, those around it and the machine itself: `draft.ready`, `draft`, ``. */
function around(leaf: string): readonly string[] {
  const parts = leaf.split('.');
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('.')), ''];
}

/** As causes are called, with the machine in front. */
function rowName(machine: string, state: string, event: string | null): string {
  return `${machine} · ${state} · ${event ?? ''}`;
}

/** Where a journey's step is done and its scene checked, what the check asks of the product, and where it was thrown. */
function stepPlaces({ kind, name }: ModelReport, { at, problems, steps, thrown }: FailureReport): readonly PlaceData[] {
  const folder = kind === 'server' ? 'server' : 'journeys';
  const code = filesIn('tests/support', '.ts')
    .map(codeOf)
    .find((each) => each?.text.includes(`models/${folder}/${name}.model.ts`) === true && declared(each, 'deeds'));
  if (!code) return [];
  const deed = propertyOf(behind(declared(code, 'deeds')), steps[at] ?? '');
  const scene = propertyOf(behind(declared(code, 'scenes')), problems[0]?.expected ?? '');
  const isSeen = thrown?.during === 'scene';
  const here = [
    ...(isSeen && scene !== null ? [placeOf('scene', problems[0]?.expected ?? '', scene)] : []),
    ...(deed === null ? [] : [placeOf('deed', steps[at] ?? '', deed)]),
  ];
  const under = underWay(thrown?.lines ?? []);
  const named = isSeen ? scene : deed;
  // A method that hands on a promise is in no stack, so what the scene or the deed names is looked for.
  const files = [...new Set(under.functions.map((spot) => spot.code))];
  const methods = named === null ? [] : files.flatMap((each) => methodsFor(named, each));
  const asked = (named === null ? [] : [...methods, named]).flatMap((spot) => productIn(spot));
  const all = asked.length > 0 ? asked : under.functions.flatMap((spot) => productIn(spot));
  const checks = methods.length > 0 ? methods.map((spot) => placeOf('check', '', spot)) : under.checks.slice(0, 1);
  return different([...here, ...under.thrown, ...checks, ...askedPlaces(all)]);
}

interface UnderWay {
  readonly thrown: readonly PlaceData[];
  readonly checks: readonly PlaceData[];
  readonly functions: readonly Spot[];
}

/** Of the lines that an error tells: those of the product, those of checks, and the functions that these are in. */
function underWay(lines: readonly string[]): UnderWay {
  const told = lines.map((line) => {
    const colon = line.lastIndexOf(':');
    return { file: line.slice(0, colon), line: Number(line.slice(colon + 1)) };
  });
  const product = told.filter(({ file }) => isProduct(file));
  const checks = told.filter(({ file }) => file.startsWith('tests/') && !WALKERS.test(file));
  const functions = checks.flatMap(({ file, line }) => {
    const code = codeOf(file);
    return (code && functionAt(code, line)) ?? [];
  });
  return {
    functions,
    thrown: product.slice(0, 2).map(({ file, line }) => placeAt('thrown', '', file, line)),
    checks: checks.map(({ file, line }) => placeAt('check', '', file, line)),
  };
}

function askedPlaces(asked: readonly { readonly name: string; readonly spot: Named }[]): readonly PlaceData[] {
  return different(asked.map(({ name, spot }) => placeOf('asked', name, spot))).slice(0, ASKED_MAX);
}

/** What a page shows is read off it part by part: `bruno’s unread`. What one asks first, then what all do. */
function pairPlaces({ problems: [problem] }: FailureReport): readonly PlaceData[] {
  const code = codeOf('tests/support/pair-look.ts');
  const look = code && declared(code, 'lookAt');
  if (problem === undefined || !look) return [];
  const part = propertyIn(look, problem.cause.replace(/^.*’s /u, '')) ?? look;
  const asked = productIn(part);
  return [placeOf('check', problem.cause, part), ...askedPlaces(asked.length > 0 ? asked : productIn(look))];
}

function different(places: readonly PlaceData[]): readonly PlaceData[] {
  return [...new Map(places.map((place) => [`${place.file}:${place.line}`, place])).values()];
}

import { describe, expect, test } from 'vitest';
import type { Flow } from '../../contract/flows/flow.ts';
import { conversationOf } from '../../flows/conversation.ts';
import type { Turn } from '../../flows/conversation.ts';
import type { Input } from '../../flows/decide.ts';
import { exitsOf } from '../../flows/exits.ts';
import { explore } from '../../flows/explore.ts';
import { expressionsOf } from '../../flows/expression.ts';
import { countPaths, pathsThrough } from '../../flows/paths.ts';
import { runner } from '../../flows/run.ts';
import type { Outside, Runner, Step } from '../../flows/run.ts';
import { written } from '../../flows/text.ts';
import { ask, branch, flow, menu } from './builders.ts';
import { right } from './right-flows.ts';

const explored = (it: Flow) => explore(it, expressionsOf(it.variables), 5_000);

/** The input that a turn is, to whoever plays it. */
function inputOf(turn: Exclude<Turn, { by: 'flow' }>): Input | undefined {
  if (turn.by === 'time') return { of: 'silence' };
  if (turn.by === 'world') return undefined;
  switch (turn.of) {
    case 'option':
      return { of: 'message', text: '', option: turn.option };
    case 'answer':
      return { of: 'message', text: turn.value === null ? 'Rua das Flores, 12' : written(turn.value) };
    case 'media':
      return { of: 'media' };
    case 'nonsense':
      return { of: 'location' };
    case 'message':
      return { of: 'message', text: 'oi' };
  }
}

/** Plays a conversation: whatever the world decides in it, it does. */
function played(it: Flow, runs: Runner, turns: readonly Turn[]): string[] {
  const decided = turns.filter((turn) => turn.by === 'world');
  const chosen = (node: string): string | undefined => decided.find((turn) => turn.node === node)?.exit;
  let at = 0;
  const outside: Outside = {
    known: {},
    isOpen: () => decided[at++]?.exit !== 'closed',
    canSend: (node) => {
      const [id = ''] = Object.entries(it.nodes).find(([, each]) => each === node) ?? [];
      return chosen(id) !== 'failed';
    },
  };
  const sent: string[] = [];
  const note = ({ effects }: Step): void => {
    for (const effect of effects) if (effect.of === 'send') sent.push(effect.node);
  };
  let step = runs.begin(outside);
  note(step);
  for (const turn of turns) {
    if (turn.by === 'flow') continue;
    const input = inputOf(turn) ?? answerOf(it, turn);
    if (input === undefined) continue;
    step = runs.take(step.run, input, outside);
    note(step);
  }
  expect(step.run.status).not.toBe('waits');
  return sent;
}

/** What another server answers, so that the exit is taken. */
function answerOf(it: Flow, turn: Turn): Input | undefined {
  if (turn.by !== 'world') return undefined;
  const node = it.nodes[turn.node];
  if (node?.kind !== 'request') return undefined;
  const results = Object.fromEntries(node.results.map(({ saves }) => [saves, 'enviado']));
  return turn.exit === 'ok' ? { of: 'done', results } : { of: 'failed' };
}

describe.each(Object.entries(right))('%s', (_name, it) => {
  const found = explored(it);
  const paths = pathsThrough(it, found);

  test('its paths -> take every exit, each path one that no other takes', () => {
    const taken = paths.map(
      (path) => new Set(path.map(({ from, exit }) => `${found.moments.get(from)?.node} ${exit}`)),
    );
    const all = Object.entries(it.nodes).flatMap(([id, node]) => exitsOf(node).map((exit) => `${id} ${exit}`));
    expect(new Set(taken.flatMap((each) => [...each]))).toEqual(new Set(all));
    for (const [at, path] of taken.entries()) {
      const before = new Set(taken.slice(0, at).flatMap((each) => [...each]));
      expect([...path].some((name) => !before.has(name))).toBe(true);
    }
  });
});

/** What a branch decides is data's matter; and one with 200 steps says no more than a short one. */
const playable = Object.entries(right).filter(
  ([, { nodes }]) => Object.keys(nodes).length < 50 && Object.values(nodes).every(({ kind }) => kind !== 'branch'),
);

test.each(playable)('played, the paths send what they say: %s', (_name, it) => {
  const found = explored(it);
  const runs = runner(it);
  for (const path of pathsThrough(it, found)) {
    const turns = conversationOf(it, found, path);
    const failed = new Set(turns.flatMap((turn) => (turn.by === 'world' && turn.exit === 'failed' ? [turn.node] : [])));
    const said = turns.flatMap((turn) =>
      turn.by === 'flow' &&
      turn.texts.length + (it.nodes[turn.node]?.kind === 'say' ? 1 : 0) > 0 &&
      !failed.has(turn.node)
        ? [turn.node]
        : [],
    );
    expect(played(it, runs, turns)).toEqual(said);
  }
});

test('twenty menus of three -> counted, not listed: 3 ways each to the next or out', () => {
  const it = flow(
    Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => {
        const next = at === 19 ? 'bye' : `m${at + 1}`;
        return [at === 0 ? 'start' : `m${at}`, menu(`${at}`, { a: next, b: next, c: next }, { tries: 1 })];
      }),
    ),
  );
  // At each menu three options go on; nonsense, media and silence end it.
  let expected = 0n;
  let ways = 1n;
  for (let at = 0; at < 20; at += 1) {
    expected += ways * 3n;
    ways *= 3n;
  }
  expect(countPaths(it, explored(it))).toBe(expected + ways);
});

test('a variable that is compared with constants -> each region is a way of its own', () => {
  const it = flow(
    {
      start: ask(
        'Idade?',
        { answer: 'which', other: 'bye', media: 'bye' },
        { expects: 'number', saves: 'idade', tries: 1 },
      ),
      which: branch({ minor: 'idade < 18', adult: 'idade < 60' }, { minor: 'bye', adult: 'person', else: 'bye' }),
    },
    { variables: { idade: { type: 'number' } } },
  );
  const { moments } = explored(it);
  const ages = [...moments.values()].flatMap(({ node, values }) => (node === 'which' ? [values['idade']] : []));
  // Before, at, between, at and beyond.
  expect(ages.toSorted((one, other) => Number(one) - Number(other))).toEqual([17, 18, 39, 60, 61]);
});

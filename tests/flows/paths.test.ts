import { describe, expect, test } from 'vitest';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { conversationOf } from '../../flows/conversation.ts';
import { exitsOf } from '../../flows/exits.ts';
import { explore } from '../../flows/explore.ts';
import { expressionsOf } from '../../flows/expression.ts';
import { countPaths, pathsThrough } from '../../flows/paths.ts';
import { anyCompany } from '../../flows/targets.ts';
import { ask, branch, flow, menu } from './builders.ts';
import { played } from './play.ts';
import { right } from './right-flows.ts';
import { wrong } from './wrong-flows.ts';
import { wrongSteps } from './wrong-steps.ts';

const explored = (it: Flow) => explore(it, { expressions: expressionsOf(it), company: anyCompany, limit: 5_000 });

describe.each(Object.entries(right))('%s', (_name, it) => {
  const found = explored(it);
  const paths = pathsThrough(it, found).map((path) =>
    path.map(({ from, exit }) => ({ node: found.moments.get(from)?.node, exit })),
  );

  test('its paths -> take every exit, each path one that no other takes', () => {
    const taken = paths.map((path) => new Set(path.map(({ node, exit }) => `${node} ${exit}`)));
    const all = Object.entries(it.nodes).flatMap(([id, node]) => exitsOf(node).map((exit) => `${id} ${exit}`));
    expect(new Set(taken.flatMap((each) => [...each]))).toEqual(new Set(all));
    for (const [at, path] of taken.entries()) {
      const before = new Set(taken.slice(0, at).flatMap((each) => [...each]));
      expect([...path].some((name) => !before.has(name))).toBe(true);
    }
  });

  test('played, its paths -> take the same exits, and come to an end', () => {
    for (const [at, path] of pathsThrough(it, found).entries()) {
      const turns = conversationOf(it, found, path);
      const { taken, run, effects } = played(it, turns);
      expect(taken).toEqual(paths[at]);
      expect(run.status).toMatch(/^(?:ended|handedOff)$/u);
      // What is said is sent, but for what the world didn't let through.
      const unsent = new Set(
        turns.flatMap((turn, each) =>
          turn.by === 'world' && it.nodes[turn.node]?.kind !== 'request' ? [each - 1] : [],
        ),
      );
      const said = turns.flatMap((turn, each) => {
        if (turn.by !== 'flow' || unsent.has(each)) return [];
        const isSaid = turn.texts.length > 0 || it.nodes[turn.node]?.kind === 'say';
        return isSaid ? [turn.node] : [];
      });
      expect(effects.flatMap((effect) => (effect.of === 'send' ? [effect.node] : []))).toEqual(said);
    }
  });
});

test.each(Object.entries({ ...wrong, ...wrongSteps }).filter(([, { shows }]) => shows.length > 0))(
  'played, the counter-example -> shows the fault: %s',
  (_name, { flow: it, property, at }) => {
    const { conversation } = check(it).findings.find((each) => each.property === property && each.node === at) ?? {
      conversation: [],
    };
    const { nodes, run } = played(it, conversation);
    const come = conversation.flatMap((turn) => (turn.by === 'flow' ? [turn.node] : []));
    if (property === 'automaticSteps') expect(run.status).toBe('stuck');
    else expect(nodes.slice(0, come.length)).toEqual(come);
    if (property === 'exits') expect(run.status).toBe('stuck');
  },
);

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

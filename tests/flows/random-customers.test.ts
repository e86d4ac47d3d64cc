import { expect, test } from 'vitest';
import type { Flow, FlowNode } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import type { Input } from '../../flows/decide.ts';
import { exitsOf } from '../../flows/exits.ts';
import { runner } from '../../flows/run.ts';
import type { Outside, Run, Step } from '../../flows/run.ts';
import { namesIn } from '../../flows/text.ts';
import { textsOf } from '../../flows/uses.ts';
import { jsonOf } from './play.ts';
import { right } from './right-flows.ts';

/* What the checker lets through, customers who say anything never find stuck, in a circle or without an end. */

const MUTANTS = 1_000;
const CUSTOMERS = 10;
/** Inputs until the end, at most: a customer at random goes round a menu many times. */
const INPUTS_MAX = 20_000;

/** The same numbers each time (mulberry32). */
function dice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <Of>(all: readonly Of[]): Of => {
    const found = all[Math.floor(next() * all.length)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  };
  return { next, pick };
}
type Dice = ReturnType<typeof dice>;

const bases = Object.values(right).filter(({ nodes }) => Object.keys(nodes).length < 50);

/** A flow with one thing changed in it. */
function mutant({ next, pick }: Dice): Flow {
  const base = pick(bases);
  const ids = Object.keys(base.nodes);
  const id = pick(ids);
  const node = base.nodes[id];
  if (node === undefined) return base;
  const change = (changed: FlowNode): Flow => ({ ...base, nodes: { ...base.nodes, [id]: changed } });
  const exits = exitsOf(node);
  const way = next();
  if (way < 0.5 && exits.length > 0) return change({ ...node, exits: { ...node.exits, [pick(exits)]: pick(ids) } });
  if (way < 0.6 && exits.length > 0) {
    const gone = pick(exits);
    return change({ ...node, exits: Object.fromEntries(Object.entries(node.exits).filter(([exit]) => exit !== gone)) });
  }
  if (node.kind === 'ask') {
    if (way < 0.8) return change({ ...node, tries: pick([1, 2, 5]), minutes: pick([1, 30, 1_440]) });
    return change({ ...node, text: pick(['Oi {{nome}}', 'Oi {{pedido}}', 'Oi']) });
  }
  if (node.kind === 'pause') return change({ ...node, lasts: { minutes: pick([1, 1_439, 1_440]) } });
  if (node.kind === 'branch') {
    const cases = node.cases.map((each) => ({ ...each, when: each.when.replace(/\d+/u, pick(['0', '1', '99'])) }));
    return change({ ...node, cases });
  }
  return base;
}

/** What a customer does, or time, or another server, at a step. */
function anything({ pick }: Dice, flow: Flow, { node: id }: Run): Input {
  const node = flow.nodes[id];
  if (node?.kind === 'request') {
    const json = jsonOf(node.results.map(({ path }) => [path, pick(['enviado', 'x', true, false, 7])]));
    return pick<Input>([{ of: 'done', json }, { of: 'failed' }]);
  }
  if (node?.kind === 'call') return { of: 'done' };
  const texts = ['1', '2', 'asdf', '7', '-3', '12,5', '01/03/2026', 'Opção sim', ''];
  return pick<Input>([
    { of: 'message', text: pick(texts) },
    { of: 'message', text: '', option: pick(['sim', 'nao', 'vendas', 'gone']) },
    { of: 'media' },
    { of: 'location' },
    { of: 'silence' },
  ]);
}

/** Rejects a step that shows one of the faults that were proved away. */
function judge(flow: Flow, { run, effects, taken }: Step): void {
  expect(run.status, `at ${run.node} after ${JSON.stringify(taken)}`).not.toBe('stuck');
  for (const effect of effects) {
    if (effect.of !== 'send') continue;
    const node = flow.nodes[effect.node];
    const named = node === undefined ? [] : textsOf(node).flatMap(namesIn);
    expect(named.filter((name) => Object.hasOwn(flow.variables, name) && !Object.hasOwn(run.values, name))).toEqual([]);
  }
}

test('a thousand flows with something changed -> whoever writes to those let through comes to an end', () => {
  const thrown = dice(20_261_127);
  let passed = 0;
  let ended = 0;
  for (let count = 0; count < MUTANTS; count += 1) {
    const flow = mutant(thrown);
    if (!check(flow).isSound) continue;
    passed += 1;
    const runs = runner(flow);
    for (let customer = 0; customer < CUSTOMERS; customer += 1) {
      const outside: Outside = {
        known: { customer_name: 'Rita', first_name: 'Rita', customer_number: '5511', protocol: '1' },
        isOpen: () => thrown.next() < 0.5,
        canSend: () => thrown.next() < 0.95,
      };
      let step = runs.begin(outside);
      judge(flow, step);
      for (let inputs = 0; step.run.status === 'waits' && inputs < INPUTS_MAX; inputs += 1) {
        step = runs.take(step.run, anything(thrown, flow, step.run), outside);
        judge(flow, step);
      }
      expect(step.run.status).not.toBe('waits');
      ended += 1;
    }
  }
  // Neither all nor nothing was let through.
  expect(passed).toBeGreaterThan(MUTANTS / 10);
  expect(passed).toBeLessThan(MUTANTS);
  expect(ended).toBe(passed * CUSTOMERS);
});

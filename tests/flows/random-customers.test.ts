import { describe, expect, test } from 'vitest';
import { FLOW_MESSAGES_IN_A_ROW, FLOW_WINDOW_MINUTES } from '../../contract/facts/flows.ts';
import type { FlowVariableType } from '../../contract/facts/flows.ts';
import { flowSchema } from '../../contract/flows/flow.ts';
import type { Flow, FlowNode, FlowNodeOf } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import type { Input } from '../../flows/decide.ts';
import { exitsOf } from '../../flows/exits.ts';
import { runner } from '../../flows/run.ts';
import type { Effect, Outside, Run, Runner } from '../../flows/run.ts';
import { namesIn } from '../../flows/text.ts';
import { textsOf } from '../../flows/uses.ts';
import { typedDate } from '../../flows/values.ts';
import type { Value } from '../../flows/values.ts';
import { ask, branch, flow, pause, say, set } from './builders.ts';
import { dice } from './dice.ts';
import type { Dice } from './dice.ts';
import { jsonOf, played } from './play.ts';
import { right } from './right-flows.ts';

/* What the checker lets through, customers who say anything never find stuck, in a circle, too late or without an end. */

const MUTANTS = 1_000;
const CONVERSATIONS = 10_000;
/** Inputs until the end, at most: a customer at random goes round a menu many times. */
const INPUTS_MAX = 2_000;

const number = { type: 'number' } as const;

/** Right as well, but what decides in them can't be known. */
const undecidable = [
  flow(
    {
      start: ask('Quanto custa?', { answer: 'many' }, { expects: 'number', saves: 'preco' }),
      many: ask('Quantos?', { answer: 'sum' }, { expects: 'number', saves: 'quantos' }),
      sum: set('total', 'preco * quantos', 'which'),
      which: branch({ free: 'total > 100', odd: 'preco < quantos' }, { free: 'tells', odd: 'start', else: 'waits' }),
      waits: pause(30, { next: 'person', message: 'person' }),
      tells: say('{{total}}: frete grátis', { next: 'bye' }),
    },
    { variables: { preco: number, quantos: number, total: number } },
  ),
];
const bases = [...Object.values(right).filter(({ nodes }) => Object.keys(nodes).length < 50), ...undecidable];

/** A flow with one to three things changed in it. */
function mutant(thrown: Dice): Flow {
  let changed = thrown.pick(bases);
  for (let times = thrown.pick([1, 1, 2, 3]); times > 0; times -= 1) changed = changedOnce(changed, thrown);
  return flowSchema.safeParse(changed).data ?? changed;
}

function changedOnce(base: Flow, { next, pick }: Dice): Flow {
  const ids = Object.keys(base.nodes);
  const id = pick(ids);
  const node = base.nodes[id];
  if (node === undefined) return base;
  const change = (changed: FlowNode): Flow => ({ ...base, nodes: { ...base.nodes, [id]: changed } });
  const exits = exitsOf(node);
  const names = [...Object.keys(base.variables), 'first_name', 'constructor'];
  const way = next();
  if (way < 0.4 && exits.length > 0) return change({ ...node, exits: { ...node.exits, [pick(exits)]: pick(ids) } });
  if (way < 0.45 && exits.length > 0) {
    const gone = pick(exits);
    return change({ ...node, exits: Object.fromEntries(Object.entries(node.exits).filter(([exit]) => exit !== gone)) });
  }
  if (way < 0.5) return { ...base, start: pick(ids) };
  if (way < 0.55) return { ...base, kind: pick(['passive', 'active']) };
  switch (node.kind) {
    case 'ask':
      if (way < 0.7) return change({ ...node, tries: pick([1, 2, 5]), minutes: pick([1, 30, 720, 1_440]) });
      if (way < 0.8) return change({ ...node, text: `Oi {{${pick(names)}}}` });
      if (way < 0.9) return change({ ...node, saves: pick([null, ...Object.keys(base.variables)]) });
      return change({ ...node, expects: pick(['text', 'number', 'date', 'options']) });
    case 'say':
      return change({ ...node, content: { of: 'text', text: `{{${pick(names)}}}` } });
    case 'pause':
      return change({ ...node, lasts: pick([{ minutes: pick([1, 1_439, 1_440]) }, { until: '08:00' }]) });
    case 'branch': {
      const cases = node.cases.map((each) => ({ ...each, when: each.when.replace(/\d+/u, pick(['0', '1', '99'])) }));
      return change({ ...node, cases: way < 0.8 ? cases : cases.toReversed() });
    }
    case 'set':
      return node.target.of === 'variable'
        ? change({
            ...node,
            target: { ...node.target, value: pick(['0', '1', `${node.target.name} + 1`, 'first_name']) },
          })
        : base;
    case 'end':
    case 'handoff':
      return change({ ...node, text: pick([null, 'Até logo', `{{${pick(names)}}}`]) });
    default:
      return base;
  }
}

/** What a customer is like. */
const manners = ['any', 'any', 'willing', 'silent', 'nonsense', 'mixed'] as const;
type Manner = (typeof manners)[number];

/** What a customer does, or time, or another server, at a step. */
function anything({ pick, next }: Dice, manner: Manner, flow: Flow, { node: id }: Run): Input {
  const node = flow.nodes[id];
  if (node?.kind === 'request') {
    const json = jsonOf(
      node.results.map(({ path }) => [path, pick(['enviado', 'entregue ontem', '', true, false, 7])]),
    );
    return pick<Input>([{ of: 'done', json }, { of: 'failed' }]);
  }
  if (node?.kind === 'call') return { of: 'done' };
  const isMenu = node?.kind === 'ask' && node.expects === 'options';
  const tap = (): Input => ({
    of: 'message',
    text: '',
    option: pick(isMenu && node.options.length > 0 ? node.options : [{ id: 'x', label: '' }]).id,
  });
  const written = (all: readonly string[]): Input => ({ of: 'message', text: pick(all) });
  const answers = ['1', '7', '-3', '12,5', '01/03/2026', '31/12/2027', '529.982.247-25', 'urgente!', 'um boleto', '🙂'];
  const silence: Input = { of: 'silence' };
  switch (manner) {
    case 'willing':
      if (node?.kind === 'pause') return next() < 0.5 ? silence : written(['oi']);
      return isMenu ? tap() : written(answers);
    case 'silent':
      return silence;
    case 'nonsense':
      return pick<Input>([written(['asdf']), { of: 'media' }, { of: 'location' }]);
    case 'mixed':
      return pick<Input>([written(['asdf']), { of: 'media' }, silence]);
    case 'any':
      return pick<Input>([
        tap(),
        written(answers),
        written(['asdf', '', '2']),
        { of: 'media' },
        { of: 'location' },
        silence,
      ]);
  }
}

function isFree(node: FlowNodeOf<'say' | 'ask'>): boolean {
  return node.kind === 'ask' || node.content.of !== 'template';
}

function isOf(type: FlowVariableType | undefined, value: Value): boolean {
  if (type === 'number' || type === 'boolean') return typeof value === type;
  return type === 'date' ? typedDate(String(value)) === value : typeof value === 'string' && type !== undefined;
}

/** One conversation to its end, at each step of which nothing may be that was proved away. */
function converse(flow: Flow, runs: Runner, thrown: Dice): void {
  let silence = flow.kind === 'active' ? FLOW_WINDOW_MINUTES : 0;
  let row = 0;
  const manner = thrown.pick(manners);
  const named = (id: string): string[] => {
    const node = flow.nodes[id];
    return node === undefined ? [] : textsOf(node).flatMap(namesIn);
  };
  const outside: Outside = {
    known: {
      ...{ customer_name: thrown.pick(['Rita Lima', '']), first_name: thrown.pick(['Rita', 'Ana', '']) },
      ...{ customer_number: '5511', protocol: '1' },
    },
    isOpen: () => thrown.next() < 0.5,
    canSend: (node) => {
      if (isFree(node)) expect(silence).toBeLessThan(FLOW_WINDOW_MINUTES);
      return thrown.next() < 0.95;
    },
  };
  let lasts = 0;
  const judge = (effects: readonly Effect[], { values, node, status }: Run): void => {
    expect(status, `at ${node}`).not.toBe('stuck');
    for (const effect of effects) {
      if (effect.of === 'wait')
        lasts = 'minutes' in effect.lasts ? effect.lasts.minutes : 1 + Math.floor(thrown.next() * 1_439);
      if (effect.of !== 'send') continue;
      row += 1;
      if (effect.content.of !== 'template') expect(silence).toBeLessThan(FLOW_WINDOW_MINUTES);
      expect(named(effect.node).filter((name) => !Object.hasOwn({ ...outside.known, ...values }, name))).toEqual([]);
    }
    for (const [name, value] of Object.entries(values)) expect(isOf(flow.variables[name]?.type, value)).toBe(true);
    expect(row).toBeLessThanOrEqual(FLOW_MESSAGES_IN_A_ROW);
    // Whoever waits has been asked something, or there is a time at which it goes on.
    if (status === 'waits' && effects.length > 0)
      expect(effects.some(({ of }) => of === 'wait' || of === 'request' || of === 'call')).toBe(true);
  };
  let step = runs.begin(outside);
  judge(step.effects, step.run);
  for (let inputs = 0; step.run.status === 'waits'; inputs += 1) {
    expect(inputs, `still at ${step.run.node}`).toBeLessThan(INPUTS_MAX);
    const input = anything(thrown, manner, flow, step.run);
    if (input.of === 'silence') silence = Math.min(FLOW_WINDOW_MINUTES, silence + lasts);
    if (input.of === 'message' || input.of === 'media' || input.of === 'location') [silence, row] = [0, 0];
    step = runs.take(step.run, input, outside);
    judge(step.effects, step.run);
  }
}

describe('a thousand flows with something changed', () => {
  const thrown = dice(20_261_127);
  const checked = Array.from({ length: MUTANTS }, () => {
    const it = mutant(thrown);
    return { flow: it, proof: check(it) };
  });
  const passed = checked.filter(({ proof }) => proof.isSound);
  const failing = (each: Flow, run: () => void): void => {
    try {
      run();
    } catch (error) {
      throw new Error(JSON.stringify(each), { cause: error });
    }
  };

  test('whoever writes to those let through comes to an end', () => {
    // Neither all nor nothing was let through.
    expect(passed.length).toBeGreaterThan(MUTANTS / 10);
    expect(passed.length).toBeLessThan(MUTANTS / 2);
    const running = passed.map(({ flow: it }) => ({ it, runs: runner(it) }));
    for (let count = 0; count < CONVERSATIONS; count += 1) {
      const each = running[count % running.length];
      if (each !== undefined) failing(each.it, () => converse(each.it, each.runs, thrown));
    }
  });

  test('what is refused of the others can be played', () => {
    for (const { flow: it, proof } of checked) {
      // A text that names nothing may be empty, and not be sent.
      if (proof.findings.some(({ property }) => property === 'names')) continue;
      for (const { property, severity, conversation } of proof.findings) {
        if (severity === 'warning') continue;
        const all = conversation.flatMap((turn) => (turn.by === 'flow' ? [turn.node] : []));
        // The step too many isn't come to: whoever runs it stops before.
        const come = property === 'automaticSteps' ? all.slice(0, -1) : all;
        failing(it, () => expect(played(it, conversation).nodes.slice(0, come.length)).toEqual(come));
      }
    }
  });
});

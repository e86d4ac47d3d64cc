import type { Flow } from '../../contract/flows/flow.ts';
import { check, EDITING_LIMIT, PUBLISHING_LIMIT } from '../../flows/check.ts';
import type { Input } from '../../flows/decide.ts';
import { explore } from '../../flows/explore.ts';
import { expressionsOf } from '../../flows/expression.ts';
import { structureOf } from '../../flows/faults.ts';
import { runner } from '../../flows/run.ts';
import type { Outside, Step } from '../../flows/run.ts';
import { anyCompany } from '../../flows/targets.ts';
import { ask, branch, flow, hours, menu, request, say, set } from '../flows/builders.ts';
import { dice } from '../flows/dice.ts';
import type { BenchRow } from './row.ts';

const ROUNDS = 9;
const number = { type: 'number' } as const;
const text = { type: 'text' } as const;

/** The pure part of flows: the machine, and what is proved. Milliseconds of this thread's processor. */
export function benchFlows(): BenchRow[] {
  const drawn = ordinary(500);
  const explored = explore(drawn, { expressions: expressionsOf(drawn), company: anyCompany, limit: EDITING_LIMIT });
  return [
    {
      what: 'exits decided and taken, with what they send',
      value: stepsASecond(),
      unit: 'exits/s',
      budget: 30_000,
      better: 'more',
    },
    row('what is wrong with 500 steps as they are drawn', 10, () =>
      structureOf(explored, { expressions: expressionsOf(drawn), company: anyCompany }),
    ),
    row('200 steps checked for publishing', 500, whole(ordinary(200))),
    row('200 steps with 20 numbers, checked for publishing', 15_000, whole(numbers(200, 20)), 1),
    row('498 menus of 30 options, 29,000 moments, checked for publishing', 15_000, whole(menus(498)), 1),
    row('497 steps with thousands of faults, checked for publishing', 15_000, whole(faulty(165)), 1),
  ];
}

function whole(it: Flow): () => unknown {
  return () => check(it, { limit: PUBLISHING_LIMIT });
}

/** The middle one of several times. */
function row(what: string, budget: number, run: () => unknown, rounds = ROUNDS): BenchRow {
  const times = Array.from({ length: rounds }, () => timeOf(run)).toSorted((one, other) => one - other);
  return { what, value: times[Math.floor(rounds / 2)] ?? Number.NaN, unit: 'ms', budget, better: 'less' };
}

function timeOf(run: () => unknown): number {
  const from = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

/** Conversations at random in a flow as companies draw them, one after another. */
function stepsASecond(): number {
  const outside: Outside = {
    known: { customer_name: 'Rita Lima', first_name: 'Rita', customer_number: '5511999990000', protocol: '1' },
    isOpen: () => true,
    canSend: () => true,
  };
  const runs = runner(ordinary(200));
  const { pick } = dice(20_261_127);
  const inputs: readonly Input[] = [
    ...['1', '2', '57', 'um boleto'].map((written): Input => ({ of: 'message', text: written })),
    { of: 'done', json: { order: { status: 'enviado' } } },
  ];
  const converse = (): number => {
    let step: Step = runs.begin(outside);
    let taken = step.taken.length;
    for (; step.run.status === 'waits'; taken += step.taken.length) step = runs.take(step.run, pick(inputs), outside);
    return taken;
  };
  let taken = 0;
  const ms = timeOf(() => {
    for (let times = 0; times < 5_000; times += 1) taken += converse();
  });
  return (taken / ms) * 1000;
}

/** Steps of all kinds, ten by ten, with eight before and two ends. */
export function ordinary(steps: number): Flow {
  const times = steps / 10 - 1;
  const before = Array.from({ length: 8 }, (_, at): [string, Flow['nodes'][string]] => [
    `b${at}`,
    set('status', '""', at === 7 ? 'g0_0' : `b${at + 1}`),
  ]);
  const groups = Array.from({ length: times }, (_, at): [string, Flow['nodes'][string]][] => {
    const id = (step: number): string => `g${at}_${step}`;
    const next = at === times - 1 ? 'bye' : `g${at + 1}_0`;
    return [
      [id(0), set('status', '""', id(1))],
      [id(1), menu('Com que podemos ajudar, {{first_name}}?', { pedido: id(2), duvida: id(3), gente: 'person' })],
      [id(2), ask('Número do pedido?', { answer: id(4) }, { expects: 'number', saves: 'pedido' })],
      [id(3), ask('O que houve?', { answer: id(5) }, { saves: 'relato' })],
      [id(4), branch({ old: 'pedido < 100', new: 'pedido < 100000' }, { old: id(7), new: id(6), else: id(5) })],
      [id(5), hours({ open: id(6), closed: id(7) })],
      [id(6), request({ ok: id(7), failed: id(8) }, { 'order.status': 'status' })],
      [id(7), branch({ sent: 'status == "enviado"' }, { sent: id(8), else: id(9) })],
      [id(8), say('Situação: {{status}}', { next: id(9) })],
      [id(9), menu('Mais alguma coisa?', { sim: next, nao: 'bye' })],
    ];
  });
  return flow(Object.fromEntries([...before, ...groups.flat()]), {
    start: 'b0',
    variables: { pedido: number, relato: text, status: text },
  });
}

/** Asks for many numbers, and looks at two of them at many steps. */
function numbers(steps: number, many: number): Flow {
  const name = (at: number): string => `v${at % many}`;
  const nodes = Array.from({ length: steps }, (_, at): [string, Flow['nodes'][string]] => {
    const next = at === steps - 1 ? 'bye' : `s${at + 1}`;
    if (at < many) return [`s${at}`, ask(`${at}?`, { answer: next }, { expects: 'number', saves: name(at) })];
    if (at % 3 > 0) return [`s${at}`, menu(`${at}?`, { sim: next, nao: 'person' })];
    return [`s${at}`, branch({ few: `${name(at * 7)} > 10 && ${name(at * 5 + 1)} < 7` }, { few: next, else: next })];
  });
  const variables = Object.fromEntries(Array.from({ length: many }, (_, at) => [name(at), number]));
  return flow(Object.fromEntries(nodes), { start: 's0', variables });
}

/** One of thirty options is remembered until the last step. */
function menus(steps: number): Flow {
  const ids = Array.from({ length: 30 }, (_, at) => `o${at}`);
  const nodes = Array.from({ length: steps - 1 }, (_, at): [string, Flow['nodes'][string]] => {
    const to = Object.fromEntries(ids.map((id) => [id, `s${at + 1}`]));
    return [`s${at}`, menu('?', to, { saves: at === 0 ? 'c' : null })];
  });
  const cases = ids.slice(0, 20).map((id) => [id, `c == "${id}"`] as const);
  const exits = Object.fromEntries(cases.map(([id]) => [id, 'bye']));
  const last = branch(Object.fromEntries(cases), { ...exits, else: 'person' });
  return flow(
    { ...Object.fromEntries(nodes), [`s${steps - 1}`]: last },
    { start: 's0', variables: { c: { type: 'choice' } } },
  );
}

/** Cases that nothing can be said of beforehand, before texts with many names that are never set. */
function faulty(times: number): Flow {
  const names = Array.from({ length: 49 }, (_, at) => `v${at}`);
  const cases = Array.from({ length: 15 }, (_, at) => `c${at}`);
  const groups = Array.from({ length: times }, (_, at): [string, Flow['nodes'][string]][] => {
    const next = at === times - 1 ? 'bye' : `q${at + 1}`;
    const whens = cases.map((id, each) => [id, `a * a < ${-each - at}.0 || a * a * a == ${each}.5`]);
    const exits = Object.fromEntries(cases.map((id) => [id, `t${at}`]));
    return [
      [`q${at}`, branch(Object.fromEntries(whens), { ...exits, else: next })],
      [`t${at}`, say(names.map((name) => `{{${name}}}`).join(''), { next: `u${at}` })],
      [`u${at}`, ask('?', { answer: next })],
    ];
  });
  const nodes = {
    start: ask('?', { answer: 'q0' }, { expects: 'number', saves: 'a' }),
    ...Object.fromEntries(groups.flat()),
  };
  return flow(nodes, { variables: { a: number, ...Object.fromEntries(names.map((name) => [name, text])) } });
}

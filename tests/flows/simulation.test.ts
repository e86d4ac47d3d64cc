import { expect, it } from 'vitest';
import type { Flow, FlowNodeOf } from '../../contract/flows/flow.ts';
import { conversationOf } from '../../flows/conversation.ts';
import type { Turn } from '../../flows/conversation.ts';
import type { Input } from '../../flows/decide.ts';
import { explore } from '../../flows/explore.ts';
import { expressionsOf } from '../../flows/expression.ts';
import { numbered, optionsShownAs } from '../../flows/limits.ts';
import { pathsThrough } from '../../flows/paths.ts';
import { runner } from '../../flows/run.ts';
import type { Effect, Outside, Run } from '../../flows/run.ts';
import { anyCompany } from '../../flows/targets.ts';
import { written } from '../../flows/text.ts';
import { endOfWait, isWindowOpen } from '../../server/domain/flows/run-context.ts';
import { sampleAnswer, simulator } from '../../src/views/administration/flows/simulation.ts';
import type { Action, Simulation, World } from '../../src/views/administration/flows/simulation.ts';
import { ask, end, flow, pause, say } from './builders.ts';
import { right } from './right-flows.ts';

const PLACE = 'Av. Paulista, 1578';
const began = new Date('2026-11-27T10:30:00Z');
const world: World = {
  known: { customer_name: 'Rita Lima', first_name: 'Rita', customer_number: '5511999990000', protocol: '1' },
  isOpen: true,
  place: PLACE,
  begins: 10 * 60 + 30,
};

/** A conversation as the server has it, by its own clock and window. */
function server(it: Flow, { known, isOpen }: World) {
  const runs = runner(it);
  let now = began;
  let lastReceivedAt = it.kind === 'active' ? null : began;
  const sent: string[] = [];
  const outside: Outside = {
    known,
    isOpen: () => isOpen,
    canSend: (node) =>
      (node.kind === 'say' && node.content.of === 'template') ||
      isWindowOpen({ channel: 'whatsapp', hasGateway: false, lastReceivedAt }, now),
  };
  const note = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (effect.of !== 'send') continue;
      const { content } = effect;
      if (content.of === 'text') sent.push(content.text);
      else if (content.of === 'question') sent.push(content.text + numbersIn(content.options));
      else sent.push(content.of);
    }
  };
  const first = runs.begin(outside);
  note(first.effects);
  let run: Run = first.run;
  return {
    run: () => run,
    sent,
    does(action: Action): void {
      const node = it.nodes[run.node];
      if (action.of === 'waited' && node?.kind === 'ask') now = endOfWait({ minutes: node.minutes }, now, 'UTC');
      if (action.of === 'waited' && node?.kind === 'pause') now = endOfWait(node.lasts, now, 'UTC');
      const input = inputOf(action);
      if (input.of === 'message' || input.of === 'media' || input.of === 'location') lastReceivedAt = now;
      const step = runs.take(run, input, outside);
      note(step.effects);
      run = step.run;
    },
  };
}

const numbersIn = (options: FlowNodeOf<'ask'>['options']) =>
  optionsShownAs({ options }) === 'numbers' ? numbered(options) : '';

function inputOf(action: Action): Input {
  switch (action.of) {
    case 'wrote':
      return { of: 'message', text: action.text, ...(action.option !== undefined && { option: action.option }) };
    case 'photo':
      return { of: 'media', value: 'foto' };
    case 'location':
      return { of: 'location', value: PLACE };
    case 'done':
      return { of: 'done', json: action.json };
    case 'failed':
      return { of: 'failed' };
    case 'waited':
    case 'began':
      return { of: 'silence' };
  }
}

/** What one does in the simulator to have a turn; null for what nobody does. */
function actionOf(it: Flow, turn: Turn, at: string): Action | null {
  const node = it.nodes[at];
  if (turn.by === 'time') return { of: 'waited' };
  if (turn.by === 'world') {
    if (node?.kind === 'call') return { of: 'done' };
    if (node?.kind !== 'request') return null;
    return turn.exit === 'failed' ? { of: 'failed' } : { of: 'done', json: sampleAnswer(node, it) };
  }
  if (turn.by === 'flow') return null;
  if (turn.of === 'option') return { of: 'wrote', text: turn.option, option: turn.option };
  if (turn.of === 'media') return { of: 'photo' };
  if (turn.of === 'message') return { of: 'wrote', text: 'oi' };
  if (turn.of !== 'answer') return { of: 'location' };
  if (node?.kind === 'ask' && node.expects === 'location') return { of: 'location' };
  if (node?.kind === 'ask' && node.expects === 'media') return { of: 'photo' };
  return { of: 'wrote', text: written(turn.value) };
}

const SENT_NOTES: ReadonlySet<string> = new Set(['media', 'template']);

/** What the phone shows as sent; a link with its text is only named. */
function shownBy({ lines }: Simulation): readonly string[] {
  return lines.flatMap((line) => {
    if (line.by === 'flow') return [line.text.includes('\n\n') && line.text.includes('https://') ? 'link' : line.text];
    return line.by === 'note' && SENT_NOTES.has(line.of) ? [line.of] : [];
  });
}

function both(it: Flow, of: World, turns: readonly Turn[]) {
  const act = simulator(it);
  const there = server(it, of);
  let here = act(null, { of: 'began' }, of);
  for (const turn of turns) {
    const action = actionOf(it, turn, here.run.node);
    if (action === null) continue;
    there.does(action);
    here = act(here, action, of);
  }
  return { here, there };
}

const { '200 steps': _long, ...short } = right;

it.each(Object.entries(short))('each path of %s -> plays on the phone as on the server', (_name, each) => {
  const explored = explore(each, { expressions: expressionsOf(each), company: anyCompany, limit: 5_000 });
  for (const path of pathsThrough(each, explored)) {
    const turns = conversationOf(each, explored, path);
    for (const isOpen of [true, false]) {
      const { here, there } = both(each, { ...world, isOpen }, turns);
      expect(here.run).toEqual(there.run());
      expect(shownBy(here)).toEqual(there.sent);
    }
  }
});

const late = (lasts: { minutes: number } | { until: string }) =>
  flow({
    start: { ...pause(1, { next: 'tells', message: 'tells' }), lasts },
    tells: say('Ainda aí?', { next: 'bye', failed: 'person' }),
  });

it.each([
  [{ minutes: 1_439 }, 'ended', 'ended'],
  [{ minutes: 1_440 }, 'handedOff', 'unsent'],
  [{ until: '10:29' }, 'ended', 'ended'],
  [{ until: '10:30' }, 'handedOff', 'unsent'],
] as const)('a text after a pause of %o -> %s, as on the server', (lasts, status, note) => {
  const turns: readonly Turn[] = [{ by: 'time', minutes: 1 }];
  const { here, there } = both(late(lasts), world, turns);
  expect(here.run).toEqual(there.run());
  expect(here.run.status).toBe(status);
  expect(here.lines.some((line) => line.by === 'note' && line.of === note)).toBe(true);
});

it('a location that is asked for -> is an answer', () => {
  const where = flow(
    {
      start: ask('Onde?', { answer: 'bye', other: 'person' }, { expects: 'location', saves: 'onde' }),
      bye: end('{{onde}}'),
    },
    { variables: { onde: { type: 'text' } } },
  );
  const act = simulator(where);
  const { run, lines } = act(act(null, { of: 'began' }, world), { of: 'location' }, world);
  expect(run.status).toBe('ended');
  expect(lines).toContainEqual({ by: 'flow', step: 'bye', text: PLACE, options: [] });
});

import { FLOW_WINDOW_MINUTES } from '../../../../contract/facts/flows.ts';
import type { Turn } from '../../../../flows/conversation.ts';
import type { Input } from '../../../../flows/decide.ts';
import { nodeAt, own } from '../../../../flows/exits.ts';
import { numbered, optionsShownAs } from '../../../../flows/limits.ts';
import { runner } from '../../../../flows/run.ts';
import { writesBySms } from '../../../../flows/sms.ts';
import type { Effect, Outside, Run, Step } from '../../../../flows/run.ts';
import { written } from '../../../../flows/text.ts';
import type { Flow, FlowNodeOf } from '../../../machines/entities/flows.ts';

/** A line on the phone. */
export type Line =
  | { readonly by: 'flow'; readonly step: string; readonly text: string; readonly options: readonly Option[] }
  | { readonly by: 'customer'; readonly text: string }
  | {
      readonly by: 'note';
      readonly of: NoteOf;
      readonly step: string;
      readonly values: Readonly<Record<string, string | number>>;
    };

type NoteOf =
  | 'photo'
  | 'location'
  | 'time'
  | 'until'
  | 'unsent'
  | 'exit'
  | 'media'
  | 'template'
  | 'request'
  | 'tag'
  | 'field'
  | 'call'
  | 'goto'
  | 'handoff'
  | 'finish'
  | 'ended'
  | 'stuck';

interface Option {
  readonly id: string;
  readonly label: string;
}

/** A conversation that is being tried out. */
export interface Simulation {
  readonly run: Run;
  readonly lines: readonly Line[];
  /** Since it began. */
  readonly minutes: number;
  /** When the customer last wrote; null: never, the company began. */
  readonly wroteAt: number | null;
}

export type Action =
  | { readonly of: 'began' }
  | { readonly of: 'wrote'; readonly text: string; readonly option?: string }
  | { readonly of: 'photo' | 'location' | 'waited' | 'failed' }
  | { readonly of: 'done'; readonly json?: unknown };

export interface World {
  readonly known: Outside['known'];
  readonly isOpen: boolean;
  /** What a location that the customer sends says. */
  readonly place: string;
  /** The minute of the day at which the conversation begins. */
  readonly begins: number;
}

/** Tries a flow out, with the machine and the decisions of the server. */
export function simulator(flow: Flow) {
  const run = runner(flow);
  const isSms = writesBySms(flow);
  return (before: Simulation | null, action: Action, world: World): Simulation => {
    const tried: Tried[] = [];
    const outsideAt = (minutes: number, wroteAt: number | null): Outside => ({
      known: world.known,
      isOpen: () => world.isOpen,
      canSend: (node) => {
        const isTemplate = node.kind === 'say' && node.content.of === 'template';
        const isMedia = node.kind === 'say' && node.content.of === 'media';
        const isSent = isSms
          ? !isTemplate && !isMedia
          : isTemplate || (wroteAt !== null && minutes - wroteAt < FLOW_WINDOW_MINUTES);
        tried.push({ node, isSent });
        return isSent;
      },
    });
    if (before === null || action.of === 'began') {
      const wroteAt = flow.kind === 'active' ? null : 0;
      const step = run.begin(outsideAt(0, wroteAt));
      return { run: step.run, minutes: 0, wroteAt, lines: linesAfter(flow, step, tried) };
    }
    if (before.run.status !== 'waits') return before;
    const lasts = action.of === 'waited' ? waitAt(flow, before.run.node) : null;
    const minutes = before.minutes + (lasts === null ? 0 : minutesOf(lasts, world.begins + before.minutes));
    const isWritten = action.of === 'wrote' || action.of === 'photo' || action.of === 'location';
    const wroteAt = isWritten ? minutes : before.wroteAt;
    const step = run.take(before.run, inputOf(action, world), outsideAt(minutes, wroteAt));
    const own = linesOf(action, before.run.node, lasts);
    return { run: step.run, minutes, wroteAt, lines: [...before.lines, ...own, ...linesAfter(flow, step, tried)] };
  };
}

/** A message that was to be sent. */
interface Tried {
  readonly node: FlowNodeOf<'say' | 'ask'>;
  readonly isSent: boolean;
}

/** What a step does, and before it what couldn't be sent. */
function linesAfter(flow: Flow, { run, effects }: Step, tried: readonly Tried[]): readonly Line[] {
  const left = [...tried];
  const unsent = (): readonly Line[] => {
    const sent = left.findIndex(({ isSent }) => isSent);
    return left.splice(0, sent < 0 ? left.length : sent).map(({ node }) => {
      const [step = run.node] = Object.entries(flow.nodes).find(([, each]) => each === node) ?? [];
      return { by: 'note', of: 'unsent', step, values: {} };
    });
  };
  const lines = effects.flatMap((effect) => {
    const before = unsent();
    if (effect.of === 'send' && nodeAt(flow, effect.node) === left[0]?.node) left.shift();
    return [...before, ...shown(effect, run.node, writesBySms(flow))];
  });
  const isOver = run.status === 'ended' || run.status === 'stuck';
  const ending: readonly Line[] = isOver ? [{ by: 'note', of: run.status, step: run.node, values: {} }] : [];
  return [...lines, ...unsent(), ...ending];
}

function inputOf(action: Action, { place }: World): Input {
  switch (action.of) {
    case 'wrote':
      return { of: 'message', text: action.text, ...(action.option !== undefined && { option: action.option }) };
    case 'photo':
      return { of: 'media', value: 'foto' };
    case 'location':
      return { of: 'location', value: place };
    case 'waited':
    case 'began':
      return { of: 'silence' };
    case 'failed':
      return { of: 'failed' };
    case 'done':
      return { of: 'done', json: action.json };
  }
}

function linesOf(action: Action, step: string, lasts: Wait | null): readonly Line[] {
  if (action.of === 'wrote') return [{ by: 'customer', text: action.text }];
  if (action.of === 'photo' || action.of === 'location') return [{ by: 'note', of: action.of, step, values: {} }];
  if (lasts === null) return [];
  return 'until' in lasts
    ? [{ by: 'note', of: 'until', step, values: { time: lasts.until } }]
    : [{ by: 'note', of: 'time', step, values: { minutes: lasts.minutes } }];
}

function shown(effect: Effect, at: string, isSms: boolean): readonly Line[] {
  const note = (of: NoteOf, values: Readonly<Record<string, string>> = {}): readonly Line[] => [
    { by: 'note', of, step: at, values },
  ];
  switch (effect.of) {
    case 'send': {
      const { content, node: step } = effect;
      if (content.of === 'question') return [{ by: 'flow', step, ...asked(content.text, content.options, isSms) }];
      if (content.of === 'text') return [{ by: 'flow', step, text: content.text, options: [] }];
      if (content.of === 'link')
        return [{ by: 'flow', step, text: `${content.text}\n\n${content.label}: ${content.url}`, options: [] }];
      return note(content.of);
    }
    case 'request':
      return note('request', { url: effect.url });
    case 'tag':
    case 'field':
    case 'call':
    case 'goto':
    case 'handoff':
    case 'finish':
      return note(effect.of);
    case 'wait':
      return [];
  }
}

/** A question as customers read it: with options to tap, or with their numbers to write. */
function asked(text: string, options: FlowNodeOf<'ask'>['options'], isSms: boolean) {
  const isNumbered = optionsShownAs({ options }, isSms) === 'numbers';
  return { text: isNumbered ? text + numbered(options) : text, options: isNumbered ? [] : options };
}

type Wait = FlowNodeOf<'pause'>['lasts'];

/** So long a step waits before silence is over; null for one that doesn't. */
export function waitAt(flow: Flow, id: string): Wait | null {
  const node = nodeAt(flow, id);
  if (node?.kind === 'ask') return { minutes: node.minutes };
  return node?.kind === 'pause' ? node.lasts : null;
}

const DAY_MINUTES = 1_440;

/** From a minute of the day; until a time of day it is up to a whole day. */
function minutesOf(lasts: Wait, now: number): number {
  if ('minutes' in lasts) return lasts.minutes;
  const [hours = 0, minutes = 0] = lasts.until.split(':').map(Number);
  return DAY_MINUTES - ((((now - hours * 60 - minutes) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES);
}

/** An answer of a server from which a request can take all its results. */
export function sampleAnswer(node: FlowNodeOf<'request'>, { variables }: Flow): unknown {
  const root: Record<string, unknown> = {};
  for (const { path, saves } of node.results) {
    const parts = path.split('.');
    let at = root;
    for (const part of parts.slice(0, -1)) {
      const next: Record<string, unknown> = {};
      at[part] ??= next;
      at = isRecord(at[part]) ? at[part] : next;
    }
    at[parts.at(-1) ?? path] = SAMPLES[own(variables, saves)?.type ?? 'text'];
  }
  return root;
}

const SAMPLES: Readonly<Record<string, string | number | boolean>> = {
  text: 'exemplo',
  number: 3,
  boolean: true,
  date: '2026-12-01',
  choice: 'exemplo',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A conversation that shows a fault, as the phone shows it; one entry a turn. */
export function played(
  flow: Flow,
  turns: readonly Turn[],
  exitName: (step: string, exit: string) => string,
): readonly Line[][] {
  const isSms = writesBySms(flow);
  let at = flow.start;
  return turns.map((turn): Line[] => {
    if (turn.by === 'flow') {
      at = turn.node;
      const node = nodeAt(flow, turn.node);
      const options = node?.kind === 'ask' && node.expects === 'options' ? node.options : [];
      return turn.texts.map((text) => ({ by: 'flow', step: turn.node, ...asked(text, options, isSms) }));
    }
    if (turn.by === 'time') return [{ by: 'note', of: 'time', step: at, values: { minutes: turn.minutes } }];
    if (turn.by === 'world')
      return [{ by: 'note', of: 'exit', step: turn.node, values: { exit: exitName(turn.node, turn.exit) } }];
    if (turn.of === 'option') {
      const node = nodeAt(flow, at);
      const option = node?.kind === 'ask' ? node.options.find(({ id }) => id === turn.option) : undefined;
      return [{ by: 'customer', text: option?.label ?? turn.option }];
    }
    if (turn.of === 'answer') return [{ by: 'customer', text: written(turn.value) }];
    if (turn.of === 'media') return [{ by: 'note', of: 'photo', step: at, values: {} }];
    return [{ by: 'customer', text: turn.of === 'nonsense' ? 'asdf' : 'Oi' }];
  });
}

import { flowSchema } from '../../contract/flows/flow.ts';
import type { Flow, FlowNode, FlowNodeOf } from '../../contract/flows/flow.ts';

/* Flows as a company would draw them, in few words. */

type Exits = Readonly<Record<string, string>>;

export const say = (text: string, exits: Exits = {}): FlowNodeOf<'say'> => ({
  kind: 'say',
  label: null,
  content: { of: 'text', text },
  exits: { ...exits, failed: exits['failed'] ?? 'person' },
});

/** Buttons with the ids of the exits that are no ends of a question. */
export function menu(text: string, exits: Exits, more: Partial<FlowNodeOf<'ask'>> = {}): FlowNodeOf<'ask'> {
  const ids = Object.keys(exits).filter((exit) => !['other', 'media', 'timeout'].includes(exit));
  const options = ids.map((id) => ({ id, label: `Opção ${id}` }));
  return { ...ask(text, exits), expects: 'options', options, ...more };
}

export function ask(text: string, exits: Exits, more: Partial<FlowNodeOf<'ask'>> = {}): FlowNodeOf<'ask'> {
  return {
    kind: 'ask',
    label: null,
    text,
    again: null,
    expects: 'text',
    options: [],
    saves: null,
    tries: 2,
    minutes: 30,
    exits: { other: 'person', media: 'person', timeout: 'bye', ...exits },
    ...more,
  };
}

export const branch = (cases: Readonly<Record<string, string>>, exits: Exits): FlowNodeOf<'branch'> => ({
  kind: 'branch',
  label: null,
  cases: Object.entries(cases).map(([id, when]) => ({ id, when })),
  exits: { ...exits },
});

export const set = (name: string, value: string, next: string): FlowNodeOf<'set'> => ({
  kind: 'set',
  label: null,
  target: { of: 'variable', name, value },
  exits: { next },
});

export const pause = (minutes: number, exits: Exits): FlowNodeOf<'pause'> => ({
  kind: 'pause',
  label: null,
  lasts: { minutes },
  exits: { ...exits },
});

export const hours = (exits: Exits): FlowNodeOf<'hours'> => ({
  kind: 'hours',
  label: null,
  department_id: '1',
  exits: { ...exits },
});

export const request = (
  exits: Exits,
  results: Readonly<Record<string, string>> = {},
  url = 'https://loja.example/pedidos',
): FlowNodeOf<'request'> => ({
  kind: 'request',
  label: null,
  method: 'GET',
  url,
  body: [],
  results: Object.entries(results).map(([path, saves]) => ({ path, saves })),
  exits: { ...exits },
});

export const link = (label: string, url: string, exits: Exits): FlowNodeOf<'say'> => ({
  ...say('Veja', exits),
  content: { of: 'link', text: 'Veja', label, url },
});

export const media = (caption: string | null, exits: Exits): FlowNodeOf<'say'> => ({
  ...say('Veja', exits),
  content: { of: 'media', file_id: '1', caption },
});

export const template = (values: Readonly<Record<string, string>>, exits: Exits): FlowNodeOf<'say'> => ({
  ...say('Veja', exits),
  content: { of: 'template', template_id: '1', values: { ...values } },
});

export const call = (flowId: string, next: string): FlowNodeOf<'call'> => ({
  kind: 'call',
  label: null,
  flow_id: flowId,
  exits: { next },
});

export const goTo = (flowId: string): FlowNodeOf<'goto'> => ({ kind: 'goto', label: null, flow_id: flowId, exits: {} });

export const end = (text: string | null, finishes = true): FlowNodeOf<'end'> => ({
  kind: 'end',
  label: null,
  text,
  finishes,
  exits: {},
});

const person: FlowNode = { kind: 'handoff', label: null, to: { of: 'queue' }, text: null, exits: {} };
const bye = end(null);

/** A flow of these steps, with `person` and `bye` as its ends where they are named; as the schema takes it. */
export function flow(
  nodes: Readonly<Record<string, FlowNode>>,
  { variables = {}, kind = 'passive', start = 'start' }: Partial<Pick<Flow, 'variables' | 'kind' | 'start'>> = {},
): Flow {
  const named = new Set(Object.values(nodes).flatMap((node) => Object.values(node.exits)));
  const ends = Object.entries({ person, bye }).filter(([id]) => named.has(id) && !Object.hasOwn(nodes, id));
  return flowSchema.parse({ schema: 1, kind, start, variables, nodes: { ...nodes, ...Object.fromEntries(ends) } });
}

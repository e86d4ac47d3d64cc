import type { FlowNode } from '../../../machines/entities/flows.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';

/** How the flow is shown: as a drawing, or as a list of its steps. */
export type FlowView = 'canvas' | 'outline';

export type StepKind = FlowNode['kind'];
/** In the order in which they are offered. */
export const STEP_KINDS = [
  'say',
  'ask',
  'branch',
  'hours',
  'set',
  'request',
  'pause',
  'call',
  'goto',
  'handoff',
  'end',
] as const satisfies readonly StepKind[];

/** A new step of a kind. `text` is what it says until somebody writes it. */
export function newStep(kind: StepKind, text: string, option: string): FlowNode {
  const own = { label: null, exits: {} };
  switch (kind) {
    case 'say':
      return { ...own, kind, content: { of: 'text', text } };
    case 'ask':
      return {
        ...own,
        kind,
        text,
        again: null,
        expects: 'options',
        options: [{ id: 'opcao_1', label: option }],
        saves: null,
        tries: 2,
        minutes: 30,
      };
    case 'branch':
      return { ...own, kind, cases: [{ id: 'caso_1', when: 'true' }] };
    case 'hours':
      return { ...own, kind, department_id: '' };
    case 'set':
      return { ...own, kind, target: { of: 'tag', tag_id: '', on: true } };
    case 'request':
      return { ...own, kind, method: 'GET', url: 'https://', body: [], results: [] };
    case 'pause':
      return { ...own, kind, lasts: { minutes: 60 } };
    case 'call':
    case 'goto':
      return { ...own, kind, flow_id: '' };
    case 'handoff':
      return { ...own, kind, to: { of: 'queue' }, text: null };
    case 'end':
      return { ...own, kind, text, finishes: true };
  }
}

export const PREFIX: Readonly<Record<StepKind, string>> = {
  say: 'dizer',
  ask: 'perguntar',
  branch: 'caminhos',
  hours: 'horario',
  set: 'guardar',
  request: 'consultar',
  pause: 'pausar',
  call: 'chamar',
  goto: 'seguir',
  handoff: 'encaminhar',
  end: 'encerrar',
};

/** An id that no step has, and that no exit of a removed one leads to. */
export function freshStepId(document: FlowDocument, kind: StepKind): string {
  return freshId(PREFIX[kind], namesIn(document));
}

/** Ids of steps, those that were removed among them where exits still lead to them. */
export function namesIn({ flow }: FlowDocument): Set<string> {
  return new Set([
    flow.start,
    ...Object.keys(flow.nodes),
    ...Object.values(flow.nodes).flatMap(({ exits }) => Object.values(exits)),
  ]);
}

export function freshId(prefix: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = `${prefix}_${number}`;
    if (!taken.has(id)) return id;
  }
}

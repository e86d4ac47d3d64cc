import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { cyclesOf } from './tarjan.ts';

/** Kinds of things of the company that a step names. */
export type TargetKind = 'department' | 'person' | 'flow' | 'template' | 'file' | 'field' | 'tag';
export interface Target {
  readonly kind: TargetKind;
  readonly id: string;
}

/** What a company has. */
export interface Company {
  /** Whether something exists and can be used: a template is approved, a flow published, a person active. */
  readonly has: (target: Target) => boolean;
  /** The flows that published ones call or go to. */
  readonly flowsFrom: ReadonlyMap<string, readonly string[]>;
}

/** A company that has everything: for flows that are checked apart from one. */
export const anyCompany: Company = { has: () => true, flowsFrom: new Map() };

export function targetsOf(node: FlowNode): Target[] {
  switch (node.kind) {
    case 'say':
      if (node.content.of === 'media') return [{ kind: 'file', id: node.content.file_id }];
      return node.content.of === 'template' ? [{ kind: 'template', id: node.content.template_id }] : [];
    case 'hours':
      return [{ kind: 'department', id: node.department_id }];
    case 'set':
      if (node.target.of === 'field') return [{ kind: 'field', id: node.target.field_id }];
      return node.target.of === 'tag' ? [{ kind: 'tag', id: node.target.tag_id }] : [];
    case 'call':
    case 'goto':
      return [{ kind: 'flow', id: node.flow_id }];
    case 'handoff':
      if (node.to.of === 'queue') return [];
      return [{ kind: node.to.of === 'department' ? 'department' : 'person', id: node.to.id }];
    case 'ask':
    case 'branch':
    case 'request':
    case 'pause':
    case 'end':
      return [];
  }
}

/** The flows that a flow calls or goes to. */
export function flowsFrom({ nodes }: Pick<Flow, 'nodes'>): string[] {
  const found = Object.values(nodes).flatMap((node) =>
    node.kind === 'call' || node.kind === 'goto' ? [node.flow_id] : [],
  );
  return [...new Set(found)];
}

/** The flows that lead back to this one, in a circle. */
export function circleOf(flow: Flow, id: string, { flowsFrom: others }: Company): string[] {
  const next = (each: string): readonly string[] => (each === id ? flowsFrom(flow) : (others.get(each) ?? []));
  return cyclesOf([id], next).find((group) => group.includes(id)) ?? [];
}

import type { FlowContent, FlowNode } from '../contract/flows/flow.ts';
import type { FlowSummary } from './summary.ts';

/** The kinds of company objects that a step can refer to. */
export type TargetKind = 'department' | 'person' | 'flow' | 'template' | 'file' | 'field' | 'tag';
export interface Target {
  readonly kind: TargetKind;
  readonly id: string;
}

/** What a company has. */
export interface Company {
  /** Whether a target exists and can be used: a template is approved, a flow published, a person active. */
  readonly has: (target: Target) => boolean;
  /** The summary of a published flow, from when it was checked. */
  readonly summaryOf: (flowId: string) => FlowSummary | undefined;
  /** The names of a template's values, and whether a file can have a caption; undefined if unknown. */
  readonly templateNames?: (templateId: string) => readonly string[] | undefined;
  readonly hasCaption?: (fileId: string) => boolean | undefined;
  /** Whether a template has the file that its header needs, if it needs one. */
  readonly takesHeader?: (templateId: string, fileId: string | undefined) => boolean;
}

/** A company that has everything, for checking a flow without one. */
export const anyCompany: Company = { has: () => true, summaryOf: () => undefined };

export function targetsOf(node: FlowNode): Target[] {
  switch (node.kind) {
    case 'say':
      if (node.content.of === 'media') return [{ kind: 'file', id: node.content.file_id }];
      return node.content.of === 'template' ? templateTargets(node.content) : [];
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

function templateTargets({ template_id, file_id }: Extract<FlowContent, { of: 'template' }>): Target[] {
  return [
    { kind: 'template', id: template_id },
    ...(file_id === undefined ? [] : [{ kind: 'file', id: file_id } as const]),
  ];
}

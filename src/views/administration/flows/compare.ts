import type { FlowVariableType } from '../../../../contract/facts/flows.ts';
import { exitsOf, nodeAt, own } from '../../../../flows/exits.ts';
import { writesBySms } from '../../../../flows/sms.ts';
import type { Value } from '../../../../flows/values.ts';
import type { Flow, FlowNode } from '../../../machines/entities/flows.ts';

/** What a customer notices of the difference between two flows. */
export type FlowChange =
  | { readonly of: 'added' | 'removed' | 'said' | 'rules'; readonly step: string }
  /** Where it begins, and by which channel it goes. */
  | { readonly of: 'start' | 'sms' | 'whatsapp'; readonly step: string }
  | {
      readonly of: 'exit';
      readonly step: string;
      readonly exit: string;
      readonly to: string | null;
      readonly before: string | null;
    }
  | { readonly of: 'variableAdded' | 'variableRemoved'; readonly name: string }
  | {
      readonly of: 'variableType';
      readonly name: string;
      readonly is: FlowVariableType;
      readonly was: FlowVariableType;
    }
  | {
      readonly of: 'variableInitial';
      readonly name: string;
      readonly is: Value | undefined;
      readonly was: Value | undefined;
    };

export function changesBetween(before: Flow, after: Flow): readonly FlowChange[] {
  const ids = [...new Set([...Object.keys(after.nodes), ...Object.keys(before.nodes)])];
  const start: readonly FlowChange[] = before.start === after.start ? [] : [{ of: 'start', step: after.start }];
  const isSms = writesBySms(after);
  const step = after.start;
  return [
    ...start,
    ...(isSms === writesBySms(before) ? [] : [{ of: isSms ? 'sms' : 'whatsapp', step } as const]),
    ...ids.flatMap((step): readonly FlowChange[] => {
      const [one, other] = [nodeAt(before, step), nodeAt(after, step)];
      if (other === undefined) return one === undefined ? [] : [{ of: 'removed', step }];
      if (one === undefined) return [{ of: 'added', step }];
      return stepChanges(step, one, other);
    }),
    ...variableChanges(before.variables, after.variables),
  ];
}

function variableChanges(before: Flow['variables'], after: Flow['variables']): readonly FlowChange[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((name): readonly FlowChange[] => {
    const [was, is] = [own(before, name), own(after, name)];
    if (is === undefined) return [{ of: 'variableRemoved', name }];
    if (was === undefined) return [{ of: 'variableAdded', name }];
    return [
      ...(is.type === was.type ? [] : [{ of: 'variableType', name, is: is.type, was: was.type } as const]),
      ...(is.initial === was.initial
        ? []
        : [{ of: 'variableInitial', name, is: is.initial, was: was.initial } as const]),
    ];
  });
}

function stepChanges(step: string, one: FlowNode, other: FlowNode): readonly FlowChange[] {
  const exits = [...new Set([...exitsOf(one), ...exitsOf(other)])].flatMap((exit): readonly FlowChange[] => {
    const [from, to] = [own(one.exits, exit) ?? null, own(other.exits, exit) ?? null];
    return from === to ? [] : [{ of: 'exit', step, exit, to, before: from }];
  });
  const isSaid = JSON.stringify(saidIn(one)) !== JSON.stringify(saidIn(other));
  const isRuled = JSON.stringify(rulesOf(one)) !== JSON.stringify(rulesOf(other));
  return [
    ...(isSaid ? [{ of: 'said', step } as const] : []),
    ...(isRuled ? [{ of: 'rules', step } as const] : []),
    ...exits,
  ];
}

/** What the customer reads. */
function saidIn(node: FlowNode): unknown {
  if (node.kind === 'say') return node.content;
  if (node.kind === 'ask') return [node.text, node.again, node.options];
  return node.kind === 'handoff' || node.kind === 'end' ? node.text : null;
}

/** All else but names and exits. */
function rulesOf(node: FlowNode): unknown {
  const { label: _label, exits: _exits, ...rest } = node;
  if (rest.kind === 'say') return rest.kind;
  if (rest.kind === 'ask') {
    const { text: _text, again: _again, options: _options, ...rules } = rest;
    return rules;
  }
  if (rest.kind === 'handoff' || rest.kind === 'end') {
    const { text: _text, ...rules } = rest;
    return rules;
  }
  return rest;
}

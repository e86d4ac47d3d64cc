import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Finding } from '../../../../flows/check.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import type { Flow, FlowNode } from '../../../machines/entities/flows.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { useText } from '../../kit/useText.ts';

const NAME_MAX = 44;

export interface FlowWords {
  readonly kind: (kind: FlowNode['kind']) => string;
  readonly step: (id: string) => string;
  readonly exit: (node: FlowNode, exit: string) => string;
  /** What a step says or does, in a line. */
  readonly about: (node: FlowNode) => string;
  /** The same beside its name, which may be what it says already. */
  readonly detail: (node: FlowNode) => string;
  readonly finding: (finding: Said) => string;
}

/** Of what was found, here or by the server, what words need. */
type Said = Pick<Finding, 'property' | 'node' | 'about'> & {
  readonly nearest?: string | undefined;
  readonly problem?: { readonly nearest?: string | undefined } | undefined;
};

/** How a flow's steps, exits and problems are called; the same until the flow changes. */
export function useFlowWords(flow: Flow): FlowWords {
  const text = useText();
  const { messages } = useIntl();
  return useMemo(() => wordsOf(flow, text, messages), [flow, text, messages]);
}

function wordsOf(flow: Flow, text: ReturnType<typeof useText>, messages: object): FlowWords {
  const isText = (id: string): id is MessageId => Object.hasOwn(messages, id);
  const kind = (of: FlowNode['kind']) => text(`flow.step.${of}`);
  const step = (id: string): string => {
    const node = nodeAt(flow, id);
    if (node === undefined) return text('flow.step.gone');
    if (node.label !== null && node.label.trim() !== '') return node.label;
    const said = saidBy(node);
    return said === '' ? kind(node.kind) : shortened(said);
  };
  const exit = (node: FlowNode, id: string): string => {
    if (node.kind === 'ask') {
      const option = node.options.find((each) => each.id === id);
      if (option !== undefined && node.expects === 'options') return option.label.trim() || text('flow.option.unnamed');
    }
    if (node.kind === 'branch') {
      const found = node.cases.find((each) => each.id === id);
      if (found !== undefined) return found.when.trim() || text('flow.case.unnamed');
    }
    const key = `flow.exit.${id}`;
    return isText(key) ? text(key) : id;
  };
  const about = (node: FlowNode): string => {
    switch (node.kind) {
      case 'say':
        return saidBy(node) || text(`flow.say.${node.content.of}`);
      case 'ask':
        return saidBy(node);
      case 'request':
        return `${node.method} ${node.url}`;
      case 'end':
        return [saidBy(node), ...(node.finishes ? [text('flow.end.finishes.short')] : [])].filter(Boolean).join(' ');
      case 'handoff':
        return [text(`flow.handoff.${node.to.of}.short`), saidBy(node)].filter(Boolean).join(' · ');
      case 'pause':
        return 'until' in node.lasts
          ? text('flow.pause.until.short', { time: node.lasts.until })
          : text('flow.minutes', { minutes: node.lasts.minutes });
      case 'branch':
        return text('flow.branch.short', { count: node.cases.length });
      case 'set':
        return text(`flow.set.${node.target.of}.short`);
      case 'hours':
        return text('flow.hours.short');
      case 'call':
        return text('flow.call.short');
      case 'goto':
        return text('flow.goto.short');
    }
  };
  const detail = (node: FlowNode): string => {
    if ((node.label ?? '').trim() !== '' || saidBy(node) === '') return about(node);
    if (node.kind === 'say') return text(`flow.say.${node.content.of}`);
    if (node.kind === 'ask') return text(`flow.expects.${node.expects}`);
    return node.kind === 'handoff' || node.kind === 'end' ? about({ ...node, text: null }) : about(node);
  };
  const finding = ({ property, node: id, about: of, nearest, problem }: Said): string => {
    const node = nodeAt(flow, id);
    const named = node !== undefined && property === 'exits' && of !== null ? exit(node, of) : (of ?? '');
    const limit = `flow.limit.${of ?? ''}`;
    if ((property === 'limits' || property === 'automaticSteps') && isText(limit)) return text(limit);
    const missing = `flow.target.${of ?? ''}`;
    if (property === 'targets' && isText(missing)) return text(missing);
    const said = text(`flow.problem.${property}`, { about: named });
    const meant = nearest ?? problem?.nearest;
    return meant === undefined ? said : `${said} ${text('flow.problem.nearest', { name: meant })}`;
  };
  return { kind, step, exit, about, detail, finding };
}

function saidBy(node: FlowNode): string {
  switch (node.kind) {
    case 'say':
      if (node.content.of === 'text' || node.content.of === 'link') return node.content.text;
      return node.content.of === 'media' ? (node.content.caption ?? '') : '';
    case 'ask':
      return node.text;
    case 'handoff':
    case 'end':
      return node.text ?? '';
    default:
      return '';
  }
}

function shortened(words: string): string {
  const line = words.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= NAME_MAX ? line : `${line.slice(0, NAME_MAX - 1).trimEnd()}…`;
}

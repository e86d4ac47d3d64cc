import {
  FLOW_BUTTON_LABEL_MAX,
  FLOW_BUTTONS_MAX,
  FLOW_LIST_LABEL_MAX,
  FLOW_LIST_MAX,
  FLOW_QUESTION_MAX,
} from '../contract/facts/flows.ts';
import { foldText } from '../contract/facts/fold-text.ts';
import type { FlowNode, FlowNodeOf } from '../contract/flows/flow.ts';

/** A limit of the provider's that a step is over, or what it lacks. */
export type Limit =
  | 'noOptions'
  | 'sameLabels'
  | 'buttonLabel'
  | 'listLabel'
  | 'questionLength'
  | 'linkLabel'
  | 'linkAddress';

/** How options are shown: buttons, a list, or as numbers to write. SMS knows numbers alone. */
export function optionsShownAs(
  { options }: Pick<FlowNodeOf<'ask'>, 'options'>,
  isSms = false,
): 'buttons' | 'list' | 'numbers' {
  if (isSms || options.length > FLOW_LIST_MAX) return 'numbers';
  return options.length > FLOW_BUTTONS_MAX ? 'list' : 'buttons';
}

export function limitsExceeded(node: FlowNode): Limit[] {
  if (node.kind === 'say' && node.content.of === 'link') {
    const { label, url } = node.content;
    const found: Limit[] = [];
    if (label.length > FLOW_BUTTON_LABEL_MAX) found.push('linkLabel');
    if (!/^https:\/\/[^\s/]+/u.test(url)) found.push('linkAddress');
    return found;
  }
  if (node.kind === 'request') return /^https:\/\/[^\s/{}]+/u.test(node.url) ? [] : ['linkAddress'];
  return node.kind === 'ask' && node.expects === 'options' ? optionLimits(node) : [];
}

function optionLimits(node: FlowNodeOf<'ask'>): Limit[] {
  const { options, text, again } = node;
  if (options.length === 0) return ['noOptions'];
  const found: Limit[] = [];
  const labels = options.map(({ label }) => foldText(label.trim()));
  if (new Set(labels).size < labels.length) found.push('sameLabels');
  const shown = optionsShownAs(node);
  const longest = Math.max(...options.map(({ label }) => label.length));
  if (shown === 'buttons' && longest > FLOW_BUTTON_LABEL_MAX) found.push('buttonLabel');
  if (shown === 'list' && longest > FLOW_LIST_LABEL_MAX) found.push('listLabel');
  if (shown !== 'numbers' && Math.max(text.length, again?.length ?? 0) > FLOW_QUESTION_MAX)
    found.push('questionLength');
  return found;
}

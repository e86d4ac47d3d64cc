import { SMS_MAX_LENGTH } from '../contract/facts/channels.ts';
import {
  FLOW_BUTTON_LABEL_MAX,
  FLOW_BUTTONS_MAX,
  FLOW_LIST_LABEL_MAX,
  FLOW_LIST_MAX,
  FLOW_OPTIONS_MAX,
  FLOW_QUESTION_MAX,
  FLOW_TEXT_MAX,
} from '../contract/facts/flows.ts';
import type { FlowNode, FlowNodeOf } from '../contract/flows/flow.ts';
import { isAddress } from './address.ts';
import { foldedLabel, numberOf } from './options.ts';
import type { Company } from './targets.ts';
import { fixedPart, namesIn } from './text.ts';

/** A provider's limit that a step exceeds, or something it lacks. Texts count without their placeholders. */
export type Limit =
  | 'noOptions'
  | 'tooManyOptions'
  | 'sameIds'
  | 'sameLabels'
  | 'ambiguousLabels'
  | 'labelPlaceholder'
  | 'buttonLabel'
  | 'listLabel'
  | 'questionLength'
  | 'captionLength'
  | 'captionKind'
  | 'templateValues'
  | 'templateFile'
  | 'textLength'
  | 'smsLength'
  | 'linkLabel'
  | 'linkAddress';

/** How options are shown: as buttons, as a list, or as numbers to reply with. SMS only has numbers. */
export function optionsShownAs(
  { options }: Pick<FlowNodeOf<'ask'>, 'options'>,
  isSms = false,
): 'buttons' | 'list' | 'numbers' {
  if (isSms || options.length > FLOW_LIST_MAX) return 'numbers';
  return options.length > FLOW_BUTTONS_MAX ? 'list' : 'buttons';
}

/** Upper bound on the length of a question's text, leaving room for its options where they are numbered. */
export function questionRoom(
  { expects, options }: Pick<FlowNodeOf<'ask'>, 'expects' | 'options'>,
  isSms = false,
): number {
  const most = isSms ? SMS_MAX_LENGTH : FLOW_TEXT_MAX;
  if (expects !== 'options') return most;
  return optionsShownAs({ options }, isSms) === 'numbers' ? most - numbered(options).length : FLOW_QUESTION_MAX;
}

/** Options as numbered lines. */
export function numbered(options: FlowNodeOf<'ask'>['options']): string {
  return options.map(({ label }, at) => `\n${at + 1}. ${label}`).join('');
}

/** `isSms`: the flow writes by SMS, whose messages are shorter. */
export function limitsExceeded(node: FlowNode, company: Company, isSms = false): Limit[] {
  const found = limitsOfStep(node, company, isSms);
  return isSms && !found.includes('textLength') && isTooLongForSms(node) ? [...found, 'smsLength'] : found;
}

/** Whether a step's text would be truncated on SMS. */
export function isTooLongForSms(node: FlowNode): boolean {
  switch (node.kind) {
    case 'say': {
      const { content } = node;
      if (content.of === 'text') return isOver([content.text], SMS_MAX_LENGTH);
      return content.of === 'link' && isOver([`${content.text}\n\n${content.label}: ${content.url}`], SMS_MAX_LENGTH);
    }
    case 'ask':
      return isOver([node.text, node.again], questionRoom(node, true));
    case 'handoff':
    case 'end':
      return isOver([node.text], SMS_MAX_LENGTH);
    default:
      return false;
  }
}

function limitsOfStep(node: FlowNode, company: Company, isSms: boolean): Limit[] {
  switch (node.kind) {
    case 'say':
      return contentLimits(node.content, company);
    case 'ask':
      return [
        ...(!isSms && isOver([node.text, node.again], questionRoom(node)) ? (['questionLength'] as const) : []),
        ...(node.expects === 'options' ? optionLimits(node, isSms) : []),
      ];
    case 'branch':
      return isRepeated(node.cases.map(({ id }) => id)) ? ['sameIds'] : [];
    case 'request': {
      const same = isRepeated(node.results.map(({ saves }) => saves)) || isRepeated(node.body.map(({ key }) => key));
      return [...(isAddress(node.url) ? [] : (['linkAddress'] as const)), ...(same ? (['sameIds'] as const) : [])];
    }
    case 'handoff':
    case 'end':
      return isOver([node.text], FLOW_TEXT_MAX) ? ['textLength'] : [];
    case 'hours':
    case 'set':
    case 'pause':
    case 'call':
    case 'goto':
      return [];
  }
}

function isOver(texts: readonly (string | null)[], length: number): boolean {
  return texts.some((text) => text !== null && fixedPart(text).length > length);
}

function isRepeated(ids: readonly string[]): boolean {
  return new Set(ids).size < ids.length;
}

function contentLimits(content: FlowNodeOf<'say'>['content'], company: Company): Limit[] {
  switch (content.of) {
    case 'text':
      return isOver([content.text], FLOW_TEXT_MAX) ? ['textLength'] : [];
    case 'media':
      if (content.caption === null) return [];
      return [
        ...(isOver([content.caption], FLOW_QUESTION_MAX) ? (['captionLength'] as const) : []),
        ...(company.hasCaption?.(content.file_id) === false ? (['captionKind'] as const) : []),
      ];
    case 'template': {
      const names = company.templateNames?.(content.template_id) ?? [];
      return [
        ...(isOver(Object.values(content.values), FLOW_QUESTION_MAX) ? (['textLength'] as const) : []),
        ...(names.some((name) => !Object.hasOwn(content.values, name)) ? (['templateValues'] as const) : []),
        ...(company.takesHeader?.(content.template_id, content.file_id) === false ? (['templateFile'] as const) : []),
      ];
    }
    case 'link':
      return [
        ...(isOver([content.text], FLOW_QUESTION_MAX) ? (['textLength'] as const) : []),
        ...(isOver([content.label], FLOW_BUTTON_LABEL_MAX) ? (['linkLabel'] as const) : []),
        ...(isAddress(content.url) ? [] : (['linkAddress'] as const)),
      ];
  }
}

function optionLimits(node: FlowNodeOf<'ask'>, isSms: boolean): Limit[] {
  const { options } = node;
  if (options.length === 0) return ['noOptions'];
  const found: Limit[] = [];
  if (options.length > FLOW_OPTIONS_MAX) found.push('tooManyOptions');
  if (isRepeated(options.map(({ id }) => id))) found.push('sameIds');
  if (isRepeated(options.map(({ label }) => foldedLabel(label)))) found.push('sameLabels');
  if (isAmbiguous(options.map(({ label }) => label))) found.push('ambiguousLabels');
  if (options.some(({ label }) => namesIn(label).length > 0)) found.push('labelPlaceholder');
  const shown = optionsShownAs(node, isSms);
  const longest = Math.max(...options.map(({ label }) => label.length));
  if (shown === 'buttons' && longest > FLOW_BUTTON_LABEL_MAX) found.push('buttonLabel');
  if (shown === 'list' && longest > FLOW_LIST_LABEL_MAX) found.push('listLabel');
  return found;
}

/** Whether a reply with a number could mean two options, such as one by its label and one by its place. */
function isAmbiguous(labels: readonly string[]): boolean {
  const numbers = labels.map(numberOf);
  const written = numbers.filter((number) => number !== undefined);
  return (
    new Set(written).size < written.length ||
    numbers.some((number, at) => number !== undefined && number !== at + 1 && number >= 1 && number <= labels.length)
  );
}

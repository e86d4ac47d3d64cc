import {
  CARD_BODY_MAX_LENGTH,
  filledPart,
  filledTemplate,
  TEMPLATE_BODY_MAX_LENGTH,
  TEMPLATE_HEADER_MAX_LENGTH,
  templateValue,
} from '../../../contract/facts/templates.ts';
import { templateState } from '../../../contract/facts/template-form.ts';
import type { HeaderFile } from '../../../contract/facts/templates.ts';
import type { TemplateValue, TemplateVariable } from '../../../contract/entities/message-template.ts';
import type { CardSent, OutboundContent, TemplateParameter } from '../../channels/channel.ts';
import type { Id } from '../../db/tables.ts';
import type { FrozenFile } from '../campaigns/campaign-files.ts';
import { conflict, DomainError } from '../errors.ts';
import { storableText } from '../text.ts';
import type { ButtonVariable, TemplateContent } from './components.ts';
import type { InstanceTemplate } from './list-templates.ts';

/**
 * The stored form of a sent template: enough to send it, even if the template changes. Its header's file is the
 * message's.
 */
export type SentTemplate = Omit<Extract<OutboundContent, { kind: 'template' }>, 'kind' | 'headerFile' | 'cards'> & {
  id: Id;
  /** Of a carousel. */
  cards?: readonly SentCard[];
};
/** A card before its file is at the provider. */
export type SentCard = Omit<CardSent, 'headerFile'> & { file: FrozenFile<HeaderFile> };

/** Longest value: longer ones than a whole body are refused up front. */
const VALUES_MAX = 128;

/**
 * Fills a template in: the text that the conversation shows, and what is sent. Refuses one that can't be sent any more,
 * missing values by their keys, and texts that are too long for the provider.
 */
export function fill(
  template: InstanceTemplate,
  given: readonly TemplateValue[],
  cardFiles: readonly FrozenFile<HeaderFile>[] = [],
): { text: string; template: SentTemplate } {
  const { id, name, language, isApproved, isNamed, content } = template;
  if (!isApproved || content === undefined) throw unavailable(template);
  const values = Object.fromEntries(
    given
      .slice(0, VALUES_MAX)
      .map(({ key, value }) => [key, templateValue(storableText(value.slice(0, TEMPLATE_BODY_MAX_LENGTH + 1)))]),
  );
  const { cards = [] } = content;
  const missing = variablesIn(content).filter(({ key }) => (values[key] ?? '') === '');
  if (missing.length > 0) {
    throw new DomainError('INVALID', 'error.template.missing', {
      params: { count: missing.length },
      fields: Object.fromEntries(missing.map(({ key }) => [key, 'error.field.required'])),
    });
  }
  const header = content.header === null ? '' : filledPart('header', content.header, values);
  const body = filledPart('body', content.body, values);
  requireLength(header, TEMPLATE_HEADER_MAX_LENGTH);
  requireLength(body, TEMPLATE_BODY_MAX_LENGTH);
  for (const [at, card] of cards.entries()) {
    requireLength(filledPart(`card.${at}`, card.body ?? '', values), CARD_BODY_MAX_LENGTH);
  }
  const parametersOf = (variables: readonly TemplateVariable[], part: TemplateVariable['part']): TemplateParameter[] =>
    variables
      .filter((each) => each.part === part)
      .map((each) => ({ ...(isNamed && { name: each.name }), text: values[each.key] ?? '' }));
  const buttonsOf = (needed: readonly ButtonVariable[], path: string) =>
    needed.map(({ index, kind }) => ({ index, kind, text: values[`${path}.${index}`] ?? '' }));
  const sentCards = cards.map((card, at): SentCard => {
    const file = cardFiles[at];
    if (file === undefined) throw unavailable(template);
    const path = `card.${at}.button`;
    // The provider requires the payload that a reply will carry.
    const replies = card.replies.map((index) => ({ index, kind: 'quick_reply' as const, text: `${path}.${index}` }));
    const buttons = [...buttonsOf(card.buttonVariables, path), ...replies];
    return {
      file,
      body: parametersOf(card.variables, 'card'),
      buttons: buttons.toSorted((one, other) => one.index - other.index),
    };
  });
  return {
    text: filledTemplate(content, values),
    template: {
      id,
      name,
      language,
      header: parametersOf(content.variables, 'header'),
      body: parametersOf(content.variables, 'body'),
      buttons: buttonsOf(content.buttonVariables, 'button'),
      ...(sentCards.length > 0 && { cards: sentCards }),
    },
  };
}

/** All the variables of a template. */
export function variablesIn({ variables, cards = [] }: TemplateContent): TemplateVariable[] {
  return [...variables, ...cards.flatMap((card) => card.variables)];
}

/** Why a template can't be sent. */
export function unavailable({ status, isApproved }: Pick<InstanceTemplate, 'status' | 'isApproved'>): DomainError {
  const state = status === undefined || isApproved ? undefined : templateState(status);
  if (state === 'rejected' || state === 'paused' || state === 'pending') return conflict(`error.template.is.${state}`);
  return conflict('error.template.unavailable');
}

function requireLength(text: string, max: number): void {
  if (text.length > max) throw new DomainError('INVALID', 'error.template.tooLong', { params: { max } });
}

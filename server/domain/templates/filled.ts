import {
  filledPart,
  filledTemplate,
  TEMPLATE_BODY_MAX_LENGTH,
  TEMPLATE_HEADER_MAX_LENGTH,
  templateValue,
} from '../../../contract/facts/templates.ts';
import { templateState } from '../../../contract/facts/template-form.ts';
import type { TemplateValue } from '../../../contract/entities/message-template.ts';
import type { OutboundContent } from '../../channels/channel.ts';
import type { Id } from '../../db/tables.ts';
import { conflict, DomainError } from '../errors.ts';
import { storableText } from '../text.ts';
import type { InstanceTemplate } from './list-templates.ts';

/**
 * What is stored of a sent template: enough to send it, whatever becomes of the template. A file of its header is the
 * message's.
 */
export type SentTemplate = Omit<Extract<OutboundContent, { kind: 'template' }>, 'kind' | 'headerFile'> & { id: Id };

/** Longer values than a whole body are refused before they are worked on. */
const VALUES_MAX = 64;

/**
 * Fills a template in: the text that the conversation shows, and what is sent. Refuses one that can't be sent any more,
 * missing values by their keys, and texts longer than the provider takes.
 */
export function fill(
  template: InstanceTemplate,
  given: readonly TemplateValue[],
): { text: string; template: SentTemplate } {
  const { id, name, language, isApproved, isNamed, content } = template;
  if (!isApproved || content === undefined) throw unavailable(template);
  const values = Object.fromEntries(
    given
      .slice(0, VALUES_MAX)
      .map(({ key, value }) => [key, templateValue(storableText(value.slice(0, TEMPLATE_BODY_MAX_LENGTH + 1)))]),
  );
  const missing = content.variables.filter(({ key }) => (values[key] ?? '') === '');
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
  const parametersOf = (part: 'header' | 'body') =>
    content.variables
      .filter((each) => each.part === part)
      .map((each) => ({ ...(isNamed && { name: each.name }), text: values[each.key] ?? '' }));
  return {
    text: filledTemplate(content, values),
    template: {
      id,
      name,
      language,
      header: parametersOf('header'),
      body: parametersOf('body'),
      buttons: content.buttonVariables.map(({ index, kind }) => ({
        index,
        kind,
        text: values[`button.${index}`] ?? '',
      })),
    },
  };
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

import { useSelector } from '@xstate/react';
import {
  TEMPLATE_BUTTONS,
  TEMPLATE_HEADERS,
  type TemplateButton,
  type TemplateCard,
  type TemplateContentForm,
} from '../../../../contract/facts/template-form.ts';
import { CARD_HEADERS } from '../../../../contract/facts/templates.ts';
import type { FormFields, FormValue, FormValues } from '../../../machines/entities/forms.ts';
import type { TemplateForm } from '../../../machines/entities/templates.ts';
import type { OpenForm } from '../form/form-context.tsx';

/** The values of a template's form, as typed so far. */
export interface TemplateValues extends TemplateContentForm {
  readonly instance_id: string | null;
  readonly language: string;
  readonly category: string;
  readonly card_header: TemplateForm['card_header'];
}

const nothing: FormValues = {};

export function useTemplateValues({ actor }: Pick<OpenForm, 'actor'>): TemplateValues {
  return valuesIn(useSelector(actor, (snapshot) => snapshot?.context.values ?? nothing));
}

export function valuesIn(values: FormValues): TemplateValues {
  const valueOf = (name: FormFields['template']) => values[name] ?? null;
  return {
    instance_id: idOf(valueOf('instance_id')),
    name: textOf(valueOf('name')),
    language: textOf(valueOf('language')),
    category: textOf(valueOf('category')),
    named: valueOf('named') === true,
    header: TEMPLATE_HEADERS.find((each) => each === valueOf('header')) ?? 'none',
    header_text: textOf(valueOf('header_text')),
    header_file_id: idOf(valueOf('header_file_id')),
    body: textOf(valueOf('body')),
    footer: textOf(valueOf('footer')),
    buttons: listOf(valueOf('buttons')).map(buttonOf),
    card_header: CARD_HEADERS.find((each) => each === valueOf('card_header')) ?? 'image',
    cards: listOf(valueOf('cards')).map(cardOf),
    examples: listOf(valueOf('examples')).map((each) => ({
      key: textOf(fieldOf(each, 'key')),
      value: textOf(fieldOf(each, 'value')),
    })),
  };
}

function buttonOf(value: FormValue): TemplateButton {
  return {
    type: TEMPLATE_BUTTONS.find((each) => each === fieldOf(value, 'type')) ?? 'QUICK_REPLY',
    text: textOf(fieldOf(value, 'text')),
    value: textOf(fieldOf(value, 'value')),
    example: textOf(fieldOf(value, 'example')),
  };
}

function cardOf(value: FormValue): TemplateCard {
  return {
    file_id: idOf(fieldOf(value, 'file_id')),
    body: textOf(fieldOf(value, 'body')),
    buttons: listOf(fieldOf(value, 'buttons')).map(buttonOf),
  };
}

function textOf(value: FormValue): string {
  return typeof value === 'string' ? value : '';
}

function idOf(value: FormValue): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function listOf(value: FormValue): readonly FormValue[] {
  return Array.isArray(value) ? value : [];
}

function fieldOf(value: FormValue, name: string): FormValue {
  return value !== null && typeof value === 'object' && name in value ? (Reflect.get(value, name) as FormValue) : null;
}

import { exampleKeys } from '../../../../contract/facts/template-form.ts';
import type { TemplateButton, TemplateCard } from '../../../../contract/facts/template-form.ts';
import type { TemplateForm } from '../../../../contract/entities/managed-template.ts';
import { variablesOf } from '../../../../contract/facts/templates.ts';

/** A component as the Cloud API takes it. */
export type Component = Readonly<Record<string, unknown>> & { readonly type: string };

/** The provider's handle of an uploaded example. */
export type HandleOf = (fileId: string | null) => string;

/** A checked template's components, with an example of each variable. */
export function toComponents(form: TemplateForm, handleOf: HandleOf): Component[] {
  const body = textComponent('BODY', 'body', form.body, form);
  if (form.cards.length > 0) {
    return [
      body,
      {
        type: 'CAROUSEL',
        cards: form.cards.map((card, at) => ({ components: cardComponents(form, card, at, handleOf) })),
      },
    ];
  }
  const header = form.header === 'none' ? [] : [headerComponent(form, handleOf)];
  const footer = form.footer.trim() === '' ? [] : [{ type: 'FOOTER', text: form.footer.trim() }];
  return [...header, body, ...footer, ...buttonsComponent(form.buttons)];
}

function headerComponent(form: TemplateForm, handleOf: HandleOf): Component {
  if (form.header === 'text') return { format: 'TEXT', ...textComponent('HEADER', 'header', form.header_text, form) };
  return mediaComponent(form.header, handleOf(form.header_file_id));
}

function mediaComponent(kind: string, handle: string): Component {
  return { type: 'HEADER', format: kind.toUpperCase(), example: { header_handle: [handle] } };
}

function cardComponents(form: TemplateForm, card: TemplateCard, at: number, handleOf: HandleOf): Component[] {
  return [
    mediaComponent(form.card_header, handleOf(card.file_id)),
    textComponent('BODY', `card.${at}`, card.body, form),
    ...buttonsComponent(card.buttons),
  ];
}

function textComponent(type: string, part: string, text: string, form: TemplateForm): Component {
  const examples = exampleKeys(form)
    .filter((each) => each.part === part)
    .map(({ key, name }) => ({ name, value: form.examples.find((each) => each.key === key)?.value.trim() ?? '' }));
  if (examples.length === 0) return { type, text: text.trim() };
  const word = type === 'HEADER' ? 'header_text' : 'body_text';
  if (form.named) {
    const named = examples.map(({ name, value }) => ({ param_name: name, example: value }));
    return { type, text: text.trim(), example: { [`${word}_named_params`]: named } };
  }
  // In the order of their numbers, whatever their places in the text.
  const values = examples.toSorted((one, other) => Number(one.name) - Number(other.name)).map(({ value }) => value);
  return { type, text: text.trim(), example: { [word]: type === 'HEADER' ? values : [values] } };
}

function buttonsComponent(buttons: readonly TemplateButton[]): Component[] {
  if (buttons.length === 0) return [];
  return [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }];
}

function buttonOf({ type, text, value, example }: TemplateButton): Record<string, unknown> {
  switch (type) {
    case 'QUICK_REPLY':
      return { type, text: text.trim() };
    case 'URL':
      return {
        type,
        text: text.trim(),
        url: value,
        ...(variablesOf(value).length > 0 && { example: [example.trim()] }),
      };
    case 'PHONE_NUMBER':
      return { type, text: text.trim(), phone_number: `+${value.replaceAll(/\D/g, '')}` };
    case 'COPY_CODE':
      return { type, example: value.trim() };
  }
}

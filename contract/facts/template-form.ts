import { CARD_BODY_MAX_LENGTH, variablesOf } from './templates.ts';

/* Limits of message templates: the Cloud API's, checked on both sides. Loaded with the editor. */

export const TEMPLATE_CATEGORIES = ['UTILITY', 'MARKETING'] as const;
/** Languages to choose from; the provider knows others, which its own templates may have. */
export const TEMPLATE_LANGUAGES = ['pt_BR', 'pt_PT', 'en', 'en_US', 'es', 'es_AR', 'es_MX', 'fr', 'it', 'de'] as const;
export const TEMPLATE_HEADERS = ['none', 'text', 'image', 'video', 'document'] as const;
export const TEMPLATE_BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const;
export type TemplateHeader = (typeof TEMPLATE_HEADERS)[number];
export type TemplateButtonType = (typeof TEMPLATE_BUTTONS)[number];
export type TemplateFileKind = Exclude<TemplateHeader, 'none' | 'text'>;

export const TEMPLATE_NAME_MAX = 512;
export const TEMPLATE_TEXT_MAX = {
  header: 60,
  body: 1024,
  footer: 60,
  button: 25,
  card: CARD_BODY_MAX_LENGTH,
  url: 2000,
  code: 15,
} as const;
export const TEMPLATE_EXAMPLE_MAX = 200;
export const TEMPLATE_BUTTONS_MAX = 10;
/** Most buttons of a kind. */
export const TEMPLATE_BUTTON_MAX: Readonly<Record<TemplateButtonType, number>> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
};
export const TEMPLATE_CARDS = { min: 2, max: 10, buttons: 2 } as const;
/** Largest example of a header, in bytes. */
export const TEMPLATE_FILE_MAX: Readonly<Record<TemplateFileKind, number>> = {
  image: 5 * 1024 * 1024,
  video: 16 * 1024 * 1024,
  document: 100 * 1024 * 1024,
};

/** Where a template is: `draft`: the provider hasn't seen it yet; `disabled`: it will never be sent again. */
export const TEMPLATE_STATES = ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];

const STATES: Readonly<Record<string, TemplateState>> = {
  DRAFT: 'draft',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  PAUSED: 'paused',
};

/** The state of a provider's status; one that isn't known can't be sent. */
export function templateState(status: string): TemplateState {
  return STATES[status] ?? 'disabled';
}

export type TemplateButton = {
  type: TemplateButtonType;
  text: string;
  /** The URL, which ends with `{{1}}` if it varies; the phone number; or an example of the code. */
  value: string;
  /** For a URL that varies: a complete example. */
  example: string;
};
export type TemplateCard = { file_id: string | null; body: string; buttons: TemplateButton[] };
export type TemplateContentForm = {
  name: string;
  named: boolean;
  header: TemplateHeader;
  header_text: string;
  header_file_id: string | null;
  body: string;
  footer: string;
  buttons: TemplateButton[];
  /** With cards it is a carousel, and has no header, footer and buttons of its own. */
  cards: TemplateCard[];
  /** By part and variable: `header.1`, `body.nome`, `card.0.1`. */
  examples: { key: string; value: string }[];
};

/** The parts of a template's text that may have variables, with the keys of their fields. */
export function templateTexts(form: TemplateContentForm): { part: string; field: string; text: string }[] {
  const body = { part: 'body', field: 'body', text: form.body };
  if (form.cards.length > 0) {
    return [
      body,
      ...form.cards.map((card, at) => ({ part: `card.${at}`, field: `cards.${at}.body`, text: card.body })),
    ];
  }
  const header = { part: 'header', field: 'header_text', text: form.header_text };
  return form.header === 'text' ? [header, body] : [body];
}

/** Each variable of a template with the key of its example, once, in the order of the text. */
export function exampleKeys(form: TemplateContentForm): { key: string; part: string; name: string }[] {
  return templateTexts(form).flatMap(({ part, text }) =>
    variablesOf(text).map((name) => ({ key: `${part}.${name}`, part, name })),
  );
}

/** Errors of a template: catalogue ids by field (`buttons.0.text`), and the limits named in their texts. */
export type TemplateProblems = { fields: Record<string, string>; params: Record<string, number> };

const NAMED = /^[a-z][a-z0-9_]*$/;
const EDGE = /^\s*\{\{|\}\}\s*$/;

/** Checks a template as the provider does, so that it isn't refused there. */
export function templateProblems(form: TemplateContentForm): TemplateProblems {
  const fields: Record<string, string> = {};
  const params: Record<string, number> = {};
  const add = (field: string, key: string, max?: number) => {
    if (field in fields) return;
    fields[field] = key;
    if (max !== undefined) params[`${field}.max`] = max;
  };
  /** Filled in, and not too long. */
  const check = (field: string, text: string, max: number) => {
    if (text.trim() === '') add(field, 'error.field.required');
    else if (text.length > max) add(field, 'error.field.tooLong', max);
  };
  check('name', form.name, TEMPLATE_NAME_MAX);
  if (!/^[a-z0-9_]*$/.test(form.name)) add('name', 'error.template.name');
  check('body', form.body, TEMPLATE_TEXT_MAX.body);
  const isCarousel = form.cards.length > 0;
  if (!isCarousel) {
    if (form.header === 'text') check('header_text', form.header_text, TEMPLATE_TEXT_MAX.header);
    else if (form.header !== 'none' && form.header_file_id === null) add('header_file_id', 'error.template.headerFile');
    if (form.footer.length > TEMPLATE_TEXT_MAX.footer) add('footer', 'error.field.tooLong', TEMPLATE_TEXT_MAX.footer);
    if (form.footer.includes('{{')) add('footer', 'error.template.noVariables');
    checkButtons(form.buttons, 'buttons', TEMPLATE_BUTTONS_MAX, add, check);
  } else {
    checkCards(form.cards, add, check);
  }
  for (const { part, field, text } of templateTexts(form)) checkVariables(form, { part, field, text }, add);
  return { fields, params };
}

type Add = (field: string, key: string, max?: number) => void;
type Check = (field: string, text: string, max: number) => void;

function checkVariables(
  form: TemplateContentForm,
  { part, field, text }: { part: string; field: string; text: string },
  add: Add,
): void {
  const names = variablesOf(text);
  if (/\{\{|\}\}/.test(text.replaceAll(/\{\{\w+\}\}/g, ''))) return add(field, 'error.template.braces');
  if (part !== 'header' && EDGE.test(text)) add(field, 'error.template.edge');
  if (part === 'header' && names.length > 1) add(field, 'error.template.headerVariables');
  if (form.named && !names.every((name) => NAMED.test(name))) add(field, 'error.template.variableName');
  const inOrder = names.map(Number).toSorted((one, other) => one - other);
  if (!form.named && inOrder.some((number, at) => number !== at + 1)) add(field, 'error.template.sequence');
  for (const name of names) {
    const key = `${part}.${name}`;
    const example = form.examples.find((each) => each.key === key)?.value ?? '';
    if (example.trim() === '') add(`examples.${key}`, 'error.template.example');
    else if (example.length > TEMPLATE_EXAMPLE_MAX) add(`examples.${key}`, 'error.field.tooLong', TEMPLATE_EXAMPLE_MAX);
  }
  return undefined;
}

function checkButtons(buttons: readonly TemplateButton[], at: string, most: number, add: Add, check: Check): void {
  if (buttons.length > most) add(at, 'error.template.buttonsMany', most);
  const counts = new Map<TemplateButtonType, number>();
  for (const { type } of buttons) counts.set(type, (counts.get(type) ?? 0) + 1);
  for (const [type, count] of counts) {
    if (count > TEMPLATE_BUTTON_MAX[type]) add(at, `error.template.buttons.${type}`, TEMPLATE_BUTTON_MAX[type]);
  }
  const isReply = buttons.map(({ type }) => type === 'QUICK_REPLY');
  const changes = isReply.filter((each, index) => index > 0 && each !== isReply[index - 1]).length;
  if (changes > 1) add(at, 'error.template.buttonsApart');
  for (const [index, { type, text, value, example }] of buttons.entries()) {
    const field = `${at}.${index}`;
    if (type === 'COPY_CODE') {
      check(`${field}.value`, value, TEMPLATE_TEXT_MAX.code);
      continue;
    }
    check(`${field}.text`, text, TEMPLATE_TEXT_MAX.button);
    if (text.includes('{{')) add(`${field}.text`, 'error.template.noVariables');
    const isDouble = buttons.some((each, other) => other < index && each.text.trim() === text.trim());
    if (isDouble) add(`${field}.text`, 'error.template.buttonTwice');
    if (type === 'URL') {
      check(`${field}.value`, value, TEMPLATE_TEXT_MAX.url);
      if (!isAddress(value)) add(`${field}.value`, 'error.template.url');
      const varies = value.endsWith('{{1}}');
      if (varies && !example.startsWith(value.slice(0, -'{{1}}'.length)))
        add(`${field}.example`, 'error.template.urlExample');
      if (varies && example.trim().length <= value.length - '{{1}}'.length)
        add(`${field}.example`, 'error.template.urlExample');
    }
    if (type === 'PHONE_NUMBER' && !/^\+?\d{8,19}$/.test(value.replaceAll(/[\s().-]/g, ''))) {
      add(`${field}.value`, value.trim() === '' ? 'error.field.required' : 'error.template.phone');
    }
  }
}

/** A URL; only its end may vary. */
function isAddress(value: string): boolean {
  const fixed = value.endsWith('{{1}}') ? value.slice(0, -'{{1}}'.length) : value;
  return !/[{}\s]/.test(fixed) && /^https?:\/\/[^/]+\.[^/]+/.test(fixed) && URL.canParse(fixed);
}

function checkCards(cards: readonly TemplateCard[], add: Add, check: Check): void {
  if (cards.length < TEMPLATE_CARDS.min || cards.length > TEMPLATE_CARDS.max) add('cards', 'error.template.cards');
  const shape = (card: TemplateCard | undefined) => (card?.buttons ?? []).map(({ type }) => type).join(' ');
  for (const [at, card] of cards.entries()) {
    const field = `cards.${at}`;
    if (card.file_id === null) add(`${field}.file_id`, 'error.template.headerFile');
    check(`${field}.body`, card.body, TEMPLATE_TEXT_MAX.card);
    if (card.buttons.length === 0) add(`${field}.buttons`, 'error.template.cardButtons');
    if (shape(card) !== shape(cards[0])) add(`${field}.buttons`, 'error.template.cardsAlike');
    checkButtons(card.buttons, `${field}.buttons`, TEMPLATE_CARDS.buttons, add, check);
  }
}

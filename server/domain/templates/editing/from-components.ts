import * as z from 'zod/mini';
import { TEMPLATE_BUTTONS, TEMPLATE_HEADERS } from '../../../../contract/facts/template-form.ts';
import type { TemplateButton } from '../../../../contract/facts/template-form.ts';
import type { TemplateForm } from '../../../../contract/entities/managed-template.ts';
import { variablesOf } from '../../../../contract/facts/templates.ts';

const namedSchema = z.optional(z.array(z.looseObject({ param_name: z.string(), example: z.string() })));
const exampleSchema = z.looseObject({
  header_text: z.optional(z.array(z.string())),
  body_text: z.optional(z.array(z.array(z.string()))),
  header_text_named_params: namedSchema,
  body_text_named_params: namedSchema,
});
const buttonSchema = z.looseObject({
  type: z.enum(TEMPLATE_BUTTONS),
  text: z.optional(z.string()),
  url: z.optional(z.string()),
  phone_number: z.optional(z.string()),
  example: z.optional(z.unknown()),
});
const partSchema = z.looseObject({
  type: z.string(),
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  example: z.optional(z.unknown()),
  buttons: z.optional(z.array(buttonSchema)),
});
const componentsSchema = z.array(
  z.looseObject({
    ...partSchema.shape,
    cards: z.optional(z.array(z.looseObject({ components: z.array(partSchema) }))),
  }),
);
type Part = z.infer<typeof partSchema>;

export type WrittenParts = Omit<TemplateForm, 'instance_id' | 'name' | 'language' | 'category' | 'named'>;

/** Converts the provider's components to the editor's form; undefined if it doesn't support some of them. */
export function fromComponents(components: unknown): WrittenParts | undefined {
  const parsed = componentsSchema.safeParse(components);
  if (!parsed.success) return undefined;
  const byType = new Map(parsed.data.map((part) => [part.type.toUpperCase(), part]));
  const known = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL'];
  const body = byType.get('BODY');
  const header = byType.get('HEADER');
  const format = header === undefined ? 'none' : (header.format ?? 'TEXT').toLowerCase();
  const kind = TEMPLATE_HEADERS.find((each) => each === format);
  if (body?.text === undefined || kind === undefined || [...byType.keys()].some((type) => !known.includes(type))) {
    return undefined;
  }
  const cards = (byType.get('CAROUSEL')?.cards ?? []).map((card) => cardOf(card.components));
  return {
    header: kind,
    header_text: kind === 'text' ? (header?.text ?? '') : '',
    header_file_id: null,
    body: body.text,
    footer: byType.get('FOOTER')?.text ?? '',
    buttons: (byType.get('BUTTONS')?.buttons ?? []).map(buttonOf),
    card_header: cards[0]?.format === 'video' ? 'video' : 'image',
    cards: cards.map((card) => ({ file_id: null, body: card.body?.text ?? '', buttons: card.buttons })),
    examples: [
      ...examplesOf('header', kind === 'text' ? header : undefined),
      ...examplesOf('body', body),
      ...cards.flatMap((card, at) => examplesOf(`card.${at}`, card.body)),
    ],
  };
}

function cardOf(parts: readonly Part[]) {
  const find = (type: string) => parts.find((part) => part.type.toUpperCase() === type);
  return {
    format: find('HEADER')?.format?.toLowerCase(),
    body: find('BODY'),
    buttons: (find('BUTTONS')?.buttons ?? []).map(buttonOf),
  };
}

function buttonOf({
  type,
  text = '',
  url,
  phone_number: phone,
  example,
}: z.infer<typeof buttonSchema>): TemplateButton {
  const first: unknown = Array.isArray(example) ? example[0] : example;
  const shown = typeof first === 'string' ? first : '';
  if (type === 'COPY_CODE') return { type, text: '', value: shown, example: '' };
  return { type, text, value: url ?? phone ?? '', example: shown };
}

function examplesOf(part: string, component: Part | undefined): { key: string; value: string }[] {
  const { data: example } = exampleSchema.safeParse(component?.example);
  const isHeader = part === 'header';
  const named = isHeader ? example?.header_text_named_params : example?.body_text_named_params;
  const ordered = isHeader ? example?.header_text : example?.body_text?.[0];
  return variablesOf(component?.text ?? '').map((name, at) => ({
    key: `${part}.${name}`,
    value:
      named?.find((each) => each.param_name === name)?.example ??
      ordered?.[/^\d+$/.test(name) ? Number(name) - 1 : at] ??
      '',
  }));
}

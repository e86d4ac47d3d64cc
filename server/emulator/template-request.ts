import * as z from 'zod/mini';
import { filledPart, filledTemplate, HEADER_FILES, variablesOf } from '../../contract/facts/templates.ts';
import type { CardPart } from '../../contract/facts/templates.ts';
import { graphFailure, invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';
import { storedTemplateSchema } from './model.ts';
import type { StoredTemplate } from './model.ts';
import type { Known } from './send-request.ts';

const parameterSchema = z.looseObject({
  type: z.string(),
  parameter_name: z.optional(z.string()),
  text: z.optional(z.string()),
  image: z.optional(z.unknown()),
  video: z.optional(z.unknown()),
  document: z.optional(z.unknown()),
  payload: z.optional(z.string()),
});
const fileSchema = z.looseObject({ id: z.string() });
const componentSchema = z.looseObject({
  type: z.string(),
  sub_type: z.optional(z.string()),
  index: z.optional(z.union([z.string(), z.number()])),
  parameters: z.optional(z.array(parameterSchema)),
});
const cardSchema = z.looseObject({ card_index: z.int(), components: z.array(componentSchema) });
const requestSchema = z.looseObject({
  name: z.string(),
  language: z.looseObject({ code: z.string() }),
  components: z.optional(z.array(z.looseObject({ ...componentSchema.shape, cards: z.optional(z.array(cardSchema)) }))),
});
/** The components of a template's card. */
const storedCardsSchema = z.array(z.looseObject({ components: storedTemplateSchema.shape.components }));
type Parameter = z.infer<typeof parameterSchema>;
type Given = z.infer<typeof componentSchema>;
type GivenCard = z.infer<typeof cardSchema>;
type Stored = StoredTemplate['components'];

/** Validates a template message like Meta. The content keeps what the phone shows as its `text`, and its header's `file`. */
export function readTemplate(
  content: unknown,
  { templates, hasMedia }: Known,
): GraphFailure | { readonly content: unknown } {
  const parsed = requestSchema.safeParse(content);
  if (!parsed.success) return invalid('The parameter template is required.');
  const { name, language, components = [] } = parsed.data;
  const template = templates.find((each) => each.name === name && each.language === language.code);
  if (template === undefined) return graphFailure(132001);
  if (template.status === 'PAUSED') return graphFailure(132015);
  if (template.status === 'DISABLED') return graphFailure(132016);
  if (template.status !== 'APPROVED') return graphFailure(132001);
  const values: Record<string, string> = {};
  const file = fileOf(template.components, find(components, 'header')?.parameters ?? []);
  if (file !== undefined && (file === null || !hasMedia(file.id))) return graphFailure(132012);
  for (const part of ['header', 'body'] as const) {
    if (part === 'header' && file !== undefined) continue;
    const text = textOf(template.components, part) ?? '';
    const given = find(components, part)?.parameters ?? [];
    const failure = valuesOf(part, text, given, template.parameter_format === 'NAMED', values);
    if (failure !== undefined) return failure;
  }
  const texts = {
    header: textOf(template.components, 'header'),
    body: textOf(template.components, 'body') ?? '',
    footer: textOf(template.components, 'footer'),
  };
  const given = find(components, 'carousel')?.cards ?? [];
  const cards = readCards(template, given, values, hasMedia);
  if (!Array.isArray(cards)) return cards;
  const text = filledTemplate(texts, values);
  const shown = { ...(file !== undefined && { file }), ...(cards.length > 0 && { cards }) };
  return { content: { ...parsed.data, text, ...shown } };
}

/** A card as the phone shows it. */
interface SeenCard {
  readonly file: { readonly id: string };
  readonly text: string;
  readonly buttons: readonly string[];
}

/** Requires each card of the template, in order, with its file and variables. */
function readCards(
  { components, parameter_format: format }: StoredTemplate,
  given: readonly GivenCard[],
  values: Record<string, string>,
  hasMedia: Known['hasMedia'],
): GraphFailure | SeenCard[] {
  const wanted = storedCardsSchema.safeParse(find(components, 'carousel')?.cards ?? []).data ?? [];
  if (given.length !== wanted.length) return graphFailure(132012);
  const seen: SeenCard[] = [];
  for (const [at, { components: parts }] of wanted.entries()) {
    const card = given.find(({ card_index: index }) => index === at);
    if (card === undefined) return graphFailure(132012);
    const file = fileOf(parts, find(card.components, 'header')?.parameters ?? []);
    if (file === undefined || file === null || !hasMedia(file.id)) return graphFailure(132012);
    const text = textOf(parts, 'body') ?? '';
    const parameters = find(card.components, 'body')?.parameters ?? [];
    const failure =
      valuesOf(`card.${at}`, text, parameters, format === 'NAMED', values) ?? buttonFailure(parts, card.components);
    if (failure !== undefined) return failure;
    const captions = buttonsOf(parts).map((button) => button.text ?? '');
    seen.push({ file, text: filledPart(`card.${at}`, text, values), buttons: captions });
  }
  return seen;
}

const buttonsSchema = z.array(
  z.looseObject({ type: z.string(), text: z.optional(z.string()), url: z.optional(z.string()) }),
);

function buttonsOf(parts: Stored) {
  return buttonsSchema.safeParse(find(parts, 'buttons')?.buttons ?? []).data ?? [];
}

/** A reply button needs its payload, a variable URL its end. */
function buttonFailure(parts: Stored, given: readonly Given[]): GraphFailure | undefined {
  for (const [index, { type, url = '' }] of buttonsOf(parts).entries()) {
    const button = given.find((each) => each.type.toLowerCase() === 'button' && Number(each.index) === index);
    const [parameter] = button?.parameters ?? [];
    const takes = type === 'QUICK_REPLY' ? 'quick_reply' : variablesOf(url).length > 0 ? 'url' : undefined;
    if (takes !== undefined && button?.sub_type?.toLowerCase() !== takes) return graphFailure(132012);
    const value = takes === 'quick_reply' ? parameter?.payload : parameter?.text;
    if (takes !== undefined && (value ?? '') === '') return graphFailure(132012);
  }
  return undefined;
}

function find<Part extends { readonly type: string }>(parts: readonly Part[], wanted: string): Part | undefined {
  return parts.find(({ type }) => type.toLowerCase() === wanted);
}

/** The file of a template's header; null for a missing one, undefined if the header is none. */
function fileOf(components: Stored, given: readonly Parameter[]) {
  const format = find(components, 'header')?.format?.toLowerCase();
  const kind = HEADER_FILES.find((each) => each === format);
  if (kind === undefined) return undefined;
  const [parameter] = given;
  const file = fileSchema.safeParse(parameter?.type === kind ? parameter[kind] : undefined);
  return file.success ? file.data : null;
}

function textOf(components: Stored, part: string): string | null {
  return find(components, part)?.text ?? null;
}

function valuesOf(
  part: 'header' | 'body' | CardPart,
  text: string,
  given: readonly Parameter[],
  isNamed: boolean,
  values: Record<string, string>,
): GraphFailure | undefined {
  const names = variablesOf(text);
  if (names.length !== given.length) return graphFailure(132000);
  for (const [at, name] of names.entries()) {
    const parameter = isNamed ? given.find((each) => each.parameter_name === name) : given[at];
    if (parameter?.text === undefined || parameter.text === '' || /[\n\t]| {5}/.test(parameter.text)) {
      return graphFailure(132012);
    }
    values[`${part}.${name}`] = parameter.text;
  }
  return undefined;
}

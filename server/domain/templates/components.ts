import * as z from 'zod/mini';
import { CARD_HEADERS, HEADER_FILES, variablesOf } from '../../../contract/facts/templates.ts';
import type { CardHeader, CardPart, HeaderFile, TemplateTexts } from '../../../contract/facts/templates.ts';
import type { TemplateVariable } from '../../../contract/entities/message-template.ts';

const namedExampleSchema = z.array(z.looseObject({ param_name: z.string(), example: z.string() }));
const exampleSchema = z.looseObject({
  header_text: z.optional(z.array(z.string())),
  body_text: z.optional(z.array(z.array(z.string()))),
  header_text_named_params: z.optional(namedExampleSchema),
  body_text_named_params: z.optional(namedExampleSchema),
});
const buttonSchema = z.looseObject({
  type: z.string(),
  text: z.optional(z.string()),
  url: z.optional(z.string()),
  example: z.optional(z.unknown()),
});
const partSchema = z.looseObject({
  type: z.string(),
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  example: z.optional(z.unknown()),
  buttons: z.optional(z.array(buttonSchema)),
});
const componentSchema = z.looseObject({
  ...partSchema.shape,
  cards: z.optional(z.array(z.looseObject({ components: z.array(partSchema) }))),
});
type Component = z.infer<typeof partSchema>;
type Button = z.infer<typeof buttonSchema>;

/** A button that takes a value: the end of an address, or a code to copy. */
export type ButtonVariable = { readonly index: number; readonly kind: 'url' | 'copy_code' };

/** A template's content, and the values it needs to be sent. */
export type TemplateContent = Omit<TemplateTexts, 'cards'> & {
  /** The file that is its header; null for a text or none. */
  readonly headerFile: HeaderFile | null;
  readonly buttons: readonly string[];
  readonly variables: readonly TemplateVariable[];
  readonly buttonVariables: readonly ButtonVariable[];
  /** Cards of a carousel, in order; missing in contents frozen by earlier versions' campaigns. */
  readonly cards?: readonly CardContent[];
};

/** A card of a carousel. */
export type CardContent = {
  readonly headerFile: CardHeader;
  readonly body: string | null;
  readonly buttons: readonly string[];
  readonly variables: readonly TemplateVariable[];
  readonly buttonVariables: readonly ButtonVariable[];
  /** Places of the buttons that the customer replies with. */
  readonly replies: readonly number[];
};

/** Buttons that need nothing from the sender. */
const PLAIN_BUTTONS: ReadonlySet<string> = new Set(['QUICK_REPLY', 'PHONE_NUMBER', 'URL', 'VOICE_CALL']);

/**
 * Reads the provider's components. Undefined for a template that can't be sent with texts and files alone: an offer, a
 * form, a carousel of products.
 */
export function contentOf(components: unknown): TemplateContent | undefined {
  const parsed = z.array(componentSchema).safeParse(components);
  if (!parsed.success) return undefined;
  const byType = byTypeOf(parsed.data);
  const known = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL'];
  const body = byType.get('BODY')?.text;
  const header = byType.get('HEADER');
  if (body === undefined || [...byType.keys()].some((type) => !known.includes(type))) return undefined;
  const format = (header?.format ?? 'TEXT').toLowerCase();
  const headerFile = HEADER_FILES.find((kind) => kind === format) ?? null;
  if (headerFile === null && format !== 'text') return undefined;
  const buttons = buttonsOf(byType.get('BUTTONS'), 'button');
  const cards = (byType.get('CAROUSEL')?.cards ?? []).map(({ components: parts }, at) => cardOf(parts, at));
  if (buttons === undefined || !cards.every((card) => card !== undefined)) return undefined;
  if (byType.has('CAROUSEL') && cards.length === 0) return undefined;
  return {
    header: headerFile === null ? (header?.text ?? null) : null,
    headerFile,
    body,
    footer: byType.get('FOOTER')?.text ?? null,
    buttons: buttons.captions,
    variables: [
      ...variablesOfText('header', headerFile === null ? header : undefined),
      ...variablesOfText('body', byType.get('BODY')),
      ...buttons.variables,
    ],
    buttonVariables: buttons.needed,
    cards,
  };
}

function byTypeOf<Part extends Component>(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.map((each) => [each.type.toUpperCase(), each]));
}

/** Undefined for one whose top isn't a picture or video, or whose buttons need something else. */
function cardOf(parts: readonly Component[], at: number): CardContent | undefined {
  const byType = byTypeOf(parts);
  const format = byType.get('HEADER')?.format?.toLowerCase();
  const headerFile = CARD_HEADERS.find((kind) => kind === format);
  const body = byType.get('BODY');
  const buttons = buttonsOf(byType.get('BUTTONS'), `card.${at}.button`);
  if (headerFile === undefined || buttons === undefined) return undefined;
  return {
    headerFile,
    body: body?.text ?? null,
    buttons: buttons.captions,
    variables: [...variablesOfText(`card.${at}`, body), ...buttons.variables],
    buttonVariables: buttons.needed,
    replies: buttons.replies,
  };
}

/** A part's buttons, with their variables' keys under `path`; undefined if one needs more than a value. */
function buttonsOf(component: Component | undefined, path: string) {
  const buttons = component?.buttons ?? [];
  if (!buttons.every(({ type }) => PLAIN_BUTTONS.has(type) || type === 'COPY_CODE')) return undefined;
  const needed = buttons.flatMap(variableOfButton);
  return {
    captions: buttons.map(({ text }) => text ?? '').filter((text) => text !== ''),
    replies: buttons.flatMap(({ type }, index) => (type === 'QUICK_REPLY' ? [index] : [])),
    needed,
    variables: needed.map(({ index }): TemplateVariable => {
      const { text, example } = buttons[index] ?? {};
      const first: unknown = Array.isArray(example) ? example[0] : example;
      const shown = typeof first === 'string' ? first : null;
      return { key: `${path}.${index}`, part: 'button', name: text ?? '', example: shown };
    }),
  };
}

function variableOfButton({ type, url }: Button, index: number): ButtonVariable[] {
  if (type === 'COPY_CODE') return [{ index, kind: 'copy_code' }];
  return type === 'URL' && url !== undefined && variablesOf(url).length > 0 ? [{ index, kind: 'url' }] : [];
}

function variablesOfText(part: 'header' | 'body' | CardPart, component: Component | undefined): TemplateVariable[] {
  const { text = '' } = component ?? {};
  // Without examples it can be sent as well.
  const { data: example } = exampleSchema.safeParse(component?.example);
  const inOrder = part === 'header' ? example?.header_text : example?.body_text?.[0];
  const byName = part === 'header' ? example?.header_text_named_params : example?.body_text_named_params;
  return variablesOf(text).map((name, at) => ({
    key: `${part}.${name}`,
    part: part === 'header' || part === 'body' ? part : 'card',
    name,
    example: byName?.find((each) => each.param_name === name)?.example ?? inOrder?.[at] ?? null,
  }));
}

import * as z from 'zod/mini';
import { HEADER_FILES, variablesOf } from '../../../contract/facts/templates.ts';
import type { HeaderFile, TemplatePart, TemplateTexts } from '../../../contract/facts/templates.ts';
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
const componentSchema = z.looseObject({
  type: z.string(),
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  example: z.optional(z.unknown()),
  buttons: z.optional(z.array(buttonSchema)),
});
type Component = z.infer<typeof componentSchema>;
type Button = z.infer<typeof buttonSchema>;

/** A button that takes a value: the end of an address, or a code to copy. */
export type ButtonVariable = { readonly index: number; readonly kind: 'url' | 'copy_code' };

/** What a template says, and what it needs to be sent. */
export type TemplateContent = TemplateTexts & {
  /** The file that is its header; null for a text or none. */
  readonly headerFile: HeaderFile | null;
  readonly buttons: readonly string[];
  readonly variables: readonly TemplateVariable[];
  readonly buttonVariables: readonly ButtonVariable[];
};

/** Buttons that need nothing from the sender. */
const PLAIN_BUTTONS: ReadonlySet<string> = new Set(['QUICK_REPLY', 'PHONE_NUMBER', 'URL', 'VOICE_CALL']);

/**
 * Reads the provider's components. Undefined for a template that can't be sent with texts and a file alone: a
 * carousel, an offer, a form.
 */
export function contentOf(components: unknown): TemplateContent | undefined {
  const parsed = z.array(componentSchema).safeParse(components);
  if (!parsed.success) return undefined;
  const byType = new Map(parsed.data.map((each) => [each.type.toUpperCase(), each]));
  const known = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];
  const body = byType.get('BODY')?.text;
  const header = byType.get('HEADER');
  if (body === undefined || [...byType.keys()].some((type) => !known.includes(type))) return undefined;
  const format = (header?.format ?? 'TEXT').toLowerCase();
  const headerFile = HEADER_FILES.find((kind) => kind === format) ?? null;
  if (headerFile === null && format !== 'text') return undefined;
  const buttons = byType.get('BUTTONS')?.buttons ?? [];
  const buttonVariables = buttons.flatMap(variableOfButton);
  if (!buttons.every(({ type }) => PLAIN_BUTTONS.has(type) || type === 'COPY_CODE')) return undefined;
  return {
    header: headerFile === null ? (header?.text ?? null) : null,
    headerFile,
    body,
    footer: byType.get('FOOTER')?.text ?? null,
    buttons: buttons.map(({ text }) => text ?? '').filter((text) => text !== ''),
    variables: [
      ...variablesOfText('header', headerFile === null ? header : undefined),
      ...variablesOfText('body', byType.get('BODY')),
      ...buttonVariables.map(({ index }) => {
        const { text, example } = buttons[index] ?? {};
        const first: unknown = Array.isArray(example) ? example[0] : example;
        const part = 'button' as const;
        return { key: `button.${index}`, part, name: text ?? '', example: typeof first === 'string' ? first : null };
      }),
    ],
    buttonVariables,
  };
}

function variableOfButton({ type, url }: Button, index: number): ButtonVariable[] {
  if (type === 'COPY_CODE') return [{ index, kind: 'copy_code' }];
  return type === 'URL' && url !== undefined && variablesOf(url).length > 0 ? [{ index, kind: 'url' }] : [];
}

function variablesOfText(part: Exclude<TemplatePart, 'button'>, component: Component | undefined): TemplateVariable[] {
  const { text = '' } = component ?? {};
  // Without examples it can be sent as well.
  const { data: example } = exampleSchema.safeParse(component?.example);
  const inOrder = part === 'header' ? example?.header_text : example?.body_text?.[0];
  const byName = part === 'header' ? example?.header_text_named_params : example?.body_text_named_params;
  return variablesOf(text).map((name, at) => ({
    key: `${part}.${name}`,
    part,
    name,
    example: byName?.find((each) => each.param_name === name)?.example ?? inOrder?.[at] ?? null,
  }));
}

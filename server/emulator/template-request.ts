import * as z from 'zod/mini';
import { filledTemplate, HEADER_FILES, variablesOf } from '../../contract/facts/templates.ts';
import type { TemplatePart } from '../../contract/facts/templates.ts';
import { graphFailure, invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';
import type { StoredTemplate } from './model.ts';
import type { Known } from './send-request.ts';

const parameterSchema = z.looseObject({
  type: z.string(),
  parameter_name: z.optional(z.string()),
  text: z.optional(z.string()),
  image: z.optional(z.unknown()),
  video: z.optional(z.unknown()),
  document: z.optional(z.unknown()),
});
const fileSchema = z.looseObject({ id: z.string() });
const requestSchema = z.looseObject({
  name: z.string(),
  language: z.looseObject({ code: z.string() }),
  components: z.optional(
    z.array(
      z.looseObject({
        type: z.string(),
        sub_type: z.optional(z.string()),
        index: z.optional(z.union([z.string(), z.number()])),
        parameters: z.optional(z.array(parameterSchema)),
      }),
    ),
  ),
});
type Parameter = z.infer<typeof parameterSchema>;

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
  const file = fileOf(template, components.find(({ type }) => type.toLowerCase() === 'header')?.parameters ?? []);
  if (file !== undefined && (file === null || !hasMedia(file.id))) return graphFailure(132012);
  for (const part of ['header', 'body'] as const) {
    if (part === 'header' && file !== undefined) continue;
    const text = textOf(template, part) ?? '';
    const given = components.find(({ type }) => type.toLowerCase() === part)?.parameters ?? [];
    const failure = valuesOf(part, text, given, template.parameter_format === 'NAMED', values);
    if (failure !== undefined) return failure;
  }
  const texts = {
    header: textOf(template, 'header'),
    body: textOf(template, 'body') ?? '',
    footer: textOf(template, 'footer'),
  };
  return { content: { ...parsed.data, text: filledTemplate(texts, values), ...(file !== undefined && { file }) } };
}

/** The file of a template's header; null for a missing one, undefined if the header is none. */
function fileOf({ components }: StoredTemplate, given: readonly Parameter[]) {
  const format = components.find(({ type }) => type.toLowerCase() === 'header')?.format?.toLowerCase();
  const kind = HEADER_FILES.find((each) => each === format);
  if (kind === undefined) return undefined;
  const [parameter] = given;
  const file = fileSchema.safeParse(parameter?.type === kind ? parameter[kind] : undefined);
  return file.success ? file.data : null;
}

function textOf({ components }: StoredTemplate, part: string): string | null {
  return components.find(({ type }) => type.toLowerCase() === part)?.text ?? null;
}

function valuesOf(
  part: TemplatePart,
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

import * as z from 'zod/mini';
import { filledTemplate, variablesOf } from '../../contract/facts/templates.ts';
import type { TemplatePart } from '../../contract/facts/templates.ts';
import { graphFailure, invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';
import type { StoredTemplate } from './model.ts';

const parameterSchema = z.looseObject({
  type: z.string(),
  parameter_name: z.optional(z.string()),
  text: z.optional(z.string()),
});
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

/** Validates a template message like Meta. The content keeps what the phone shows as its `text`. */
export function readTemplate(
  content: unknown,
  templates: readonly StoredTemplate[],
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
  for (const part of ['header', 'body'] as const) {
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
  return { content: { ...parsed.data, text: filledTemplate(texts, values) } };
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

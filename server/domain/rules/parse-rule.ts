import * as z from 'zod/mini';
import { RULE_FIELD_TYPES, RULE_JSON_MAX } from '../../../contract/facts/rules.ts';
import { ruleDefinitionSchema, ruleNameSchema, ruleProblems } from '../../../contract/entities/rule.ts';
import type { RuleChoice, RuleDefinition } from '../../../contract/entities/rule.ts';
import { invalid } from '../errors.ts';
import { parseInput } from '../input.ts';
import { mentionsIn } from './named-things.ts';

const nameSchema = z.object({ name: ruleNameSchema });

/** A rule as a call says it; refuses by its path what isn't one. */
export function parseRule({ name, definition: text }: { name: string; definition: string }): {
  name: string;
  definition: RuleDefinition;
} {
  const { name: called } = parseInput(nameSchema, { name });
  return { name: called, definition: parseDefinition(text) };
}

export function parseDefinition(text: string): RuleDefinition {
  const given = text.length > RULE_JSON_MAX ? undefined : jsonOf(text);
  const problems = ruleProblems(given);
  if (given === undefined) throw invalid('error.form.invalid', { definition: 'error.field.invalid' });
  if (Object.keys(problems).length > 0) throw invalid('error.form.invalid', problems);
  return ruleDefinitionSchema.parse(given);
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refuses by its path what a rule names and the company hasn't, and a field that is compared as it can't be. */
export function requireKnown(definition: RuleDefinition, choices: readonly RuleChoice[]): void {
  const problems: Record<string, string> = {};
  const has = new Set(choices.map(({ kind, id }) => `${kind} ${id}`));
  for (const { kind, id, path } of mentionsIn(definition))
    if (!has.has(`${kind} ${id}`)) problems[path] ??= 'error.rule.gone';
  definition.condition.groups.forEach(({ tests }, group) =>
    tests.forEach(({ field_id, comparison }, test) => {
      const type = choices.find(({ kind, id }) => kind === 'field' && id === field_id)?.detail ?? '';
      if (field_id === null || !isFieldType(type) || RULE_FIELD_TYPES[type] === comparison) return;
      problems[`condition.groups.${group}.tests.${test}.op`] ??= 'error.field.invalid';
    }),
  );
  if (Object.keys(problems).length > 0) throw invalid('error.form.invalid', problems);
}

function isFieldType(type: string): type is keyof typeof RULE_FIELD_TYPES {
  return type in RULE_FIELD_TYPES;
}

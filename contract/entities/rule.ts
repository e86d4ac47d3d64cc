import * as z from 'zod/mini';
import {
  isRuleAction,
  isRuleEvent,
  isRuleField,
  knowsField,
  opsOf,
  RULE_ACTION_NAMES,
  RULE_ACTIONS_MAX,
  RULE_COMPARISONS,
  RULE_EVENT_NAMES,
  RULE_FIELD_NAMES,
  RULE_GROUPS_MAX,
  RULE_MINUTES_MAX,
  RULE_NAME_MAX,
  RULE_OPS,
  RULE_OUTCOMES,
  RULE_SKIPS,
  RULE_TESTS_MAX,
  RULE_TEXT_MAX,
  RULE_VALUE_MAX,
  RULE_VALUES_MAX,
  RULE_VERDICTS,
  ruleAction,
  ruleEvent,
  ruleField,
  valuesOf,
} from '../facts/rules.ts';
import type { RuleActionName, RuleEventName, RuleField } from '../facts/rules.ts';
import { ID_PATTERN } from '../facts/id-pattern.ts';
import { isDay } from '../facts/days.ts';
import { lineSchema } from '../fields.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

const required = { error: 'error.field.required' };
const nameOf = <Name extends string>(names: readonly Name[], is: (name: string) => name is Name) =>
  z.custom<Name>((value) => typeof value === 'string' && is(value) && names.includes(value), 'error.field.invalid');
const idsSchema = z
  .array(z.string().check(z.regex(ID_PATTERN, 'error.field.invalid')))
  .check(z.maxLength(RULE_VALUES_MAX, 'error.field.tooMany'));

/** `ids`: only for these tags, fields or campaigns, none for all; `minutes`: how long a customer waits. */
const eventSchema = z
  .object({
    on: nameOf<RuleEventName>(RULE_EVENT_NAMES, isRuleEvent),
    ids: idsSchema,
    minutes: z.nullable(
      z
        .int({ error: 'error.rule.minutes' })
        .check(z.minimum(1, 'error.rule.minutes'), z.maximum(RULE_MINUTES_MAX, 'error.rule.minutes')),
    ),
  })
  .check(
    z.refine(({ on, minutes }) => (ruleEvent(on).hasMinutes === true) === (minutes !== null), {
      error: 'error.rule.minutes',
      path: ['minutes'],
    }),
    z.refine(({ on, ids }) => ids.length === 0 || ruleEvent(on).names !== undefined, {
      error: 'error.field.invalid',
      path: ['ids'],
    }),
  );
export type RuleEvent = z.infer<typeof eventSchema>;

/**
 * One comparison. `field_id` and `comparison` are of the company's own field; for others `field_id` is null and `comparison` is
 * the field's. Numbers, days and yes or no are texts: `12.5`, `2026-03-01`, `true`.
 */
const testSchema = z
  .object({
    field: nameOf<RuleField>(RULE_FIELD_NAMES, isRuleField),
    field_id: z.nullable(idSchema),
    comparison: z.enum(RULE_COMPARISONS, { error: 'error.field.invalid' }),
    op: z.enum(RULE_OPS, { error: 'error.field.invalid' }),
    values: z
      .array(z.string().check(z.trim(), z.maxLength(RULE_VALUE_MAX, 'error.field.tooLong')))
      .check(z.maxLength(RULE_VALUES_MAX, 'error.field.tooMany')),
  })
  .check(
    z.refine(({ field, field_id }) => (field === 'field') === (field_id !== null), {
      ...required,
      path: ['field_id'],
    }),
    z.refine(({ field, comparison }) => field === 'field' || ruleField(field).comparison === comparison, {
      error: 'error.field.invalid',
      path: ['comparison'],
    }),
    z.refine(({ field, comparison, op }) => opsOf(field, comparison).includes(op), {
      error: 'error.field.invalid',
      path: ['op'],
    }),
    z.refine(({ op, comparison, values }) => hasValues(values, valuesOf(op, comparison)), {
      ...required,
      path: ['values'],
    }),
    z.refine(
      ({ field, comparison, values }) => values.every((value) => value === '' || isOne(field, comparison, value)),
      { error: 'error.rule.value', path: ['values'] },
    ),
  );
export type RuleTest = z.infer<typeof testSchema>;

function hasValues(values: readonly string[], many: 'none' | 'one' | 'many'): boolean {
  const isWritten = values.every((value) => value !== '');
  return many === 'none'
    ? values.length === 0
    : isWritten && (many === 'one' ? values.length === 1 : values.length > 0);
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/;

function isOne(field: RuleField, comparison: RuleTest['comparison'], value: string): boolean {
  const { names, choices } = ruleField(field);
  if (names !== undefined) return ID_PATTERN.test(value);
  if (choices !== undefined) return choices.includes(value);
  switch (comparison) {
    case 'number':
      return NUMBER.test(value);
    case 'date':
      return isDay(value);
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'words':
    case 'choice':
      return true;
  }
}

const joinSchema = z.enum(['all', 'any'], { error: 'error.field.invalid' });

/** Groups of comparisons, joined; none: always. */
const conditionSchema = z.object({
  join: joinSchema,
  groups: z
    .array(
      z.object({
        join: joinSchema,
        tests: z
          .array(testSchema)
          .check(z.minLength(1, 'error.field.required'), z.maxLength(RULE_TESTS_MAX, 'error.field.tooMany')),
      }),
    )
    .check(z.maxLength(RULE_GROUPS_MAX, 'error.field.tooMany')),
});
export type RuleCondition = z.infer<typeof conditionSchema>;

/** `id` is of the kind that `RULE_ACTIONS` says; null where it says none, or leaves it open. */
const actionSchema = z
  .object({
    do: nameOf<RuleActionName>(RULE_ACTION_NAMES, isRuleAction),
    id: z.nullable(idSchema),
    text: z.string({ error: 'error.field.invalid' }).check(z.trim(), z.maxLength(RULE_TEXT_MAX, 'error.field.tooLong')),
  })
  .check(
    z.refine(
      ({ do: name, id }) => {
        const { names, isOptional } = ruleAction(name);
        return names === undefined ? id === null : id !== null || isOptional === true;
      },
      { ...required, path: ['id'] },
    ),
    z.refine(({ do: name, text }) => text !== '' || ruleAction(name).text !== 'needed', {
      ...required,
      path: ['text'],
    }),
    z.refine(({ do: name, text }) => text === '' || ruleAction(name).text !== undefined, {
      error: 'error.field.invalid',
      path: ['text'],
    }),
  );
export type RuleAction = z.infer<typeof actionSchema>;

/** What a rule is. `once`: it acts once on a ticket; `stops`: rules after it don't see an event on which it acted. */
export const ruleDefinitionSchema = z
  .object({
    event: eventSchema,
    condition: conditionSchema,
    actions: z
      .array(actionSchema)
      .check(z.minLength(1, 'error.rule.noAction'), z.maxLength(RULE_ACTIONS_MAX, 'error.field.tooMany')),
    once: z.boolean(),
    stops: z.boolean(),
  })
  .check(
    z.refine(
      ({ event, condition }) =>
        condition.groups.every(({ tests }) => tests.every(({ field }) => knowsField(event.on, field))),
      { error: 'error.rule.unknownThere', path: ['condition'] },
    ),
  );
export type RuleDefinition = z.infer<typeof ruleDefinitionSchema>;

export const ruleNameSchema = lineSchema(RULE_NAME_MAX);

/** What is wrong with a definition, catalogue ids by path: `actions.0.id`. Empty if it is one. */
export function ruleProblems(definition: unknown): Record<string, string> {
  const { error } = ruleDefinitionSchema.safeParse(definition);
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? [])
    problems[path.join('.')] ??= message.startsWith('error.') ? message : 'error.field.invalid';
  return problems;
}

/** A rule of the company; `definition` is JSON of `ruleDefinitionSchema`. They are tried in the order of `position`. */
export const ruleSchema = z.object({
  id: idSchema,
  name: z.string(),
  is_active: z.boolean(),
  position: countSchema,
  /** Grows with each change of what it does. */
  number: countSchema,
  definition: z.string(),
  /** How often it acted in the last `RULE_COUNT_DAYS`. */
  acted: countSchema,
  version: z.string(),
  updated_at: timestampSchema,
});
export type Rule = z.infer<typeof ruleSchema>;
export const ruleFields = 'id name is_active position number definition acted version updated_at';

/** An action, with why it was left out: one of `RULE_SKIPS`, or null. */
const stepSchema = z.object({ do: z.string(), id: z.nullable(idSchema), skipped: z.nullable(z.enum(RULE_SKIPS)) });
export type RuleStep = z.infer<typeof stepSchema>;

const namedSchema = z.object({ id: idSchema, name: z.string() });
const ticketSchema = z.nullable(z.object({ id: idSchema, protocol: z.string() }));

/** What a rule did on an event, or why it was stopped. `causes`: the rules that led to it, the first one first. */
export const ruleExecutionSchema = z.object({
  id: idSchema,
  at: timestampSchema,
  rule: namedSchema,
  number: countSchema,
  event: z.string(),
  outcome: z.enum(RULE_OUTCOMES),
  steps: z.array(stepSchema),
  causes: z.array(z.string()),
  chatTicket: ticketSchema,
  customer: z.nullable(namedSchema),
});
export type RuleExecution = z.infer<typeof ruleExecutionSchema>;
export const ruleExecutionFields =
  'id at rule { id name } number event outcome steps { do id skipped } causes chatTicket { id protocol } customer { id name }';

/** A comparison that failed: its place, and what was there instead; null: nothing. */
const missSchema = z.object({ group: countSchema, test: countSchema, actual: z.nullable(z.string()) });

/** An event that a bench tried. `by`: the rule that said to stop; `acted_at`: when it acted on the ticket before. */
export const ruleTrialSchema = z.object({
  position: countSchema,
  at: timestampSchema,
  verdict: z.enum(RULE_VERDICTS),
  customer: z.nullable(namedSchema),
  chatTicket: ticketSchema,
  /** The message's text, if it is one. */
  text: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  misses: z.array(missSchema),
  steps: z.array(stepSchema),
  by: z.nullable(z.string()),
  acted_at: z.nullable(timestampSchema),
});
export type RuleTrial = z.infer<typeof ruleTrialSchema>;

/** A link of a chain of causes: the rule, what it does, and the event that this is. */
const linkSchema = z.object({ name: z.string(), do: z.string(), on: z.string() });
export type RuleLink = z.infer<typeof linkSchema>;

/** What a rule would have done; `loop`: the rules that would cause one another, back to itself; null if none would. */
export const ruleBenchSchema = z.object({
  matched: countSchema,
  missed: countSchema,
  unreached: countSchema,
  trials: z.array(ruleTrialSchema),
  loop: z.nullable(z.array(linkSchema)),
});
export type RuleBench = z.infer<typeof ruleBenchSchema>;
export const ruleBenchFields =
  'matched missed unreached trials { position at verdict customer { id name } chatTicket { id protocol } text kind misses { group test actual } steps { do id skipped } by acted_at } loop { name do on }';

/** Something of the company that rules can name. `detail`: a field's type, a flow's kind; `options`: a choice's. */
export const ruleChoiceSchema = z.object({
  kind: z.string(),
  id: idSchema,
  name: z.string(),
  detail: z.nullable(z.string()),
  options: z.array(z.string()),
});
export type RuleChoice = z.infer<typeof ruleChoiceSchema>;
export const ruleChoiceFields = 'kind id name detail options';

/** What became of a rule of an import: `missing` names what the company hasn't; `loop`: the chain that it would cause. */
export const importedRuleSchema = z.object({
  name: z.string(),
  id: z.nullable(idSchema),
  missing: z.array(z.string()),
  loop: z.nullable(z.string()),
});
export type ImportedRule = z.infer<typeof importedRuleSchema>;
export const importedRuleFields = 'name id missing loop';

/** A file of rules: their things by kind and id with their names, by which another company's are found. */
export const ruleFileSchema = z.object({
  schema: z.literal(1),
  rules: z
    .array(z.object({ name: ruleNameSchema, is_active: z.boolean(), definition: ruleDefinitionSchema }))
    .check(z.minLength(1, 'error.field.required')),
  names: z.record(z.string(), z.string()),
});
export type RuleFile = z.infer<typeof ruleFileSchema>;

export const ruleEntitySdl = /* GraphQL */ `
  type Rule {
    id: ID!
    name: String!
    is_active: Boolean!
    position: Int!
    number: Int!
    definition: String!
    acted: Int!
    version: String!
    updated_at: String!
  }
  type RuleStep {
    do: String!
    id: ID
    skipped: String
  }
  type RuleNamed {
    id: ID!
    name: String!
  }
  type RuleTicket {
    id: ID!
    protocol: String!
  }
  type RuleExecution {
    id: ID!
    at: String!
    rule: RuleNamed!
    number: Int!
    event: String!
    outcome: String!
    steps: [RuleStep!]!
    causes: [String!]!
    chatTicket: RuleTicket
    customer: RuleNamed
  }
  type RuleLink {
    name: String!
    do: String!
    on: String!
  }
  type RuleMiss {
    group: Int!
    test: Int!
    actual: String
  }
  type RuleTrial {
    position: Int!
    at: String!
    verdict: String!
    customer: RuleNamed
    chatTicket: RuleTicket
    text: String
    kind: String
    misses: [RuleMiss!]!
    steps: [RuleStep!]!
    by: String
    acted_at: String
  }
  type RuleBench {
    matched: Int!
    missed: Int!
    unreached: Int!
    trials: [RuleTrial!]!
    loop: [RuleLink!]
  }
  type RuleChoice {
    kind: String!
    id: ID!
    name: String!
    detail: String
    options: [String!]!
  }
  type ImportedRule {
    name: String!
    id: ID
    missing: [String!]!
    loop: String
  }
`;

import * as z from 'zod/mini';
import {
  importedRuleFields,
  importedRuleSchema,
  ruleBenchFields,
  ruleBenchSchema,
  ruleChoiceFields,
  ruleChoiceSchema,
  ruleEntitySdl,
  ruleExecutionFields,
  ruleExecutionSchema,
  ruleFields,
  ruleSchema,
} from '../entities/rule.ts';
import type { ImportedRule, Rule, RuleBench, RuleChoice, RuleExecution } from '../entities/rule.ts';
import { countSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/* Rules: what the company has happen by itself. `ListUpdated` with `rules` announces changes, and what they did. */

export const rules = operation<Record<string, never>, { rules: Rule[] }>(
  'rules',
  `query rules { rules { ${ruleFields} } }`,
  z.object({ rules: z.array(ruleSchema) }),
);

/** Whatever of the company a rule can name. */
export const ruleChoices = operation<Record<string, never>, { ruleChoices: RuleChoice[] }>(
  'ruleChoices',
  `query ruleChoices { ruleChoices { ${ruleChoiceFields} } }`,
  z.object({ ruleChoices: z.array(ruleChoiceSchema) }),
);

export type RuleBenchVariables = { id?: string | null | undefined; name: string; definition: string };

/** Tries a rule that is being written on the last events, as things are now; nothing is done. `id`: the rule that it changes. */
export const ruleBench = operation<RuleBenchVariables, { ruleBench: RuleBench }>(
  'ruleBench',
  `query ruleBench($id: ID, $name: String!, $definition: String!) { ruleBench(id: $id, name: $name, definition: $definition) { ${ruleBenchFields} } }`,
  z.object({ ruleBench: ruleBenchSchema }),
);

export type RuleExecutionsVariables = {
  rule_id?: string | null | undefined;
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
};
export type RuleExecutionsPage = { total_pages: number; total_items: number; items: RuleExecution[] };

/** What rules did, or one of them, the latest first. */
export const ruleExecutions = operation<RuleExecutionsVariables, { ruleExecutions: RuleExecutionsPage }>(
  'ruleExecutions',
  `query ruleExecutions($rule_id: ID, $pagination_page: Int, $pagination_limit: Int) { ruleExecutions(rule_id: $rule_id, pagination_page: $pagination_page, pagination_limit: $pagination_limit) { total_pages total_items items { ${ruleExecutionFields} } } }`,
  z.object({
    ruleExecutions: z.object({
      total_pages: countSchema,
      total_items: countSchema,
      items: z.array(ruleExecutionSchema),
    }),
  }),
);

/** What rules did on a ticket that the user sees, the latest first, at most 50. `ListUpdated` with `ticket_rules` tells of more. */
export const ticketRules = operation<{ ticket_id: string }, { ticketRules: RuleExecution[] }>(
  'ticketRules',
  `query ticketRules($ticket_id: ID!) { ticketRules(ticket_id: $ticket_id) { ${ruleExecutionFields} } }`,
  z.object({ ticketRules: z.array(ruleExecutionSchema) }),
);

/** All rules as a file, JSON of `ruleFileSchema`. */
export const exportRules = operation<Record<string, never>, { exportRules: string }>(
  'exportRules',
  'query exportRules { exportRules }',
  z.object({ exportRules: z.string() }),
);

export type NewRuleVariables = { name: string; definition: string; is_active: boolean };

/** CONFLICT `error.rule.loop` with the chain as `loop` if it would cause itself, directly or through others. */
export const newRule = operation<NewRuleVariables, { newRule: Rule }>(
  'newRule',
  `mutation newRule($name: String!, $definition: String!, $is_active: Boolean!) { newRule(name: $name, definition: $definition, is_active: $is_active) { ${ruleFields} } }`,
  z.object({ newRule: ruleSchema }),
);

export type UpdateRuleVariables = NewRuleVariables & { id: string; version?: string | null | undefined };

export const updateRule = operation<UpdateRuleVariables, { updateRule: Rule }>(
  'updateRule',
  `mutation updateRule($id: ID!, $version: String, $name: String!, $definition: String!, $is_active: Boolean!) { updateRule(id: $id, version: $version, name: $name, definition: $definition, is_active: $is_active) { ${ruleFields} } }`,
  z.object({ updateRule: ruleSchema }),
);

/** What it did stays in the list. */
export const deleteRule = operation<{ id: string }, { deleteRule: boolean }>(
  'deleteRule',
  'mutation deleteRule($id: ID!) { deleteRule(id: $id) }',
  z.object({ deleteRule: z.boolean() }),
);

/** Switches a rule on, from the next event on, or off. Refuses as `newRule` does. */
export const setRuleActive = operation<{ id: string; is_active: boolean }, { setRuleActive: Rule }>(
  'setRuleActive',
  `mutation setRuleActive($id: ID!, $is_active: Boolean!) { setRuleActive(id: $id, is_active: $is_active) { ${ruleFields} } }`,
  z.object({ setRuleActive: ruleSchema }),
);

/** Sets the order in which rules are tried; those that aren't named come behind. */
export const orderRules = operation<{ ids: readonly string[] }, { orderRules: Rule[] }>(
  'orderRules',
  `mutation orderRules($ids: [ID!]!) { orderRules(ids: $ids) { ${ruleFields} } }`,
  z.object({ orderRules: z.array(ruleSchema) }),
);

/**
 * Adds the rules of a file after the existing ones. What they refer to is found by name; a rule with a missing reference is left out.
 * `keeps_active`: rules exported as active stay active. Rules that trigger each other are accepted with a warning, and stopped when they do.
 */
export const importRules = operation<{ file: string; keeps_active: boolean }, { importRules: ImportedRule[] }>(
  'importRules',
  `mutation importRules($file: String!, $keeps_active: Boolean!) { importRules(file: $file, keeps_active: $keeps_active) { ${importedRuleFields} } }`,
  z.object({ importRules: z.array(importedRuleSchema) }),
);

export const rulesSdl = /* GraphQL */ `
  ${ruleEntitySdl}
  type RuleExecutionsPage {
    total_pages: Int!
    total_items: Int!
    items: [RuleExecution!]!
  }
  extend type Query {
    rules: [Rule!]!
    ruleChoices: [RuleChoice!]!
    ruleBench(id: ID, name: String!, definition: String!): RuleBench!
    ruleExecutions(rule_id: ID, pagination_page: Int, pagination_limit: Int): RuleExecutionsPage!
    ticketRules(ticket_id: ID!): [RuleExecution!]!
    exportRules: String!
  }
  extend type Mutation {
    newRule(name: String!, definition: String!, is_active: Boolean!): Rule!
    updateRule(id: ID!, version: String, name: String!, definition: String!, is_active: Boolean!): Rule!
    deleteRule(id: ID!): Boolean!
    setRuleActive(id: ID!, is_active: Boolean!): Rule!
    orderRules(ids: [ID!]!): [Rule!]!
    importRules(file: String!, keeps_active: Boolean!): [ImportedRule!]!
  }
`;

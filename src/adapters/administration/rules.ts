import * as z from 'zod/mini';
import {
  importedRuleSchema,
  ruleDefinitionSchema,
  ruleNameSchema,
  ruleProblems,
} from '../../../contract/entities/rule.ts';
import type { Rule, RuleExecution as WireExecution } from '../../../contract/entities/rule.ts';
import * as calls from '../../../contract/graphql/rules.ts';
import type { ListedRule, RuleExecution } from '../../machines/entities/rules.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Result } from './sources.ts';

const RULE_LISTS: readonly ListName[] = ['rules'];

type Lists = 'rules' | 'rule.choices' | 'rule.bench' | 'rule.executions' | 'rule.file' | 'chat.rules';

/** Rules, what they can name, what came of trying one, and what they did. */
export function ruleLists(parts: CallParts): Pick<ListSources, Lists> {
  const { gateway } = parts;
  return {
    rules: async () => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.rules, { variables: {} }));
      return mapped(result, ({ rules }) => ({ list: 'rules', rows: rules.map(ruleOf), total: rules.length }));
    },
    'rule.choices': async () => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.ruleChoices, { variables: {} }));
      return mapped(result, ({ ruleChoices: rows }) => ({ list: 'rule.choices', rows, total: rows.length }));
    },
    'rule.bench': async ({ filters: { id = '', name = '', definition = '' } }) => {
      if (definition === '') return { ok: true, answer: { list: 'rule.bench', rows: [], total: 0 } };
      const variables = { id: id === 'new' ? null : id, name, definition };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.ruleBench, { variables }));
      return mapped(result, ({ ruleBench: { trials, ...rest } }) => ({
        list: 'rule.bench',
        rows: [
          {
            ...rest,
            definition,
            trials: trials.map(({ at, acted_at: actedAt, ...trial }) => ({
              ...trial,
              at: Date.parse(at),
              actedAt: actedAt === null ? null : Date.parse(actedAt),
            })),
          },
        ],
        total: 1,
      }));
    },
    'rule.executions': async ({ page, limit, filters: { rule = '' } }) => {
      const variables = { rule_id: rule === '' ? null : rule, pagination_page: page, pagination_limit: limit };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.ruleExecutions, { variables }));
      return mapped(result, ({ ruleExecutions: { items, total_items: total } }) => ({
        list: 'rule.executions',
        rows: items.map(executionOf),
        total,
      }));
    },
    'chat.rules': async ({ filters: { ticket = '' } }) => {
      const variables = { ticket_id: ticket };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.ticketRules, { variables }));
      return mapped(result, ({ ticketRules }) => ({
        list: 'chat.rules',
        rows: ticketRules.map(executionOf),
        total: ticketRules.length,
        facts: { ticket: Number(ticket) },
      }));
    },
    'rule.file': async () => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.exportRules, { variables: {} }));
      return mapped(result, ({ exportRules: text }) => ({ list: 'rule.file', rows: [{ text }], total: 1 }));
    },
  };
}

type Forms = 'rule' | 'rule.delete' | 'rule.activate' | 'rule.order' | 'rule.import';

const headSchema = z.object({ name: ruleNameSchema, is_active: z.boolean() });
const activeSchema = z.object({ is_active: z.boolean() });
const orderSchema = z.object({ ids: z.array(z.string()) });
const importSchema = z.object({
  file: z.string({ error: 'error.field.required' }).check(z.minLength(1, 'error.field.required')),
  keeps_active: z.boolean(),
});

export function ruleForms(parts: CallParts): Pick<FormSources, Forms> {
  const { gateway } = parts;
  const saved = ({ id, version }: Rule) => ({ id, version, lists: RULE_LISTS });
  return {
    rule: {
      load: async (key) => {
        const result = await gateway.request(graphqlCall(parts, 'form.load', calls.rules, { variables: {} }));
        if (!result.ok) return result;
        const found = result.answer.rules.find(({ id }) => id === key);
        if (found === undefined) return { ok: false, failure: NOT_FOUND };
        const { name, is_active, version } = found;
        return { ok: true, answer: { values: { name, is_active, definition: definitionOf(found) }, version } };
      },
      save: async (key, { name = null, is_active = true, definition = null }, version) => {
        const input = parseRule({ name, is_active, definition });
        if (!input.ok) return input;
        if (key === 'new') {
          const request = { variables: input.answer };
          const made = await gateway.request(graphqlCall(parts, 'form.save', calls.newRule, request));
          return mapped(made, ({ newRule }) => saved(newRule));
        }
        const request = { variables: { ...input.answer, id: key, version } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.updateRule, request));
        return mapped(result, ({ updateRule }) => saved(updateRule));
      },
    },
    'rule.delete': {
      save: async (id) => {
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.deleteRule, { variables: { id } }));
        return mapped(result, () => ({ id, version: null, lists: RULE_LISTS }));
      },
    },
    'rule.activate': {
      save: async (id, { is_active = null }) => {
        const input = parseValues(activeSchema, { is_active });
        if (!input.ok) return input;
        const request = { variables: { id, ...input.answer } };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.setRuleActive, request));
        return mapped(result, ({ setRuleActive }) => saved(setRuleActive));
      },
    },
    'rule.order': {
      save: async (_key, { ids = null }) => {
        const input = parseValues(orderSchema, { ids });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.orderRules, request));
        return mapped(result, () => ({ id: null, version: null, lists: RULE_LISTS }));
      },
    },
    'rule.import': {
      save: async (_key, { file = null, keeps_active = false }) => {
        const input = parseValues(importSchema, { file, keeps_active });
        if (!input.ok) return input;
        const request = { variables: input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.importRules, request));
        // What became of each is the id, which the dialog reads.
        return mapped(result, ({ importRules }) => ({
          id: JSON.stringify(z.array(importedRuleSchema).parse(importRules)),
          version: null,
          lists: RULE_LISTS,
        }));
      },
    },
  };
}

/** The definition as text; what is wrong with a part of it is named by its path. */
function parseRule({
  definition,
  ...head
}: {
  name: FormValue;
  is_active: FormValue;
  definition: FormValue;
}): Result<{ name: string; is_active: boolean; definition: string }> {
  const input = parseValues(headSchema, head);
  const problems = ruleProblems(definition);
  const [wrong] = Object.values(problems);
  if (input.ok && wrong === undefined)
    return {
      ok: true,
      answer: { ...input.answer, definition: JSON.stringify(ruleDefinitionSchema.parse(definition)) },
    };
  const fields = {
    ...(input.ok ? {} : input.failure.fields),
    ...problems,
    ...(wrong !== undefined && { definition: wrong }),
  };
  return { ok: false, failure: { code: 'INVALID', key: 'error.form.invalid', params: {}, fields, requestId: null } };
}

function executionOf({ at, ...execution }: WireExecution): RuleExecution {
  return { ...execution, at: Date.parse(at) };
}

function ruleOf(rule: Rule): ListedRule {
  const { id, name, is_active: isActive, number, acted } = rule;
  return { id, name, isActive, number, acted, definition: definitionOf(rule) };
}

function definitionOf({ definition }: Rule) {
  return ruleDefinitionSchema.parse(JSON.parse(definition));
}

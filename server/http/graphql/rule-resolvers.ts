import * as calls from '../../../contract/graphql/rules.ts';
import { tryRule } from '../../domain/rules/bench.ts';
import { listExecutions, ticketExecutions } from '../../domain/rules/executions.ts';
import * as rules from '../../domain/rules/manage-rules.ts';
import { exportRules, importRules } from '../../domain/rules/rule-files.ts';
import { forActor } from './for-actor.ts';

/** Rules, what they did, and their bench. */
export const ruleResolvers = {
  Query: {
    ...forActor(calls.rules, (services, actor) => rules.listRules(services, actor)),
    ...forActor(calls.ruleChoices, (services, actor) => rules.listChoices(services, actor)),
    ...forActor(calls.ruleBench, tryRule),
    ...forActor(calls.ruleExecutions, listExecutions),
    ...forActor(calls.ticketRules, ticketExecutions),
    ...forActor(calls.exportRules, (services, actor) => exportRules(services, actor)),
  },
  Mutation: {
    ...forActor(calls.newRule, rules.newRule),
    ...forActor(calls.updateRule, rules.updateRule),
    ...forActor(calls.deleteRule, (services, actor, { id }) => rules.deleteRule(services, actor, id)),
    ...forActor(calls.setRuleActive, rules.setRuleActive),
    ...forActor(calls.orderRules, rules.orderRules),
    ...forActor(calls.importRules, importRules),
  },
};

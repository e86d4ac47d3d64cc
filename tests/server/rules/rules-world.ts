import type {
  Rule,
  RuleAction,
  RuleCondition,
  RuleDefinition,
  RuleEvent,
  RuleExecution,
  RuleTest,
} from '../../../contract/entities/rule.ts';
import { ruleField } from '../../../contract/facts/rules.ts';
import type { RuleActionName, RuleEventName, RuleField, RuleOp } from '../../../contract/facts/rules.ts';
import { newRule, ruleExecutions } from '../../../contract/graphql/rules.ts';
import { runRules } from '../../../server/domain/rules/run-rules.ts';
import { startFlows } from '../flows/flows-world.ts';

export type RulesWorld = Awaited<ReturnType<typeof startRulesWorld>>;

export const on = (name: RuleEventName, ids: string[] = [], minutes: number | null = null): RuleEvent => ({
  on: name,
  ids,
  minutes,
});
export const test = (field: RuleField, op: RuleOp, ...values: string[]): RuleTest => ({
  field,
  field_id: null,
  comparison: ruleField(field).comparison,
  op,
  values,
});
export const all = (...tests: RuleTest[]): RuleCondition => ({
  join: 'all',
  groups: tests.length === 0 ? [] : [{ join: 'all', tests }],
});
export const any = (...tests: RuleTest[]): RuleCondition => ({ join: 'all', groups: [{ join: 'any', tests }] });
export const act = (name: RuleActionName, id: string | null = null, text = ''): RuleAction => ({ do: name, id, text });
export const rule = (
  event: RuleEvent,
  condition: RuleCondition,
  actions: RuleAction[],
  more: Partial<RuleDefinition> = {},
): RuleDefinition => ({ event, condition, actions, once: false, stops: false, ...more });

/** A company on a Wednesday at ten, with rules. */
export async function startRulesWorld(options: Parameters<typeof startFlows>[0] = {}) {
  const world = await startFlows(options);
  const { ana } = world.people;
  const [{ id: tenantId } = { id: '' }] = await world.rows<{ id: string }>(
    'select tenant_id::text as id from app_user where id = $1',
    [ana.id],
  );
  let last = 0;

  return {
    ...world,
    tenantId,

    /** A row of the company's; its id. */
    async has(into: string, columns: Record<string, unknown>): Promise<string> {
      const names = Object.keys(columns);
      const [row] = await world.rows<{ id: string }>(
        `insert into ${into} (tenant_id, ${names.join(', ')}) values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})
         returning id::text as id`,
        [tenantId, ...Object.values(columns)],
      );
      return row?.id ?? '';
    },

    addDepartment: async (name: string): Promise<string> => (await world.add({ name, instance_ids: [] })).id,

    async add(definition: RuleDefinition, name = `Regra ${(last += 1)}`, isActive = true): Promise<Rule> {
      const form = { name, definition: JSON.stringify(definition), is_active: isActive };
      return (await world.call(ana, newRule, form)).newRule;
    },

    /** All that happened was looked at. */
    async settled(): Promise<void> {
      while (await runRules(world.server.services, tenantId));
    },

    async executions(ruleId?: string): Promise<RuleExecution[]> {
      const variables = { rule_id: ruleId ?? null, pagination_limit: 100 };
      return (await world.call(ana, ruleExecutions, variables)).ruleExecutions.items;
    },

    /** What rules did, as `name outcome`, the first first. */
    async did(): Promise<string[]> {
      return (await this.executions()).toReversed().map((each) => `${each.rule.name} ${each.outcome}`);
    },

    tagsOf: async (phone: string): Promise<string[]> =>
      (
        await world.rows<{ name: string }>(
          `select g.name from customer_tag h join tag g on g.id = h.tag_id join customer c on c.id = h.customer_id
           where c.phone_number = $1 order by g.name`,
          [phone],
        )
      ).map(({ name }) => name),

    async clear(): Promise<void> {
      await world.rows('delete from rule_execution');
      await world.rows('delete from rule_cause');
      await world.rows('delete from rule_cursor');
      await world.rows('delete from rule');
      await world.reset();
    },
  };
}

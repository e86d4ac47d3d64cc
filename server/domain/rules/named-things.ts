import { sql } from 'kysely';
import { ruleAction, ruleEvent, ruleField } from '../../../contract/facts/rules.ts';
import type { RuleThing } from '../../../contract/facts/rules.ts';
import type { RuleChoice, RuleDefinition } from '../../../contract/entities/rule.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { mayChat } from '../permissions.ts';

/** Something of the company that a rule names, and where in it. */
export type Mention = { kind: RuleThing; id: Id; path: string };

/** Answers come to the latest ones. */
const CAMPAIGNS_OFFERED = 200;

/** All that the company has of what rules name. */
export async function choicesOf(tx: Tx, tenantId: Id): Promise<RuleChoice[]> {
  const { rows } = await sql<RuleChoice>`
    select * from (
      select 'department' as kind, id::text as id, name, null as detail, '[]'::jsonb as options from department
        where tenant_id = ${tenantId} and activated
      union all select 'person', u.id::text, u.name, null, '[]' from app_user u
        where u.tenant_id = ${tenantId} and u.deleted_at is null and not u.is_blocked and u.support_user_id is null
          and ${mayChat('u')}
      union all select 'instance', id::text, name, null, '[]' from instance where tenant_id = ${tenantId}
      union all select 'tag', id::text, name, null, '[]' from tag where tenant_id = ${tenantId}
      union all select 'field', id::text, name, type, options from customer_field where tenant_id = ${tenantId}
      union all select 'outcome', id::text, name, null, '[]' from outcome
        where tenant_id = ${tenantId} and deleted_at is null
      union all select 'reply', id::text, shortcut, null, '[]' from quick_reply
        where tenant_id = ${tenantId} and user_id is null
      union all select 'flow', id::text, name, kind, '[]' from flow
        where tenant_id = ${tenantId} and published_number is not null and not is_archived
      union all (select 'campaign', id::text, name, null, '[]' from campaign
        where tenant_id = ${tenantId} and status not in ('draft', 'cancelled') order by id desc limit ${CAMPAIGNS_OFFERED})) known
    order by kind, lower(name), id`.execute(tx);
  return rows;
}

/** What a rule names, without what is named twice at one place. */
export function mentionsIn({ event, condition, actions }: RuleDefinition): Mention[] {
  const mentions: Mention[] = [];
  const add = (kind: RuleThing | undefined, ids: readonly Id[], path: string) => {
    if (kind !== undefined) for (const id of ids) mentions.push({ kind, id, path });
  };
  add(ruleEvent(event.on).names, event.ids, 'event.ids');
  condition.groups.forEach(({ tests }, group) =>
    tests.forEach(({ field, field_id, values }, test) => {
      const path = `condition.groups.${group}.tests.${test}`;
      add(ruleField(field).names, values, `${path}.values`);
      if (field_id !== null) add('field', [field_id], `${path}.field_id`);
    }),
  );
  actions.forEach(({ do: name, id }, at) => {
    if (id !== null) add(ruleAction(name).names, [id], `actions.${at}.id`);
  });
  return mentions;
}

/** A rule with other ids for what it names. */
export function withIds(definition: RuleDefinition, idOf: (kind: RuleThing, id: Id) => Id): RuleDefinition {
  const { event, condition, actions } = definition;
  const mapped = (kind: RuleThing | undefined, ids: readonly Id[]) =>
    kind === undefined ? [...ids] : ids.map((id) => idOf(kind, id));
  return {
    ...definition,
    event: { ...event, ids: mapped(ruleEvent(event.on).names, event.ids) },
    condition: {
      ...condition,
      groups: condition.groups.map(({ join, tests }) => ({
        join,
        tests: tests.map((test) => ({
          ...test,
          values: mapped(ruleField(test.field).names, test.values),
          field_id: test.field_id === null ? null : idOf('field', test.field_id),
        })),
      })),
    },
    actions: actions.map((action) => {
      const { names } = ruleAction(action.do);
      return { ...action, id: action.id === null || names === undefined ? action.id : idOf(names, action.id) };
    }),
  };
}

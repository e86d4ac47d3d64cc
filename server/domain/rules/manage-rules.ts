import { sql } from 'kysely';
import { RULES_MAX } from '../../../contract/facts/rules.ts';
import type { Rule, RuleChoice, RuleDefinition } from '../../../contract/entities/rule.ts';
import type { NewRuleVariables, UpdateRuleVariables } from '../../../contract/graphql/rules.ts';
import { withTenant } from '../../db/database.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields, reordered } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireVersion } from '../input.ts';
import { requireNoLoop } from './loop-check.ts';
import { choicesOf } from './named-things.ts';
import { parseRule, requireKnown } from './parse-rule.ts';
import { requireRules } from './require-rules.ts';
import { ruleView, ruleViews } from './rule-rows.ts';

/** The company's rules in the order in which they are tried. */
export function listRules(services: Services, actor: Actor): Promise<Rule[]> {
  requireRules(actor);
  return withTenant(services.db, actor.tenantId, (tx) => ruleViews(tx, actor.tenantId));
}

/** Whatever of the company a rule can name. */
export function listChoices(services: Services, actor: Actor): Promise<RuleChoice[]> {
  requireRules(actor);
  return withTenant(services.db, actor.tenantId, (tx) => choicesOf(tx, actor.tenantId));
}

/**
 * Adds a rule behind the others. Refuses by path what isn't one and what it names but the company hasn't, a taken name, and with
 * CONFLICT `error.rule.loop` one that would cause itself.
 */
export function newRule(services: Services, caller: Actor, variables: NewRuleVariables): Promise<Rule> {
  requireRules(caller);
  const { name, definition } = parseRule(variables);
  return changeAsActor(services, caller, requireRules, async (change, actor) => {
    const { tx, tenantId } = change;
    await requireFreeName(tx, tenantId, name, null);
    requireKnown(definition, await choicesOf(tx, tenantId));
    await requireNoLoop(tx, tenantId, { id: null, name, definition });
    const id = await addRule(change, { name, definition, isActive: variables.is_active });
    await auditAction(tx, actor, {
      action: 'rule.create',
      subject: `rule:${id}`,
      details: { name, is_active: variables.is_active },
    });
    return told(change, id);
  });
}

/** Changes a rule. Refuses as `newRule` does, and an outdated version. What it does from now on has a new number. */
export function updateRule(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: UpdateRuleVariables,
): Promise<Rule> {
  requireRules(caller);
  const id = parseId(rawId);
  const { name, definition } = parseRule(variables);
  return changeAsActor(services, caller, requireRules, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await ruleView(tx, tenantId, id);
    requireVersion(version, before.version);
    await requireFreeName(tx, tenantId, name, id);
    requireKnown(definition, await choicesOf(tx, tenantId));
    await requireNoLoop(tx, tenantId, { id, name, definition });
    const json = JSON.stringify(definition);
    await sql`
      update rule set name = ${name}, definition = ${json}::jsonb, is_active = ${variables.is_active},
        number = number + case when definition <> ${json}::jsonb then 1 else 0 end,
        since = ${sinceOf(before.is_active, variables.is_active)}, version = version + 1, updated_at = now()
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await followRules(change);
    const after = await ruleView(tx, tenantId, id);
    const details = changedFields(['name', 'is_active', 'number'], before, after);
    if (Object.keys(details).length > 0)
      await auditAction(tx, actor, { action: 'rule.update', subject: `rule:${id}`, details });
    return told(change, id);
  });
}

/** Deletes a rule; what it did stays in the list. */
export function deleteRule(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireRules(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireRules, async (change, actor) => {
    const { tx, tenantId, append } = change;
    const { name } = await ruleView(tx, tenantId, id);
    await sql`update rule set deleted_at = now(), is_active = false where tenant_id = ${tenantId} and id = ${id}`.execute(
      tx,
    );
    await followRules(change);
    await auditAction(tx, actor, { action: 'rule.delete', subject: `rule:${id}`, details: { name } });
    append('ListUpdated', { list: 'rules' }, { to: 'route', route: 'rules' });
    return true;
  });
}

/**
 * Switches a rule on, from the next event on, or off. Switching on refuses as `updateRule` does. Its version stays: whoever edits the
 * rule can still save.
 */
export function setRuleActive(
  services: Services,
  caller: Actor,
  { id: rawId, is_active }: { id: string; is_active: boolean },
): Promise<Rule> {
  requireRules(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireRules, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await ruleView(tx, tenantId, id);
    if (before.is_active === is_active) return before;
    if (is_active) {
      const { name, definition } = parseRule(before);
      requireKnown(definition, await choicesOf(tx, tenantId));
      await requireNoLoop(tx, tenantId, { id, name, definition });
    }
    await sql`
      update rule set is_active = ${is_active}, since = ${sinceOf(before.is_active, is_active)}, updated_at = now()
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await followRules(change);
    const action = is_active ? 'rule.activate' : 'rule.deactivate';
    await auditAction(tx, actor, { action, subject: `rule:${id}`, details: { name: before.name } });
    return told(change, id);
  });
}

/** Sets the order in which rules are tried; those that aren't named keep their places. */
export function orderRules(
  services: Services,
  caller: Actor,
  { ids: rawIds }: { ids: readonly string[] },
): Promise<Rule[]> {
  requireRules(caller);
  const ids = [...new Set(rawIds.map(parseId))];
  return changeAsActor(services, caller, requireRules, async (change, actor) => {
    const { tx, tenantId, append } = change;
    const { rows } = await sql<{ id: Id }>`
      select id::text as id from rule where tenant_id = ${tenantId} and deleted_at is null order by position, id`.execute(
      tx,
    );
    const before = rows.map(({ id }) => id);
    if (!ids.every((id) => before.includes(id))) throw notFound();
    const named = ids.values();
    const order = before.map((id) => (ids.includes(id) ? (named.next().value ?? id) : id));
    await sql`
      update rule r set position = wanted.place - 1
      from unnest(${order}::bigint[]) with ordinality as wanted (id, place)
      where r.tenant_id = ${tenantId} and r.id = wanted.id`.execute(tx);
    await followRules(change);
    const moved = reordered(before, order);
    if (moved !== undefined) await auditAction(tx, actor, { action: 'rule.order', details: { rule_ids: moved } });
    append('ListUpdated', { list: 'rules' }, { to: 'route', route: 'rules' });
    return ruleViews(tx, tenantId);
  });
}

/** SQL: a rule that is switched on sees what comes after now. */
function sinceOf(was: boolean, is: boolean) {
  return is && !was ? sql`(select stream_position from tenant where tenant.id = rule.tenant_id)` : sql`since`;
}

/** Adds a rule behind the others; its id. */
export async function addRule(
  change: Change,
  { name, definition, isActive }: { name: string; definition: RuleDefinition; isActive: boolean },
): Promise<Id> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ id: Id; isTooMany: boolean }>`
    insert into rule (tenant_id, name, definition, is_active, position, since)
    select t.id, ${name}, ${JSON.stringify(definition)}::jsonb, ${isActive},
      coalesce((select max(position) + 1 from rule where tenant_id = ${tenantId} and deleted_at is null), 0),
      t.stream_position
    from tenant t where t.id = ${tenantId}
    returning id::text as id, (select count(*) >= ${RULES_MAX} from rule
      where tenant_id = ${tenantId} and deleted_at is null) as "isTooMany"`.execute(tx);
  const [added] = rows;
  if (added === undefined || added.isTooMany) throw conflict('error.rule.tooMany');
  await followRules(change);
  return added.id;
}

/** The stream is read while there are active rules, from where it is when the first one was switched on. */
async function followRules({ tx, tenantId }: Change): Promise<void> {
  const active = sql`select from rule r where r.tenant_id = ${tenantId} and r.is_active`;
  await sql`delete from rule_cursor where tenant_id = ${tenantId} and not exists (${active})`.execute(tx);
  await sql`
    insert into rule_cursor (tenant_id, position, waits)
    select t.id, t.stream_position, array(select distinct (r.definition->'event'->>'minutes')::integer from rule r
      where r.tenant_id = ${tenantId} and r.is_active and r.definition->'event'->>'on' = 'ticket.waiting')
    from tenant t where t.id = ${tenantId} and exists (${active})
    on conflict (tenant_id) do update set waits = excluded.waits, stamp = excluded.stamp,
      waited_to = case when rule_cursor.waits <> '{}' then rule_cursor.waited_to end`.execute(tx);
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`
    select from rule where tenant_id = ${tenantId} and deleted_at is null and lower(name) = lower(${name})
      and id is distinct from ${id}::bigint`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.rule.nameTaken' });
}

async function told({ tx, tenantId, append }: Change, id: Id): Promise<Rule> {
  append('ListUpdated', { list: 'rules' }, { to: 'route', route: 'rules' });
  return ruleView(tx, tenantId, id);
}

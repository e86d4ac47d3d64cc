import { RULE_IMPORT_MAX, RULES_MAX } from '../../../contract/facts/rules.ts';
import type { RuleThing } from '../../../contract/facts/rules.ts';
import { ruleFileSchema } from '../../../contract/entities/rule.ts';
import type { ImportedRule, RuleChoice, RuleFile } from '../../../contract/entities/rule.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import type { Causing } from './loops.ts';
import { knownCauses } from './loop-check.ts';
import { chainText, loopOf } from './loops.ts';
import { addRule } from './manage-rules.ts';
import { choicesOf, mentionsIn, withIds } from './named-things.ts';
import { jsonOf, requireKnown } from './parse-rule.ts';
import { requireRules } from './require-rules.ts';
import { knownRules } from './rule-rows.ts';

/** All rules as a file, with the names of what they name. */
export function exportRules(services: Services, actor: Actor): Promise<string> {
  requireRules(actor);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const rules = await knownRules(tx, tenantId);
    const named = new Set(
      rules.flatMap(({ definition }) => mentionsIn(definition).map(({ kind, id }) => `${kind} ${id}`)),
    );
    const choices = await choicesOf(tx, tenantId);
    const names = choices.flatMap(({ kind, id, name }) =>
      named.has(`${kind} ${id}`) ? [[`${kind} ${id}`, name] as const] : [],
    );
    const file: RuleFile = {
      schema: 1,
      rules: rules.map(({ name, isActive, definition }) => ({ name, is_active: isActive, definition })),
      names: Object.fromEntries(names),
    };
    return JSON.stringify(file, undefined, 2);
  });
}

/**
 * Adds the rules of a file behind the others, with a free name. What they name is found by its name; a rule that names what the company
 * hasn't is left out. A circle of causes is told, not refused: it is stopped when it happens.
 */
export function importRules(
  services: Services,
  caller: Actor,
  { file: text, keeps_active }: { file: string; keeps_active: boolean },
): Promise<ImportedRule[]> {
  requireRules(caller);
  const parsed = ruleFileSchema.safeParse(text.length > RULE_IMPORT_MAX ? undefined : jsonOf(text));
  if (!parsed.success) throw invalid('error.form.invalid', { file: 'error.rule.file' });
  const { rules, names } = parsed.data;
  if (rules.length > RULES_MAX) throw conflict('error.rule.tooMany');
  return changeAsActor(services, caller, requireRules, async (change, actor) => {
    const { tx, tenantId, append } = change;
    const choices = await choicesOf(tx, tenantId);
    const taken = new Set((await knownRules(tx, tenantId)).map(({ name }) => name.toLowerCase()));
    const done: ImportedRule[] = [];
    const added: (Causing & { at: number; isActive: boolean })[] = [];
    for (const { name, is_active, definition } of rules) {
      const ids = new Map<string, Id>();
      const missing = new Set<string>();
      for (const { kind, id } of mentionsIn(definition)) {
        const found = foundBy(choices, kind, id, names[`${kind} ${id}`]);
        if (found === undefined) missing.add(names[`${kind} ${id}`] ?? `${kind} ${id}`);
        else ids.set(`${kind} ${id}`, found);
      }
      if (missing.size > 0) {
        done.push({ name, id: null, missing: [...missing], loop: null });
        continue;
      }
      const own = withIds(definition, (kind, id) => ids.get(`${kind} ${id}`) ?? id);
      requireKnown(own, choices);
      const called = freeName(name, taken);
      taken.add(called.toLowerCase());
      const isActive = keeps_active && is_active;
      const id = await addRule(change, { name: called, definition: own, isActive });
      added.push({ id, name: called, definition: own, at: done.length, isActive });
      done.push({ name: called, id, missing: [], loop: null });
    }
    const { rules: active, flows } = await knownCauses(
      tx,
      tenantId,
      added.map((each) => each.definition),
    );
    // With the active ones before it, as each was added.
    const others = active.filter(({ id }) => !added.some((each) => each.id === id));
    for (const rule of added) {
      const loop = loopOf(rule, others, flows);
      const told = done[rule.at];
      if (told !== undefined && loop !== null) done[rule.at] = { ...told, loop: chainText(loop) };
      if (rule.isActive) others.push(rule);
    }
    await auditAction(tx, actor, { action: 'rule.import', details: { count: added.length } });
    append('ListUpdated', { list: 'rules' }, { to: 'route', route: 'rules' });
    return done;
  });
}

/** Something of the company by the name that a file has for it; one that has none is the company's own. */
function foundBy(choices: readonly RuleChoice[], kind: RuleThing, id: Id, name: string | undefined): Id | undefined {
  const ofKind = choices.filter((choice) => choice.kind === kind);
  if (name === undefined) return ofKind.find((choice) => choice.id === id)?.id;
  const called = ofKind.filter((choice) => choice.name.toLowerCase() === name.toLowerCase());
  return (called.find((choice) => choice.id === id) ?? called[0])?.id;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let copy = 1; ; copy += 1) {
    const called = copy === 1 ? name : `${name.slice(0, 70)} (${copy})`;
    if (!taken.has(called.toLowerCase())) return called;
  }
}

import type { RuleDefinition } from '../../../contract/entities/rule.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { DomainError } from '../errors.ts';
import { flowWrites } from './flow-writes.ts';
import { chainText, loopOf } from './loops.ts';
import type { Causing, FlowWrites, Link } from './loops.ts';
import { knownRules } from './rule-rows.ts';

/** The active rules, and what flows do that rules begin. */
export type Known = { rules: readonly Causing[]; flows: ReadonlyMap<Id, FlowWrites> };

/** What the company's rules may cause, and what others may that aren't active yet. */
export async function knownCauses(tx: Tx, tenantId: Id, others: readonly RuleDefinition[]): Promise<Known> {
  const rules = (await knownRules(tx, tenantId)).filter(({ isActive }) => isActive);
  const flowIds = [...rules.map(({ definition }) => definition), ...others].flatMap(begunBy);
  return { rules, flows: await flowWrites(tx, tenantId, flowIds) };
}

/** The circle of causes that a rule would close with the active ones; null: none. */
export async function loopWith(tx: Tx, tenantId: Id, rule: Causing): Promise<Link[] | null> {
  const { rules, flows } = await knownCauses(tx, tenantId, [rule.definition]);
  return loopOf(rule, rules, flows);
}

export async function requireNoLoop(tx: Tx, tenantId: Id, rule: Causing): Promise<void> {
  requireNone(await loopWith(tx, tenantId, rule));
}

/**
 * Does what changes a flow. Refuses with CONFLICT `error.rule.loop` if by that active rules cause themselves that didn't before.
 */
export async function withoutNewLoop<T>(tx: Tx, tenantId: Id, work: () => Promise<T>): Promise<T> {
  const before = await loopOfFlows(tx, tenantId);
  const result = await work();
  if (before === null) requireNone(await loopOfFlows(tx, tenantId));
  return result;
}

/** A circle of active rules one of which begins a flow; null: none. */
async function loopOfFlows(tx: Tx, tenantId: Id): Promise<Link[] | null> {
  const { rules, flows } = await knownCauses(tx, tenantId, []);
  for (const rule of rules) {
    const loop = begunBy(rule.definition).length === 0 ? null : loopOf(rule, rules, flows);
    if (loop !== null) return loop;
  }
  return null;
}

function begunBy({ actions }: RuleDefinition): Id[] {
  return actions.flatMap(({ do: name, id }) => (name === 'flow' && id !== null ? id : []));
}

function requireNone(loop: readonly Link[] | null): void {
  if (loop !== null) throw new DomainError('CONFLICT', 'error.rule.loop', { params: { chain: chainText(loop) } });
}

import type {
  ImportedRule as WireImported,
  RuleAction as WireAction,
  RuleBench as WireBench,
  RuleChoice,
  RuleCondition as WireCondition,
  RuleDefinition as WireDefinition,
  RuleExecution as WireExecution,
  RuleStep as WireStep,
  RuleTest as WireTest,
} from '../../../contract/entities/rule.ts';
import {
  isRuleAction,
  isRuleEvent,
  isRuleField,
  RULE_COMPARISONS,
  RULE_OPS,
  ruleAction,
  ruleEvent,
  ruleField,
  valuesOf,
} from '../../../contract/facts/rules.ts';
import type { FormValue } from './forms.ts';

/* Rules, as their screen shows them. */

export type RuleDefinition = WireDefinition;
export type RuleCondition = WireCondition;
export type RuleTest = WireTest;
export type RuleAction = WireAction;
export type RuleStep = WireStep;
export type ImportedRule = WireImported;

export interface ListedRule {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** Of its present version. */
  readonly number: number;
  readonly definition: RuleDefinition;
  /** How often it acted lately. */
  readonly acted: number;
}

/** Something that rules can name. */
export type RuleThingChoice = RuleChoice;

export interface RuleExecution extends Omit<WireExecution, 'at'> {
  readonly at: number;
}

/** What came of trying `definition`. */
export interface RuleBench extends Omit<WireBench, 'trials'> {
  readonly definition: string;
  readonly trials: readonly RuleTrial[];
}
export interface RuleTrial extends Omit<WireBench['trials'][number], 'at' | 'acted_at'> {
  readonly at: number;
  readonly actedAt: number | null;
}

/** All rules as a file. */
export interface RuleFileText {
  readonly text: string;
}

/** What a new rule begins with. */
export const NEW_RULE: RuleDefinition = {
  event: { on: 'message.received', ids: [], minutes: null },
  condition: { join: 'all', groups: [] },
  actions: [],
  once: false,
  stops: false,
};

export const NEW_TEST: RuleTest = { field: 'tag', field_id: null, comparison: 'choice', op: 'in', values: [] };

/** The rule that a form holds, whose values may be missing; what isn't known is left out. */
export function ruleIn(value: FormValue): RuleDefinition {
  const { event, condition, actions, once, stops } = recordIn(value);
  const { on, ids, minutes } = recordIn(event);
  const { join, groups } = recordIn(condition);
  return {
    event: {
      on: typeof on === 'string' && isRuleEvent(on) ? on : NEW_RULE.event.on,
      ids: textsIn(ids),
      minutes: typeof minutes === 'number' ? minutes : null,
    },
    condition: {
      join: joinIn(join),
      groups: listIn(groups).map((group) => {
        const { join: inner, tests } = recordIn(group);
        return { join: joinIn(inner), tests: listIn(tests).flatMap(testIn) };
      }),
    },
    actions: listIn(actions).flatMap(actionIn),
    once: once === true,
    stops: stops === true,
  };
}

function testIn(value: FormValue): RuleTest[] {
  const { field, field_id: fieldId, comparison: how, op: by, values } = recordIn(value);
  const comparison = RULE_COMPARISONS.find((each) => each === how);
  const op = RULE_OPS.find((each) => each === by);
  if (typeof field !== 'string' || !isRuleField(field) || comparison === undefined || op === undefined) return [];
  return [{ field, field_id: typeof fieldId === 'string' ? fieldId : null, comparison, op, values: textsIn(values) }];
}

function actionIn(value: FormValue): RuleAction[] {
  const { do: name, id, text } = recordIn(value);
  if (typeof name !== 'string' || !isRuleAction(name)) return [];
  return [{ do: name, id: typeof id === 'string' ? id : null, text: typeof text === 'string' ? text : '' }];
}

/** Whether nothing is missing, so that it can be tried. */
export function isComplete({ event, condition, actions }: RuleDefinition): boolean {
  return (
    actions.length > 0 &&
    (ruleEvent(event.on).hasMinutes === true) === (event.minutes !== null) &&
    condition.groups.every(({ tests }) => tests.length > 0 && tests.every(isTestComplete)) &&
    actions.every(isActionComplete)
  );
}

function isTestComplete({ op, comparison, values }: RuleTest): boolean {
  const many = valuesOf(op, comparison);
  if (many === 'none') return true;
  return values.length > 0 && values.every((value) => value !== '');
}

function isActionComplete({ do: name, id, text }: RuleAction): boolean {
  const { names, isOptional, text: asks } = ruleAction(name);
  return (names === undefined || id !== null || isOptional === true) && (asks !== 'needed' || text.trim() !== '');
}

/** A comparison of another field, as it begins. */
export function testOf(
  field: RuleTest['field'],
  own?: { readonly id: string; readonly comparison: RuleTest['comparison'] },
): RuleTest {
  const comparison = own?.comparison ?? ruleField(field).comparison;
  const op = comparison === 'words' ? 'has' : comparison === 'choice' ? 'in' : 'is';
  const values = comparison === 'boolean' ? ['true'] : [];
  return { field, field_id: own?.id ?? null, comparison, op, values };
}

function joinIn(value: FormValue | undefined): 'all' | 'any' {
  return value === 'any' ? 'any' : 'all';
}

function recordIn(value: FormValue | undefined): { readonly [name: string]: FormValue } {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {};
}

function isList(value: FormValue): value is readonly FormValue[] {
  return Array.isArray(value);
}

function listIn(value: FormValue | undefined): readonly FormValue[] {
  return value !== undefined && isList(value) ? value : [];
}

function textsIn(value: FormValue | undefined): string[] {
  return listIn(value).filter((each) => typeof each === 'string');
}

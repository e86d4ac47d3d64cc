import { isRuleAction, isRuleEvent, ruleAction, ruleField } from '../../../../contract/facts/rules.ts';
import type { RuleComparison, RuleOp, RuleSkip, RuleThing } from '../../../../contract/facts/rules.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { RuleAction, RuleStep, RuleTest, RuleThingChoice } from '../../../machines/entities/rules.ts';
import { useText } from '../../kit/useText.ts';
import { useListing, wholeList, type Lookup } from '../list/use-listing.ts';

/** What rules can name, and how they and their parts are called. */
export interface RuleWords {
  readonly choices: readonly RuleThingChoice[];
  readonly optionsOf: (
    kind: RuleThing,
  ) => readonly { readonly id: string; readonly label: string; readonly hint?: string }[];
  readonly nameOf: (kind: RuleThing, id: string) => string;
  readonly eventOf: (name: string) => string;
  readonly fieldOf: (test: Pick<RuleTest, 'field' | 'field_id'>) => string;
  readonly opOf: (op: RuleOp, comparison: RuleComparison) => string;
  /** A test's values, or what was there instead, in words. */
  readonly valuesOf: (test: Pick<RuleTest, 'field' | 'comparison'>, values: readonly string[]) => string;
  readonly testOf: (test: RuleTest) => string;
  readonly doOf: (name: string) => string;
  readonly actionOf: (action: Pick<RuleAction, 'do' | 'id'>) => string;
  /** Something that a rule did, or would do, and why not. */
  readonly stepOf: (step: RuleStep) => string;
  readonly lookups: readonly Lookup[];
}

export function useRuleWords(): RuleWords {
  const text = useText();
  const listing = useListing('rule.choices', wholeList);
  const choices = listing.rows ?? none;
  const optionsOf = (kind: RuleThing) =>
    choices.flatMap(({ kind: its, id, name, detail }) => {
      if (its !== kind) return [];
      const option = { id, label: name };
      return kind === 'flow'
        ? { ...option, hint: text(`rule.flow.${detail === 'active' ? 'active' : 'passive'}`) }
        : option;
    });
  const nameOf = (kind: RuleThing, id: string) =>
    choices.find((choice) => choice.kind === kind && choice.id === id)?.name ?? text('rule.gone');
  const eventOf = (name: string) => (isRuleEvent(name) ? text(`rule.event.${name}`) : name);
  const fieldOf = ({ field, field_id }: Pick<RuleTest, 'field' | 'field_id'>) =>
    field === 'field' ? nameOf('field', field_id ?? '') : text(`rule.field.${field}`);
  const opOf = (op: RuleOp, comparison: RuleComparison) =>
    comparison === 'date' && (op === 'above' || op === 'below') ? text(`rule.op.${op}.date`) : text(`rule.op.${op}`);
  const valuesOf = ({ field, comparison }: Pick<RuleTest, 'field' | 'comparison'>, values: readonly string[]) => {
    const { names, choices: known } = ruleField(field);
    return values
      .map((value) => {
        if (names !== undefined) return nameOf(names, value);
        if (known?.includes(value) === true) return text(`rule.choice.${value}` as MessageId);
        if (comparison === 'boolean') return text(value === 'true' ? 'rule.yes' : 'rule.no');
        return comparison === 'words' ? `“${value}”` : value;
      })
      .join(', ');
  };
  const testOf = (test: RuleTest) =>
    [fieldOf(test), opOf(test.op, test.comparison), valuesOf(test, test.values)].join(' ').trim();
  const doOf = (name: string) => (isRuleAction(name) ? text(`rule.do.${name}`) : name);
  const actionOf = ({ do: name, id }: Pick<RuleAction, 'do' | 'id'>) => {
    const { names } = ruleAction(name);
    return id === null || names === undefined ? doOf(name) : `${doOf(name)}: ${nameOf(names, id)}`;
  };
  return {
    choices,
    optionsOf,
    nameOf,
    eventOf,
    fieldOf,
    opOf,
    valuesOf,
    testOf,
    doOf,
    actionOf,
    stepOf: ({ do: name, id, skipped }) => {
      const said = isRuleAction(name) ? actionOf({ do: name, id }) : name;
      return skipped === null ? said : `${said} (${text(skipId(skipped))})`;
    },
    lookups: [{ hasFailed: listing.failure !== null, retry: listing.retry }],
  };
}

const none: readonly RuleThingChoice[] = [];
const skipId = (skip: RuleSkip) => `rule.skip.${skip}` as const;

import { useRef } from 'react';
import {
  knowsField,
  RULE_EVENT_NAMES,
  RULE_MINUTES_MAX,
  ruleEvent,
  isRuleEvent,
} from '../../../../contract/facts/rules.ts';
import type { RuleCondition, RuleDefinition } from '../../../machines/entities/rules.ts';
import { NumberField } from '../../kit/NumberField.tsx';
import { Select } from '../../kit/Select.tsx';
import { useText } from '../../kit/useText.ts';
import { Several } from '../../kit/Several.tsx';
import type { RuleWords } from './use-rule-words.ts';
import bare from '../../kit/bare.module.css';
import styles from './Rules.module.css';

interface RuleEventPartProps {
  readonly rule: RuleDefinition;
  readonly words: RuleWords;
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (part: Partial<RuleDefinition>) => void;
}

const MINUTES = 30;

/** Conditions, and which of them another event left. */
interface Left {
  readonly whole: RuleCondition;
  readonly as: RuleCondition;
}

/** What the rule waits for. */
export function RuleEventPart({ rule: { event, condition }, words, errorOf, onChange }: RuleEventPartProps) {
  const text = useText();
  const { names, hasMinutes } = ruleEvent(event.on);
  /** What was filled in before another event was chosen, in case that was a slip. */
  const kept = useRef<{ left?: Left; readonly events: Map<string, RuleDefinition['event']> }>({ events: new Map() });
  const choose = (on: string) => {
    if (!isRuleEvent(on)) return;
    kept.current.events.set(event.on, event);
    const { left, events } = kept.current;
    const whole = left !== undefined && isSame(left.as, condition) ? left.whole : condition;
    // What another event doesn't know can't be compared.
    const groups = whole.groups
      .map((group) => ({ ...group, tests: group.tests.filter(({ field }) => knowsField(on, field)) }))
      .filter(({ tests }) => tests.length > 0);
    const as = { ...whole, groups };
    kept.current.left = { whole, as };
    const minutes = ruleEvent(on).hasMinutes === true ? MINUTES : null;
    onChange({ event: events.get(on) ?? { on, ids: [], minutes }, condition: as });
  };
  return (
    <section className={styles.part}>
      <h3>{text('rule.when')}</h3>
      <Select
        label={text('rule.when')}
        className={bare.bare}
        options={RULE_EVENT_NAMES.map((name) => ({ id: name, label: words.eventOf(name) }))}
        value={event.on}
        placeholder={text('rule.if.choose')}
        error={errorOf('event.on')}
        onChange={choose}
      />
      {names !== undefined && (names === 'tag' || names === 'field' || names === 'campaign') && (
        <Several
          label={text(`rule.when.ids.${names}`)}
          options={words.optionsOf(names)}
          values={event.ids}
          error={errorOf('event.ids')}
          onChange={(ids) => onChange({ event: { ...event, ids: [...ids] } })}
        />
      )}
      {hasMinutes === true && (
        <NumberField
          label={text('rule.when.minutes')}
          value={event.minutes}
          min={1}
          max={RULE_MINUTES_MAX}
          unit={text('rule.if.minutes')}
          error={errorOf('event.minutes')}
          onChange={(minutes) => onChange({ event: { ...event, minutes } })}
        />
      )}
    </section>
  );
}

function isSame(one: RuleCondition, other: RuleCondition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

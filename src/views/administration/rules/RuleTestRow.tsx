import {
  knowsField,
  isRuleField,
  opsOf,
  RULE_FIELD_NAMES,
  RULE_FIELD_TYPES,
  RULE_OPS,
  ruleField,
  valuesOf,
} from '../../../../contract/facts/rules.ts';
import type { RuleComparison, RuleEventName } from '../../../../contract/facts/rules.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { testOf, type RuleTest } from '../../../machines/entities/rules.ts';
import { IconButton } from '../../kit/Button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { Several, TypedList } from '../../kit/Several.tsx';
import type { RuleWords } from './use-rule-words.ts';
import bare from '../../kit/bare.module.css';
import styles from './Parts.module.css';

interface RuleTestRowProps {
  /** Of its group, and in it. */
  readonly place: string;
  readonly event: RuleEventName;
  readonly test: RuleTest;
  readonly words: RuleWords;
  readonly errorOf: (part: string) => string | undefined;
  readonly onChange: (test: RuleTest) => void;
  readonly onRemove: () => void;
}

const OWN = 'field:';

/** One comparison: what, how, and with what. */
export function RuleTestRow({ place, event, test, words, errorOf, onChange, onRemove }: RuleTestRowProps) {
  const text = useText();
  const own = words.choices.filter(({ kind }) => kind === 'field');
  const fields = [
    ...RULE_FIELD_NAMES.filter((name) => name !== 'field' && knowsField(event, name)).map((name) => ({
      id: name as string,
      label: words.fieldOf({ field: name, field_id: null }),
    })),
    ...own.map(({ id, name }) => ({ id: `${OWN}${id}`, label: name })),
  ];
  const choose = (chosen: string) => {
    const found = own.find(({ id }) => `${OWN}${id}` === chosen);
    if (found !== undefined) onChange(testOf('field', { id: found.id, comparison: comparisonOf(found.detail) }));
    else if (isRuleField(chosen)) onChange(testOf(chosen));
  };
  const withOp = (chosen: string) => {
    const op = RULE_OPS.find((each) => each === chosen);
    if (op === undefined) return;
    const many = valuesOf(op, test.comparison);
    onChange({ ...test, op, values: many === 'none' ? [] : many === 'one' ? test.values.slice(0, 1) : test.values });
  };
  return (
    <div role="group" aria-label={words.testOf(test)} data-place={place} className={styles.test}>
      <Select
        label={text('rule.if.field')}
        className={bare.bare}
        options={fields}
        value={test.field === 'field' ? `${OWN}${test.field_id ?? ''}` : test.field}
        placeholder={text('rule.if.choose')}
        error={errorOf('field_id')}
        onChange={choose}
      />
      <Select
        label={text('rule.if.op')}
        className={bare.bare}
        options={opsOf(test.field, test.comparison).map((op) => ({ id: op, label: words.opOf(op, test.comparison) }))}
        value={test.op}
        placeholder={text('rule.if.choose')}
        error={errorOf('op')}
        onChange={withOp}
      />
      <div className={styles.value}>
        <Values
          test={test}
          words={words}
          error={errorOf('values')}
          onChange={(values) => onChange({ ...test, values })}
        />
      </div>
      <IconButton
        size="sm"
        label={text('rule.if.remove', { condition: words.testOf(test) })}
        icon={<CloseIcon />}
        onPress={onRemove}
      />
    </div>
  );
}

interface ValuesProps {
  readonly test: RuleTest;
  readonly words: RuleWords;
  readonly error: string | undefined;
  readonly onChange: (values: string[]) => void;
}

function Values({ test, words, error, onChange }: ValuesProps) {
  const text = useText();
  const label = text('rule.if.value');
  const { field, field_id: fieldId, comparison, op, values } = test;
  const { names, choices } = ruleField(field);
  if (valuesOf(op, comparison) === 'none') return null;
  const [value = ''] = values;
  const options =
    names !== undefined
      ? words.optionsOf(names)
      : (choices ?? words.choices.find(({ kind, id }) => kind === 'field' && id === fieldId)?.options ?? []).map(
          (each) => ({ id: each, label: choices === undefined ? each : text(`rule.choice.${each}` as MessageId) }),
        );
  switch (comparison) {
    case 'choice':
      return (
        <Several
          label={label}
          isLabelHidden
          options={options}
          values={values}
          error={error}
          onChange={(chosen) => onChange([...chosen])}
        />
      );
    case 'words':
      return <TypedList label={label} values={values} error={error} onChange={(typed) => onChange([...typed])} />;
    case 'boolean':
      return (
        <Select
          label={label}
          className={bare.bare}
          options={['true', 'false'].map((id) => ({ id, label: text(id === 'true' ? 'rule.yes' : 'rule.no') }))}
          value={value === '' ? null : value}
          placeholder={text('rule.if.choose')}
          error={error}
          onChange={(id) => onChange([id])}
        />
      );
    case 'date':
      return (
        <DateField
          label={label}
          isLabelHidden
          value={value}
          error={error}
          onChange={(day) => onChange(day === '' ? [] : [day])}
        />
      );
    case 'number':
      return (
        <TextField
          label={label}
          className={bare.bare}
          inputMode="decimal"
          value={value}
          error={error}
          // On the wire a number has a point.
          onChange={(typed) => onChange(typed.trim() === '' ? [] : [typed.trim().replace(',', '.')])}
        />
      );
  }
}

function comparisonOf(type: string | null): RuleComparison {
  const [, found] = Object.entries(RULE_FIELD_TYPES).find(([name]) => name === type) ?? [];
  return found ?? 'words';
}

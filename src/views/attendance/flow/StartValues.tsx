import { FLOW_VALUE_MAX } from '../../../../contract/facts/flows.ts';
import { typedNumber } from '../../../../flows/values.ts';
import type { StartableFlow } from '../../../machines/entities/flow-starts.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './StartFlow.module.css';

type Typed = Readonly<Record<string, string>>;

interface StartValuesProps {
  readonly flow: StartableFlow;
  /** What was changed, by the variables' names. */
  readonly typed: Typed;
  /** What the server says is wrong, by its fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly onChange: (typed: Typed) => void;
}

/** The values that a flow begins with, to be changed for this customer. */
export function StartValues({ flow, typed, fields, onChange }: StartValuesProps) {
  const text = useText();
  return (
    <fieldset className={styles.flows}>
      <legend>{text('ticketFlow.start.values')}</legend>
      {flow.variables.map(({ name, type, initial }) => {
        const value = typed[name] ?? shownAs(type, initial);
        const change = (next: string) => onChange({ ...typed, [name]: next });
        const error = fields[`variables.${name}`] === undefined ? undefined : text('error.field.invalid');
        if (type === 'boolean')
          return (
            <Checkbox key={name} isSelected={value === 'true'} onChange={(isOn) => change(String(isOn))}>
              {name}
            </Checkbox>
          );
        if (type === 'date') return <DateField key={name} label={name} value={value} onChange={change} error={error} />;
        return (
          <TextField
            key={name}
            label={name}
            value={value}
            maxLength={FLOW_VALUE_MAX}
            inputMode={type === 'number' ? 'decimal' : 'text'}
            onChange={change}
            error={error}
          />
        );
      })}
      <p>{text('ticketFlow.start.values.hint')}</p>
    </fieldset>
  );
}

/** What was changed, as the server takes it; what isn't understood as it was typed, so that it is refused by its field. */
export function valuesGiven({ variables }: StartableFlow, typed: Typed): { name: string; value: string }[] {
  return variables.flatMap(({ name, type }) => {
    const value = typed[name];
    if (value === undefined) return [];
    return [{ name, value: type === 'number' ? String(typedNumber(value.trim()) ?? value) : value }];
  });
}

function shownAs(type: StartableFlow['variables'][number]['type'], initial: string): string {
  return type === 'number' ? initial.replace('.', ',') : initial;
}

import { FLOW_VALUE_MAX } from '../../../../contract/facts/flows.ts';
import { withoutExponent, written } from '../../../../flows/text.ts';
import { typedNumber } from '../../../../flows/values.ts';
import type { StartableFlow } from '../../../machines/entities/flow-starts.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './StartFlow.module.css';

/** What was typed, by the variables' names. */
export type Typed = Readonly<Record<string, string>>;
type Variable = StartableFlow['variables'][number];

interface StartValuesProps {
  readonly flow: StartableFlow;
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
        const value = typed[name] ?? shownAs({ type, initial });
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
    </fieldset>
  );
}

/** What was changed, as the server takes it; what isn't understood as it was typed, so that it is refused by its field. */
export function valuesGiven({ variables }: StartableFlow, typed: Typed): { name: string; value: string }[] {
  return variables.flatMap(({ name, type, initial }) => {
    const value = typed[name];
    if (value === undefined || value === shownAs({ type, initial })) return [];
    const number = type === 'number' ? typedNumber(value.trim()) : undefined;
    return [{ name, value: number === undefined ? value : withoutExponent(number) }];
  });
}

/** All values as the customer reads them, by their keys in the flow's first message. */
export function valuesSaid({ variables }: StartableFlow, typed: Typed): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.map(({ name, type, initial }) => {
      const value = typed[name] ?? shownAs({ type, initial });
      if (type === 'boolean') return [`body.${name}`, written(value === 'true')];
      return [`body.${name}`, type === 'number' ? written(typedNumber(value.trim()) ?? value) : written(value)];
    }),
  );
}

function shownAs({ type, initial }: Pick<Variable, 'type' | 'initial'>): string {
  return type === 'number' ? initial.replace('.', ',') : initial;
}

import { TEMPLATE_EXAMPLE_MAX } from '../../../../contract/facts/template-form.ts';
import { variablesOf } from '../../../../contract/facts/templates.ts';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useEditing } from './editing-context.ts';
import styles from './Templates.module.css';

interface WordsFieldProps {
  /** Its key among the examples: `body`, `card.0`. */
  readonly part: string;
  /** Its key among the errors. */
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly max: number;
  readonly isLine?: boolean;
}

/** A text with variables, and an example of each. */
export function WordsField({ part, path, label, value, onChange, max, isLine = false }: WordsFieldProps) {
  const text = useText();
  const { values, change, problem, isReadOnly } = useEditing();
  const names = variablesOf(value);
  const isFull = part === 'header' && names.length > 0;
  // The first unused number.
  const candidates = Array.from({ length: names.length + 1 }, (_, at) =>
    values.named ? text('template.variable.name', { number: at + 1 }) : String(at + 1),
  );
  const fresh = candidates.find((each) => !names.includes(each)) ?? '';
  const exampleOf = (key: string) => values.examples.find((each) => each.key === key)?.value ?? '';
  const exemplify = (key: string, typed: string) =>
    change(
      'examples',
      [...values.examples.filter((each) => each.key !== key), { key, value: typed }],
      `examples.${key}`,
    );
  const field = {
    label,
    value,
    onChange,
    error: problem(path),
    isReadOnly,
    description: text('template.count', { count: value.length, max }),
  };
  return (
    <div className={styles.words}>
      {isLine ? <TextField {...field} autoComplete="off" /> : <TextArea {...field} rows={part === 'body' ? 6 : 3} />}
      <Button
        size="sm"
        variant="ghost"
        icon={<PlusIcon />}
        className={styles.insert}
        isDisabled={isReadOnly || isFull}
        aria-label={text('template.variable.insert.into', { name: `{{${fresh}}}`, label })}
        onPress={() => onChange(`${value}${value === '' || value.endsWith(' ') ? '' : ' '}{{${fresh}}}`)}
      >
        {text('template.variable.insert', { name: `{{${fresh}}}` })}
      </Button>
      {names.length > 0 && (
        <div className={styles.examples} role="group" aria-label={text('template.examples', { label })}>
          {names.map((name) => {
            const key = `${part}.${name}`;
            return (
              <TextField
                key={key}
                label={text('template.example', { name: `{{${name}}}` })}
                value={exampleOf(key)}
                onChange={(typed) => exemplify(key, typed)}
                error={problem(`examples.${key}`)}
                maxLength={TEMPLATE_EXAMPLE_MAX}
                isReadOnly={isReadOnly}
                autoComplete="off"
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

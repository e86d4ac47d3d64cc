import { FLOW_EXPECTS, FLOW_LABEL_MAX, FLOW_OPTIONS_MAX, FLOW_TRIES_MAX } from '../../../../contract/facts/flows.ts';
import type { FlowExpects } from '../../../../contract/facts/flows.ts';
import { optionsShownAs } from '../../../../flows/limits.ts';
import { writesBySms } from '../../../../flows/sms.ts';
import type { FlowNodeOf } from '../../../machines/entities/flows.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { NumberField } from '../../kit/NumberField.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { Minutes, type FieldsProps } from './field-props.tsx';
import { freshId } from './steps.ts';
import { useRows } from './use-rows.ts';
import { VariableField } from './VariableField.tsx';
import styles from './Editor.module.css';

export function AskFields({ node, document, errorOf, onChange, onEdit }: FieldsProps<FlowNodeOf<'ask'>>) {
  const text = useText();
  const expects = (of: string) => {
    const next = FLOW_EXPECTS.find((each) => each === of);
    if (next !== undefined) onChange('expects', { ...node, expects: next, saves: null });
  };
  return (
    <>
      <TextArea
        label={text('flow.message')}
        description={text('flow.message.hint')}
        rows={4}
        value={node.text}
        onChange={(said) => onChange('text', { ...node, text: said })}
        error={errorOf('text')}
      />
      <Select
        label={text('flow.ask.expects')}
        options={FLOW_EXPECTS.map((id: FlowExpects) => ({ id, label: text(`flow.expects.${id}`) }))}
        value={node.expects}
        placeholder={text('flow.choose')}
        onChange={expects}
      />
      {node.expects === 'options' && <Options node={node} document={document} errorOf={errorOf} onChange={onChange} />}
      <VariableField
        label={text('flow.ask.saves')}
        none={text('flow.ask.saves.none')}
        value={node.saves}
        expects={node.expects}
        document={document}
        onChange={(saves) => onChange('saves', { ...node, saves })}
        onEdit={onEdit}
      />
      <div className={styles.pair}>
        <NumberField
          label={text('flow.ask.tries')}
          value={node.tries}
          min={1}
          max={FLOW_TRIES_MAX}
          onChange={(tries) => onChange('tries', { ...node, tries: tries ?? 0 })}
          error={errorOf('tries')}
        />
        <Minutes
          label={text('flow.ask.minutes')}
          value={node.minutes}
          error={errorOf('minutes')}
          onChange={(minutes) => onChange('minutes', { ...node, minutes })}
        />
      </div>
      {node.tries > 1 && (
        <TextArea
          label={text('flow.ask.again')}
          description={text('flow.ask.again.hint')}
          rows={2}
          value={node.again ?? ''}
          onChange={(again) => onChange('again', { ...node, again: again === '' ? null : again })}
          error={errorOf('again')}
        />
      )}
    </>
  );
}

type OptionsProps = Pick<FieldsProps<FlowNodeOf<'ask'>>, 'node' | 'document' | 'errorOf' | 'onChange'>;

function Options({ node, document, errorOf, onChange }: OptionsProps) {
  const text = useText();
  const { options } = node;
  const as = optionsShownAs(node, writesBySms(document.flow));
  const { ref, removed } = useRows<HTMLFieldSetElement>();
  const set = (what: string, next: typeof options) => onChange(what, { ...node, options: next });
  const add = () => {
    const taken = new Set([...options.map(({ id }) => id), ...Object.keys(node.exits)]);
    set('options', [...options, { id: freshId('opcao', taken), label: '' }]);
  };
  return (
    <fieldset ref={ref} className={styles.rows}>
      <legend className={styles.legend}>{text('flow.options')}</legend>
      {options.map((option, index) => (
        <div key={option.id} className={styles.row} data-item>
          <TextField
            aria-label={text('flow.option.label', { place: index + 1 })}
            label={text('flow.option.label', { place: index + 1 })}
            className={styles.bare}
            value={option.label}
            maxLength={FLOW_LABEL_MAX}
            onChange={(label) =>
              set(
                `option ${option.id}`,
                options.map((each) => (each.id === option.id ? { ...each, label } : each)),
              )
            }
            error={errorOf(`options.${index}.label`)}
          />
          <IconButton
            label={text('flow.option.remove', { place: index + 1 })}
            icon={<TrashIcon />}
            onPress={() => {
              set(
                'options',
                options.filter((each) => each.id !== option.id),
              );
              removed(index);
            }}
          />
        </div>
      ))}
      <div className={styles.adding} data-add>
        <Button size="sm" icon={<PlusIcon />} onPress={add} isDisabled={options.length >= FLOW_OPTIONS_MAX}>
          {text('flow.option.add')}
        </Button>
        <span className={styles.hint}>{text(`flow.options.as.${as}`)}</span>
      </div>
    </fieldset>
  );
}

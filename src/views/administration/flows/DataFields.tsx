import { FLOW_CASES_MAX, FLOW_RESULTS_MAX } from '../../../../contract/facts/flows.ts';
import type { FlowNodeOf } from '../../../machines/entities/flows.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { heldList, useListing } from '../list/use-listing.ts';
import type { FieldsProps } from './field-props.tsx';
import { freshId } from './steps.ts';
import { useRows } from './use-rows.ts';
import { VariableField } from './VariableField.tsx';
import styles from './Editor.module.css';

/* Forms of the steps that work with data: expressions are written in CEL. */

export function BranchFields({ node, errorOf, onChange }: FieldsProps<FlowNodeOf<'branch'>>) {
  const text = useText();
  const { cases } = node;
  const { ref, removed } = useRows<HTMLFieldSetElement>();
  const set = (what: string, next: typeof cases) => onChange(what, { ...node, cases: next });
  const add = () => {
    const taken = new Set([...cases.map(({ id }) => id), ...Object.keys(node.exits)]);
    set('cases', [...cases, { id: freshId('caso', taken), when: '' }]);
  };
  return (
    <fieldset ref={ref} className={styles.rows}>
      <legend className={styles.legend}>{text('flow.cases')}</legend>
      <p className={styles.hint}>{text('flow.cases.hint')}</p>
      {cases.map(({ id, when }, index) => (
        <div key={id} className={styles.row} data-item>
          <TextField
            label={text('flow.case.when', { place: index + 1 })}
            className={styles.bare}
            isVerbatim
            value={when}
            onChange={(next) =>
              set(
                `case ${id}`,
                cases.map((each) => (each.id === id ? { ...each, when: next } : each)),
              )
            }
            error={errorOf(`cases.${index}.when`)}
          />
          <IconButton
            label={text('flow.case.remove', { place: index + 1 })}
            icon={<TrashIcon />}
            onPress={() => {
              set(
                'cases',
                cases.filter((each) => each.id !== id),
              );
              removed(index);
            }}
          />
        </div>
      ))}
      <div className={styles.adding} data-add>
        <Button size="sm" icon={<PlusIcon />} onPress={add} isDisabled={cases.length >= FLOW_CASES_MAX}>
          {text('flow.case.add')}
        </Button>
      </div>
    </fieldset>
  );
}

export function SetFields({ node, document, errorOf, onChange, onEdit }: FieldsProps<FlowNodeOf<'set'>>) {
  const text = useText();
  const tags = useListing('choices.tags', heldList);
  const fields = useListing('choices.customerFields', heldList);
  const { target } = node;
  const change = (what: string, next: FlowNodeOf<'set'>['target']) => onChange(what, { ...node, target: next });
  const choose = (of: string) => {
    if (of === 'variable') change('of', { of, name: '', value: '' });
    else if (of === 'field') change('of', { of, field_id: '', value: '' });
    else change('of', { of: 'tag', tag_id: '', on: true });
  };
  return (
    <>
      <FailedLookups lookups={[tags, fields].map(({ failure, retry }) => ({ hasFailed: failure !== null, retry }))} />
      <Select
        label={text('flow.set.of')}
        options={(['tag', 'field', 'variable'] as const).map((id) => ({ id, label: text(`flow.set.${id}`) }))}
        value={target.of}
        placeholder={text('flow.choose')}
        onChange={choose}
      />
      {target.of === 'tag' && (
        <>
          <Select
            label={text('flow.set.tag')}
            options={(tags.rows ?? []).map(({ id, name }) => ({ id, label: name }))}
            value={target.tag_id === '' ? null : target.tag_id}
            placeholder={text('flow.choose')}
            onChange={(id) => change('tag', { ...target, tag_id: id })}
            error={errorOf('target.tag_id')}
          />
          <SegmentedControl
            label={text('flow.set.tag.on')}
            options={[
              { value: 'on', label: text('flow.set.tag.give') },
              { value: 'off', label: text('flow.set.tag.take') },
            ]}
            value={target.on ? 'on' : 'off'}
            onChange={(on) => change('on', { ...target, on: on === 'on' })}
          />
        </>
      )}
      {target.of === 'field' && (
        <Select
          label={text('flow.set.field')}
          options={(fields.rows ?? []).map(({ id, name }) => ({ id, label: name }))}
          value={target.field_id === '' ? null : target.field_id}
          placeholder={text('flow.choose')}
          onChange={(id) => change('field', { ...target, field_id: id })}
          error={errorOf('target.field_id')}
        />
      )}
      {target.of === 'variable' && (
        <VariableField
          label={text('flow.set.variable')}
          value={target.name === '' ? null : target.name}
          document={document}
          onChange={(name) => change('name', { ...target, name: name ?? '' })}
          onEdit={onEdit}
          error={errorOf('target.name')}
        />
      )}
      {target.of !== 'tag' && (
        <TextField
          label={text('flow.set.value')}
          description={text('flow.expression.hint')}
          isVerbatim
          value={target.value}
          onChange={(value) => change('value', { ...target, value })}
          error={errorOf('target.value')}
        />
      )}
    </>
  );
}

export function RequestFields({ node, document, errorOf, onChange, onEdit }: FieldsProps<FlowNodeOf<'request'>>) {
  const text = useText();
  const { results, body } = node;
  const { ref: parts, removed: partRemoved } = useRows<HTMLFieldSetElement>();
  const { ref: taken, removed: resultRemoved } = useRows<HTMLFieldSetElement>();
  return (
    <>
      <SegmentedControl
        label={text('flow.request.method')}
        options={[
          { value: 'GET', label: 'GET' },
          { value: 'POST', label: 'POST' },
        ]}
        value={node.method}
        onChange={(method) => onChange('method', { ...node, method })}
      />
      <TextField
        label={text('flow.request.url')}
        description={text('flow.request.url.hint')}
        isVerbatim
        value={node.url}
        onChange={(url) => onChange('url', { ...node, url })}
        error={errorOf('url')}
      />
      {node.method === 'POST' && (
        <fieldset ref={parts} className={styles.rows}>
          <legend className={styles.legend}>{text('flow.request.body')}</legend>
          {body.map((part, index) => {
            const set = (next: typeof part) =>
              onChange(`body ${index}`, { ...node, body: body.map((each, at) => (at === index ? next : each)) });
            return (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id, and no state
              <div key={index} className={styles.row} data-item>
                <TextField
                  label={text('flow.request.key', { place: index + 1 })}
                  isVerbatim
                  value={part.key}
                  onChange={(key) => set({ ...part, key })}
                  error={errorOf(`body.${index}.key`)}
                />
                <TextField
                  label={text('flow.request.value', { place: index + 1 })}
                  isVerbatim
                  value={part.value}
                  onChange={(value) => set({ ...part, value })}
                  error={errorOf(`body.${index}.value`)}
                />
                <IconButton
                  label={text('flow.request.part.remove', { place: index + 1 })}
                  icon={<TrashIcon />}
                  onPress={() => {
                    onChange('body', { ...node, body: body.filter((_, at) => at !== index) });
                    partRemoved(index);
                  }}
                />
              </div>
            );
          })}
          <Adding
            label={text('flow.request.part.add')}
            isFull={body.length >= FLOW_RESULTS_MAX}
            onAdd={() => onChange('body', { ...node, body: [...body, { key: '', value: '' }] })}
          />
        </fieldset>
      )}
      <fieldset ref={taken} className={styles.rows}>
        <legend className={styles.legend}>{text('flow.request.results')}</legend>
        <p className={styles.hint}>{text('flow.request.results.hint')}</p>
        {results.map((result, index) => {
          const set = (next: typeof result) =>
            onChange(`result ${index}`, { ...node, results: results.map((each, at) => (at === index ? next : each)) });
          return (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id, and no state
            <div key={index} className={styles.row} data-item>
              <TextField
                label={text('flow.request.path', { place: index + 1 })}
                isVerbatim
                value={result.path}
                onChange={(path) => set({ ...result, path })}
                error={errorOf(`results.${index}.path`)}
              />
              <VariableField
                label={text('flow.ask.saves')}
                value={result.saves === '' ? null : result.saves}
                document={document}
                onChange={(saves) => set({ ...result, saves: saves ?? '' })}
                onEdit={onEdit}
                error={errorOf(`results.${index}.saves`)}
              />
              <IconButton
                label={text('flow.request.result.remove', { place: index + 1 })}
                icon={<TrashIcon />}
                onPress={() => {
                  onChange('results', { ...node, results: results.filter((_, at) => at !== index) });
                  resultRemoved(index);
                }}
              />
            </div>
          );
        })}
        <Adding
          label={text('flow.request.result.add')}
          isFull={results.length >= FLOW_RESULTS_MAX}
          onAdd={() => onChange('results', { ...node, results: [...results, { path: '', saves: '' }] })}
        />
      </fieldset>
    </>
  );
}

interface AddingProps {
  readonly label: string;
  readonly isFull: boolean;
  readonly onAdd: () => void;
}

function Adding({ label, isFull, onAdd }: AddingProps) {
  return (
    <div className={styles.adding} data-add>
      <Button size="sm" icon={<PlusIcon />} onPress={onAdd} isDisabled={isFull}>
        {label}
      </Button>
    </div>
  );
}

import { useId, useState, type SubmitEvent } from 'react';
import type { CustomerFieldType, FIELD_FILTERS } from '../../../../contract/facts/customers.ts';
import { SEARCH_TEXT_MAX } from '../../../../contract/facts/limits.ts';
import type { CustomerField } from '../../../machines/entities/customers.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { EMPTY_FILTER, fieldFilterText, type FieldFilter } from './field-filter.ts';
import styles from './CustomersScreen.module.css';

type FieldOp = (typeof FIELD_FILTERS)[number];

const OPS: Readonly<Record<CustomerFieldType, readonly FieldOp[]>> = {
  text: ['in', 'filled'],
  choice: ['in', 'filled'],
  boolean: ['in', 'filled'],
  number: ['in', 'above', 'below', 'filled'],
  date: ['in', 'above', 'below', 'filled'],
};

interface FieldFilterDialogProps {
  readonly fields: readonly CustomerField[];
  readonly filter: FieldFilter | undefined;
  readonly onClose: () => void;
  readonly onChoose: (filter: FieldFilter) => void;
}

/** Chooses one of the company's fields, and what it must hold. */
export function FieldFilterDialog({ fields, filter, onClose, onChoose }: FieldFilterDialogProps) {
  const text = useText();
  const id = useId();
  const [chosen, setChosen] = useState(filter ?? EMPTY_FILTER);
  const [isTried, setTried] = useState(false);
  const field = fields.find((each) => each.id === chosen.field);
  const value = field?.type === 'number' ? chosen.value.trim().replace(',', '.') : chosen.value.trim();
  const missing = (held: string) => (isTried && held === '' ? text('error.field.required') : undefined);
  const noNumber =
    field?.type === 'number' && chosen.op !== 'filled' && value !== '' && !Number.isFinite(Number(value));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (field === undefined || noNumber) return;
    if (chosen.op === 'filled') onChoose({ ...chosen, value: '' });
    else if (value !== '') onChoose({ ...chosen, value });
  };
  const change = (held: string) => setChosen({ ...chosen, value: held });
  const label = text('base.field.value');
  return (
    <Dialog
      title={text('base.field.title')}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" form={id} variant="primary">
            {text('base.field.apply')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles.filter} onSubmit={submit}>
        <Select
          label={text('base.field')}
          options={fields.map((each) => ({ id: each.id, label: each.name }))}
          value={field?.id ?? null}
          placeholder={text('base.field.choose')}
          onChange={(next) => setChosen({ ...EMPTY_FILTER, field: next })}
          error={missing(field?.id ?? '')}
        />
        {field !== undefined && (
          <Select
            label={text('base.field.op')}
            options={OPS[field.type].map((op) => ({ id: op, label: text(fieldFilterText(field.type, op)) }))}
            value={chosen.op}
            placeholder={text('base.field.choose')}
            onChange={(op) => setChosen({ ...chosen, op })}
          />
        )}
        {field !== undefined && chosen.op !== 'filled' && (
          <>
            {(field.type === 'text' || field.type === 'number') && (
              <TextField
                label={label}
                value={chosen.value}
                onChange={change}
                maxLength={SEARCH_TEXT_MAX}
                inputMode={field.type === 'number' ? 'decimal' : 'text'}
                error={noNumber && isTried ? text('error.field.decimal') : missing(value)}
                {...(field.type === 'text' ? { description: text('base.field.value.hint') } : {})}
              />
            )}
            {field.type === 'date' && (
              <DateField label={label} value={chosen.value} onChange={change} error={missing(value)} />
            )}
            {(field.type === 'choice' || field.type === 'boolean') && (
              <Select
                label={label}
                options={
                  field.type === 'choice'
                    ? field.options.map((option) => ({ id: option, label: option }))
                    : [
                        { id: 'true', label: text('customers.yes') },
                        { id: 'false', label: text('customers.no') },
                      ]
                }
                value={chosen.value === '' ? null : chosen.value}
                placeholder={text('base.field.choose')}
                onChange={change}
                error={missing(value)}
              />
            )}
          </>
        )}
      </form>
    </Dialog>
  );
}

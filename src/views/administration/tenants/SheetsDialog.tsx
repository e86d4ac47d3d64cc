import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId } from 'react';
import { MESSAGE_STATUSES, SHEET_FORMATS } from '../../../../contract/facts/administration.ts';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import { selectBytes } from '../../../machines/editing/editing.selectors.ts';
import type { ManagedTenant } from '../../../machines/entities/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DownloadIcon } from '../../kit/administration-icons.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { DownloadProgress } from '../download/DownloadMenu.tsx';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { useForm } from '../form/form-context.tsx';
import { FormBody } from '../form/FormBody.tsx';

const { FormChoices, FormSelect, useField } = fieldsOf<FormFields['download']>();

const ofAll = ['orders', 'instance_logs'] as const;
const ofOne = [...ofAll, 'campaign_status'] as const;

interface SheetsDialogProps {
  /** Null: all companies. */
  readonly tenant: ManagedTenant | null;
  readonly onClose: () => void;
}

/** Chooses a company's sheet and its days, and downloads it. Closes when the download is complete. */
export function SheetsDialog({ tenant, onClose }: SheetsDialogProps) {
  const { directory, append, now } = useApp();
  const text = useText();
  const id = useId();
  const { dayKey } = useFormats();
  const locale = useSelector(directory.shell, selectLocale);
  const today = now();
  const open = useForm('download', 'tenant', {
    sheet: 'orders',
    tenantName: tenant?.address ?? null,
    startAt: dayKey(today - 29 * DAY_MS),
    finishAt: dayKey(today),
    types: MESSAGE_STATUSES,
    format: 'csv',
    locale,
  });
  const { phase, actor } = open;
  const bytes = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectBytes(snapshot)));
  const stop = () => append({ type: 'form.stopped', form: 'download', key: 'tenant' });
  const settled = useEffectEvent(onClose);
  useEffect(() => {
    if (phase === 'saved') settled();
  }, [phase]);
  return (
    <Dialog
      title={tenant === null ? text('tenants.sheets.all') : text('tenants.sheets.of', { name: tenant.name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={phase === 'saving' ? stop : onClose}>
            {text(phase === 'saving' ? 'download.stop' : 'action.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" icon={<DownloadIcon />} isPending={phase === 'saving'}>
            {text(phase === 'saving' ? 'download.pending' : 'download')}
          </Button>
        </>
      }
    >
      <FormBody open={open} id={id}>
        <SheetFields sheets={tenant === null ? ofAll : ofOne} />
        {phase === 'saving' && bytes !== null && <DownloadProgress bytes={bytes} />}
      </FormBody>
    </Dialog>
  );
}

function SheetFields({ sheets }: { readonly sheets: readonly (typeof ofOne)[number][] }) {
  const text = useText();
  const { value } = useField('sheet');
  const sheet = ofOne.find((each) => each === value) ?? 'orders';
  return (
    <Fields>
      <FormSelect
        name="sheet"
        label={text('tenants.sheets.which')}
        description={text(`tenants.sheets.${sheet}.hint`)}
        options={sheets.map((each) => ({ id: each, label: text(`tenants.sheets.${each}`) }))}
      />
      <FieldRow>
        <FormDay name="startAt" label={text('tenants.sheets.start')} description={text('tenants.sheets.days')} />
        <FormDay name="finishAt" label={text('tenants.sheets.finish')} />
      </FieldRow>
      {sheet === 'campaign_status' && (
        <FormChoices
          name="types"
          label={text('tenants.sheets.types')}
          none=""
          options={MESSAGE_STATUSES.map((status) => ({ id: status, label: text(`tenants.sheets.type.${status}`) }))}
        />
      )}
      <FormSelect
        name="format"
        label={text('tenants.sheets.format')}
        options={SHEET_FORMATS.map((format) => ({ id: format, label: text(`download.${format}`) }))}
      />
    </Fields>
  );
}

interface FormDayProps {
  readonly name: FormFields['download'];
  readonly label: string;
  readonly description?: string;
}

function FormDay({ name, label, description }: FormDayProps) {
  const { value, change, error, isReadOnly } = useField(name);
  return (
    <DateField
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={change}
      error={error}
      isReadOnly={isReadOnly}
      {...(description === undefined ? {} : { description })}
    />
  );
}

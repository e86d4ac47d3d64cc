import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { selectValue } from '../../../machines/editing/editing.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { UploadIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { useDownload } from '../download/use-download.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { isLocked, useOpenForm } from '../form/form-context.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useUpload } from '../imports/use-upload.tsx';
import styles from './CustomersScreen.module.css';

const { FormText, FormTextArea, useField } = fieldsOf<FormFields['blockedContacts']>();
const nothingTyped = { numbers: '', reason: '' };
const form = 'blockedContacts';
const formKey = 'new';

/** Blocks numbers that are typed, pasted, or read from a file. */
export function BlockDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { directory, append } = useApp();
  const upload = useUpload({
    form: 'blockedContacts.file',
    onUploaded: (read) => {
      const open = directory.form(form, formKey)?.getSnapshot();
      const typed = open === undefined ? null : selectValue(open, 'numbers');
      const value = typeof typed === 'string' && typed.trim() !== '' ? `${typed.trimEnd()}\n${read}` : read;
      append({ type: 'form.changed', form, key: formKey, field: 'numbers', value });
    },
  });
  return (
    <FormDialog
      form={form}
      formKey={formKey}
      values={nothingTyped}
      isBusy={upload.isPending}
      showsFailure={({ params }) => typeof params['blocked'] === 'number'}
      title={text('blocked.block')}
      submitLabel={text('blocked.submit')}
      onClose={onClose}
    >
      <p>{text('blocked.block.text')}</p>
      <Blocking upload={upload} />
    </FormDialog>
  );
}

/** The result by lines. */
interface Outcome {
  readonly blocked: number;
  /** Lines that weren't blocked, and why. */
  readonly refused: readonly { readonly number: string; readonly key: string }[];
  /** Lines that the server didn't process, as the call failed. */
  readonly unread: readonly string[];
  readonly failure: Failure;
}

function outcomeIn(failure: Failure, numbers: string): Outcome | null {
  const { blocked, handled } = failure.params;
  if (typeof blocked !== 'number' || typeof handled !== 'number') return null;
  const lines = numbers.split(/\r?\n/u).filter((line) => line.trim() !== '');
  const refused = lines.flatMap((number, at) => {
    const key = failure.fields[`numbers.${at + 1}`];
    return key === undefined ? [] : [{ number: number.trim(), key }];
  });
  return { blocked, refused, unread: lines.slice(handled), failure };
}

function Blocking({ upload }: { readonly upload: ReturnType<typeof useUpload> }) {
  const text = useText();
  const failureText = useFailureText();
  const open = useOpenForm();
  const { failure } = open;
  const { value, change } = useField('numbers');
  const numbers = typeof value === 'string' ? value : '';
  const { change: changeReason } = useField('reason');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [known, setKnown] = useState(failure);
  if (known !== failure) {
    setKnown(failure);
    const partial = failure === null ? null : outcomeIn(failure, numbers);
    if (partial !== null) setOutcome(partial);
  }
  // The others are blocked: keep those that can be corrected, and those not processed.
  const keepLeft = useEffectEvent(({ refused, unread }: Outcome) => {
    const wrong = refused.flatMap(({ number, key }) => (key === MALFORMED ? number : []));
    const left = [...wrong, ...unread].join('\n');
    change(left);
    // Nothing that would be discarded.
    if (left === '') changeReason('');
  });
  useLayoutEffect(() => {
    if (outcome !== null) keepLeft(outcome);
  }, [outcome]);
  return (
    <>
      {outcome !== null && <Told outcome={outcome} />}
      <Fields>
        <FormTextArea
          name="numbers"
          label={text('blocked.numbers')}
          description={text('blocked.numbers.hint')}
          rows={8}
        />
        <div className={styles.fromFile}>
          <Button
            size="sm"
            icon={<UploadIcon />}
            isPending={upload.isPending}
            isDisabled={isLocked(open) && !upload.isPending}
            onPress={upload.choose}
          >
            {text('blocked.file')}
          </Button>
          {upload.failure !== null && <Banner tone="danger">{failureText(upload.failure)}</Banner>}
          {upload.input}
        </div>
        <FormText name="reason" label={text('blocked.reason')} description={text('blocked.reason.hint')} />
      </Fields>
    </>
  );
}

const MALFORMED = 'error.number.malformed';

/** How many lines were blocked, and why others weren't, with a download of these. */
function Told({ outcome: { blocked, refused, unread, failure } }: { readonly outcome: Outcome }) {
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  const download = useDownload('rows');
  const countOf = (wanted: string) => refused.filter(({ key }) => key === wanted).length;
  const malformed = countOf(MALFORMED);
  const said = [
    ...(unread.length === 0 ? [] : [failureText(failure), text('blocked.told.left', { count: unread.length })]),
    ...(malformed === 0 ? [] : [text('blocked.told.malformed', { count: malformed })]),
    ...(['already', 'twice'] as const).flatMap((each) => {
      const count = countOf(`error.blocked.${each}`);
      return count === 0 ? [] : [text(`blocked.told.${each}`, { count })];
    }),
  ];
  const rows = refused.map(({ number, key }) => [number, text(isText(key) ? key : 'error.field.invalid')]);
  return (
    <Banner
      tone={malformed + unread.length > 0 ? 'warning' : blocked > 0 ? 'success' : 'info'}
      title={text('blocked.told', { count: blocked })}
    >
      <div className={styles.fromFile}>
        <span>{said.join(' ')}</span>
        {rows.length > 0 && (
          <Button
            size="sm"
            onPress={() =>
              download.start({
                rows: [[text('blocked.number'), text('blocked.reason')], ...rows],
                file_name: text('blocked.told.fileName'),
              })
            }
          >
            {text('blocked.told.download')}
          </Button>
        )}
      </div>
    </Banner>
  );
}

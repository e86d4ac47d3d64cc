import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Failure } from '../../../machines/entities/failure.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
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

/** Blocks numbers that are typed, pasted, or read from a file. */
export function BlockDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <FormDialog
      form="blockedContacts"
      formKey="new"
      values={nothingTyped}
      title={text('blocked.block')}
      submitLabel={text('blocked.submit')}
      onClose={onClose}
    >
      <p>{text('blocked.block.text')}</p>
      <Blocking />
    </FormDialog>
  );
}

/** Lines that weren't blocked, and why. */
interface Outcome {
  readonly blocked: number;
  readonly refused: readonly { readonly number: string; readonly key: string }[];
}

function outcomeIn({ params, fields }: Failure, numbers: string): Outcome | null {
  const { blocked } = params;
  if (typeof blocked !== 'number') return null;
  const lines = numbers.split(/\r?\n/u).filter((line) => line.trim() !== '');
  const refused = lines.flatMap((number, at) => {
    const key = fields[`numbers.${at + 1}`];
    return key === undefined ? [] : [{ number: number.trim(), key }];
  });
  return { blocked, refused };
}

function Blocking() {
  const text = useText();
  const failureText = useFailureText();
  const { failure, phase } = useOpenForm();
  const { value, change } = useField('numbers');
  const numbers = typeof value === 'string' ? value : '';
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const upload = useUpload({ form: 'blockedContacts.file', values: { numbers } });
  const [known, setKnown] = useState(failure);
  if (known !== failure) {
    setKnown(failure);
    const told = failure === null ? null : outcomeIn(failure, numbers);
    if (told !== null) setOutcome(told);
  }
  // The others are blocked: what is left is what can be corrected.
  const keepLeft = useEffectEvent(({ refused }: Outcome) =>
    change(refused.flatMap(({ number, key }) => (key === MALFORMED ? number : [])).join('\n')),
  );
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
            isDisabled={isLocked(phase)}
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

/** How many were blocked, and what became of the other lines, which can be had as a file. */
function Told({ outcome: { blocked, refused } }: { readonly outcome: Outcome }) {
  const text = useText();
  const isText = useIsText();
  const download = useDownload('rows');
  const countOf = (wanted: string) => refused.filter(({ key }) => key === wanted).length;
  const malformed = countOf(MALFORMED);
  const said = [
    ...(malformed === 0 ? [] : [text('blocked.told.malformed', { count: malformed })]),
    ...(['already', 'twice'] as const).flatMap((each) => {
      const count = countOf(`error.blocked.${each}`);
      return count === 0 ? [] : [text(`blocked.told.${each}`, { count })];
    }),
  ];
  const rows = refused.map(({ number, key }) => [number, text(isText(key) ? key : 'error.field.invalid')]);
  return (
    <Banner
      tone={malformed > 0 ? 'warning' : blocked > 0 ? 'success' : 'info'}
      title={text('blocked.told', { count: blocked })}
    >
      <div className={styles.fromFile}>
        <span>{said.join(' ')}</span>
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
      </div>
    </Banner>
  );
}

import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useId, useRef, useState, type SyntheticEvent } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '../../../../../contract/facts/conversation-export.ts';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { selectLocale } from '../../../../machines/shell/shell.selectors.ts';
import { useDownload } from '../../../administration/download/use-download.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { Prepared } from '../../../app/Prepared.tsx';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import choices from '../../list/actions/SnoozeDialog.module.css';

interface ExportDialogProps {
  readonly ticket: Attendance;
  readonly onClose: () => void;
}

/** Downloads the conversation with all its tickets. Closes once it is there; closing it earlier cancels. */
export function ExportDialog(props: ExportDialogProps) {
  return (
    <Prepared fallback={null}>
      <Choice {...props} />
    </Prepared>
  );
}

function Choice({ ticket, onClose }: ExportDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const locale = useSelector(directory.shell, selectLocale);
  const { isPending, bytes, failure, start, stop } = useDownload('conversation');
  const [format, choose] = useState<ExportFormat>('pdf');
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const wasPending = useRef(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (wasPending.current && !isPending && failure === null) close();
    wasPending.current = isPending;
  }, [isPending, failure]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPending) start({ customer_id: ticket.customer.id, instance_id: ticket.instance.id, format, locale });
  };
  const cancel = () => {
    // It closes now, and not once more when it has stopped.
    wasPending.current = false;
    if (isPending) stop();
    onClose();
  };
  return (
    <Dialog
      isOpen
      size="sm"
      title={text('export.title', { name: ticket.customer.name })}
      onClose={cancel}
      footer={
        <>
          <Button onPress={cancel}>{text('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} isPending={isPending}>
            {text('export.do')}
          </Button>
        </>
      }
    >
      <p className={choices.lead}>{text('export.text')}</p>
      {failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
      <form id={formId} noValidate onSubmit={submit}>
        <fieldset className={choices.times} disabled={isPending}>
          <legend className={choices.legend}>{text('export.format')}</legend>
          {EXPORT_FORMATS.map((each, index) => (
            <label key={each} className={choices.time}>
              <input
                type="radio"
                name={formId}
                ref={index === 0 ? first : undefined}
                checked={format === each}
                onChange={() => choose(each)}
              />
              <span>{text(`export.${each}`)}</span>
            </label>
          ))}
        </fieldset>
      </form>
      {isPending && (
        <p className={choices.zone} role="status">
          {bytes === null
            ? text('export.pending')
            : text('export.received', { size: formats.number(Math.ceil(bytes / 1024)) })}
        </p>
      )}
    </Dialog>
  );
}

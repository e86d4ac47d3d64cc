import { useId, type SyntheticEvent } from 'react';
import { SNOOZE_MAX_DAYS } from '../../../../../contract/facts/ticket-views.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { SkeletonRows } from '../../../kit/Skeleton.tsx';
import { useText } from '../../../kit/useText.ts';
import { MomentFields, useCompanyZone, useMoment } from './MomentFields.tsx';
import styles from './SnoozeDialog.module.css';

interface SnoozeDialogProps {
  readonly customerName: string;
  readonly onSnooze: (until: number) => void;
  readonly onClose: () => void;
}

/** Asks until when a conversation is put off, in the company's time zone. */
export function SnoozeDialog({ customerName, onSnooze, onClose }: SnoozeDialogProps) {
  const text = useText();
  const zone = useCompanyZone();
  const formId = useId();
  return (
    <Dialog
      isOpen
      size="sm"
      title={text('listActions.snooze.title', { name: customerName })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={zone === null}>
            {text('listActions.snooze.do')}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{text('listActions.snooze.text')}</p>
      {zone === null ? <SkeletonRows count={4} /> : <Times id={formId} zone={zone} onSnooze={onSnooze} />}
    </Dialog>
  );
}

interface TimesProps {
  readonly id: string;
  readonly zone: string;
  readonly onSnooze: (until: number) => void;
}

function Times({ id, zone, onSnooze }: TimesProps) {
  const { now } = useApp();
  const text = useText();
  const moment = useMoment(zone, SNOOZE_MAX_DAYS);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const at = moment.taken(now());
    if (at !== null) onSnooze(at);
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <MomentFields
        moment={moment}
        label={text('listActions.snooze.when')}
        why={text('error.snooze.moment')}
        autoFocus
      />
    </form>
  );
}

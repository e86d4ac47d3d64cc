import { useId, useState, type SyntheticEvent } from 'react';
import { isReportDay } from '../../../../contract/facts/days.ts';
import { Button } from '../../kit/Button.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './ListFilters.module.css';

interface PeriodDialogProps {
  readonly title: string;
  /** Days; empty for no bound. */
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly onChoose: (from: string, to: string) => void;
  readonly onClose: () => void;
}

/** Asks for the first and the last day; either may be left empty. */
export function PeriodDialog({ title, from, to, today, onChoose, onClose }: PeriodDialogProps) {
  const text = useText();
  const formId = useId();
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const isKnown = (day: string) => day === '' || (isReportDay(day) && day <= today);
  const problemOf = (day: string) => (isKnown(day) ? undefined : text('listFilters.period.day'));
  const isInOrder = first === '' || last === '' || first <= last;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isKnown(first) && isKnown(last) && isInOrder) onChoose(first, last);
  };
  return (
    <Dialog
      isOpen
      size="sm"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {text('listFilters.period.do')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.period} onSubmit={submit}>
        <DateField
          label={text('listFilters.period.from')}
          value={first}
          max={today}
          error={problemOf(first)}
          onChange={setFirst}
        />
        <DateField
          label={text('listFilters.period.to')}
          value={last}
          max={today}
          error={problemOf(last) ?? (isInOrder ? undefined : text('listFilters.period.order'))}
          onChange={setLast}
        />
      </form>
    </Dialog>
  );
}

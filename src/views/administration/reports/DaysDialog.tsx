import { useState, type SubmitEvent } from 'react';
import { REPORT_DAYS_MAX, daysOf, isReportDay } from '../../../../contract/facts/days.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './DaysDialog.module.css';
import type { Days } from './period.ts';

interface DaysDialogProps {
  readonly days: Days;
  readonly today: string;
  readonly onClose: () => void;
  readonly onChoose: (days: Days) => void;
}

/** Chooses the first and last day of a period. */
export function DaysDialog({ days, today, onClose, onChoose }: DaysDialogProps) {
  const text = useText();
  const [start, setStart] = useState(days.start);
  const [finish, setFinish] = useState(days.finish);
  const [isTried, setTried] = useState(false);
  const problems = daysProblems({ start, finish });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problems.start === undefined && problems.finish === undefined) onChoose({ start, finish });
  };
  const wordsOf = (problem: DaysProblem | undefined) => (isTried && problem !== undefined ? text(problem) : undefined);
  return (
    <Dialog
      title={text('reports.period.title')}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" form="report-days" variant="primary">
            {text('reports.period.apply')}
          </Button>
        </>
      }
    >
      <form id="report-days" noValidate className={styles.days} onSubmit={submit}>
        <DateField
          label={text('reports.period.start')}
          value={start}
          max={today}
          onChange={setStart}
          error={wordsOf(problems.start)}
        />
        <DateField
          label={text('reports.period.finish')}
          value={finish}
          max={today}
          onChange={setFinish}
          error={wordsOf(problems.finish)}
        />
      </form>
    </Dialog>
  );
}

type DaysProblem = 'error.report.date' | 'error.report.range' | 'error.report.tooLong';

/** What is wrong with the two days, by field. */
export function daysProblems({ start, finish }: Days): { readonly start?: DaysProblem; readonly finish?: DaysProblem } {
  const isNone = (day: string) => !isReportDay(day);
  if (isNone(start) || isNone(finish)) {
    return {
      ...(isNone(start) ? { start: 'error.report.date' } : {}),
      ...(isNone(finish) ? { finish: 'error.report.date' } : {}),
    };
  }
  if (finish < start) return { finish: 'error.report.range' };
  return daysOf(start, finish) > REPORT_DAYS_MAX ? { finish: 'error.report.tooLong' } : {};
}

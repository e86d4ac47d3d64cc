import type { ReactNode } from 'react';
import type { ReportCalendar } from '../../../machines/entities/reports.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './ReportPage.module.css';
import { useCalendar } from './use-report.ts';

interface CalendarGateProps {
  readonly title: string;
  readonly children: (calendar: ReportCalendar) => ReactNode;
}

/** Waits for the company's calendar, which defines the days. */
export function CalendarGate({ title, children }: CalendarGateProps) {
  const text = useText();
  const failureText = useFailureText();
  const { calendar, failure, retry } = useCalendar();
  if (calendar !== undefined) return children(calendar);
  return (
    <ReportPage title={title}>
      {failure === null ? (
        <>
          <VisuallyHidden>
            <span role="status">{text('reports.loading')}</span>
          </VisuallyHidden>
          <Skeleton shape="block" height={112} />
          <Skeleton shape="block" height={280} />
        </>
      ) : (
        <ErrorState title={text('reports.failed')} onRetry={retry} requestId={failure.requestId ?? undefined}>
          {failureText(failure)}
        </ErrorState>
      )}
    </ReportPage>
  );
}

interface ReportPageProps {
  readonly title: string;
  /** Beside the title: period, filters, download. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A report screen: its title, its scope, and its numbers. */
export function ReportPage({ title, tools, children }: ReportPageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={title} tools={tools} />
      {children}
    </div>
  );
}

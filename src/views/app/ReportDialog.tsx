import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { useApp, type ProblemReport } from './app-context.tsx';

/** Explains what a problem report contains, and saves it. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { prepareReport } = useApp();
  const text = useText();
  const formats = useFormats();
  const [report, setReport] = useState<ProblemReport | 'failed' | null>(null);
  useEffect(() => {
    if (report === null) prepareReport().then(setReport, () => setReport('failed'));
  }, [prepareReport, report]);
  const ready = report === null || report === 'failed' ? null : report;
  return (
    <ConfirmDialog
      title={text('report.problem.title')}
      confirmLabel={text(report === 'failed' ? 'action.retry' : 'report.problem.save')}
      isOpen
      isPending={report === null}
      error={report === 'failed' ? text('report.problem.failed') : undefined}
      onConfirm={() => {
        if (ready === null) {
          setReport(null);
          return;
        }
        ready.save();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{text('report.problem.hidden')}</p>
      {ready !== null && ready.since !== null && (
        <p>{text('report.problem.holds', { count: ready.events, since: formats.full(ready.since) })}</p>
      )}
      <p>{text('report.problem.lacks')}</p>
    </ConfirmDialog>
  );
}

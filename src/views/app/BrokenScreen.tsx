import { useState } from 'react';
import { ServerErrorPage } from '../pages/ServerErrorPage.tsx';
import { ReportDialog } from './report-problem.ts';

/** /pages/error-500, and the replacement of a crashed screen: the log survives the crash, so it can be reported. */
export function BrokenScreen() {
  const [isReporting, setReporting] = useState(false);
  return (
    <>
      <ServerErrorPage onReport={() => setReporting(true)} />
      {isReporting && <ReportDialog onClose={() => setReporting(false)} />}
    </>
  );
}

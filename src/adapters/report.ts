import type { Report } from '../machines/log/report.ts';
import { saveFile } from './desktop/save-file.ts';
import type { Environment } from './environment.ts';
import { LOG_FORMAT } from './storage/log-format.ts';

/** A problem report, ready to save: the input of `npm run replay FILE`. */
interface ProblemReport {
  readonly events: number;
  /** Time of the first event, milliseconds since 1970; null without events. */
  readonly since: number | null;
  readonly save: () => void;
}

/** A report of the session's log, which is already anonymized. */
export function prepareReport(
  report: Report,
  environment: Pick<Environment, 'after' | 'saveFile' | 'now'>,
): ProblemReport {
  return {
    events: report.tail.length,
    since: report.tail[0]?.loggedAt ?? null,
    save: () => {
      const file = new Blob([JSON.stringify({ format: LOG_FORMAT, ...report })], { type: 'application/json' });
      const moment = new Date(environment.now()).toISOString().slice(0, 16).replaceAll(/[-:]/gu, '').replace('T', '-');
      saveFile(environment, file, `balcao-${moment}.json`);
    },
  };
}

import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { part } from '../kit/part.tsx';

/** Loads when opened. */
export const ReportDialog = part(async () => (await import('./ReportDialog.tsx')).ReportDialog, [accountMenuArea], {
  fallback: () => null,
  onClose: ({ onClose }) => onClose(),
});

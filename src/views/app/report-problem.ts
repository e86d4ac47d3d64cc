import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { lazyScreen } from './lazy-screen.tsx';

/** Loads when opened. */
export const ReportDialog = lazyScreen(
  async () => (await import('./ReportDialog.tsx')).ReportDialog,
  [accountMenuArea],
  {
    fallback: () => null,
    onClose: ({ onClose }) => onClose(),
  },
);

import { administrationArea } from '../../../../i18n/areas/administration.ts';
import { conversationExportArea } from '../../../../i18n/areas/conversation-export.ts';
import { lazyScreen } from '../../../app/lazy-screen.tsx';

/** The dialog that exports a conversation; its code and texts load when it is opened. */
export const ExportPart = lazyScreen(
  async () => (await import('./ExportDialog.tsx')).ExportDialog,
  [conversationExportArea, administrationArea],
  { onClose: ({ onClose }) => onClose() },
);

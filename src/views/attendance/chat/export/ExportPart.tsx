import { administrationArea } from '../../../../i18n/areas/administration.ts';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { lazyScreen } from '../../../app/lazy-screen.tsx';

/** The dialog that exports a conversation; its code and texts load when it is opened. */
export const ExportPart = lazyScreen(
  async () => (await import('./ExportDialog.tsx')).ExportDialog,
  [conversationArea, administrationArea],
  { onClose: ({ onClose }) => onClose() },
);

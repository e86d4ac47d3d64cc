import { administrationArea } from '../../../../i18n/areas/administration.ts';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { part } from '../../../kit/part.tsx';

/** The dialog that exports a conversation; its code and texts load when it is opened. */
export const ExportPart = part(
  async () => (await import('./ExportDialog.tsx')).ExportDialog,
  [conversationArea, administrationArea],
  { onClose: ({ onClose }) => onClose() },
);

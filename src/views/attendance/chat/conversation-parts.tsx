import { customersArea } from '../../../i18n/areas/customers.ts';
import { channelArea } from '../../../i18n/areas/channel.ts';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import { quickRepliesArea } from '../../../i18n/areas/quick-replies.ts';
import { templatesArea } from '../../../i18n/areas/templates.ts';
import { part } from '../../kit/part.tsx';
import {
  loadDraftNotice,
  loadFindBar,
  loadFinishDialog,
  loadFormatting,
  loadQuickReplies,
  loadTransferDialog,
  loadUnreadNotice,
} from './preloads.ts';
import { loadSending } from './sending/preloads.ts';
import styles from './Conversation.module.css';

/* What a conversation shows once its code is loaded. */

const customerAreas = [customersArea, conversationArea];
/** What isn't loaded says so where it would be. */
const inPlace = { isInPlace: true };
export const CustomerPane = part(
  async () => (await import('../customer/CustomerPane.tsx')).CustomerPane,
  customerAreas,
  {
    isScreen: true,
  },
);
export const TransferCard = part(
  async () => (await import('../transfer/TransferCard.tsx')).TransferCard,
  [conversationArea],
  inPlace,
);
export const OutgoingTransferCard = part(
  async () => (await import('../transfer/TransferCard.tsx')).OutgoingTransferCard,
  [conversationArea],
  inPlace,
);
const areas = [conversationArea];
export const QueueCard = part(async () => (await import('../transfer/QueueCard.tsx')).QueueCard, areas, {
  fallback: ({ isFree }) => isFree && <div className={styles.queued} />,
  isInPlace: 'below',
});
export const NextWaiting = part(async () => (await import('./NextWaiting.tsx')).NextWaiting, areas, {
  isInPlace: true,
  onClose: ({ onEnd }) => onEnd(),
});
export const WayOut = part(async () => (await import('./WayOut.tsx')).WayOut, areas, inPlace);
const notices = [templatesArea, channelArea];
export const ChannelNotice = part(async () => (await import('./ChannelNotice.tsx')).ChannelNotice, notices, inPlace);
export const UnreadNotice = part(loadUnreadNotice, areas, { isInPlace: true, isHidden: ({ hasFailed }) => !hasFailed });
/** In a closed conversation it alone shows what was typed. */
export const DraftNotice = part(loadDraftNotice, areas, { isInPlace: true, isHidden: ({ isClosed }) => !isClosed });
export const Formatting = part(loadFormatting, areas, inPlace);
export const TransferDialog = part(loadTransferDialog, [conversationArea], { onClose: ({ onClose }) => onClose() });
export const Sending = part(loadSending, [conversationArea], inPlace);
export const FindBar = part(loadFindBar, [conversationArea], { onClose: ({ onClose }) => onClose() });
export const FinishDialog = part(loadFinishDialog, areas, { onClose: ({ onClose }) => onClose() });

export const QuickReplies = part(loadQuickReplies, [quickRepliesArea], inPlace);

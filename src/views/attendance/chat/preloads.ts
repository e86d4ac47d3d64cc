import { mediaArea } from '../../../i18n/areas/media.ts';
import { sendingArea } from '../../../i18n/areas/sending.ts';
import { transferArea } from '../../../i18n/areas/transfer.ts';

export const loadTransferDialog = async () => (await import('../transfer/TransferDialog.tsx')).TransferDialog;
export const loadFinishDialog = async () => (await import('./FinishDialog.tsx')).FinishDialog;

export const loadMessageFile = async () => (await import('./media/MessageFile.tsx')).MessageFile;

/** Code and texts that a press in the attendance screen needs, loaded while the page is idle. */
export const preloads = [
  loadTransferDialog,
  loadFinishDialog,
  () => import('../../kit/MenuPopover.tsx'),
  loadMessageFile,
];
export const preloadAreas = [transferArea, mediaArea, sendingArea];

import { mediaArea } from '../../../i18n/areas/media.ts';
import { threadArea } from '../../../i18n/areas/thread.ts';
import { sendingArea } from '../../../i18n/areas/sending.ts';
import { transferArea } from '../../../i18n/areas/transfer.ts';

export const loadTransferDialog = async () => (await import('../transfer/TransferDialog.tsx')).TransferDialog;
export const loadFinishDialog = async () => (await import('./FinishDialog.tsx')).FinishDialog;

export const loadListFilters = async () => (await import('../list/ListFilters.tsx')).ListFilters;
export const loadQuickReplies = async () => (await import('./quick/QuickReplies.tsx')).QuickReplies;

export const loadLongMessage = async () => (await import('./LongMessage.tsx')).LongMessage;
export const loadMessageFile = async () => (await import('./media/MessageFile.tsx')).MessageFile;

export const loadThreadLine = async () => (await import('./thread/ThreadLineView.tsx')).ThreadLineView;

export const loadNoteComposer = async () => (await import('./note/NoteComposer.tsx')).NoteComposer;

/** Code and texts that a press in the attendance screen needs, loaded while the page is idle. */
export const preloads = [
  loadTransferDialog,
  loadFinishDialog,
  () => import('../../kit/MenuPopover.tsx'),
  loadMessageFile,
  loadLongMessage,
  loadThreadLine,
  loadNoteComposer,
];
export const preloadAreas = [transferArea, mediaArea, threadArea, sendingArea];

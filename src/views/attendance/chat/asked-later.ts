import { transferArea } from '../../../i18n/areas/transfer.ts';

/* What a press asks for in a conversation. */

export const loadTransferDialog = async () => (await import('../transfer/TransferDialog.tsx')).TransferDialog;
export const loadFinishDialog = async () => (await import('./FinishDialog.tsx')).FinishDialog;

/** What may be asked for of the attendance's screen, and the texts of it. */
export const askedLater = [loadTransferDialog, loadFinishDialog, () => import('../../kit/MenuPopover.tsx')];
export const askedLaterAreas = [transferArea];

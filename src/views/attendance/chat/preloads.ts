import { transferArea } from '../../../i18n/areas/transfer.ts';

export const loadTransferDialog = async () => (await import('../transfer/TransferDialog.tsx')).TransferDialog;
export const loadFinishDialog = async () => (await import('./FinishDialog.tsx')).FinishDialog;

/** Code and texts that a press in the attendance screen needs, loaded while the page is idle. */
export const preloads = [loadTransferDialog, loadFinishDialog, () => import('../../kit/MenuPopover.tsx')];
export const preloadAreas = [transferArea];

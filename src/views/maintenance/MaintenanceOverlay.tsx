import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Banner } from '../kit/Banner.tsx';
import { FocusBack } from '../kit/FocusBack.tsx';
import { useText } from '../kit/useText.ts';
import { MaintenanceNote } from './MaintenanceNote.tsx';
import { useIsPrepared, useMaintenance } from './use-maintenance.ts';
import styles from './MaintenanceOverlay.module.css';

interface MaintenanceOverlayProps {
  /** Shown until the maintenance state is known; replaced by a note when it is over. */
  readonly fallback?: ReactNode;
}

/** Covers the page during maintenance. The page below keeps its state and everything typed. */
export function MaintenanceOverlay({ fallback }: MaintenanceOverlayProps) {
  const isPrepared = useIsPrepared();
  return isPrepared ? <Cover fallback={fallback} /> : fallback;
}

function Cover({ fallback }: MaintenanceOverlayProps) {
  const text = useText();
  const maintenance = useMaintenance();
  if (maintenance === undefined) return fallback;
  if (!maintenance.on) return fallback !== undefined && <Banner>{text('maintenance.over')}</Banner>;
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className={styles.overlay ?? ''}>
      <Modal className={styles.modal ?? ''}>
        <FocusBack />
        <Dialog role="alertdialog" aria-label={text('maintenance.title')} className={styles.dialog ?? ''}>
          <MaintenanceNote maintenance={maintenance} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Banner } from '../kit/Banner.tsx';
import { useText } from '../kit/useText.ts';
import { MaintenanceNote } from './MaintenanceNote.tsx';
import { useIsPrepared, useMaintenance } from './use-maintenance.ts';
import styles from './MaintenanceOverlay.module.css';

interface MaintenanceOverlayProps {
  /** What stands here until it is known how the maintenance stands; when it is over, that it is takes its place. */
  readonly otherwise?: ReactNode;
}

/** Covers the page while the platform is worked on. What is below stays as it is, with all that was typed. */
export function MaintenanceOverlay({ otherwise }: MaintenanceOverlayProps) {
  const isPrepared = useIsPrepared();
  return isPrepared ? <Cover otherwise={otherwise} /> : otherwise;
}

function Cover({ otherwise }: MaintenanceOverlayProps) {
  const text = useText();
  const maintenance = useMaintenance();
  if (maintenance === undefined) return otherwise;
  if (!maintenance.on) return otherwise !== undefined && <Banner>{text('maintenance.over')}</Banner>;
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className={styles.overlay ?? ''}>
      <Modal className={styles.modal ?? ''}>
        <Dialog role="alertdialog" aria-label={text('maintenance.title')} className={styles.dialog ?? ''}>
          <MaintenanceNote maintenance={maintenance} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useText } from '../kit/useText.ts';
import { useApp } from './app-context.tsx';
import styles from './LogoutDialog.module.css';
import { unsentOf } from './unsent.ts';

const kinds = ['messages', 'transfers', 'finishes', 'drafts', 'others'] as const;

/** Asks before a logout erases unsent items; logs out at once if there are none. */
export function LogoutDialog({ onClose }: { readonly onClose: () => void }) {
  const { directory, append } = useApp();
  const text = useText();
  const [unsent] = useState(() => unsentOf(directory));
  const lost = kinds.filter((kind) => unsent[kind] > 0);
  const isNothing = lost.length === 0;
  const leave = useEffectEvent(() => {
    onClose();
    append({ type: 'logout.requested' });
  });
  useEffect(() => {
    if (isNothing) leave();
  }, [isNothing]);
  if (isNothing) return null;
  return (
    <ConfirmDialog
      title={text('logout.title')}
      confirmLabel={text('logout.confirm')}
      cancelLabel={text('logout.stay')}
      tone="danger"
      isOpen
      onConfirm={() => {
        onClose();
        append({ type: 'logout.requested' });
      }}
      onClose={onClose}
    >
      <p>{text('logout.text')}</p>
      <ul className={styles.lost}>
        {lost.map((kind) => (
          <li key={kind}>{text(`logout.lost.${kind}`, { count: unsent[kind] })}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

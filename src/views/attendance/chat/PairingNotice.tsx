import { useSelector } from '@xstate/react';
import { selectInstances } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { AlertIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './PairingNotice.module.css';

/** Above the composer while the phone of a gateway isn't paired: what is written waits, or fails in the end. */
export function PairingNotice({ instanceId }: { readonly instanceId: string }) {
  const text = useText();
  const { directory } = useApp();
  const isLost = useSelector(
    directory.shell,
    (snapshot) => selectInstances(snapshot)?.some(({ id, notPaired }) => id === instanceId && notPaired) === true,
  );
  return (
    isLost && (
      <p className={styles.notice} role="status">
        <AlertIcon size={14} />
        <span>{text('channel.error.gateway.notPaired')}</span>
      </p>
    )
  );
}

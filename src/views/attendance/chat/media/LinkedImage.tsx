import type { OptimisticMessage } from '../../../../machines/conversation/conversation.context.ts';
import { ImageIcon } from '../../../kit/icons.tsx';
import { useText } from '../../../kit/useText.ts';
import { Progress } from './OutgoingFile.tsx';
import styles from './MessageFile.module.css';

interface LinkedImageProps {
  readonly url: string;
  readonly outgoing: OptimisticMessage | undefined;
}

/**
 * An image that was sent by its address, as a link to it: the customer's phone gets it from the provider, and whoever
 * reads the conversation contacts that host only if they want to.
 */
export function LinkedImage({ url, outgoing }: LinkedImageProps) {
  const text = useText();
  const { hostname, pathname } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return (
    <div className={styles.file}>
      <a
        className={styles.document}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${text('media.open', { name })}, ${hostname}`}
      >
        <ImageIcon size={18} />
        <span>
          <b>{name}</b>
          <small>{hostname}</small>
        </span>
      </a>
      {outgoing !== undefined && <Progress outgoing={outgoing} />}
    </div>
  );
}

import { useState } from 'react';
import type { OptimisticMessage } from '../../../../machines/conversation/conversation.context.ts';
import { Pressable } from '../../../kit/Pressable.tsx';
import { useText } from '../../../kit/useText.ts';
import type { MessageFileProps } from '../LazyFile.tsx';
import { ImageViewer, MoreOfAlbum, sizeOf } from './ImageFile.tsx';
import { Progress } from './OutgoingFile.tsx';
import styles from './MessageFile.module.css';

interface LocalImageProps extends MessageFileProps {
  readonly url: string;
  readonly outgoing: OptimisticMessage | undefined;
  /** This browser can't show it. */
  readonly onBroken: () => void;
}

/** An image of this page's own: the same element before and after the server has it, so nothing flickers. */
export function LocalImage(props: LocalImageProps) {
  const { conversation, message, outgoing, author, customerName, ticketId, more = 0, url, onBroken } = props;
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [natural, setNatural] = useState<{ readonly width: number; readonly height: number }>();
  const size = sizeOf(natural?.width ?? null, natural?.height ?? null);
  return (
    <div className={styles.file}>
      <Pressable
        className={styles.image}
        style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
        aria-label={text(more > 0 ? 'media.album.open' : 'media.image.open', { name: author, count: more })}
        aria-haspopup="dialog"
        aria-disabled={message === undefined}
        onPress={() => setOpen(message !== undefined)}
      >
        <img
          src={url}
          alt=""
          onError={onBroken}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNatural({ width: naturalWidth, height: naturalHeight })
          }
        />
        {more > 0 && <MoreOfAlbum count={more} />}
      </Pressable>
      {outgoing !== undefined && <Progress outgoing={outgoing} />}
      {isOpen && message !== undefined && (
        <ImageViewer
          conversation={conversation}
          firstId={message.id}
          customerName={customerName}
          ticketId={ticketId}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

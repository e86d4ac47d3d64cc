import { useState } from 'react';
import { Pressable } from '../../../kit/Pressable.tsx';
import { VideoIcon } from '../../../kit/icons.tsx';
import { part } from '../../../kit/part.tsx';
import { useText } from '../../../kit/useText.ts';
import type { ServerFileProps } from './MessageFile.tsx';
import type { FileView } from './use-file.ts';
import { firstFrameOf } from './VideoFile.tsx';
import styles from './MessageFile.module.css';

export const ImageViewer = part(async () => (await import('./ImageViewer.tsx')).ImageViewer, [], {
  onClose: ({ onClose }) => onClose(),
});

const MAX_WIDTH = 280;
const MAX_HEIGHT = 320;
const MIN_WIDTH = 120;
const UNKNOWN = { width: 240, height: 180 };

interface ImageFileProps extends ServerFileProps {
  readonly file: FileView;
}

/** A picture's preview, with its own proportions unless it is in an album, or a video's in one; opens the viewer. */
export function ImageFile(props: ImageFileProps) {
  const { conversation, message, author, customerName, ticketId, more = 0, file } = props;
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { media, onBroken } = file;
  const size = sizeOf(media?.width ?? null, media?.height ?? null);
  return (
    <>
      <Pressable
        className={styles.image}
        style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
        aria-label={text(
          more > 0 ? 'media.album.open' : message.tag === 'video' ? 'media.video.open' : 'media.image.open',
          { name: author, count: more },
        )}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        {message.tag === 'video' ? (
          <>
            <video
              src={media?.url ? firstFrameOf(media.url) : undefined}
              preload="metadata"
              muted
              playsInline
              onError={onBroken}
            />
            <span className={styles.playable}>
              <VideoIcon size={20} />
            </span>
          </>
        ) : (
          <img src={media?.previewUrl ?? media?.url ?? undefined} alt="" onError={onBroken} />
        )}
        {more > 0 && <MoreOfAlbum count={more} />}
      </Pressable>
      {isOpen && (
        <ImageViewer
          conversation={conversation}
          firstId={message.id}
          customerName={customerName}
          ticketId={ticketId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Over the last picture that an album shows: how many others it has. */
export function MoreOfAlbum({ count }: { readonly count: number }) {
  return (
    <span className={styles.more} aria-hidden="true">
      +{count}
    </span>
  );
}

/** The size in the bubble; very narrow or flat ones are cropped. */
export function sizeOf(
  width: number | null,
  height: number | null,
): { readonly width: number; readonly height: number } {
  if (width === null || height === null || width === 0 || height === 0) return UNKNOWN;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(MIN_WIDTH, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) };
}

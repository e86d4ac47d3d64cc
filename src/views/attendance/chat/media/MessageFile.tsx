import { useRef } from 'react';
import { useText } from '../../../kit/useText.ts';
import { Attachment } from '../Attachment.tsx';
import type { MessageFileProps } from '../LazyFile.tsx';
import { AudioFile } from './AudioFile.tsx';
import { DocumentFile } from './DocumentFile.tsx';
import { FileState } from './FileState.tsx';
import { ImageFile } from './ImageFile.tsx';
import { pauseOthers, useFile, useWasNear } from './use-file.ts';
import styles from './MessageFile.module.css';

/** The file of a message, or why it can't be shown. A message that has none keeps its placeholder. */
export function MessageFile({ conversation, message, author, customerName }: MessageFileProps) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const wasNear = useWasNear(box);
  const file = useFile(message.id, wasNear);
  const { phase, media } = file;
  const { tag, documentName } = message;
  const url = media?.url ?? null;

  function content() {
    if (phase === 'missing')
      return <Attachment tag={tag} name={documentName} alone={message.text === null || message.text.trim() === ''} />;
    if (tag === 'pdf' || tag === 'doc') return <DocumentFile message={message} file={file} />;
    if (phase !== 'ready' || media === null || url === null)
      return (
        <div className={tag === 'audio' ? styles.row : tag === 'sticker' ? styles.sticker : styles.frame}>
          {wasNear && <FileState file={file} />}
        </div>
      );
    if (tag === 'audio') return <AudioFile url={url} file={file} label={text('media.audio', { name: author })} />;
    if (tag === 'video')
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's video comes without captions
        <video
          className={styles.video}
          src={url}
          controls
          preload="metadata"
          aria-label={text('media.video', { name: author })}
          onPlay={(event) => pauseOthers(event.currentTarget)}
          onError={file.onBroken}
        />
      );
    if (tag === 'sticker')
      return (
        <img
          className={styles.sticker}
          data-sticker=""
          src={media.previewUrl ?? url}
          width={160}
          height={160}
          alt={text('media.sticker', { name: author })}
          onError={file.onBroken}
        />
      );
    return (
      <ImageFile
        conversation={conversation}
        message={message}
        author={author}
        customerName={customerName}
        file={file}
      />
    );
  }

  return (
    <div ref={box} className={styles.file}>
      {content()}
    </div>
  );
}

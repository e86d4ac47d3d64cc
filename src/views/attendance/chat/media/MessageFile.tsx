import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../machines/entities/entities.ts';
import { useApp } from '../../../app/app-context.tsx';
import { cx } from '../../../kit/cx.ts';
import { useText } from '../../../kit/useText.ts';
import { Attachment } from '../Attachment.tsx';
import type { MessageFileProps } from '../LazyFile.tsx';
import { AudioFile } from './AudioFile.tsx';
import { DocumentFile } from './DocumentFile.tsx';
import { FileState, isTooLarge } from './FileState.tsx';
import { ImageFile } from './ImageFile.tsx';
import { LinkedImage } from './LinkedImage.tsx';
import { LocalImage } from './LocalImage.tsx';
import { OutgoingFile } from './OutgoingFile.tsx';
import { useFile, useWasNear } from './use-file.ts';
import { VideoFile } from './VideoFile.tsx';
import styles from './MessageFile.module.css';

export interface ServerFileProps extends MessageFileProps {
  readonly message: Message;
}

/** The file of a message: this page's own as long as it has it, else the server's. */
export function MessageFile(props: MessageFileProps) {
  const { message, outgoing } = props;
  const { files } = useApp();
  const clientId = outgoing?.clientId ?? message?.clientId ?? null;
  const [read, setRead] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const local = (clientId === null ? undefined : files.url(clientId)) ?? read;
  const isMissing = outgoing?.file !== undefined && local === undefined;
  useEffect(() => {
    if (!isMissing || clientId === null) return undefined;
    let isCurrent = true;
    void files.read(clientId).then(() => isCurrent && setRead(files.url(clientId)));
    return () => {
      isCurrent = false;
    };
  }, [clientId, files, isMissing]);
  const tag = outgoing?.tag ?? message?.tag;
  const address = outgoing?.imageUrl ?? message?.imageUrl;
  if (address !== undefined) return <LinkedImage url={address} outgoing={outgoing} />;
  if (tag === 'image' && local !== undefined && !isBroken)
    return <LocalImage {...props} outgoing={outgoing} url={local} onBroken={() => setBroken(true)} />;
  if (outgoing !== undefined) return <OutgoingFile outgoing={outgoing} url={local} />;
  return message === undefined ? null : <ServerFile {...props} message={message} />;
}

/** The file of a message that the server has, or why it can't be shown. A message that has none keeps its placeholder. */
function ServerFile(props: ServerFileProps) {
  const { conversation, message, author, isInAlbum = false } = props;
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
    if (tag === 'pdf' || tag === 'doc') return <DocumentFile message={message} file={file} isAsked={wasNear} />;
    if (phase === 'unshown' || (phase === 'ready' && isTooLarge(media)))
      return (
        <DocumentFile
          message={message}
          file={file}
          isAsked
          note={text(phase === 'unshown' ? 'media.unshown' : 'media.tooLarge')}
        />
      );
    if (phase !== 'ready' || media === null || url === null)
      return (
        <div className={tag === 'audio' ? styles.row : cx(styles.frame, tag === 'sticker' && styles.sticker)}>
          {wasNear && <FileState file={file} />}
        </div>
      );
    if (tag === 'audio')
      return (
        <AudioFile
          id={message.id}
          url={url}
          label={text('media.audio', { name: author })}
          author={author}
          ticketId={message.ticketId}
          conversation={conversation}
          whenFresh={file.whenFresh}
          onBroken={file.onBroken}
        />
      );
    if (tag === 'video' && !isInAlbum)
      return (
        <VideoFile
          url={url}
          label={text('media.video', { name: author })}
          whenFresh={file.whenFresh}
          onBroken={file.onBroken}
        />
      );
    if (tag === 'sticker')
      return (
        <picture>
          {/* The preview stands still. */}
          {media.previewUrl !== null && <source srcSet={media.previewUrl} media="(prefers-reduced-motion: reduce)" />}
          <img
            className={styles.sticker}
            data-sticker=""
            src={url}
            width={160}
            height={160}
            alt={text('media.sticker', { name: author })}
            onError={file.onBroken}
          />
        </picture>
      );
    return <ImageFile {...props} file={file} />;
  }

  return (
    <div ref={box} className={styles.file}>
      {content()}
    </div>
  );
}

import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Message } from '../../../../machines/entities/entities.ts';
import { selectMessages } from '../../../../machines/conversation/conversation.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { ChevronLeftIcon, ChevronRightIcon, DownloadIcon } from '../../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { RichText } from '../../../rich-text/RichText.tsx';
import type { ConversationActor } from '../../actors.ts';
import { hasFile } from '../has-file.ts';
import { FileState, isTooLarge } from './FileState.tsx';
import { pauseOthers, useFile } from './use-file.ts';
import styles from './ImageViewer.module.css';

interface ImageViewerProps {
  readonly conversation: ConversationActor;
  readonly firstId: string;
  readonly customerName: string;
  /** The ticket that is shown, in whose conversation a message can be sought. */
  readonly ticketId?: string | undefined;
  readonly onClose: () => void;
}

const isShown = (message: Message) => (message.tag === 'image' || message.tag === 'video') && hasFile(message);

/** An image in full or a video, and by the arrows the other ones of the conversation that are loaded. */
export function ImageViewer({ conversation, firstId, customerName, ticketId, onClose }: ImageViewerProps) {
  const text = useText();
  const formats = useFormats();
  const entries = useSelector(conversation, selectMessages);
  const [id, setId] = useState(firstId);
  const images = entries.flatMap((entry) =>
    entry.kind === 'message' && isShown(entry.message) ? [entry.message] : [],
  );
  const at = images.findIndex((image) => image.id === id);
  const message = images[at];
  const file = useFile(id, true);
  const [shownUrl, setShownUrl] = useState<string>();
  const link = useRef<HTMLAnchorElement>(null);
  const isThere = file.phase === 'ready' || file.phase === 'unshown';
  const url = isThere ? (file.media?.url ?? undefined) : undefined;

  function go(step: number): void {
    const next = images[at + step];
    if (next !== undefined) setId(next.id);
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A video has its own use for them.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const { append } = useApp();
  const title = message?.tag === 'video' ? 'media.video' : 'media.image';
  const author =
    message === undefined || message.received ? customerName : (message.author?.name ?? text('attendance.you'));
  return (
    <Dialog
      title={text(title, { name: author })}
      isOpen
      onClose={onClose}
      size="xl"
      footer={
        <>
          {images.length > 1 && (
            <span className={styles.steps}>
              <IconButton
                label={text('media.viewer.previous')}
                icon={<ChevronLeftIcon />}
                aria-disabled={at <= 0}
                onPress={() => go(-1)}
              />
              <span aria-live="polite">{text('media.viewer.position', { at: at + 1, count: images.length })}</span>
              <IconButton
                label={text('media.viewer.next')}
                icon={<ChevronRightIcon />}
                aria-disabled={at >= images.length - 1}
                onPress={() => go(1)}
              />
            </span>
          )}
          {message !== undefined && ticketId !== undefined && (
            <Button
              variant="ghost"
              onPress={() => {
                onClose();
                append({ type: 'chat.sought', ticketId, messageId: message.id });
              }}
            >
              {text('media.viewer.show')}
            </Button>
          )}
          <Button
            icon={<DownloadIcon />}
            isDisabled={url === undefined}
            onPress={() => file.whenFresh(() => link.current?.click())}
          >
            {text('media.download')}
          </Button>
          <a ref={link} href={url} download hidden aria-hidden="true" tabIndex={-1}>
            {text('media.download')}
          </a>
        </>
      }
    >
      <div className={styles.stage}>
        {url === undefined ? (
          <FileState file={file} />
        ) : file.phase === 'unshown' || isTooLarge(file.media) ? (
          <p>{text(file.phase === 'unshown' ? 'media.unshown' : 'media.tooLarge')}</p>
        ) : message?.tag === 'video' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's video comes without captions
          <video
            key={url}
            src={url}
            controls
            preload="metadata"
            aria-label={text(title, { name: author })}
            onPlay={(event) => pauseOthers(event.currentTarget)}
            onError={file.onBroken}
          />
        ) : (
          <>
            {shownUrl !== url && <Spinner label={text('media.loading')} className={styles.spinner} />}
            <img
              src={url}
              alt={text('media.image', { name: author })}
              onLoad={() => setShownUrl(url)}
              onError={file.onBroken}
            />
          </>
        )}
      </div>
      {message !== undefined && (
        <div className={styles.caption}>
          {message.text !== null && message.text.trim() !== '' && <RichText text={message.text} />}
          <time dateTime={new Date(message.at).toISOString()}>{formats.full(message.at)}</time>
        </div>
      )}
    </Dialog>
  );
}

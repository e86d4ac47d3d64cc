import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ChevronLeftIcon, ChevronRightIcon, DownloadIcon } from '../../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { RichText } from '../../../rich-text/RichText.tsx';
import { FileState, isTooLarge } from './FileState.tsx';
import { pauseOthers, useFile } from './use-file.ts';
import { ZoomedPicture } from './ZoomedPicture.tsx';
import styles from './ImageViewer.module.css';

interface ViewedPicture {
  readonly id: string;
  readonly isVideo: boolean;
  /** Says what it is, and whose. */
  readonly label: string;
  readonly caption: string | null;
  readonly at: number;
}

/** What is beyond the pictures on one side. */
interface Beyond {
  readonly canLoad: boolean;
  readonly isLoading: boolean;
  readonly load: () => void;
}

interface PictureViewerProps {
  readonly pictures: readonly ViewedPicture[];
  readonly firstId: string;
  readonly onClose: () => void;
  /** What is before the first one, and after the last, where it isn't all loaded. */
  readonly older?: Beyond;
  readonly newer?: Beyond;
  /** Shows the message in its conversation. */
  readonly onShow?: ((id: string) => void) | undefined;
}

/** A picture in full or a video, and by the arrows the other ones. */
export function PictureViewer({ pictures, firstId, onClose, older, newer, onShow }: PictureViewerProps) {
  const text = useText();
  const formats = useFormats();
  const [id, setId] = useState(firstId);
  const at = pictures.findIndex((picture) => picture.id === id);
  const picture = pictures[at];
  const [wanted, setWanted] = useState<-1 | 1>();
  const canOlder = mayCome(older);
  const canNewer = mayCome(newer);
  const file = useFile(id, true);
  const [shownUrl, setShownUrl] = useState<string>();
  const link = useRef<HTMLAnchorElement>(null);
  const isThere = file.phase === 'ready' || file.phase === 'unshown';
  const url = isThere ? (file.media?.url ?? undefined) : undefined;

  const isAwaited = (step: -1 | 1) =>
    picture !== undefined && pictures[at + step] === undefined && (step < 0 ? canOlder : canNewer);
  function go(step: -1 | 1): void {
    const next = pictures[at + step];
    if (next !== undefined) setId(next.id);
    setWanted(isAwaited(step) ? step : undefined);
  }
  // A page brought one beyond it, or there is none.
  if (wanted !== undefined && !isAwaited(wanted)) go(wanted);
  const beyond = wanted === undefined ? undefined : wanted < 0 ? older : newer;
  const load = useEffectEvent(() => beyond?.load());
  const isAsking = beyond?.canLoad;
  useEffect(() => {
    if (isAsking) load();
  }, [isAsking]);
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

  const label = picture?.label ?? '';
  return (
    <Dialog
      title={label}
      isOpen
      onClose={onClose}
      size="xl"
      footer={
        <>
          {(pictures.length > 1 || canOlder || canNewer) && (
            <span className={styles.steps}>
              <IconButton
                label={text('media.viewer.previous')}
                icon={<ChevronLeftIcon />}
                aria-disabled={at <= 0 && !canOlder}
                onPress={() => go(-1)}
              />
              {wanted !== undefined ? (
                <Spinner label={text(wanted < 0 ? 'attendance.loadingOlder' : 'attendance.loadingNewer')} />
              ) : (
                <span aria-live="polite">{text('media.viewer.position', { at: at + 1, count: pictures.length })}</span>
              )}
              <IconButton
                label={text('media.viewer.next')}
                icon={<ChevronRightIcon />}
                aria-disabled={at >= pictures.length - 1 && !canNewer}
                onPress={() => go(1)}
              />
            </span>
          )}
          {picture !== undefined && onShow !== undefined && (
            <Button
              variant="ghost"
              onPress={() => {
                onClose();
                onShow(picture.id);
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
        ) : picture?.isVideo === true ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's video comes without captions
          <video
            key={url}
            src={url}
            controls
            preload="metadata"
            aria-label={label}
            onPlay={(event) => pauseOthers(event.currentTarget)}
            onError={file.onBroken}
          />
        ) : (
          <>
            {shownUrl !== url && <Spinner label={text('media.loading')} className={styles.spinner} />}
            <ZoomedPicture key={id} src={url} alt={label} onLoad={() => setShownUrl(url)} onError={file.onBroken} />
          </>
        )}
      </div>
      {picture !== undefined && (
        <div className={styles.caption}>
          {picture.caption !== null && picture.caption.trim() !== '' && <RichText text={picture.caption} />}
          <time dateTime={new Date(picture.at).toISOString()}>{formats.full(picture.at)}</time>
        </div>
      )}
    </Dialog>
  );
}

function mayCome(beyond: Beyond | undefined): boolean {
  return beyond !== undefined && (beyond.canLoad || beyond.isLoading);
}

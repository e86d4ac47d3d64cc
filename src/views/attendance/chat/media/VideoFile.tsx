import { useRef, useState } from 'react';
import { formatClock } from '../../../../i18n/clock.ts';
import { useText } from '../../../kit/useText.ts';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import { PlayIcon } from './audio-icons.tsx';
import { pauseOthers } from './use-file.ts';
import styles from './MessageFile.module.css';

interface VideoFileProps {
  readonly url: string;
  readonly label: string;
  /** Runs an action with an address that works. */
  readonly whenFresh: (action: () => void) => void;
  readonly onBroken?: (() => void) | undefined;
}

/** A video by its first frame and its length, of which only the beginning is loaded until it is played. */
export function VideoFile({ url, label, whenFresh, onBroken }: VideoFileProps) {
  const text = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState<number>();
  const [isStarted, setStarted] = useState(false);
  const start = () => {
    setStarted(true);
    // The pressed button disappears.
    video.current?.focus({ preventScroll: true });
    whenFresh(() => void video.current?.play().catch(() => undefined));
  };
  return (
    <div className={styles.clip}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it comes without captions */}
      <video
        ref={video}
        className={styles.video}
        // A moment of it: some browsers draw no frame of the beginning.
        src={firstFrameOf(url)}
        controls={isStarted}
        preload="metadata"
        playsInline
        tabIndex={isStarted ? undefined : -1}
        aria-label={label}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setSeconds(duration);
        }}
        onPlay={({ currentTarget }) => pauseOthers(currentTarget)}
        onError={onBroken}
      />
      {!isStarted && (
        <button type="button" className={styles.start} onClick={start}>
          <VisuallyHidden>{text('media.video.play', { label })}</VisuallyHidden>{' '}
          <span className={styles.playable}>
            <PlayIcon size={22} />
          </span>
          {seconds !== undefined && <span className={styles.length}>{formatClock(seconds)}</span>}
        </button>
      )}
    </div>
  );
}

/** The address from a moment after the beginning. */
export function firstFrameOf(url: string): string {
  return `${url}#t=0.1`;
}

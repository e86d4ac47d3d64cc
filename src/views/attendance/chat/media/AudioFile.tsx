import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import { icon } from '../../../kit/Icon.tsx';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { pauseOthers, type FileView } from './use-file.ts';
import styles from './MessageFile.module.css';

const PlayIcon = /* @__PURE__ */ icon('M8 5l11 7-11 7z');
const PauseIcon = /* @__PURE__ */ icon('M8 5v14M16 5v14');

const SPEEDS = [1, 1.5, 2] as const;

interface AudioFileProps {
  readonly url: string;
  readonly file: FileView;
  readonly label: string;
}

/** An audio with its own controls. It plays on request only, one at a time. */
export function AudioFile({ url, file, label }: AudioFileProps) {
  const text = useText();
  const formats = useFormats();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [duration, setDuration] = useState(0);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  /** Where it goes on with a new address. */
  const place = useRef(0);
  useEffect(() => {
    if (audio.current !== null) audio.current.playbackRate = speed;
  }, [speed, url]);

  function toggle(): void {
    const element = audio.current;
    if (element === null) return;
    if (!element.paused) element.pause();
    else file.whenFresh(() => void audio.current?.play().catch(() => undefined));
  }

  const length = Number.isFinite(duration) ? duration : 0;
  const time = text('media.audio.time', { at: clock(at), duration: clock(length) });
  return (
    <div className={styles.row} role="group" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's audio comes without captions */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          setDuration(currentTarget.duration);
          currentTarget.playbackRate = speed;
          if (place.current > 0) currentTarget.currentTime = place.current;
        }}
        onDurationChange={({ currentTarget }) => setDuration(currentTarget.duration)}
        onTimeUpdate={({ currentTarget }) => {
          place.current = currentTarget.currentTime;
          setAt(currentTarget.currentTime);
        }}
        onPlay={({ currentTarget }) => {
          pauseOthers(currentTarget);
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onError={file.onBroken}
      />
      <IconButton
        label={text(isPlaying ? 'media.audio.pause' : 'media.audio.play')}
        icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
        onPress={toggle}
      />
      <input
        type="range"
        className={styles.seek}
        min={0}
        max={Math.max(length, at, 1)}
        step={0.1}
        value={at}
        aria-label={text('media.audio.seek')}
        aria-valuetext={time}
        onChange={({ currentTarget }) => {
          const value = Number(currentTarget.value);
          place.current = value;
          setAt(value);
          if (audio.current !== null) audio.current.currentTime = value;
        }}
      />
      <span className={styles.clock} aria-hidden="true">
        {clock(isPlaying || at > 0 ? at : length)}
      </span>
      <Button
        variant="ghost"
        size="sm"
        className={styles.speed}
        aria-label={text('media.audio.speed', { speed: formats.number(speed) })}
        onPress={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
      >
        {formats.number(speed)}×
      </Button>
    </div>
  );
}

/** `0:42`, `12:05`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatClock } from '../../../../i18n/clock.ts';
import { selectMessages } from '../../../../machines/conversation/conversation.selectors.ts';
import { AUDIO_SPEEDS } from '../../../../machines/limits.ts';
import { selectAudioSpeed } from '../../../../machines/shell/shell.preferences.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import type { ConversationActor } from '../../actors.ts';
import { PauseIcon, PlayIcon } from './audio-icons.tsx';
import { followingVoice } from './following-voice.ts';
import { endKeptVoice, keepVoice } from './kept-voice.ts';
import { pauseOthers } from './use-file.ts';
import { Waveform } from './Waveform.tsx';
import styles from './AudioFile.module.css';

/** Seconds that an arrow key goes. */
const STEP = 5;

interface AudioFileProps {
  /** Under which its waveform is known: the message's id, or the client id of one that is being sent. */
  readonly id: string;
  readonly url: string;
  readonly label: string;
  /** Whose it is, and of which ticket: known, it plays on when its conversation is left. */
  readonly author?: string | undefined;
  readonly ticketId?: string | undefined;
  /** The next voice message of the same sender follows by itself. */
  readonly conversation?: ConversationActor | undefined;
  /** Runs an action with an address that works. */
  readonly whenFresh: (action: () => void) => void;
  readonly onBroken: () => void;
}

/** An audio with its waveform. It plays on request only, one at a time. */
export function AudioFile({ id, url, label, author, ticketId, conversation, whenFresh, onBroken }: AudioFileProps) {
  const text = useText();
  const formats = useFormats();
  const { append, directory, files } = useApp();
  const speed = useSelector(directory.shell, selectAudioSpeed);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [duration, setDuration] = useState(0);
  const [peaks, setPeaks] = useState<readonly number[] | null>(null);
  /** Where to resume once there is a new address. */
  const place = useRef(0);
  useEffect(() => {
    if (audio.current !== null) audio.current.playbackRate = speed;
  }, [speed, url]);
  useEffect(() => {
    let isCurrent = true;
    void files.peaks(id, url).then(
      (found) => isCurrent && found !== null && setPeaks(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [files, id, url]);

  const keep = useEffectEvent((element: HTMLAudioElement) => {
    if (author !== undefined && ticketId !== undefined) keepVoice({ messageId: id, ticketId, author, element });
  });
  useLayoutEffect(() => {
    const { current: element } = audio;
    // Back in its conversation it goes on here, from its place; paused there, it stays so.
    const kept = endKeptVoice(id);
    if (kept !== null && element !== null) {
      place.current = kept.at;
      if (kept.wasPlaying) void element.play().catch(() => undefined);
    }
    return () => {
      if (element !== null && !element.paused && !element.ended) keep(element);
    };
  }, [id]);

  function toggle(): void {
    const element = audio.current;
    if (element === null) return;
    if (!element.paused) element.pause();
    else whenFresh(() => void audio.current?.play().catch(() => undefined));
  }

  const length = Number.isFinite(duration) ? duration : 0;
  /** Something to seek in before the length is known. */
  const end = Math.max(length, at, 1);
  const time = text('media.audio.time', { at: formatClock(at), duration: formatClock(length) });

  function seek(seconds: number): void {
    const value = Math.min(Math.max(seconds, 0), end);
    place.current = value;
    setAt(value);
    if (audio.current !== null) audio.current.currentTime = value;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    seek(at + step);
  }

  function onEnded(): void {
    setPlaying(false);
    if (conversation === undefined) return;
    const next = followingVoice(selectMessages(conversation.getSnapshot()), id);
    const element = document.querySelector<HTMLAudioElement>(`[data-message="${CSS.escape(next ?? '')}"] audio`);
    if (next !== undefined) void element?.play().catch(() => undefined);
  }

  return (
    <div className={styles.row} role="group" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's audio comes without captions */}
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
        onEnded={onEnded}
        onError={onBroken}
      />
      <IconButton
        label={text(isPlaying ? 'media.audio.pause' : 'media.audio.play')}
        icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
        onPress={toggle}
      />
      <span className={styles.wave}>
        <Waveform peaks={peaks} part={length === 0 ? 0 : at / length} />
        <input
          type="range"
          min={0}
          max={end}
          step={0.1}
          value={at}
          aria-label={text('media.audio.seek')}
          aria-valuetext={time}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
        />
      </span>
      <span className={styles.clock} aria-hidden="true">
        {formatClock(isPlaying || at > 0 ? at : length)}
      </span>
      <Button
        variant="ghost"
        size="sm"
        className={styles.speed}
        aria-label={text('media.audio.speed', { speed: formats.number(speed) })}
        onPress={() => {
          const next = AUDIO_SPEEDS[(AUDIO_SPEEDS.indexOf(speed) + 1) % AUDIO_SPEEDS.length] ?? 1;
          append({ type: 'audioSpeed.chosen', speed: next });
        }}
      >
        {formats.number(speed)}×
      </Button>
    </div>
  );
}

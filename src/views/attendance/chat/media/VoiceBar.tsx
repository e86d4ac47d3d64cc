import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatClock } from '../../../../i18n/clock.ts';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { CloseIcon } from '../../../kit/icons.tsx';
import { useText } from '../../../kit/useText.ts';
import { showing } from '../../focus.ts';
import { PauseIcon, PlayIcon } from './audio-icons.tsx';
import { endKeptVoice, keptVoice, onKeptVoice, seekKeptVoice, type KeptVoice } from './kept-voice.ts';
import { pauseOthers } from './use-file.ts';
import styles from './VoiceBar.module.css';

/** The voice message that plays on after its conversation was left. */
export function VoiceBar() {
  const voice = useSyncExternalStore(onKeptVoice, keptVoice);
  // Whoever is logged out hears nothing more.
  useEffect(() => () => void endKeptVoice(), []);
  return voice === null ? null : <Bar key={voice.messageId} voice={voice} />;
}

function Bar({ voice: { messageId, ticketId, author, element } }: { readonly voice: KeptVoice }) {
  const text = useText();
  const navigate = useNavigate();
  const [isPlaying, setPlaying] = useState(!element.paused);
  const [at, setAt] = useState(element.currentTime);
  const length = Number.isFinite(element.duration) ? element.duration : 0;
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener('timeupdate', () => setAt(element.currentTime), { signal });
    const onPlay = () => {
      pauseOthers(element);
      setPlaying(true);
    };
    element.addEventListener('play', onPlay, { signal });
    element.addEventListener('pause', () => setPlaying(false), { signal });
    element.addEventListener('ended', () => endKeptVoice(messageId), { signal });
    // Its address may have run out; in its conversation it gets another.
    element.addEventListener('error', () => endKeptVoice(messageId), { signal });
    return () => ended.abort();
  }, [element, messageId]);
  return (
    <div className={styles.bar} role="region" aria-label={text('voiceBar.label')}>
      <IconButton
        size="sm"
        label={text(isPlaying ? 'media.audio.pause' : 'media.audio.play')}
        icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
        onPress={() => {
          if (isPlaying) element.pause();
          else void element.play().catch(() => undefined);
        }}
      />
      <Button
        variant="link"
        size="sm"
        className={styles.author}
        aria-label={text('voiceBar.back', { name: author })}
        onPress={() => void navigate(`/chat/${ticketId}`, { state: showing(messageId) })}
      >
        {author}
      </Button>
      <input
        className={styles.seek}
        type="range"
        min={0}
        max={Math.max(length, at, 1)}
        step={0.1}
        value={at}
        aria-label={text('media.audio.seek')}
        aria-valuetext={text('media.audio.time', { at: formatClock(at), duration: formatClock(length) })}
        onChange={({ currentTarget }) => setAt(seekKeptVoice(Number(currentTarget.value)))}
      />
      <span className={styles.clock} aria-hidden="true">
        {formatClock(at)}
      </span>
      <IconButton size="sm" label={text('voiceBar.end')} icon={<CloseIcon />} onPress={() => void endKeptVoice()} />
    </div>
  );
}

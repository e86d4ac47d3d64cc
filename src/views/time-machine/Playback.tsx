import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { selectPhase } from '../../machines/auth/auth.selectors.ts';
import type { Counter } from '../../machines/replay/counters.ts';
import type { Player } from '../../machines/replay/player.ts';
import { IconButton } from '../kit/Button.tsx';
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '../kit/administration-icons.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { ActorStates } from './ActorStates.tsx';
import { EventList } from './EventList.tsx';
import { Numbers } from './Numbers.tsx';
import { firstPlace, placesOf } from './places.ts';
import { ReplayFrame, type Missing } from './ReplayFrame.tsx';
import styles from './Playback.module.css';

const SPEEDS = ['1', '5', '25', '250'] as const;
/** Most times a second that the screens are drawn anew while a log plays. */
const DRAWN = 25;
const PANELS = ['events', 'actors', 'numbers'] as const;

interface PlaybackProps {
  readonly player: Player;
  /** The number that somebody asks about. */
  readonly asked: Counter | undefined;
}

/** A log at any of its moments: its screens, and what led there. */
export function Playback({ player, asked }: PlaybackProps) {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  // What opened the log is gone, and the focus with it.
  useEffect(() => slider.current?.focus(), []);
  const [step, setStep] = useState(player.count);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('5');
  const [panel, setPanel] = useState<(typeof PANELS)[number]>(asked === undefined ? 'events' : 'numbers');
  const [counter, setCounter] = useState(asked ?? 'unseen');
  const places = useMemo(() => placesOf(firstPlace(player.seek(0)), player.steps), [player]);
  // The slider goes on while the screens follow.
  const seen = useDeferredValue(step);
  const directory = useMemo(() => player.seek(seen), [player, seen]);
  const timeAt = (nth: number) => player.steps[Math.max(0, nth - 1)]?.event.loggedAt ?? 0;
  const at = timeAt(seen);
  const shown = useMemo(() => {
    const phase = selectPhase(directory.auth.getSnapshot());
    const missing: Missing | null = phase === 'starting' || phase === 'loggingOut' ? phase : null;
    const isInside = phase === 'authenticated' || phase === 'starting';
    return { directory, now: at, path: isInside ? (places[seen] ?? '/') : '/login', missing };
  }, [directory, at, places, seen]);

  const goOn = useEffectEvent(() => {
    const next = Math.min(player.count, step + Math.max(1, Number(speed) / DRAWN));
    setStep(next);
    if (next === player.count) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => goOn(), 1000 / Math.min(Number(speed), DRAWN));
    return () => clearInterval(timer);
  }, [isPlaying, speed]);

  const go = (next: number) => {
    setPlaying(false);
    setStep(Math.min(Math.max(0, next), player.count));
  };
  const moment =
    step === 0
      ? text('timeMachine.start', { count: player.count })
      : text('timeMachine.at', { step, count: player.count, moment: formats.full(timeAt(step)) });
  return (
    <div className={styles.playback}>
      <div className={styles.controls}>
        <IconButton
          label={text('timeMachine.back')}
          icon={<ChevronLeftIcon />}
          isDisabled={step === 0}
          onPress={() => go(step - 1)}
        />
        <IconButton
          label={text(isPlaying ? 'timeMachine.pause' : 'timeMachine.play')}
          icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
          isDisabled={player.count === 0}
          onPress={() => {
            if (!isPlaying && step >= player.count) setStep(0);
            setPlaying(!isPlaying);
          }}
        />
        <IconButton
          label={text('timeMachine.forward')}
          icon={<ChevronRightIcon />}
          isDisabled={step >= player.count}
          onPress={() => go(step + 1)}
        />
        <SegmentedControl
          label={text('timeMachine.speed')}
          value={speed}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          onChange={setSpeed}
        />
        <input
          ref={slider}
          type="range"
          className={styles.slider}
          aria-label={text('timeMachine.position')}
          aria-valuetext={moment}
          aria-describedby={id}
          min={0}
          max={player.count}
          value={step}
          onChange={({ currentTarget }) => go(Number(currentTarget.value))}
        />
        <span id={id} className={styles.moment}>
          {moment}
        </span>
      </div>
      <div className={styles.parts}>
        {/* Before the screens: by the keyboard everything in them would have to be passed first. */}
        <section className={styles.panel} aria-label={text('timeMachine.show')}>
          <SegmentedControl
            label={text('timeMachine.show')}
            value={panel}
            options={PANELS.map((value) => ({ value, label: text(`timeMachine.show.${value}`) }))}
            onChange={setPanel}
          />
          {panel === 'events' && <EventList player={player} step={seen} onGo={go} />}
          {panel === 'actors' && <ActorStates player={player} step={seen} onGo={go} />}
          {panel === 'numbers' && (
            <Numbers player={player} step={seen} counter={counter} onCounter={setCounter} onGo={go} />
          )}
        </section>
        <ReplayFrame shown={shown} missing={shown.missing} />
      </div>
    </div>
  );
}

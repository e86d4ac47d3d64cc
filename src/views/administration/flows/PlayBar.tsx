import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import type { Turn } from '../../../../flows/conversation.ts';
import { nodeAt } from '../../../../flows/exits.ts';
import { written } from '../../../../flows/text.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon } from '../../kit/administration-icons.tsx';
import { IconButton } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { Kbd } from '../../kit/Kbd.tsx';
import { useText } from '../../kit/useText.ts';
import type { Stop } from './played-steps.ts';
import { FirstIcon, LastIcon, LoopIcon, PlayIcon } from './step-icons.tsx';
import type { FlowWords } from './use-flow-words.ts';
import styles from './PlayBar.module.css';

interface BarProps {
  readonly flow: Flow;
  readonly words: FlowWords;
  readonly property: string;
  readonly stops: readonly Stop[];
  /** Where a conversation that goes round comes to again. */
  readonly round: number | null;
  /** The stop that is shown. */
  readonly at: number;
  readonly onGo: (stop: number) => void;
}

const STEP_MS = 1_100;
/** Unlike a disabled button it keeps the focus. */
const off = { 'aria-disabled': true, 'data-disabled': true };

/** The steps of a conversation that shows a fault, to go through one by one or as in a film. */
export function PlayBar({ flow, words, property, stops, round, at, onGo }: BarProps) {
  const text = useText();
  const [isPlaying, setPlaying] = useState(false);
  const last = stops.length - 1;
  if (isPlaying && at >= last) setPlaying(false);
  const goOn = useEffectEvent(() => onGo(at + 1));
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = window.setInterval(() => goOn(), STEP_MS);
    return () => window.clearInterval(timer);
  }, [isPlaying]);
  const go = (stop: number) => {
    setPlaying(false);
    onGo(Math.max(0, Math.min(last, stop)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    go(at + (event.key === 'ArrowLeft' ? -1 : 1));
  };
  const said = (stop: Stop, next: Turn | null): string => {
    if (next === null) return '';
    if (next.by === 'time') return text('flow.note.time', { step: '', minutes: next.minutes });
    const node = nodeAt(flow, stop.step);
    if (next.by === 'world') return node === undefined ? next.exit : words.exit(node, next.exit);
    if (next.by === 'flow') return '';
    if (next.of === 'option') {
      const option = node?.kind === 'ask' ? node.options.find(({ id }) => id === next.option) : undefined;
      return `“${option?.label ?? next.option}”`;
    }
    if (next.of === 'answer') return `“${written(next.value)}”`;
    if (next.of === 'media') return text('flow.exit.media');
    return next.of === 'nonsense' ? '“asdf”' : '“Oi”';
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of its buttons
    <section className={styles.bar} aria-label={text('flow.player')} onKeyDown={onKeyDown}>
      <header>
        <b role="status">{text('flow.player.turn', { turn: at + 1, of: stops.length })}</b>
        <span>{property}</span>
        <span className={styles.controls}>
          <IconButton
            label={text('flow.player.first')}
            icon={<FirstIcon />}
            onPress={() => go(0)}
            {...(at === 0 ? off : {})}
          />
          <IconButton
            label={text('flow.player.back')}
            icon={<ChevronLeftIcon />}
            onPress={() => go(at - 1)}
            {...(at === 0 ? off : {})}
          />
          <IconButton
            variant="primary"
            label={text(isPlaying ? 'flow.player.pause' : 'flow.player.again')}
            icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
            onPress={() => {
              if (!isPlaying && at >= last) onGo(0);
              setPlaying(!isPlaying && last > 0);
            }}
          />
          <IconButton
            label={text('flow.player.on')}
            icon={<ChevronRightIcon />}
            onPress={() => go(at + 1)}
            {...(at >= last ? off : {})}
          />
          <IconButton
            label={text('flow.player.last')}
            icon={<LastIcon />}
            onPress={() => go(last)}
            {...(at >= last ? off : {})}
          />
        </span>
        <span className={styles.keys} aria-hidden="true">
          <Kbd>←</Kbd> <Kbd>→</Kbd>
        </span>
      </header>
      <ol className={styles.stops}>
        {stops.map((stop, index) => {
          const isRound = round !== null && index === last;
          return (
            // Steps may come again; their order stays.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={cx(isRound && styles.round)} data-shown={index <= at ? true : undefined}>
              <button type="button" aria-current={index === at ? 'step' : undefined} onClick={() => go(index)}>
                <span className={styles.number}>{isRound ? <LoopIcon size={13} /> : index + 1}</span>
                <b>{isRound ? text('flow.player.round', { turn: round + 1 }) : words.step(stop.step)}</b>
                <small>{isRound ? text('flow.player.forever') : said(stop, stop.next)}</small>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

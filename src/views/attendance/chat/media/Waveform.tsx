import { useMemo } from 'react';
import styles from './AudioFile.module.css';

const WIDTH = 4;
const HEIGHT = 28;
const LOWEST = 2;
/** What is shown until it is known how loud it is. */
const FLAT: readonly number[] = Array.from({ length: 48 }, () => 0.12);

interface WaveformProps {
  /** How loud it is from beginning to end, 0 to 1; null while that isn't known. */
  readonly peaks: readonly number[] | null;
  /** How much of it was played, 0 to 1. */
  readonly part: number;
}

/** How loud an audio is over time, as bars that fill while it plays. */
export function Waveform({ peaks, part }: WaveformProps) {
  const bars = peaks ?? FLAT;
  const path = useMemo(
    () =>
      bars
        .map((peak, index) => {
          const height = Math.max(LOWEST, peak * HEIGHT);
          return `M${index * WIDTH + WIDTH / 2} ${(HEIGHT - height) / 2}v${height}`;
        })
        .join(''),
    [bars],
  );
  const box = `0 0 ${bars.length * WIDTH} ${HEIGHT}`;
  return (
    <>
      <svg viewBox={box} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      <svg
        className={styles.played}
        style={{ clipPath: `inset(0 ${(1 - Math.min(1, part)) * 100}% 0 0)` }}
        viewBox={box}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </>
  );
}

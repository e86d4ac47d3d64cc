import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '../../kit/cx.ts';
import styles from './BarChart.module.css';

export interface Bar {
  readonly id: string;
  /** Label on the axis and in the tooltip. */
  readonly short: string;
  readonly name: string;
  /** Null: no bar. */
  readonly value: number | null;
  /** The value to compare with. */
  readonly before: number | null;
  /** Name of that value's period, if it differs. */
  readonly beforeName?: string | undefined;
}

interface BarChartProps {
  /** Announced instead of the drawing; the arrow keys move through the bars. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly write: (value: number | null) => string;
  readonly unit: 'count' | 'duration';
  /** Names of bars and line, in the tooltip. */
  readonly legend: { readonly value: string; readonly before: string };
  readonly onOpen: (id: string) => void;
}

const HEIGHT = 232;
const TOP = 12;
const BOTTOM = 26;
/** Approximate width of a character on the axis, in pixels. */
const CHARACTER = 6.6;
const TEXT_GAP = 14;

/** A bar chart with a dashed line for the compared values. As wide as its container. */
export function BarChart({ label, bars, write, unit, legend, onOpen }: BarChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tipId = useId();
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<number>();
  const highest = Math.max(0, ...bars.flatMap(({ value, before }) => [value ?? 0, before ?? 0]));
  const step = unit === 'count' ? niceCount(highest) : niceDuration(highest);
  const ticks = Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, tick) => tick * step);
  const left = Math.max(...ticks.map((tick) => write(tick).length)) * CHARACTER + 12;
  const x = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([left, Math.max(left, width - 6)])
    .paddingInner(0.34)
    .paddingOuter(0.2);
  const y = scaleLinear()
    .domain([0, ticks.at(-1) ?? 1])
    .range([HEIGHT - BOTTOM, TOP]);
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const before = line<{ readonly index: number; readonly value: number | null }>()
    .defined(({ value }) => value !== null)
    .x(({ index }) => middle(index))
    .y(({ value }) => y(value ?? 0));
  const longest = Math.max(1, ...bars.map(({ short }) => short.length));
  const every = Math.max(1, Math.ceil((longest * CHARACTER + TEXT_GAP) / Math.max(1, x.step())));
  const point = (event: PointerEvent<HTMLElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.floor((at - left) / x.step());
    setPointed(index >= 0 && index < bars.length ? index : undefined);
  };
  const walk = (event: KeyboardEvent) => {
    const last = bars.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: Math.min(last, (pointed ?? -1) + 1),
      ArrowLeft: Math.max(0, (pointed ?? bars.length) - 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setPointed(next);
  };
  const bar = pointed === undefined ? undefined : bars[pointed];
  return (
    <div ref={frame} className={styles.frame}>
      {width > 0 && (
        <button
          type="button"
          aria-label={label}
          aria-describedby={tipId}
          className={cx(styles.surface, bar !== undefined && styles.opens)}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
          onBlur={() => setPointed(undefined)}
          onKeyDown={walk}
          onClick={() => {
            if (bar !== undefined) onOpen(bar.id);
          }}
        >
          <svg aria-hidden="true" width={width} height={HEIGHT} className={styles.chart}>
            {ticks.map((tick) => (
              <g key={tick}>
                <line
                  className={cx(styles.grid, tick === 0 && styles.base)}
                  x1={left}
                  x2={width}
                  y1={y(tick)}
                  y2={y(tick)}
                />
                <text className={styles.tick} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                  {write(tick)}
                </text>
              </g>
            ))}
            {pointed !== undefined && (
              <rect
                className={styles.pointed}
                x={middle(pointed) - x.step() / 2}
                y={TOP}
                width={x.step()}
                height={HEIGHT - BOTTOM - TOP}
              />
            )}
            {bars.map(({ id, value }, index) => {
              if (value === null || value === 0) return null;
              const top = Math.min(y(value), y(0) - 2);
              return (
                <rect
                  key={id}
                  className={styles.bar}
                  x={x(index) ?? 0}
                  y={top}
                  width={Math.max(1, x.bandwidth())}
                  height={y(0) - top}
                  rx={Math.min(4, x.bandwidth() / 3)}
                />
              );
            })}
            <path
              className={styles.before}
              d={before(bars.map(({ before: value }, index) => ({ index, value }))) ?? ''}
            />
            {bars.map(({ id, short }, index) =>
              index % every === 0 ? (
                <text key={id} className={styles.tick} x={middle(index)} y={HEIGHT - 8} textAnchor="middle">
                  {short}
                </text>
              ) : null,
            )}
          </svg>
        </button>
      )}
      <div id={tipId} role="status">
        {bar !== undefined && pointed !== undefined && (
          <div
            className={cx(styles.tip, middle(pointed) > width * 0.6 && styles.toLeft)}
            style={{ left: middle(pointed) }}
          >
            <strong>{bar.name}</strong>
            <span className={styles.tipRow}>
              <i className={styles.barMark} />
              {legend.value} <b>{write(bar.value)}</b>
            </span>
            <span className={styles.tipRow}>
              <i className={styles.lineMark} />
              {bar.beforeName ?? legend.before} <b>{write(bar.before)}</b>
            </span>
          </div>
        )}
      </div>
    </div>
  );
}

/** The legend of bars and line. */
export function Legend({ value, before }: BarChartProps['legend']) {
  return (
    <span className={styles.legend}>
      <span>
        <i className={styles.barMark} />
        {value}
      </span>
      <span>
        <i className={styles.lineMark} />
        {before}
      </span>
    </span>
  );
}

/** A round quarter of an axis that reaches at least this high. */
function niceCount(highest: number): number {
  const least = Math.max(1, highest / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= least && Number.isInteger(each)) ?? 1;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DURATIONS = [
  ...[1, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 96].map((each) => each * HOUR),
];

/** The same for durations, in round units of time. */
function niceDuration(highest: number): number {
  const least = highest / 4;
  const day = 24 * HOUR;
  return DURATIONS.find((each) => each >= least) ?? Math.ceil(least / day) * day;
}

function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

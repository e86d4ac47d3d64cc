import { useMemo } from 'react';
import type { ChartArrow, ChartState } from '../../machines/replay/chart.ts';
import type { Move, Player } from '../../machines/replay/player.ts';
import { useIsText } from '../app/failure-text.ts';
import { Button } from '../kit/Button.tsx';
import { cx } from '../kit/cx.ts';
import { useText } from '../kit/useText.ts';
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx';
import styles from './StateChart.module.css';

const ROW = 36;
const BOX = 28;
/** How far a state lies within another. */
const INDENT = 12;
/** Where arrows begin, and how far they reach. */
const [WIDTH, REACH] = [200, 96];

interface StateChartProps {
  readonly player: Player;
  readonly step: number;
  readonly name: string;
  /** Null where the actor isn't there at the moment. */
  readonly state: string | null;
  readonly onGo: (step: number) => void;
}

/** An actor's machine: its states in order, what leads from one to another, where it is, and how it came there. */
export function StateChart({ player, step, name, state, onGo }: StateChartProps) {
  const text = useText();
  const isText = useIsText();
  const chart = useMemo(() => player.chartAt(name, step), [player, name, step]);
  const move = player.lastMove(name, step);
  const inWords = (event: string) => {
    if (event === '') return text('timeMachine.chart.atOnce');
    const id = `timeMachine.event.${event}`;
    return isText(id) ? text(id) : event;
  };
  const moved = move === null ? undefined : player.steps[move.step - 1]?.event.type;
  const current = new Set(state === null ? [] : state.split(' ').flatMap(withAncestors));
  const ways = chart?.arrows.filter(({ from }) => current.has(from) || from === '') ?? [];
  return (
    // Scrolls, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.chart} tabIndex={0} aria-label={text('timeMachine.chart', { name })}>
      <h2>{name}</h2>
      {state === null && <p className={styles.note}>{text('timeMachine.chart.gone')}</p>}
      {move !== null && moved !== undefined && (
        <p>
          {text('timeMachine.chart.last', {
            before: move.before ?? text('timeMachine.made'),
            after: move.after ?? text('timeMachine.ended'),
          })}{' '}
          <Button size="sm" variant="link" onPress={() => onGo(move.step)}>
            {`${move.step} ${inWords(moved)}`}
          </Button>
        </p>
      )}
      {move === null && <p className={styles.note}>{text('timeMachine.chart.unmoved')}</p>}
      {chart !== null && (
        <>
          <div className={styles.drawing} style={{ height: chart.states.length * ROW }}>
            <Arrows states={chart.states} arrows={chart.arrows} current={current} move={move} />
            <ol role="list">
              {chart.states.map((each, at) => (
                <li
                  key={each.path}
                  className={cx(styles.state, current.has(each.path) && styles.current)}
                  style={{
                    top: at * ROW + (ROW - BOX) / 2,
                    left: each.depth * INDENT,
                    width: WIDTH - 2 * each.depth * INDENT,
                    height: BOX + each.inner * ROW - each.depth * 5,
                  }}
                >
                  {spaced(each.name)}
                  {current.has(each.path) && <VisuallyHidden> ({text('timeMachine.now')})</VisuallyHidden>}
                </li>
              ))}
            </ol>
          </div>
          {ways.length > 0 && <h3>{text('timeMachine.chart.ways')}</h3>}
          <ul role="list" className={styles.ways}>
            {ways.map(({ from, to, events }) => (
              <li key={`${from} ${to}`}>
                {events.map(inWords).join(' · ')} → <b>{spaced(to)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface ArrowsProps {
  readonly states: readonly ChartState[];
  readonly arrows: readonly ChartArrow[];
  readonly current: ReadonlySet<string>;
  readonly move: Move | null;
}

/** Bows beside the states; the way that the actor came stands out. What leads out of any state is only told. */
function Arrows({ states, arrows, current, move }: ArrowsProps) {
  const rows = new Map(states.map(({ path }, at) => [path, at]));
  const bow = (from: string, to: string) => {
    const [start, end] = [rows.get(from), rows.get(to)];
    if (start === undefined || end === undefined) return undefined;
    const edge = (at: number) => WIDTH - (states[at]?.depth ?? 0) * INDENT;
    // Comings and goings of the same state stay apart.
    const [fromY, toY] = [start * ROW + ROW / 2 + 4, end * ROW + ROW / 2 - 4];
    const reach = WIDTH + Math.min(REACH, 20 + Math.abs(end - start) * 9);
    return `M${edge(start)} ${fromY}C${reach} ${fromY} ${reach} ${toY} ${edge(end) + 5} ${toY}`;
  };
  const taken = takenBy(move);
  return (
    <svg aria-hidden="true" className={styles.arrows} width={WIDTH + REACH} height={states.length * ROW}>
      <defs>
        {(['quiet', 'near', 'taken'] as const).map((kind) => (
          <marker
            key={kind}
            id={`time-machine-${kind}`}
            viewBox="0 0 6 6"
            refX="5"
            refY="3"
            markerWidth="7"
            markerHeight="7"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0 6 3 0 6z" className={styles[`${kind}Tip`]} />
          </marker>
        ))}
      </defs>
      {arrows.map(({ from, to }) => {
        const kind = current.has(from) ? 'near' : 'quiet';
        return (
          <path
            key={`${from} ${to}`}
            d={bow(from, to)}
            className={styles[kind]}
            markerEnd={`url(#time-machine-${kind})`}
          />
        );
      })}
      {taken.map(([from, to]) => (
        <path
          key={`taken ${from} ${to}`}
          d={bow(from, to)}
          className={styles.taken}
          markerEnd="url(#time-machine-taken)"
        />
      ))}
    </svg>
  );
}

/** From which innermost state to which a move led, one for each region that it changed. */
function takenBy(move: Move | null): readonly (readonly [string, string])[] {
  const leaves = (state: string | null | undefined) => state?.split(' ') ?? [];
  const [before, after] = [leaves(move?.before), leaves(move?.after)];
  const [left, come] = [before.filter((each) => !after.includes(each)), after.filter((each) => !before.includes(each))];
  return come.flatMap((to, at) => {
    const from = left[at] ?? left[0];
    return from === undefined ? [] : [[from, to] as const];
  });
}

/** A state's path, and those of the states around it. */
function withAncestors(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}

/** `loggingIn` as `logging in`. */
function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}

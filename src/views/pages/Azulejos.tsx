import { cx } from '../kit/cx.ts';
import styles from './Azulejos.module.css';

export type WallState = 'laying' | 'missing' | 'cracked' | 'locked';

const size = 64;
const columns = [0, 1, 2, 3, 4];
const rows = [0, 1, 2];
/** The tile that shows the state. */
const stateTile = { column: 2, row: 1 };

/** A wall of tiles, one of which shows what happened. Decorative. */
export function Azulejos({ state }: { readonly state: WallState }) {
  return (
    <svg
      viewBox={`-2 -2 ${columns.length * size + 4} ${rows.length * size + 4}`}
      aria-hidden="true"
      className={styles.wall}
    >
      {rows.flatMap((row) =>
        columns.map((column) => (
          <g key={`${column}-${row}`} transform={`translate(${column * size} ${row * size})`}>
            <Tile state={state} column={column} row={row} />
          </g>
        )),
      )}
    </svg>
  );
}

function Tile({ state, column, row }: { readonly state: WallState; readonly column: number; readonly row: number }) {
  const showsState = column === stateTile.column && row === stateTile.row;
  const isUnlaid = state === 'laying' && column + row > 3;
  if (isUnlaid || (showsState && state === 'missing')) return <rect {...square} className={styles.gap} />;
  if (showsState && state === 'locked') {
    return (
      <>
        <rect {...square} className={styles.accent} />
        <path d="M23 30v-5a9 9 0 0 1 18 0v5M20 30h24v17H20zM32 36v5" className={styles.sign} />
      </>
    );
  }
  return (
    <>
      <rect {...square} className={cx(styles.tile, (column + row) % 2 === 1 && styles.other)} />
      <Motif isDiamond={(column + row) % 2 === 0} />
      {showsState && state === 'cracked' && <path d="M40 1 30 18l9 9-15 13 8 8-6 15" className={styles.crack} />}
    </>
  );
}

/** A tile's motif; two alternate. */
export function Motif({ isDiamond }: { readonly isDiamond: boolean }) {
  return isDiamond ? (
    <g className={styles.motif}>
      <path d="M32 10c6 8.5 13.5 16 22 22-8.5 6-16 13.5-22 22-6-8.5-13.5-16-22-22 8.5-6 16-13.5 22-22Z" />
      <circle cx="32" cy="32" r="6.5" />
    </g>
  ) : (
    <g className={styles.motif}>
      <path d="M1 22A21 21 0 0 0 22 1M42 1a21 21 0 0 0 21 21M63 42a21 21 0 0 0-21 21M22 63A21 21 0 0 0 1 42" />
      <path d="M32 20v24M20 32h24M23.5 23.5l17 17M40.5 23.5l-17 17" />
    </g>
  );
}

const square = { x: 1, y: 1, width: size - 2, height: size - 2, rx: 5 };

import { useId } from 'react';
import { Motif } from '../pages/Azulejos.tsx';
import styles from './TileWall.module.css';

const size = 64;
/** Tiles of another glaze, by column and row. */
const glazed = [
  { column: 3, row: 2 },
  { column: 6, row: 5 },
  { column: 2, row: 8 },
];

/** A wall of azulejos that fills its container. Decorative. */
export function TileWall({ className }: { readonly className?: string | undefined }) {
  const id = useId();
  return (
    <svg aria-hidden="true" className={className}>
      <defs>
        <pattern id={id} width={2 * size} height={2 * size} patternUnits="userSpaceOnUse">
          {[0, 1, 2, 3].map((tile) => {
            const column = tile % 2;
            const row = Math.floor(tile / 2);
            const isDiamond = column === row;
            return (
              <g key={tile} transform={`translate(${column * size} ${row * size})`}>
                <rect {...face} className={isDiamond ? styles.tile : styles.other} />
                <Motif isDiamond={isDiamond} />
              </g>
            );
          })}
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
      {glazed.map(({ column, row }) => (
        <g key={`${column}-${row}`} transform={`translate(${column * size} ${row * size})`} className={styles.glazed}>
          <rect {...face} />
          <path d="M32 10c6 8.5 13.5 16 22 22-8.5 6-16 13.5-22 22-6-8.5-13.5-16-22-22 8.5-6 16-13.5 22-22Z" />
          <circle cx="32" cy="32" r="6.5" />
        </g>
      ))}
    </svg>
  );
}

const face = { x: 1, y: 1, width: size - 2, height: size - 2, rx: 5 };

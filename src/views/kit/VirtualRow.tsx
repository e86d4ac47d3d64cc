import { memo, useMemo, type PointerEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { CheckIcon, MoreIcon } from './icons.tsx';
import styles from './VirtualList.module.css';

interface VirtualRowProps {
  readonly id: string;
  readonly domId: string;
  readonly position: number;
  readonly count: number;
  readonly top: number;
  readonly height: number;
  readonly isTall: boolean;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly hasMenu: boolean;
  /** Undefined where rows can't be ticked. */
  readonly isTicked: boolean | undefined;
  /** Whether any row is. */
  readonly areTicked: boolean;
  readonly render: (id: string, isTall: boolean) => ReactNode;
  readonly onDown: (id: string, event: PointerEvent) => void;
}

/** A row of a `VirtualList`. */
export const VirtualRow = memo(function VirtualRow(props: VirtualRowProps) {
  const { id, domId, position, count, top, height, isActive, isSelected, render, onDown } = props;
  const { isTall, hasMenu, isTicked, areTicked } = props;
  return (
    // Focus and keys are the listbox's (aria-activedescendant).
    <div
      role="option"
      id={domId}
      aria-selected={isSelected}
      {...(areTicked && isTicked !== undefined ? { 'aria-checked': isTicked } : {})}
      data-row={id}
      aria-posinset={position}
      aria-setsize={count}
      className={styles.row}
      style={{ translate: `0 ${top}px`, height }}
      {...(isActive ? { 'data-active': true } : {})}
      onPointerDown={(event) => onDown(id, event)}
    >
      {useMemo(() => render(id, isTall), [render, id, isTall])}
      {isTicked !== undefined && (
        <span data-row-tick className={cx(styles.tick, isTicked && styles.ticked)} aria-hidden="true">
          {isTicked && <CheckIcon size={14} />}
        </span>
      )}
      {hasMenu && (
        <span data-row-menu className={styles.menu} aria-hidden="true">
          <MoreIcon size={16} />
        </span>
      )}
    </div>
  );
});

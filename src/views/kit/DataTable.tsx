import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { ArrowUpIcon } from './administration-icons.tsx';
import { ArrowDownIcon, MoreIcon } from './icons.tsx';
import { Checkbox } from './Checkbox.tsx';
import { cx } from './cx.ts';
import type { MenuGroup } from './menu-items.ts';
import { MenuButton } from './MenuButton.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useText } from './useText.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './DataTable.module.css';

/** A column. The first one names the row, is always shown, and stays in place while the others scroll. */
export interface TableColumn<Item> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Item) => ReactNode;
  /** The server's sort key; left out if the column isn't sortable. */
  readonly sortBy?: string;
  readonly align?: 'end';
  /** Which number the cell shows, for “Por que este número?”. */
  readonly numberOf?: (row: Item) => string | undefined;
  /** Hidden until somebody chooses the table's columns. */
  readonly isExtra?: true;
}

export interface TableSort {
  readonly by: string;
  readonly descending: boolean;
}

interface DataTableProps<Item> {
  readonly label: string;
  /** The visible columns. */
  readonly columns: readonly TableColumn<Item>[];
  /** Null while loading: placeholders are shown. */
  readonly rows: readonly Item[] | null;
  readonly idOf: (row: Item) => string;
  readonly nameOf: (row: Item) => string;
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
  /** Newer rows are loading; these stay visible. */
  readonly isStale?: boolean;
  /** Shown instead of rows if there are none. */
  readonly empty: ReactNode;
  /** A row's actions, in its menu. */
  readonly menuOf?: (row: Item) => readonly MenuGroup[];
  /** On Enter, or a click on the row. */
  readonly onOpen?: (row: Item) => void;
  /** The ticked rows, where bulk actions exist; "all" means all rows of this page. */
  readonly selection?: {
    readonly ids: ReadonlySet<string>;
    readonly onChange: (ids: ReadonlySet<string>) => void;
  };
  /** The page number; another page starts scrolled to its top. */
  readonly page?: number;
  /** Rows per page, for the placeholders. */
  readonly pageSize?: number;
  /** Below the rows: their number, and the pages. */
  readonly footer?: ReactNode;
}

/**
 * A table that the server pages and sorts. Arrow keys move, Enter opens, Space ticks; the header stays visible while
 * scrolling.
 */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { label, columns, rows, idOf, nameOf, sort, onSort, isStale = false, empty, menuOf, onOpen } = props;
  const { page, pageSize = 10, footer, selection } = props;
  const text = useText();
  const { scroll, hasMore } = useScroll(page);
  const sorted = columns.find(({ sortBy }) => sortBy === sort.by);
  return (
    <div className={cx(styles.frame, hasMore && (menuOf === undefined ? styles.more : styles.moreBehindMenu))}>
      <div ref={scroll} className={styles.scroll} aria-busy={isStale}>
        {rows === null ? (
          <Placeholders
            columns={columns}
            count={pageSize}
            hasMenu={menuOf !== undefined}
            hasTick={selection !== undefined}
          />
        ) : (
          <Table
            aria-label={label}
            className={cx(styles.table, isStale && styles.stale)}
            {...(selection === undefined
              ? {}
              : {
                  selectionMode: 'multiple',
                  selectedKeys: selection.ids,
                  onSelectionChange: (keys) =>
                    selection.onChange(new Set(keys === 'all' ? rows.map(idOf) : [...keys].map(String))),
                })}
            {...(sorted === undefined
              ? {}
              : { sortDescriptor: { column: sorted.id, direction: sort.descending ? 'descending' : 'ascending' } })}
            onSortChange={({ column, direction }) => {
              const by = columns.find(({ id }) => id === column)?.sortBy;
              if (by !== undefined) onSort({ by, descending: direction === 'descending' });
            }}
            {...(onOpen === undefined
              ? {}
              : {
                  onRowAction: (key) => {
                    const row = rows.find((each) => idOf(each) === key);
                    if (row !== undefined) onOpen(row);
                  },
                })}
          >
            <TableHeader>
              {selection !== undefined && (
                <Column id="selection" className={cx(styles.head, styles.tick)}>
                  <Tick />
                </Column>
              )}
              {columns.map((column, index) => (
                <Column
                  key={column.id}
                  id={column.id}
                  isRowHeader={index === 0}
                  allowsSorting={column.sortBy !== undefined}
                  className={cx(
                    styles.head,
                    index === 0 && styles.first,
                    column.align === 'end' && styles.end,
                    column.sortBy === undefined && styles.unsorted,
                  )}
                >
                  {({ sortDirection }) => (
                    <span className={styles.title}>
                      {column.title}
                      {sortDirection === 'ascending' && <ArrowUpIcon />}
                      {sortDirection === 'descending' && <ArrowDownIcon />}
                    </span>
                  )}
                </Column>
              ))}
              {menuOf !== undefined && (
                <Column id="menu" className={cx(styles.head, styles.menu)}>
                  <VisuallyHidden>{text('table.actions')}</VisuallyHidden>
                </Column>
              )}
            </TableHeader>
            <TableBody renderEmptyState={() => <div className={styles.empty}>{empty}</div>}>
              {rows.map((row) => (
                <Row
                  key={idOf(row)}
                  id={idOf(row)}
                  textValue={nameOf(row)}
                  className={cx(styles.row, onOpen !== undefined && styles.opens)}
                >
                  {selection !== undefined && (
                    <Cell className={cx(styles.cell, styles.tick)}>
                      <Tick />
                    </Cell>
                  )}
                  {columns.map((column, index) => (
                    <Cell
                      key={column.id}
                      data-label={column.title}
                      data-number={column.numberOf?.(row)}
                      className={cx(styles.cell, index === 0 && styles.first, column.align === 'end' && styles.end)}
                    >
                      {column.cell(row)}
                    </Cell>
                  ))}
                  {menuOf !== undefined && (
                    <Cell className={cx(styles.cell, styles.menu)}>
                      <RowMenu name={nameOf(row)} groups={menuOf(row)} />
                    </Cell>
                  )}
                </Row>
              ))}
            </TableBody>
          </Table>
        )}
      </div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

/** Whether there is more to the right; resets the scroll on another page. */
function useScroll(page: number | undefined) {
  const scroll = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    const element = scroll.current;
    if (element === null || shown.current === page) return;
    shown.current = page;
    element.scrollTop = 0;
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'start' });
  }, [page]);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    const element = scroll.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const update = () => setMore(element.scrollWidth - element.clientWidth - element.scrollLeft > 1);
    const resizes = new ResizeObserver(update);
    // The rows come later and widen the content.
    resizes.observe(element);
    const children = new MutationObserver(update);
    children.observe(element, { childList: true, subtree: true });
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resizes.disconnect();
      children.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  return { scroll, hasMore };
}

/** react-aria passes the row and its ticked state by context. */
function Tick() {
  return (
    <Checkbox slot="selection" className={styles.box}>
      {null}
    </Checkbox>
  );
}

function RowMenu({ name, groups }: { readonly name: string; readonly groups: readonly MenuGroup[] }) {
  const text = useText();
  const filled = groups.filter(({ entries }) => entries.length > 0);
  if (filled.length === 0) return null;
  return (
    <MenuButton variant="icon" placement="bottom end" label={text('table.rowMenu', { name })} groups={filled}>
      <MoreIcon />
    </MenuButton>
  );
}

interface PlaceholdersProps<Item> {
  readonly columns: readonly TableColumn<Item>[];
  readonly count: number;
  readonly hasMenu: boolean;
  readonly hasTick: boolean;
}

/** Placeholder rows, as high as real ones. */
function Placeholders<Item>({ columns, count, hasMenu, hasTick }: PlaceholdersProps<Item>) {
  const text = useText();
  return (
    <>
      <VisuallyHidden>
        <span role="status">{text('table.loading')}</span>
      </VisuallyHidden>
      <table className={styles.table} aria-hidden="true">
        <thead>
          <tr>
            {hasTick && <th className={cx(styles.head, styles.tick)}>…</th>}
            {columns.map((column, index) => (
              <th
                key={column.id}
                className={cx(styles.head, index === 0 && styles.first, column.sortBy === undefined && styles.unsorted)}
              >
                {column.title}
              </th>
            ))}
            {hasMenu && <th className={cx(styles.head, styles.menu)}>{text('table.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.min(count, 12) }, (_, row) => row).map((row) => (
            <tr key={row}>
              {hasTick && <td className={cx(styles.cell, styles.tick)}>…</td>}
              {columns.map((column, index) => (
                <td key={column.id} className={cx(styles.cell, index === 0 && styles.first)}>
                  <Skeleton width={`${45 + (((row + 1) * (index + 3) * 17) % 40)}%`} />
                </td>
              ))}
              {hasMenu && <td className={cx(styles.cell, styles.menu)}>…</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

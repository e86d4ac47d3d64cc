import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { ChevronLeftIcon, ChevronRightIcon, ChevronDownIcon } from './administration-icons.tsx';
import { MenuButton } from './MenuButton.tsx';
import { pagesAround } from './pages-around.ts';
import { useText } from './useText.ts';
import styles from './Pagination.module.css';

interface PaginationProps {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** Page sizes to choose from; left out if there is only one. */
  readonly sizes?: readonly number[];
  readonly onSize?: (size: number) => void;
}

/** The current rows and their total, and links to the other pages. */
export function Pagination({ page, pageSize, total, onPage, sizes = [], onSize }: PaginationProps) {
  const text = useText();
  const last = Math.max(1, Math.ceil(total / pageSize));
  const range = { from: (page - 1) * pageSize + 1, to: Math.min(total, page * pageSize), total };
  return (
    <>
      <span className={styles.about}>
        <span role="status">{total === 0 ? text('table.none') : text('table.range', range)}</span>
        {onSize !== undefined && sizes.length > 1 && total > Math.min(...sizes) && (
          <MenuButton
            variant="pill"
            placement="top start"
            label={`${text('table.perPage.label')}: ${pageSize}`}
            groups={[
              {
                id: 'size',
                selected: String(pageSize),
                onSelect: (id) => onSize(Number(id)),
                entries: sizes.map((size) => ({ id: String(size), label: text('table.perPage', { count: size }) })),
              },
            ]}
          >
            {text('table.perPage', { count: pageSize })}
            <ChevronDownIcon />
          </MenuButton>
        )}
      </span>
      {last > 1 && (
        <nav aria-label={text('table.pages')} className={styles.pages}>
          <IconButton
            size="sm"
            label={text('table.previous')}
            icon={<ChevronLeftIcon />}
            isDisabled={page <= 1}
            onPress={() => onPage(page - 1)}
          />
          {pagesAround(page, last).map((each) =>
            each.kind === 'gap' ? (
              <span key={each.key} className={styles.gap} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={each.page}
                type="button"
                className={cx(styles.page)}
                aria-label={text('table.page', { page: each.page })}
                {...(each.page === page ? { 'aria-current': 'page' } : {})}
                onClick={() => onPage(each.page)}
              >
                {each.page}
              </button>
            ),
          )}
          <IconButton
            size="sm"
            label={text('table.next')}
            icon={<ChevronRightIcon />}
            isDisabled={page >= last}
            onPress={() => onPage(page + 1)}
          />
        </nav>
      )}
    </>
  );
}

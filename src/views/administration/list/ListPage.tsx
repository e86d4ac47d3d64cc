import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { selectHiddenColumns } from '../../../machines/shell/shell.preferences.selectors.ts';
import type { ListName, ListRows } from '../../../machines/log/events-administration.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { DataTable, type TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { PageHead } from '../../kit/PageHead.tsx';
import { Pagination } from '../../kit/Pagination.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { useText } from '../../kit/useText.ts';
import { BulkBar, type BulkAction } from './BulkBar.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { FilterChoice, type ListFilter } from './FilterChoice.tsx';
import type { Listing } from './use-listing.ts';
import styles from './ListPage.module.css';

interface ListPageProps<Name extends ListName> {
  readonly listing: Listing<Name>;
  readonly title: string;
  /** Beside the title: how many of how many. */
  readonly count?: string | undefined;
  /** Between title and tools: selects what is listed. */
  readonly lead?: ReactNode;
  /** The search's placeholder, which says what it covers; left out if there is no search. */
  readonly searchLabel?: string;
  readonly filters?: readonly ListFilter[];
  /** Filters of the screen itself: nobody chose them, and clearing keeps them. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly columns: readonly TableColumn<ListRows[Name]>[];
  readonly idOf: (row: ListRows[Name]) => string;
  readonly nameOf: (row: ListRows[Name]) => string;
  readonly menuOf?: (row: ListRows[Name]) => readonly MenuGroup[];
  readonly onOpen?: (row: ListRows[Name]) => void;
  /** Bulk actions; without any, rows can't be ticked. */
  readonly bulk?: readonly BulkAction<ListRows[Name]>[];
  /** The screen's main action. */
  readonly action?: ReactNode;
  /** What everybody here must know now. */
  readonly notice?: ReactNode;
  /** Shown if the list is empty even without search and filters. */
  readonly empty: ReactNode;
  readonly sizes?: readonly number[];
}

const usualSizes = [10, 25, 50, 100];
const nothing: ReadonlySet<string> = new Set();
const noFilters: Readonly<Record<string, string>> = {};

/** A list screen: title, search, filters, columns, rows and pages. */
export function ListPage<Name extends ListName>(props: ListPageProps<Name>) {
  const { listing, title, count, searchLabel, filters = [], columns, idOf, nameOf, menuOf, onOpen } = props;
  const { action, notice, empty, lead, sizes = usualSizes, bulk, fixed = noFilters } = props;
  const { name, phase, query, rows, total, failure, updateQuery, retry } = listing;
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const chosen = useSelector(directory.shell, (snapshot) => selectHiddenColumns(snapshot, name));
  const hidden = chosen ?? columns.flatMap(({ id, isExtra }) => (isExtra === true ? [id] : []));
  const shown = columns.filter(({ id }, index) => index === 0 || !hidden.includes(id));
  const isSearched = query.search !== '' || Object.keys(query.filters).some((each) => fixed[each] === undefined);
  const page = useRef<HTMLDivElement>(null);
  // The pressed button disappears.
  const keepFocus = () => page.current?.focus({ preventScroll: true });
  const clear = () => {
    keepFocus();
    updateQuery({ search: '', filters: fixed });
  };
  const [first] = columns;
  const [ticked, setTicked] = useState(nothing);
  // Only visible rows can be ticked; other pages stay as they are.
  const selected = rows?.filter((row) => ticked.has(idOf(row))) ?? [];
  return (
    <div ref={page} tabIndex={-1} className={styles.page}>
      <PageHead
        title={title}
        count={count}
        lead={lead}
        action={action}
        tools={
          <>
            {searchLabel !== undefined && (
              <DelayedSearch label={searchLabel} value={query.search} onSearch={(search) => updateQuery({ search })} />
            )}
            {filters.map((filter) => (
              <FilterChoice
                key={filter.name}
                filter={filter}
                value={query.filters[filter.name]}
                onChange={(value) => {
                  const gone = [filter.name, ...(filter.clears ?? [])];
                  const others = Object.fromEntries(
                    Object.entries(query.filters).filter(([each]) => !gone.includes(each)),
                  );
                  updateQuery({ filters: value === undefined ? others : { ...others, [filter.name]: value } });
                }}
              />
            ))}
            <ColumnChoice
              columns={columns.filter((column) => column !== first)}
              hidden={hidden}
              onChange={(ids) => append({ type: 'columns.chosen', table: name, hidden: ids })}
            />
          </>
        }
      />
      {notice}
      {bulk !== undefined && (
        <BulkBar
          rows={selected}
          actions={bulk}
          idOf={idOf}
          nameOf={nameOf}
          onClear={() => {
            keepFocus();
            setTicked(nothing);
          }}
        />
      )}
      {failure !== null && rows !== null && (
        <Banner
          tone="danger"
          title={text('table.stale')}
          action={
            <Button size="sm" onPress={retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(failure)}
        </Banner>
      )}
      {failure !== null && rows === null ? (
        <div className={styles.failed}>
          <ErrorState title={text('table.failed.title')} onRetry={retry} requestId={failure.requestId ?? undefined}>
            {failureText(failure)}
          </ErrorState>
        </div>
      ) : (
        <DataTable
          label={title}
          columns={shown}
          rows={rows}
          idOf={idOf}
          nameOf={nameOf}
          sort={query.sort}
          onSort={(sort) => updateQuery({ sort })}
          isStale={phase === 'stale'}
          page={query.page}
          pageSize={query.limit}
          {...(bulk === undefined ? {} : { selection: { ids: new Set(selected.map(idOf)), onChange: setTicked } })}
          {...(menuOf === undefined ? {} : { menuOf })}
          {...(onOpen === undefined ? {} : { onOpen })}
          empty={
            isSearched ? (
              <EmptyState
                icon={<SearchIcon />}
                title={text('table.found.none.title')}
                action={<Button onPress={clear}>{text('table.filters.clear')}</Button>}
              >
                {text('table.found.none.text')}
              </EmptyState>
            ) : (
              empty
            )
          }
          {...(rows === null || total === 0
            ? {}
            : {
                footer: (
                  <div data-number={listing.counter}>
                    {' '}
                    <Pagination
                      page={query.page}
                      pageSize={query.limit}
                      total={total}
                      onPage={(page) => updateQuery({ page })}
                      sizes={sizes}
                      onSize={(limit) => updateQuery({ limit })}
                    />
                  </div>
                ),
              })}
        />
      )}
    </div>
  );
}

/** Delay between the last keystroke and the search (milliseconds). */
const SEARCH_DELAY_MS = 250;

interface DelayedSearchProps {
  readonly label: string;
  /** The current search. */
  readonly value: string;
  readonly onSearch: (search: string) => void;
}

/** Searches when typing pauses, or at once on Enter. */
export function DelayedSearch({ label, value, onSearch }: DelayedSearchProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from outside, as by "clear filters".
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  const search = useEffectEvent((words: string) => {
    if (words.trim() !== value) onSearch(words.trim());
  });
  useEffect(() => {
    const timer = window.setTimeout(() => search(typed), SEARCH_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField
      label={label}
      value={typed}
      onChange={setTyped}
      onSubmit={(words) => {
        if (words.trim() !== value) onSearch(words.trim());
      }}
      className={styles.search}
    />
  );
}

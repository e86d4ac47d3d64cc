import { useSelector } from '@xstate/react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type Dispatch,
  type SetStateAction,
} from 'react';
import { accountMenuArea } from '../../../i18n/areas/account-menu.ts';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { selectUser, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import {
  selectHasMore,
  selectInboxFailure,
  selectInboxPhase,
  selectIsAnswered,
  selectQuery,
} from '../../../machines/inbox/inbox.selectors.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { selectDensity, selectInstances } from '../../../machines/shell/shell.selectors.ts';
import { selectStaleSince } from '../../../machines/socket/socket.selectors.ts';
import type { InboxQuery } from '../../../machines/log/events-inbox.ts';
import type { Density } from '../../../machines/log/events-session.ts';
import { useApp, useObservable, useOnChange } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useSettling } from '../../app/settling.ts';
import { useNow } from '../../app/use-now.ts';
import { Badge } from '../../kit/Badge.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { ClockIcon, InboxIcon, SearchIcon } from '../../kit/icons.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { part } from '../../kit/part.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { VirtualList } from '../../kit/VirtualList.tsx';
import type { RowHeights } from '../../kit/virtual-layout.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { search as searchShortcut } from '../../shortcuts/common-shortcuts.ts';
import { moveInList, nextConversation, openFromList, previousConversation } from '../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { templatesArea } from '../../../i18n/areas/templates.ts';
import { loadAwayLine, loadFoundMessages, loadListFilters, loadUnsentTexts } from '../chat/preloads.ts';
import { focusList } from '../focus.ts';
import type { FoundSection } from '../found/FoundMessages.tsx';
import { useIsIdle } from '../../app/preload.ts';
import { useIsOffline } from '../../app/use-offline.ts';
import { loadBulkBar, loadNewConversation, loadSavedViews, loadTicketActions, type Asked } from './actions/asked.ts';
import { useWaitLimits } from '../wait/use-wait-limits.ts';
import { TicketRow } from './TicketRow.tsx';
import { ViewTabs } from './ViewTabs.tsx';
import type { Tab } from './ViewTabs.tsx';
import styles from './ConversationList.module.css';

/** Order and filters: they come with their own code and texts. */
const ListFilters = part(loadListFilters, [], { isInPlace: true });
/** What is done with ticked rows; `TicketActions` brings its texts too. */
const BulkBar = part(loadBulkBar, [conversationArea], { isInPlace: true });

const NewConversation = part(loadNewConversation, [templatesArea], { isInPlace: 'bar' });
const SavedViews = part(loadSavedViews, [conversationArea], { isInPlace: true });
/** The account's menu says the same. */
const AwayLine = part(loadAwayLine, [accountMenuArea], { isExtra: true });
const UnsentTexts = part(loadUnsentTexts, [conversationArea], { isInPlace: true });
const TicketActions = part(loadTicketActions, [conversationArea], { isInPlace: true });

/** Messages found by the search come below the conversations. */
const FoundMessages = part(loadFoundMessages, [conversationArea], { isInPlace: true });

/** Of rows with two lines and with three. */
const HEIGHTS = {
  comfortable: { short: 54, tall: 78 },
  compact: { short: 46, tall: 66 },
} as const satisfies Record<Density, RowHeights>;

interface ConversationListProps {
  readonly openTicketId: string | undefined;
  /** Opens a conversation, at a message of it if one is named. */
  readonly onOpen: (ticketId: string, messageId?: string) => void;
  readonly asked: Asked | undefined;
  readonly onAsk: Dispatch<SetStateAction<Asked | undefined>>;
  /** The list is on the screen, with or without rows. */
  readonly onShown: (isShown: true) => void;
  readonly className: string | undefined;
}

/** The list of conversations. Renders the inbox's state; the rows, whose order changes all the time, render by themselves. */
export function ConversationList({ openTicketId, onOpen, asked, onAsk, onShown, className }: ConversationListProps) {
  useEffect(() => onShown(true), [onShown]);
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const isOffline = useIsOffline();
  const now = useNow();
  const phase = useSelector(directory.inbox, selectInboxPhase);
  const query = useSelector(directory.inbox, selectQuery);
  const failure = useSelector(directory.inbox, selectInboxFailure);
  const answered = useSelector(directory.inbox, selectIsAnswered);
  const lasting = useLastingFailure(query, phase === 'failed' ? failure : null, answered);
  const hasMore = useSelector(directory.inbox, selectHasMore);
  const viewer = useSelector(directory.auth, selectViewer);
  const user = useSelector(directory.auth, selectUser);
  const { ticketOrder } = directory;
  const hasRows = useOnChange(ticketOrder, () => ticketOrder.getSnapshot().ids.length > 0);
  // The open conversation may load before the list does; shown alone, it would jump when the others arrive.
  const isKnown = useOnChange(ticketOrder, () => ticketOrder.getSnapshot().ids.some((id) => id !== openTicketId));
  const unsent = useObservable(directory.unsent);
  const density = useSelector(directory.shell, selectDensity);
  const { isSettled } = useSettling();
  const searchInput = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useSearch(query.search, (value) => append({ type: 'inbox.searched', search: value }));
  useShortcut(searchShortcut, () => searchInput.current?.focus());
  useShortcut(moveInList);
  useShortcut(openFromList);
  const [stepped, setStepped] = useState<string>();
  const step = (by: 1 | -1) => {
    const { ids } = ticketOrder.getSnapshot();
    const at = openTicketId === undefined ? -1 : ids.indexOf(openTicketId);
    const id = at === -1 ? ids[0] : ids[at + by];
    setStepped(id);
    if (id !== undefined) onOpen(id);
  };
  useShortcut(previousConversation, () => step(-1));
  useShortcut(nextConversation, () => step(1));

  const [found, setFound] = useState<FoundSection | null>(null);
  const tab: Tab = query.status === 'finished' ? 'finished' : query.scope;
  const seesAll = viewer !== null && isAdmin(viewer);
  const filter = (status: InboxQuery['status'], scope: InboxQuery['scope']) =>
    append({ type: 'inbox.filtered', instanceId: query.instanceId, status, scope });
  const choose = (next: Tab) =>
    next === 'finished' ? filter('finished', seesAll ? 'all' : 'mine') : filter('open', next);

  const isBeforeAnswer = phase === 'loading' || phase === 'idle';
  const awaitsRows = hasRows ? isBeforeAnswer && !isKnown : isBeforeAnswer || !answered;
  const viewerId = viewer?.userId;
  const saysInstance =
    useSelector(directory.shell, (snapshot) => (selectInstances(snapshot)?.length ?? 0) > 1) &&
    query.instanceId === null;
  const waitLimits = useWaitLimits();
  const around = useMemo(
    () => ({ now, query, viewerId, saysInstance, waitLimits }),
    [now, query, viewerId, saysInstance, waitLimits],
  );
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set<string>());
  const tick = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  // It stays once it is there, with the dialogs that outlive what was ticked.
  const [hasTicked, setHasTicked] = useState(false);
  if (ticked.size > 0 && !hasTicked) setHasTicked(true);
  const isIdle = useIsIdle();
  const loadMore = useCallback(() => append({ type: 'inbox.endReached' }), [append]);
  const renderRow = useCallback(
    (id: string, isTall: boolean) =>
      found?.section.rows.includes(id) === true ? (
        found.render(id)
      ) : (
        <TicketRow ticketId={id} isOpen={id === openTicketId} isTall={isTall} around={around} />
      ),
    [openTicketId, around, found],
  );
  /** Whether the row is a message that was found, and no conversation. */
  const isFound = (id: string) => found?.section.rows.includes(id) === true;
  const select = (id: string) => {
    if (!isFound(id)) {
      onOpen(id);
      return;
    }
    const chosen = found?.choose(id) ?? null;
    if (chosen !== null) onOpen(chosen.ticketId, chosen.messageId);
  };
  const isEmpty = !hasRows && found === null;
  return (
    <section className={cx(styles.list, className)} aria-label={text('attendance.conversations')} data-conversations="">
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2 className={styles.title}>
            {text('attendance.conversations')} <UnseenBadge />
          </h2>
          {isSettled && <ListFilters />}
        </div>
        <div className={styles.search}>
          <SearchField
            label={text('attendance.search')}
            value={search}
            onChange={setSearch}
            onLeave={focusList}
            inputRef={searchInput}
            shortcut="/"
            className={styles.field}
          />
          {isIdle && <NewConversation instanceId={query.instanceId} onOpen={onOpen} />}
        </div>
        <ViewTabs view={tab} onChange={choose} />
        {isIdle && <SavedViews />}
      </header>
      {query.search !== '' && (
        <FoundMessages search={query.search} instanceId={query.instanceId} isAlone={!hasRows} onFound={setFound} />
      )}
      {isEmpty && lasting !== null ? (
        <ErrorState
          title={text('attendance.list.failed')}
          {...(!isOffline && { onRetry: () => append({ type: 'inbox.retried' }) })}
          isRetrying={phase === 'loading'}
          requestId={lasting.requestId ?? undefined}
        >
          {isOffline && lasting.code === 'NETWORK' ? text('attendance.list.offline') : failureText(lasting)}
        </ErrorState>
      ) : awaitsRows ? (
        <SkeletonRows count={9} />
      ) : isEmpty ? (
        <Empty searched={query.search} tab={tab} />
      ) : (
        <>
          {((phase === 'failed' && !isOffline) || phase === 'moreFailed') && failure !== null && (
            <Banner
              tone="warning"
              action={
                <Button size="sm" onPress={() => append({ type: 'inbox.retried' })}>
                  {text('action.retry')}
                </Button>
              }
            >
              {isOffline && failure.code === 'NETWORK' ? text('attendance.list.moreFailed') : failureText(failure)}
            </Banner>
          )}
          <Rows
            label={text('attendance.conversations')}
            title={text(titleOf(tab, query.sort))}
            found={found?.section}
            heights={HEIGHTS[density]}
            selected={openTicketId}
            revealed={stepped}
            onSelect={select}
            onMenu={(id, anchor) => onAsk({ kind: 'menu', ticketId: id, anchor })}
            ticked={ticked}
            onTick={setTicked}
            onLoadMore={hasMore && (phase === 'ready' || phase === 'loadingMore') ? loadMore : undefined}
            isLoadingMore={phase === 'loadingMore'}
            renderRow={renderRow}
          />
          {/* Below, so that no row moves when it goes. */}
          <StaleSince now={now} />
        </>
      )}
      {/* Below, so that no row moves when they come. */}
      {isIdle && user?.away === true && <AwayLine userId={user.id} />}
      {isIdle && answered && unsent.length > 0 && <UnsentTexts onOpen={onOpen} />}
      {hasTicked && <BulkBar ticked={ticked} onTick={setTicked} />}
      {(isIdle || asked !== undefined) && (
        <TicketActions asked={asked} openTicketId={openTicketId} onAsk={onAsk} onTick={tick} />
      )}
    </section>
  );
}

function titleOf(tab: Tab, sort: InboxQuery['sort']): MessageId {
  if (tab === 'finished') return 'attendance.list.finished';
  return sort === 'longest_wait' ? 'attendance.list.longestWait' : 'attendance.list.recent';
}

type RowsProps = Omit<ComponentProps<typeof VirtualList>, 'sections'> & {
  readonly title: string;
  readonly found: FoundSection['section'] | undefined;
};

/** The rows in their order; each reads its own ticket. */
function Rows({ title, found, ...rest }: RowsProps) {
  const text = useText();
  const { ids, tall, pinnedCount } = useObservable(useApp().directory.ticketOrder);
  const sections = useMemo(() => {
    const from = (id: string, heading: string, start: number, end?: number) => ({
      id,
      title: heading,
      rows: ids.slice(start, end),
      tall: tall.slice(start, end),
    });
    return [
      ...(pinnedCount > 0 ? [from('pinned', text('attendance.list.pinned'), 0, pinnedCount)] : []),
      ...(pinnedCount < ids.length ? [from('recent', title, pinnedCount)] : []),
      ...(found === undefined ? [] : [found]),
    ];
  }, [ids, tall, pinnedCount, title, text, found]);
  return <VirtualList {...rest} sections={sections} />;
}

/** The number changes often. */
function UnseenBadge() {
  const text = useText();
  const count = useObservable(useApp().directory.totalUnseen);
  return <Badge count={count} label={text('attendance.unseenConversations', { count })} number="unseen" />;
}

/** The time of the stored state that is still shown. */
function StaleSince({ now }: { readonly now: number }) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const staleSince = useSelector(directory.socket, selectStaleSince);
  if (staleSince === null) return null;
  return (
    <p className={styles.staleSince} role="status">
      <ClockIcon size={13} />{' '}
      {text('attendance.list.staleSince', { day: formats.day(staleSince, now), time: formats.time(staleSince) })}
    </p>
  );
}

function Empty({ searched, tab }: { readonly searched: string; readonly tab: Tab }) {
  const text = useText();
  if (searched !== '') {
    return (
      <EmptyState icon={<SearchIcon />} title={text('attendance.empty.search.title', { search: searched })}>
        {text('attendance.empty.search.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<InboxIcon />} title={text(`attendance.empty.${tab}.title`)}>
      {text(`attendance.empty.${tab}.text`)}
    </EmptyState>
  );
}

/** Shows typed text at once; the machine gets it when typing pauses. */
function useSearch(current: string, onSearch: (value: string) => void) {
  const [typed, setTyped] = useState(current);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed === current) return;
    const timer = window.setTimeout(() => search(typed), 200);
    return () => window.clearTimeout(timer);
  }, [typed, current]);
  return [typed, setTyped] as const;
}

/** Keeps a query's failure until the query is answered, so that automatic retries don't make it flicker. */
function useLastingFailure(query: InboxQuery, failure: Failure | null, answered: boolean): Failure | null {
  const [held, setHeld] = useState<{ readonly query: InboxQuery; readonly failure: Failure } | null>(null);
  if (held !== null && (answered || held.query !== query)) setHeld(null);
  else if (failure !== null && failure !== held?.failure) setHeld({ query, failure });
  return failure ?? (held?.query === query && !answered ? held.failure : null);
}

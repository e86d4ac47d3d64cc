import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { searchWordsOf } from '../../../../contract/facts/words.ts';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { selectIsAnswered, selectQuery } from '../../../machines/inbox/inbox.selectors.ts';
import { selectOnline } from '../../../machines/shell/shell.selectors.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';
import { Prepared } from '../../app/Prepared.tsx';
import { useNow } from '../../app/use-now.ts';
import type { VirtualSection } from '../../kit/virtual-layout.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { FoundFilters, filtersOfSaid, type Said } from './FoundFilters.tsx';
import { FoundRow } from './FoundRow.tsx';
import styles from './Found.module.css';
import { useFound } from './use-found.ts';

/** The messages found as the list of conversations shows them: a section of rows of their own. */
export interface FoundSection {
  readonly section: VirtualSection;
  readonly render: (id: string) => ReactNode;
  /** Does what the row says; true, or where to go: the ticket and the message. */
  readonly choose: (id: string) => { readonly ticketId: string; readonly messageId: string } | null;
}

interface FoundMessagesProps {
  readonly search: string;
  readonly instanceId: string | null;
  /** Whether nothing else is found, and the list says so. */
  readonly isAlone: boolean;
  readonly onFound: (found: FoundSection | null) => void;
}

const PREFIX = 'found:';

/** Searches messages for the list of conversations, and hands over their section; offers the search in all of them. */
export function FoundMessages(props: FoundMessagesProps) {
  const text = useText();
  const [said, setSaid] = useState<Said>({});
  return (
    <>
      <SearchInAll />
      {searchWordsOf(props.search) !== null && (
        <div className={styles.said}>
          <FoundFilters label={text('found.said.messages')} said={said} onChange={setSaid} />
        </div>
      )}
      <Prepared fallback={null}>
        <Finder {...props} said={said} />
      </Prepared>
    </>
  );
}

/** With no more conversations than these, what is looked for may be in another view. */
const FEW = 3;

/** A search stays in its view and filters: where it finds little, the steps out of them. */
function SearchInAll() {
  const { directory, append } = useApp();
  const text = useText();
  const { instanceId, scope, status, only = {} } = useSelector(directory.inbox, selectQuery);
  const answered = useSelector(directory.inbox, selectIsAnswered);
  const { ids } = useObservable(directory.ticketOrder);
  const isFiltered = Object.keys(only).length > 0;
  const isAll = status === 'open' && scope === 'all';
  if (!answered || ids.length > FEW || (isAll && !isFiltered)) return null;
  return (
    <p className={styles.inAll} role="status">
      {text(isFiltered ? 'found.filtered' : 'found.onlyHere')}{' '}
      {isFiltered && (
        <Button size="sm" variant="ghost" onPress={() => append({ type: 'inbox.narrowed', only: {} })}>
          {text('found.unfiltered')}
        </Button>
      )}
      {!isAll && (
        <Button
          size="sm"
          variant="ghost"
          onPress={() => append({ type: 'inbox.filtered', instanceId, status: 'open', scope: 'all' })}
        >
          {text('found.inAll')}
        </Button>
      )}
    </p>
  );
}

function Finder({ search, instanceId, isAlone, onFound, said }: FoundMessagesProps & { readonly said: Said }) {
  const { directory } = useApp();
  const text = useText();
  const now = useNow();
  const online = useSelector(directory.shell, selectOnline);
  const viewerId = useSelector(directory.auth, selectViewer)?.userId ?? '';
  const words = searchWordsOf(search) === null ? '' : search;
  const filters = useMemo<Record<string, string>>(
    () => ({ ...(instanceId !== null && { instance: instanceId }), ...filtersOfSaid(said) }),
    [instanceId, said],
  );
  const { rows, isAnswered, isSearching, hasMore, isWaiting, failure, retry, findMore } = useFound(
    'chat.found',
    words,
    filters,
  );
  const status =
    failure !== null && !isSearching
      ? text(online ? 'found.failed' : 'found.offline')
      : isSearching && (rows === null || rows.length === 0)
        ? text('found.searching')
        : hasMore
          ? text(isSearching ? 'found.searching' : 'found.more')
          : isWaiting
            ? text('found.waiting')
            : rows?.length === 0 && !isAlone
              ? text('found.none', { search })
              : null;
  const title = text('found.title');
  const found = useMemo<FoundSection | null>(() => {
    if (words === '') return null;
    const messages = new Map((rows ?? []).map((row) => [`${PREFIX}${row.id}`, row]));
    const shown = [...messages.keys(), ...(status === null ? [] : [`${PREFIX}status`])];
    if (shown.length === 0) return null;
    return {
      section: { id: 'found', title, rows: shown, tall: shown.map(() => true), isPlain: true },
      render: (id) => {
        const message = messages.get(id);
        if (message === undefined) return <div className={styles.status}>{status}</div>;
        return <FoundRow message={message} viewerId={viewerId} now={now} />;
      },
      choose: (id) => {
        const message = messages.get(id);
        if (message !== undefined) return { ticketId: message.ticketId, messageId: message.id };
        if (failure !== null) retry();
        else if (hasMore && isAnswered) findMore();
        return null;
      },
    };
    // The functions are new each time, and do the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [words, rows, status, title, viewerId, now, failure, hasMore, isAnswered]);
  useEffect(() => onFound(found), [found, onFound]);
  useEffect(() => () => onFound(null), [onFound]);
  return null;
}

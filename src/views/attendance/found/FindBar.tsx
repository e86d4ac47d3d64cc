import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import { searchWordsOf } from '../../../../contract/facts/words.ts';
import { selectOnline } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Prepared } from '../../app/Prepared.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { ArrowDownIcon, CloseIcon } from '../../kit/icons.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { useText } from '../../kit/useText.ts';
import { FoundFilters, filtersOfSaid, type Said } from './FoundFilters.tsx';
import styles from './Found.module.css';
import { useFound } from './use-found.ts';
import { useHighlights } from './use-highlights.ts';

interface FindBarProps {
  readonly ticketId: string;
  readonly customerId: string;
  readonly instanceId: string;
  readonly onClose: () => void;
}

/** The search starts this long after the last key, in milliseconds. */
const PAUSE_MS = 250;

/** Searches the conversation: how many messages, the one before and after, each shown where it stands. */
export function FindBar(props: FindBarProps) {
  return (
    <Prepared fallback={null}>
      <Bar {...props} />
    </Prepared>
  );
}

function Bar({ ticketId, customerId, instanceId, onClose }: FindBarProps) {
  const { directory, append } = useApp();
  const text = useText();
  const online = useSelector(directory.shell, selectOnline);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  /** The next one behind the last is wanted until it is found. */
  const [wanted, setWanted] = useState(0);
  const [said, setSaid] = useState<Said>({});
  const words = searchWordsOf(search);
  const { rows, isAnswered, isSearching, hasMore, failure, retry, findMore } = useFound(
    'chat.foundHere',
    words === null ? '' : search,
    { customer: customerId, instance: instanceId, ...filtersOfSaid(said) },
    PAGE_SIZE_MAX,
  );
  const found = words === null ? null : rows;
  const count = found?.length ?? 0;
  const at = Math.max(0, Math.min(wanted, count - 1));
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setSearch(typed.trim());
      setWanted(0);
    }, PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  useHighlights(words);
  const shownId = isAnswered || at > 0 ? found?.[at]?.id : undefined;
  const show = useEffectEvent(() => {
    if (shownId !== undefined) append({ type: 'chat.sought', ticketId, messageId: shownId, keepsFocus: true });
  });
  useEffect(() => show(), [shownId, search]);
  const move = (step: number) => {
    const next = count === 0 ? 0 : at + step;
    if (next >= 0 && (next < count || hasMore)) setWanted(next);
    if (next >= count - 1 && hasMore && isAnswered) findMore();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A menu and what it opens have keys of their own.
    const { target, currentTarget } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('[aria-haspopup]')) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const status =
    words === null
      ? ''
      : failure !== null
        ? text(online ? 'found.failedHere' : 'found.offlineHere')
        : isSearching && count === 0
          ? text('found.searching')
          : count === 0
            ? text('found.noneHere')
            : text('found.count', { at: at + 1, count, more: hasMore ? 'yes' : 'no' });
  return (
    <div className={styles.bar} role="search" aria-label={text('found.here')} data-find="" onKeyDownCapture={onKeyDown}>
      <SearchField
        className={styles.field}
        label={text('found.here')}
        value={typed}
        onChange={setTyped}
        inputRef={input}
      />
      <FoundFilters
        label={text('found.said')}
        said={said}
        onChange={(next) => {
          setSaid(next);
          setWanted(0);
        }}
      />
      <span className={styles.count} role="status">
        {status}
      </span>
      {failure !== null && (
        <Button size="sm" onPress={retry}>
          {text('action.retry')}
        </Button>
      )}
      {count === 0 && hasMore && isAnswered && (
        <Button size="sm" onPress={findMore}>
          {text('found.more')}
        </Button>
      )}
      <IconButton
        size="sm"
        label={text('found.older')}
        icon={<ArrowDownIcon className={styles.up} />}
        isDisabled={at + 1 >= count && !hasMore}
        onPress={() => move(1)}
      />
      <IconButton
        size="sm"
        label={text('found.newer')}
        icon={<ArrowDownIcon />}
        isDisabled={at === 0}
        onPress={() => move(-1)}
      />
      <IconButton size="sm" label={text('found.close')} icon={<CloseIcon />} onPress={onClose} />
    </div>
  );
}

import { useSelector } from '@xstate/react';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SKIN_TONES } from '../../../../../contract/facts/skin-tones.ts';
import { selectEmojis } from '../../../../machines/shell/shell.preferences.selectors.ts';
import { selectLocale } from '../../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Button } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import { EMOJI_GROUPS, findEmojis, inTone, type Emoji, type EmojiGroup } from './emoji-data.ts';
import { useEmojis } from './use-emojis.ts';
import styles from './EmojiPicker.module.css';

type Group = EmojiGroup | 'recent';

const symbols: Readonly<Record<Group, string>> = {
  recent: '🕘',
  0: '😀',
  1: '👋',
  3: '🐶',
  4: '🍔',
  5: '🚗',
  6: '⚽',
  7: '💡',
  8: '❤️',
  9: '🏁',
};
const TONES = [0, 1, 2, 3, 4, 5] as const;
const HANDS = ['', ...SKIN_TONES].map((tone) => `✋${tone}`);
/** More aren't looked through. */
const FOUND_MAX = 100;

/** All emojis by category, found by name; those used last come first. */
export function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { append, directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const { recent, tone } = useSelector(directory.shell, selectEmojis);
  const loaded = useEmojis(locale);
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<Group>(recent.length > 0 ? 'recent' : 0);
  const grid = useRef<HTMLDivElement>(null);
  const emojis = loaded.state === 'ready' ? loaded.emojis : none;
  const isSearching = search.trim() !== '';
  // The recent ones keep their order while the picker is open.
  const [before] = useState(recent);
  const shown = useMemo<readonly Shown[]>(() => {
    if (isSearching)
      return findEmojis(emojis, search)
        .slice(0, FOUND_MAX)
        .map((each) => shownIn(each, tone));
    if (group === 'recent') return before.map((emoji) => ({ emoji, label: labelOf(emojis, emoji) }));
    return emojis.filter((each) => each.group === group).map((each) => shownIn(each, tone));
  }, [before, emojis, group, isSearching, search, tone]);
  const pick = (emoji: string) => {
    append({ type: 'emoji.used', emoji });
    onPick(emoji);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const first = shown[0];
    if (event.key === 'ArrowDown') grid.current?.focus();
    else if (event.key === 'Enter' && isSearching && first !== undefined) pick(first.emoji);
    else if (event.key === 'Escape' && search !== '') {
      event.stopPropagation();
      setSearch('');
      return;
    } else return;
    event.preventDefault();
  };

  return (
    <div className={styles.picker}>
      <input
        type="search"
        className={styles.search}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the window opens on a press, to search or choose in it
        autoFocus
        aria-label={text('emoji.search')}
        placeholder={text('emoji.search')}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!isSearching && (
        <Choice
          label={text('emoji.group')}
          className={styles.groups}
          value={group}
          onChange={setGroup}
          options={(['recent', ...EMOJI_GROUPS] as const).map((value) => ({
            value,
            label: text(`emoji.group.${value}`),
            symbol: symbols[value],
          }))}
        />
      )}
      {loaded.state === 'loading' && <Spinner />}
      {loaded.state === 'failed' && (
        <p className={styles.nothing} role="alert">
          {text('emoji.failed')}{' '}
          <Button variant="link" size="sm" onPress={loaded.retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      {loaded.state === 'ready' && (
        <ListBox
          ref={grid}
          layout="grid"
          aria-label={isSearching ? text('emoji.title') : text(`emoji.group.${group}`)}
          items={shown}
          dependencies={[shown]}
          className={cx(styles.grid)}
          renderEmptyState={() => (
            <p className={styles.nothing}>{isSearching ? text('emoji.none', { search }) : text('emoji.noRecent')}</p>
          )}
        >
          {({ emoji, label }) => (
            <ListBoxItem
              id={emoji}
              textValue={label}
              aria-label={label}
              className={cx(styles.emoji)}
              onAction={() => pick(emoji)}
            >
              <span title={label}>{emoji}</span>
            </ListBoxItem>
          )}
        </ListBox>
      )}
      <Choice
        label={text('emoji.tone')}
        className={styles.tones}
        value={tone}
        onChange={(chosen) => append({ type: 'emoji.toneChosen', tone: chosen })}
        options={TONES.map((value) => ({ value, label: text(`emoji.tone.${value}`), symbol: HANDS[value] ?? '' }))}
      />
      <VisuallyHidden>
        <span role="status">{isSearching ? text('emoji.found', { count: shown.length }) : ''}</span>
      </VisuallyHidden>
    </div>
  );
}

interface Shown {
  readonly emoji: string;
  readonly label: string;
}

const none: readonly Emoji[] = [];

function shownIn(emoji: Emoji, tone: number): Shown {
  return { emoji: inTone(emoji, tone), label: emoji.label };
}

function labelOf(emojis: readonly Emoji[], written: string): string {
  return emojis.find(({ emoji, tones = [] }) => emoji === written || tones.includes(written))?.label ?? written;
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly className: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly symbol: string }[];
}

/** One of several symbols. Native radios: the arrow keys work. */
function Choice<Value extends string | number>({ label, className, value, onChange, options }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cx(styles.choice, className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.label} className={styles.option}>
          <input
            type="radio"
            name={name}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span aria-hidden="true">{option.symbol}</span>
        </label>
      ))}
    </fieldset>
  );
}

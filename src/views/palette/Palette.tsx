import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { SEARCH_TEXT_MAX } from '../../../contract/facts/limits.ts';
import { FailureBanner } from '../app/FailureBanner.tsx';
import { usePreparing } from '../app/Prepared.tsx';
import { Marked as MarkedAt } from '../attendance/found/Marked.tsx';
import { cx } from '../kit/cx.ts';
import { FocusBack } from '../kit/FocusBack.tsx';
import { SearchIcon } from '../kit/icons.tsx';
import { Kbd } from '../kit/Kbd.tsx';
import { PartError } from '../kit/part.tsx';
import { Spinner } from '../kit/Spinner.tsx';
import { useText } from '../kit/useText.ts';
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx';
import type { SideMenuItem } from '../layout/SideMenu.tsx';
import { parsePaletteQuery, SECTIONS, type PaletteItem } from './item.ts';
import { splitAtHit } from './matching.ts';
import styles from './Palette.module.css';
import { useFoundMessages } from './use-found-messages.tsx';
import { useFoundTickets } from './use-found-tickets.tsx';
import { useOwnItems } from './use-own-items.tsx';

interface PaletteProps {
  readonly menu: readonly SideMenuItem[];
  readonly onClose: () => void;
  /** Closes the palette, and carries the item out when the focus is back on the screen below. */
  readonly onChoose: (run: () => void) => void;
}

/** One field for people, protocols, messages, screens and actions. Import it lazily. */
export function Palette(props: PaletteProps) {
  // What it finds are lists.
  const { state, retry } = usePreparing();
  if (state === 'failed') {
    return <PartError isScreen={false} isInPlace={false} isQuiet={false} onRetry={retry} onClose={props.onClose} />;
  }
  return state === 'ready' && <PreparedPalette {...props} />;
}

function PreparedPalette({ menu, onClose, onChoose }: PaletteProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const query = parsePaletteQuery(typed);
  const tickets = useFoundTickets(query);
  const own = useOwnItems(menu, query);
  const messages = useFoundMessages(query);
  const items = [...tickets.items, ...messages.items, ...own];
  const isPending = tickets.isPending || messages.isPending;
  const failed = [tickets, messages].filter(({ failure }) => failure !== null);
  const failure = failed[0]?.failure ?? null;
  const retry = () => {
    for (const each of failed) each.retry();
  };
  const sections = SECTIONS.map((id) => ({ id, items: items.filter(({ section }) => section === id) })).filter(
    (section) => section.items.length > 0,
  );
  const first = sections[0]?.items[0];
  const { field, list, follow } = useFirstMarked(typed, first?.id);
  const choose = (id: unknown) => {
    const item = items.find((each) => each.id === id);
    if (item !== undefined) onChoose(item.run);
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className={cx(styles.overlay)}>
      <Modal className={cx(styles.modal)}>
        <FocusBack />
        <Dialog aria-label={text('palette.title')} className={cx(styles.dialog)}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField
              aria-label={text('palette.field')}
              autoFocus
              className={cx(styles.field)}
              onKeyDown={(event) => {
                // A search field would only be emptied.
                if (event.key === 'Escape') onClose();
                else if (event.key === 'Enter' && list.current?.querySelector('[data-focused]') === null)
                  choose(first?.id);
                else event.continuePropagation();
                follow(event);
              }}
            >
              <SearchIcon />
              {/* What scrolls the results: they never have the focus themselves. */}
              <Input
                ref={field}
                // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- Autocomplete adds `aria-controls`.
                role="combobox"
                aria-expanded={items.length > 0}
                className={cx(styles.input)}
                placeholder={text('palette.field')}
                maxLength={SEARCH_TEXT_MAX}
              />
              {isPending && <Spinner />}
              <Kbd>Esc</Kbd>
            </SearchField>
            <FailureBanner failure={failure} tone="warning" onRetry={retry} />
            <ListBox
              ref={list}
              aria-label={text('palette.results')}
              items={sections}
              dependencies={[query.search]}
              onAction={choose}
              className={cx(styles.results)}
              renderEmptyState={() => (
                <p className={styles.empty}>
                  {isPending ? text('palette.pending') : text('palette.nothing', { search: query.search })}
                </p>
              )}
            >
              {(section) => (
                <ListBoxSection id={section.id} className={cx(styles.section)}>
                  <Header className={cx(styles.heading)}>{text(`palette.${section.id}`)}</Header>
                  {section.items.map((item) => (
                    <Item key={item.id} item={item} search={query.search} />
                  ))}
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
          <div role="status">
            <VisuallyHidden>{text('palette.count', { count: items.length })}</VisuallyHidden>
          </div>
          <footer className={styles.footer}>
            <span>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> {text('palette.hint.move')}
            </span>
            <span>
              <Kbd>Enter</Kbd> {text('palette.hint.open')}
            </span>
            <span className={styles.modes}>
              <Kbd>#</Kbd> {text('palette.hint.protocols')}
            </span>
            <span>
              <Kbd>{'>'}</Kbd> {text('palette.hint.actions')}
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Marks the first result, which Enter opens: results arrive gradually, and better ones may appear above those already
 * there. Once a key has moved the mark, it stays.
 */
function useFirstMarked(typed: string, firstId: string | undefined) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const isMarking = useRef(false);
  useEffect(() => {
    hasMoved.current = false;
  }, [typed]);
  const mark = useEffectEvent(() => {
    if (typed === '' || firstId === undefined || hasMoved.current) return;
    isMarking.current = true;
    field.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true }));
    isMarking.current = false;
  });
  useEffect(() => {
    // The list takes its results after this.
    const frame = requestAnimationFrame(() => mark());
    return () => cancelAnimationFrame(frame);
  }, [firstId]);
  const follow = ({ key }: { readonly key: string }) => {
    // Not what it does itself.
    if (!isMarking.current && /^(?:Arrow|Page|Home|End)/u.test(key)) hasMoved.current = true;
  };
  return { field, list, follow };
}

function Item({ item, search }: { readonly item: PaletteItem; readonly search: string }) {
  const { id, icon, title, detail, marks, aside, keys = [] } = item;
  return (
    <ListBoxItem id={id} textValue={[title, detail, aside].filter(Boolean).join(', ')} className={cx(styles.item)}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>
        <strong>
          <Marked text={title} search={search} />
        </strong>
        {detail !== undefined && detail !== '' && (
          <span className={styles.detail}>
            {marks === undefined ? <Marked text={detail} search={search} /> : <MarkedAt text={detail} marks={marks} />}
          </span>
        )}
      </span>
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </ListBoxItem>
  );
}

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const { before, hit, after } = splitAtHit(text, search);
  return (
    <>
      {before}
      {hit !== '' && <mark className={styles.hit}>{hit}</mark>}
      {after}
    </>
  );
}

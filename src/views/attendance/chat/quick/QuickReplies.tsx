import { useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react';
import { insertedReply, partsOfReply, type ReplyPart } from '../../../../../contract/facts/quick-replies.ts';
import type { QuickReply } from '../../../../machines/entities/customers.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Prepared } from '../../../app/Prepared.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Kbd } from '../../../kit/Kbd.tsx';
import { Link } from '../../../kit/Link.tsx';
import { Tag } from '../../../kit/Tag.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { givenName } from '../../given-name.ts';
import { composerField, replaceIn } from '../composer-field.ts';
import { matchingReplies } from './matching.ts';
import { slashWordAt } from './slash-word.ts';
import styles from './QuickReplies.module.css';

interface QuickRepliesProps {
  /** What is typed, with a slash in it. */
  readonly draft: string;
  readonly customerName: string;
  readonly attendantName: string;
  readonly protocol: string;
}

/** The quick replies that fit the word with a slash at the caret, chosen from the message field by the keyboard. */
export function QuickReplies(props: QuickRepliesProps) {
  return (
    <Prepared fallback={null}>
      <Choice {...props} />
    </Prepared>
  );
}

function Choice({ draft, customerName, attendantName, protocol }: QuickRepliesProps) {
  const { now } = useApp();
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const { rows, failure, retry } = useListing('chat.quickReplies', wholeList);
  const word = slashWordAt(draft, useSyncExternalStore(onSelection, caretOf));
  // Where the word begins whose list was closed.
  const [dismissed, setDismissed] = useState<number>();
  if (word === null && dismissed !== undefined) setDismissed(undefined);
  const isDismissed = word === null || word.start === dismissed;
  const [chosenId, setChosenId] = useState<string>();
  const found = rows === null || word === null ? [] : matchingReplies(rows, word);
  const chosen = Math.max(
    0,
    found.findIndex((each) => each.id === chosenId),
  );
  const isOpen = !isDismissed && found.length > 0;
  const activeId = isOpen ? `${id}-${found[chosen]?.id}` : undefined;

  const hour = Number(formats.time(now()).slice(0, 2));
  const greeting = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const variables = {
    cliente: givenName(customerName),
    atendente: attendantName,
    protocolo: protocol,
    saudacao: text(`quickReplies.greeting.${greeting}`),
  };
  const partsOf = (reply: QuickReply) => partsOfReply(reply.text, variables);

  function insert(reply: QuickReply | undefined): void {
    const field = composerField();
    if (reply === undefined || word === null || field === null) return;
    const written = insertedReply(partsOf(reply));
    const { start } = word;
    replaceIn(field, start, word.end, written);
    // A slash in the reply itself offers nothing.
    setDismissed(start);
    const missing = /\{\{[^{}]*\}\}/u.exec(written);
    // What is missing is selected, so that typing fills it in.
    const from = start + (missing?.index ?? written.length);
    field.setSelectionRange(from, from + (missing?.[0].length ?? 0));
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'ArrowDown') setChosenId(found[(chosen + 1) % found.length]?.id);
    else if (event.key === 'ArrowUp') setChosenId(found[(chosen + found.length - 1) % found.length]?.id);
    else if (event.key === 'Enter' || event.key === 'Tab') insert(found[chosen]);
    else if (event.key === 'Escape') setDismissed(word?.start);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const field = composerField();
    // On the field itself: the page's own handlers come after.
    const listener = (event: KeyboardEvent) => onKey(event);
    field?.addEventListener('keydown', listener);
    return () => field?.removeEventListener('keydown', listener);
  }, []);
  useEffect(() => {
    const field = composerField();
    if (field === null || activeId === undefined) return undefined;
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [id, activeId]);

  if (isDismissed) return null;
  if (rows === null && failure !== null) {
    return (
      <p className={styles.panel} role="alert">
        {text('quickReplies.failed')}{' '}
        <Button variant="link" size="sm" onPress={retry}>
          {text('action.retry')}
        </Button>
      </p>
    );
  }
  if (rows?.length === 0 && word.typed === '') {
    return (
      <p className={styles.panel} role="status">
        {text('quickReplies.none')} <Link to="/quick-replies">{text('quickReplies.new')}</Link>
      </p>
    );
  }
  const shown = isOpen ? found[chosen] : undefined;
  if (shown === undefined) return null;
  const missing = missingIn(partsOf(shown));
  return (
    <div className={styles.panel}>
      <div className={styles.panes}>
        {/* It scrolls, so it must be reachable; its keys are the field's. */}
        <div id={id} role="listbox" tabIndex={0} aria-label={text('quickReplies.label')} className={styles.list}>
          {found.map((reply, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and has the keys
            <div
              key={reply.id}
              id={`${id}-${reply.id}`}
              role="option"
              aria-selected={at === chosen}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setChosenId(reply.id)}
              onClick={() => insert(reply)}
            >
              <span className={styles.head}>
                <b>/{reply.shortcut}</b>
                {reply.isOwn && <Tag>{text('quickReplies.own')}</Tag>}
              </span>
              <span className={styles.text}>
                <Filled parts={partsOf(reply)} />
              </span>
            </div>
          ))}
        </div>
        {/* As it will be inserted; the option says the same. */}
        <p className={styles.preview} aria-hidden="true">
          <Filled parts={partsOf(shown)} />
        </p>
      </div>
      <p className={styles.foot} role="status">
        <span className={styles.keys}>
          {text('quickReplies.count', { count: found.length })}
          <span>
            <Kbd>Enter</Kbd> {text('quickReplies.key.insert')}
          </span>
          <span>
            <Kbd>Esc</Kbd> {text('quickReplies.key.close')}
          </span>
        </span>
        {missing.length > 0 && (
          <span className={styles.lacks}>{text('quickReplies.missing', { names: missing.join(', ') })}</span>
        )}
      </p>
    </div>
  );
}

const caretOf = () => composerField()?.selectionStart ?? 0;

function onSelection(changed: () => void): () => void {
  document.addEventListener('selectionchange', changed);
  return () => document.removeEventListener('selectionchange', changed);
}

/** A reply's text, with what was filled in marked, and what is missing. */
function Filled({ parts }: { readonly parts: readonly ReplyPart[] }) {
  return parts.map(({ kind, text }, index) =>
    kind === 'text' ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other key
      <span key={index} className={styles[kind]}>
        {text}
      </span>
    ),
  );
}

/** The names of the variables that have no value. */
function missingIn(parts: readonly ReplyPart[]): readonly string[] {
  return [...new Set(parts.flatMap(({ kind, text }) => (kind === 'missing' ? [text] : [])))];
}

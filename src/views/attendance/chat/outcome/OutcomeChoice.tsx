import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { Prepared } from '../../../app/Prepared.tsx';
import { Kbd } from '../../../kit/Kbd.tsx';
import { useText } from '../../../kit/useText.ts';
import styles from './OutcomeChoice.module.css';

interface OutcomeChoiceProps {
  /** The chosen outcome's id; undefined for without. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  /** Enter on a choice. */
  readonly onSubmit: () => void;
  /** Whether a digit waits for the outcomes to load. */
  readonly onWait?: (isWaiting: boolean) => void;
}

/** Where digits and arrows are for something else. */
const TEXT_FIELDS = 'input:not([type="radio"]), textarea, [contenteditable]';

/**
 * With which of the company's outcomes a ticket is finished; nothing if the company has none. Its digits choose from
 * anywhere in its dialog, and so do up and down.
 */
export function OutcomeChoice(props: OutcomeChoiceProps) {
  return (
    <Prepared fallback={null}>
      <Choice {...props} />
    </Prepared>
  );
}

function Choice({ value, onChange, onSubmit, onWait }: OutcomeChoiceProps) {
  const text = useText();
  const name = useId();
  const place = useRef<HTMLDivElement>(null);
  const { rows, failure } = useListing('chat.outcomes', wholeList);
  const known = rows ?? [];
  const options = [
    { id: undefined, label: text('outcome.none') },
    ...known.map(({ id, name: label }) => ({ id, label })),
  ];
  // The last digit before the outcomes are there.
  const early = useRef(0);
  const wait = (digit: number) => {
    early.current = digit;
    onWait?.(digit !== 0);
  };

  const state = rows !== null ? 'known' : failure === null ? 'loading' : 'failed';
  const settle = useEffectEvent(() => {
    const option = options[early.current];
    if (early.current !== 0 && option !== undefined) onChange(option.id);
    wait(0);
  });
  useEffect(() => {
    if (state !== 'loading') settle();
  }, [state]);

  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(target instanceof Element) || target.closest(TEXT_FIELDS) !== null) return;
    const isDigit = /^\d$/.test(key);
    if (state === 'loading' && isDigit) {
      wait(Number(key));
      event.preventDefault();
      return;
    }
    if (known.length === 0) return;
    const option = isDigit ? options[Number(key)] : undefined;
    if (option !== undefined) onChange(option.id);
    // A radio moves by itself.
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && !(target instanceof HTMLInputElement)) {
      const at = options.findIndex(({ id }) => id === value);
      const next = (at + (key === 'ArrowDown' ? 1 : -1) + options.length) % options.length;
      onChange(options[next]?.id);
      place.current?.querySelectorAll('input')[next]?.focus();
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    // Keys typed outside of the dialog, as over it, never reach it.
    const dialog = place.current?.closest('[role="dialog"]');
    const listener = (event: Event) => {
      if (event instanceof KeyboardEvent) take(event);
    };
    dialog?.addEventListener('keydown', listener);
    return () => dialog?.removeEventListener('keydown', listener);
  }, []);

  return (
    <div ref={place}>
      {known.length > 0 && (
        <fieldset className={styles.outcomes}>
          <legend className={styles.legend}>{text('outcome.label')}</legend>
          {options.map(({ id, label }, at) => (
            <label key={id ?? ''} className={styles.option}>
              <input
                type="radio"
                name={name}
                checked={value === id}
                onChange={() => onChange(id)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  if (!event.repeat) onSubmit();
                }}
                {...(at < 10 && { 'aria-keyshortcuts': String(at) })}
              />
              <span className={styles.name}>{label}</span>
              {at < 10 && (
                <span aria-hidden="true" className={styles.key}>
                  <Kbd>{String(at)}</Kbd>
                </span>
              )}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

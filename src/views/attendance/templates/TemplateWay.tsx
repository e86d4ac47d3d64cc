import { useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { chooseTemplate } from '../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { focusConversation } from '../focus.ts';
import { TemplateChooser, type TemplateChooserProps } from './TemplateChooser.tsx';
import styles from './Templates.module.css';

interface TemplateWayProps extends Pick<
  TemplateChooserProps,
  'ticket' | 'attendantName' | 'begun' | 'onBegun' | 'onSend'
> {
  readonly isFinished: boolean;
}

/**
 * In place of the composer once the 24-hour window is shut: what can still be sent is a template. A finished
 * conversation is seldom gone on with, so there it has to be asked for.
 */
export function TemplateWay({ isFinished, begun, onBegun, onSend, ...props }: TemplateWayProps) {
  const text = useText();
  const [isAsked, setAsked] = useState(false);
  // The next one starts afresh.
  const [turn, setTurn] = useState(0);
  const place = useRef<HTMLElement>(null);
  const isShown = isAsked || !isFinished;
  useShortcut(chooseTemplate, () => {
    if (isShown) focusFirst(place.current);
    else setAsked(true);
  });
  const leave = () => {
    onBegun(null);
    setAsked(false);
    setTurn(turn + 1);
    focusConversation();
  };
  if (!isShown) {
    return (
      <Button variant="primary" size="sm" onPress={() => setAsked(true)}>
        {text('templates.open')}
      </Button>
    );
  }
  return (
    <section ref={place} className={styles.chooser} aria-label={text('templates.open')} tabIndex={-1}>
      {!isFinished && <p className={styles.afterwards}>{text('templates.afterwards')}</p>}
      <TemplateChooser
        key={turn}
        {...props}
        begun={begun}
        onBegun={onBegun}
        takesFocus={isAsked}
        onSend={(words, more) => {
          onSend(words, more);
          leave();
        }}
        onCancel={isFinished ? leave : undefined}
      />
    </section>
  );
}

/** Focuses the search; the chosen template, or the first, where there is none; else what there is. */
function focusFirst(place: HTMLElement | null): void {
  const sought = ['[type="search"]', 'input:checked', 'input, button'];
  const [first = place] = sought.flatMap((each) => place?.querySelector<HTMLElement>(each) ?? []);
  first?.focus();
}

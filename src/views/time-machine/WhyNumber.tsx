import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { HistoryIcon } from '../kit/administration-icons.tsx';
import { MenuPopover } from '../kit/MenuPopover.tsx';
import { useText } from '../kit/useText.ts';
import styles from './WhyNumber.module.css';

interface Asked {
  readonly number: string;
  readonly isByKeys: boolean;
}

/** “Por que este número?”: the menu of a counter, by the right button, a long press or the menu key. */
export function WhyNumber() {
  const text = useText();
  const navigate = useNavigate();
  const anchor = useRef<HTMLElement | null>(null);
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    const root = document.documentElement;
    const offer = styles.offer ?? '';
    const onMenu = (event: MouseEvent) => {
      const found = counterAt(event.target);
      const number = found?.dataset['number'];
      if (found === null || number === undefined) return;
      event.preventDefault();
      // A row has a menu of its own.
      event.stopPropagation();
      anchor.current = found;
      setAsked({ number, isByKeys: event.button === 0 });
    };
    root.classList.add(offer);
    document.addEventListener('contextmenu', onMenu, { capture: true });
    return () => {
      root.classList.remove(offer);
      document.removeEventListener('contextmenu', onMenu, { capture: true });
    };
  }, []);
  if (asked === undefined) return null;
  const label = text('timeMachine.why');
  return (
    <MenuPopover
      label={label}
      groups={[
        {
          id: 'number',
          entries: [{ id: 'why', label, icon: <HistoryIcon /> }],
          onSelect: () => void navigate(`/time-machine?number=${encodeURIComponent(asked.number)}`),
        },
      ]}
      triggerRef={anchor}
      placement="bottom start"
      isOpen
      focusFirst={asked.isByKeys}
      onOpenChange={(isOpen) => {
        if (!isOpen) setAsked(undefined);
      }}
    />
  );
}

/** The counter that was pressed, or that of the focused link or field. */
function counterAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const around = target.closest<HTMLElement>('[data-number]');
  return around ?? target.closest('a, button')?.querySelector<HTMLElement>('[data-number]') ?? null;
}

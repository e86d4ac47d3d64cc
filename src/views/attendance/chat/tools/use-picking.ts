import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { selectMessage } from '../../../../machines/conversation/conversation.selectors.ts';
import { compareIds } from '../../../../machines/entities/ids.ts';
import type { Message } from '../../../../machines/entities/entities.ts';
import type { Shortcut } from '../../../shortcuts/shortcut.ts';
import type { ConversationActor } from '../../actors.ts';

/** As many can be forwarded or copied together. */
export const PICKED_MAX = 30;
const LINE = '[data-message]:not([data-message=""])';

export const pickMessages: Shortcut = {
  id: 'pick',
  keys: 'Shift+ArrowUp',
  and: 'Shift+ArrowDown',
  messageId: 'shortcuts.messages.pick',
  scope: 'messages',
};

interface Picking {
  /** In order; what is no longer held isn't among them. */
  readonly messages: readonly Message[];
  /** Whether the last one wasn't taken, since there are as many as can be. */
  readonly isFull: boolean;
  readonly toggle: (id: string) => void;
  readonly end: () => void;
}

interface Picked {
  readonly of: ConversationActor;
  readonly ids: readonly string[];
  /** Where a range with Shift begins. */
  readonly from: string;
  readonly isFull?: boolean;
}

/** The keys of the messages that do something with those picked. */
interface PickingKeys {
  readonly onForward: () => void;
  readonly onCopy: () => void;
}

/**
 * Several messages picked: by Shift with the arrows, then Space or a click adds one or takes it away, Shift and a click
 * picks all up to there, Escape ends.
 */
export function usePicking(
  box: RefObject<HTMLElement | null>,
  conversation: ConversationActor,
  { onForward, onCopy }: PickingKeys,
): Picking {
  const [picked, setPicked] = useState<Picked>();
  // Whoever comes back to it begins anew.
  if (picked !== undefined && picked.of !== conversation) setPicked(undefined);
  const ids = picked?.of === conversation ? picked.ids : [];
  const isPicking = ids.length > 0;

  const end = () => setPicked(undefined);
  const toggle = (id: string) => {
    const rest = ids.filter((each) => each !== id);
    if (rest.length < ids.length) setPicked({ of: conversation, ids: rest, from: id });
    else if (ids.length < PICKED_MAX) setPicked({ of: conversation, ids: [...ids, id], from: id });
    else sayFull();
  };
  const sayFull = () => setPicked((before) => before && { ...before, isFull: true });
  const pickUpTo = (id: string) => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>(LINE) ?? [])].map((line) => idOf(line));
    const from = isPicking && picked !== undefined && all.includes(picked.from) ? picked.from : id;
    const [one, other] = [all.indexOf(from), all.indexOf(id)];
    const range = all.slice(Math.min(one, other), Math.max(one, other) + 1);
    if (range.length <= PICKED_MAX) setPicked({ of: conversation, ids: range, from });
    else sayFull();
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const line = event.target instanceof HTMLElement && event.target.matches(LINE) ? event.target : null;
    if (line === null) return;
    const { key, shiftKey, altKey } = event;
    const hasMod = event.ctrlKey || event.metaKey;
    if (altKey) return;
    if ((key === 'ArrowUp' || key === 'ArrowDown') && shiftKey && !hasMod) {
      const lines = [...(box.current?.querySelectorAll<HTMLElement>(LINE) ?? [])];
      const next = lines[lines.indexOf(line) + (key === 'ArrowUp' ? -1 : 1)];
      // The first time it is the one with the focus that is picked.
      pickUpTo(idOf(isPicking && next !== undefined ? next : line));
      if (isPicking && next !== undefined) {
        next.focus({ preventScroll: true });
        next.scrollIntoView({ block: 'nearest' });
      }
    } else if (!isPicking) return;
    else if (key === ' ' && !shiftKey && !hasMod) toggle(idOf(line));
    else if (key === 'Escape') end();
    else if (key.toLowerCase() === 'e' && !shiftKey && !hasMod) onForward();
    else if (key.toLowerCase() === 'c' && hasMod && document.getSelection()?.isCollapsed !== false) onCopy();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  const onClick = useEffectEvent((event: MouseEvent) => {
    const line = isPicking && event.target instanceof Element ? event.target.closest<HTMLElement>(LINE) : null;
    if (line === null) return;
    // What is in the message is not pressed meanwhile.
    event.preventDefault();
    event.stopPropagation();
    if (event.type !== 'click') return;
    if (event.shiftKey) pickUpTo(idOf(line));
    else toggle(idOf(line));
  });
  useEffect(() => {
    const { current } = box;
    const keys = (event: KeyboardEvent) => onKeyDown(event);
    const clicks = (event: MouseEvent) => onClick(event);
    current?.addEventListener('keydown', keys);
    for (const type of ['click', 'mousedown'] as const) current?.addEventListener(type, clicks, true);
    return () => {
      current?.removeEventListener('keydown', keys);
      for (const type of ['click', 'mousedown'] as const) current?.removeEventListener(type, clicks, true);
    };
  }, [box]);

  const key = ids.join();
  useEffect(() => {
    const { current } = box;
    if (current === null || key === '') return undefined;
    const among = new Set(key.split(','));
    // Lines come and go as a long conversation is scrolled.
    const mark = () => {
      for (const line of current.querySelectorAll<HTMLElement>(LINE))
        line.toggleAttribute('data-picked', among.has(idOf(line)));
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(current, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const line of current.querySelectorAll('[data-picked]')) line.removeAttribute('data-picked');
    };
  }, [box, key]);

  const snapshot = conversation.getSnapshot();
  const messages = ids.toSorted(compareIds).flatMap((id) => selectMessage(snapshot, id) ?? []);
  return { messages, isFull: isPicking && picked?.isFull === true, toggle, end };
}

function idOf(line: HTMLElement): string {
  return line.dataset['message'] ?? '';
}

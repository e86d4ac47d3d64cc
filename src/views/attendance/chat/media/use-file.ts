import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { createMedia } from '../../../../machines/media/media.actors.ts';
import type { Failure } from '../../../../machines/entities/failure.ts';
import type { Media } from '../../../../machines/entities/media.ts';
import {
  selectHasRunOut,
  selectIsLate,
  selectMedia,
  selectMediaFailure,
  selectMediaPhase,
  type MediaPhase,
} from '../../../../machines/media/media.selectors.ts';
import { useApp, useOnChange } from '../../../app/app-context.tsx';

/** How far from the view a file is asked for. */
const NEAR = '600px';

export interface FileView {
  readonly phase: MediaPhase;
  readonly media: Media | null;
  /** The server is fetching it for longer than usual. */
  readonly isLate: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
  /** The element could not load the file. */
  readonly onBroken: () => void;
  /** Whether the address works still. */
  readonly isFresh: () => boolean;
  /** Runs an action with an address that works: at once, or when a new one is there. */
  readonly whenFresh: (action: () => void) => void;
}

/** A message's file while this view shows it; nothing is asked until `isShown`. */
export function useFile(messageId: string, isShown: boolean): FileView {
  const { directory, append, now } = useApp();
  useEffect(() => {
    if (!isShown) return undefined;
    directory.add('media', createMedia);
    append({ type: 'media.shown', messageId });
    return () => append({ type: 'media.hidden', messageId });
  }, [append, directory, isShown, messageId]);
  const actor = useOnChange(directory.changed, () => directory.media(messageId));
  const phase = useSelector(actor, (snapshot) => (snapshot === undefined ? 'loading' : selectMediaPhase(snapshot)));
  const media = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectMedia(snapshot)));
  const isLate = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsLate(snapshot));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectMediaFailure(snapshot)));

  const waits = useRef<() => void>(undefined);
  const runWaiting = useEffectEvent(() => {
    const action = waits.current;
    waits.current = undefined;
    if (media?.state === 'ready') action?.();
  });
  useEffect(() => runWaiting(), [media]);
  const isFresh = useCallback(() => {
    const snapshot = directory.media(messageId)?.getSnapshot();
    return snapshot !== undefined && !selectHasRunOut(snapshot, now());
  }, [directory, messageId, now]);
  const whenFresh = useCallback(
    (action: () => void) => {
      if (isFresh()) {
        action();
        return;
      }
      waits.current = action;
      // Shown again: an expired address is replaced.
      append({ type: 'media.shown', messageId });
      append({ type: 'media.hidden', messageId });
    },
    [append, isFresh, messageId],
  );

  return {
    phase,
    media,
    isLate,
    failure,
    retry: () => append({ type: 'media.retried', messageId }),
    onBroken: () => append({ type: 'media.broken', messageId }),
    isFresh,
    whenFresh,
  };
}

/** Whether the element has come near the view. */
export function useWasNear(element: RefObject<Element | null>): boolean {
  const [wasNear, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (wasNear || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { root: element.current.closest('[data-conversation]'), rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, wasNear]);
  return wasNear;
}

/** Only one sound at a time. */
export function pauseOthers(playing: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) {
    if (other !== playing) other.pause();
  }
}

import { useEffect, useRef, useState } from 'react';
import { HistoryIcon } from '../kit/administration-icons.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { useText } from '../kit/useText.ts';
import { FRAME_READY, type Show, type Shown } from './shown.ts';
import styles from './Playback.module.css';

/** Nothing but our own code and styles loads there: no picture, no call. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:";

/** Why there was no screen: the page was opening, or closing. */
export type Missing = 'starting' | 'loggingOut';

interface ReplayFrameProps {
  readonly shown: Shown;
  readonly missing: Missing | null;
}

/** The real screens, read only, in a document of their own: its width, focus and overlays are theirs. */
export function ReplayFrame({ shown, missing }: ReplayFrameProps) {
  const text = useText();
  const element = useRef<HTMLIFrameElement>(null);
  const [source] = useState(() => documentLike(document));
  const [show, setShow] = useState<Show>();
  useEffect(() => {
    const frame = element.current;
    const onReady = (event: Event) => {
      // Of another window, whose classes aren't ours.
      if ('detail' in event && typeof event.detail === 'function') setShow(() => event.detail as Show);
    };
    frame?.addEventListener(FRAME_READY, onReady);
    return () => frame?.removeEventListener(FRAME_READY, onReady);
  }, []);
  useEffect(() => show?.(shown), [show, shown]);
  return (
    <div className={styles.screen}>
      <iframe
        ref={element}
        title={text('timeMachine.frame')}
        srcDoc={source}
        // Our own scripts run there; no form, dialog, window or download of theirs comes out.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin"
        className={styles.frame}
      />
      {(missing !== null || show === undefined) && (
        <div className={styles.over} role="status">
          {missing === null ? (
            <p className={styles.note}>{text('timeMachine.frame.loading')}</p>
          ) : (
            <EmptyState icon={<HistoryIcon />} title={text('timeMachine.frame.none')}>
              {text(`timeMachine.frame.${missing}`)}
            </EmptyState>
          )}
        </div>
      )}
    </div>
  );
}

/** The page's own scripts and styles in an empty document. */
function documentLike(page: Document): string {
  const parts = [...page.querySelectorAll('link[rel=stylesheet], script[type=module]')].map((part) => part.outerHTML);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">${policy}${parts.join('')}</head><body><div id="root"></div></body></html>`;
}

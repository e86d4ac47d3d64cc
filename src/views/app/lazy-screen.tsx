import { use, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import type { Area } from '../../i18n/area.ts';
import { ErrorState } from '../kit/ErrorState.tsx';
import { PartError, part, type PartOptions } from '../kit/part.tsx';
import { useText } from '../kit/useText.ts';
import { AreasContext, useAreas } from './catalogue.tsx';
import { useSettling } from './settling.ts';

/** Delay before preloading where the browser can't report idle time, in milliseconds. */
const PRELOAD_DELAY_MS = 2_000;

/** A part of the screen whose code and texts load when it is first shown. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  areas: readonly Area[],
  options: PartOptions<Props> = {},
): ComponentType<Props> {
  const Part = part(load, options);
  return function LazyScreen(props: Props) {
    const texts = useAreas(areas);
    const { request } = use(AreasContext);
    useEffect(() => {
      // Loads the code in parallel with the texts. `Part` reports a failure.
      load().catch(() => undefined);
    }, []);
    const { onClose } = options;
    // A part that a press opens stays failed until the next press, even if another screen loads its texts meanwhile.
    const [hasFailed, setFailed] = useState(false);
    const [isClosed, setClosed] = useState(false);
    if (texts === 'failed' && !hasFailed && onClose !== undefined) setFailed(true);
    if (texts === 'failed' || hasFailed) {
      return (
        <PartError
          isScreen={options.isScreen === true}
          isInPlace={options.isInPlace ?? false}
          isQuiet={isClosed || options.isHidden?.(props) === true}
          onRetry={() => {
            setFailed(false);
            request(areas);
          }}
          onClose={() => (onClose === undefined ? setClosed(true) : onClose(props))}
          onOnline={() => onClose?.(props)}
        />
      );
    }
    return texts === 'loading' ? options.fallback?.(props) : <Part {...props} />;
  };
}

/**
 * Preloads code and texts that a press may need, once the screen is shown and the page is idle, so that it works
 * offline too.
 */
export function usePreload(loads: readonly (() => Promise<unknown>)[], areas: readonly Area[]): void {
  const { loaded, request } = use(AreasContext);
  const { isSettled } = useSettling();
  const load = useEffectEvent(() => {
    for (const each of loads) each().catch(() => undefined);
    if (!areas.every((area) => loaded.includes(area))) request(areas);
  });
  useEffect(() => (isSettled ? whenIdle(() => load()) : undefined), [isSettled]);
}

/** Whether the screen is shown and the page was idle since: time for parts that nobody waits for. */
export function useIsIdle(): boolean {
  const { isSettled } = useSettling();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (isSettled ? whenIdle(() => setIdle(true)) : undefined), [isSettled]);
  return isIdle;
}

/** Calls once the page is idle; the returned function prevents it. */
function whenIdle(listener: () => void): () => void {
  // Safari lacks it.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(listener, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(listener);
  return () => window.cancelIdleCallback(idle);
}

/** A chunk of the app failed to load. */
export function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return <ErrorState title={text('error.chunk')} onRetry={onRetry} />;
}

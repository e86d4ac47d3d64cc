import { use, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import type { Area } from '../../i18n/area.ts';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Missing, part, type PartOptions } from '../kit/part.tsx';
import { useText } from '../kit/useText.ts';
import { AreasContext, useAreas } from './catalogue.tsx';

/** By then the screen is live, in milliseconds. */
const AHEAD_MS = 2_000;

/** A part of the screen that comes with its texts when it is first shown. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  areas: readonly Area[],
  options: PartOptions<Props> = {},
): ComponentType<Props> {
  const Part = part(load, options);
  return function LazyScreen(props: Props) {
    const texts = useAreas(areas);
    const { need } = use(AreasContext);
    useEffect(() => {
      // Both on their way at once; that the code didn't come is said by the part.
      load().catch(() => undefined);
    }, []);
    const { onClose } = options;
    // What was asked for by a press waits for the next one, though the texts may come for others meanwhile.
    const [hasFailed, setFailed] = useState(false);
    const [isClosed, setClosed] = useState(false);
    if (texts === 'failed' && !hasFailed && onClose !== undefined) setFailed(true);
    if (texts === 'failed' || hasFailed) {
      return (
        <Missing
          isScreen={options.isScreen === true}
          isQuiet={isClosed || options.isHidden?.(props) === true}
          onRetry={() => {
            setFailed(false);
            need(areas);
          }}
          onClose={() => (onClose === undefined ? setClosed(true) : onClose(props))}
          onOnline={() => onClose?.(props)}
        />
      );
    }
    return texts === 'loading' ? options.waiting?.(props) : <Part {...props} />;
  };
}

/** Code that a press may ask for, with its texts; loaded when nothing else is to do, so that it is there without the network too. */
export function useLoadedAhead(loads: readonly (() => Promise<unknown>)[], areas: readonly Area[]): void {
  const { held, need } = use(AreasContext);
  const load = useEffectEvent(() => {
    for (const each of loads) each().catch(() => undefined);
    if (!areas.every((area) => held.includes(area))) need(areas);
  });
  useEffect(() => {
    const listener = () => load();
    // Safari doesn't say when it has nothing to do.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(listener, AHEAD_MS);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(listener);
    return () => window.cancelIdleCallback(idle);
  }, []);
}

/** Something of the app itself didn't come over the network. */
export function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return <ErrorState title={text('error.chunk')} onRetry={onRetry} />;
}

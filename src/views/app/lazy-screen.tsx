import { useEffect, useState, use, type ComponentType, type ReactNode } from 'react';
import type { Area } from '../../i18n/area.ts';
import { ErrorState } from '../kit/ErrorState.tsx';
import { useText } from '../kit/useText.ts';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { AreasContext, useAreas } from './catalogue.tsx';

/** After so long a chunk that hasn't come is a load error. */
const CHUNK_TIMEOUT_MS = 120_000;

function inTime<Value>(loading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => reject(new Error('A chunk did not load in time')), CHUNK_TIMEOUT_MS);
    loading.then(resolve, reject).finally(() => window.clearTimeout(timer));
  });
}

/**
 * A screen that comes with its texts when it is first shown. Until then the overlay, or `waiting`; when
 * either doesn't come, what to do.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  areas: readonly Area[],
  waiting: (props: Props) => ReactNode = () => <LoadingOverlay isVisible />,
): ComponentType<Props> {
  let held: ComponentType<Props> | undefined;
  return function LazyScreen(props: Props) {
    const texts = useAreas(areas);
    const { need } = use(AreasContext);
    const [attempt, setAttempt] = useState(0);
    const [code, setCode] = useState<'ready' | 'loading' | 'failed'>(held === undefined ? 'loading' : 'ready');
    useEffect(() => {
      if (held !== undefined) return undefined;
      let isCurrent = true;
      inTime(load()).then(
        (screen) => {
          held = screen;
          if (isCurrent) setCode('ready');
        },
        (error: unknown) => {
          console.error(error);
          if (isCurrent) setCode('failed');
        },
      );
      return () => {
        isCurrent = false;
      };
    }, [attempt]);
    if (code === 'failed' || texts === 'failed') {
      return (
        <LoadError
          onRetry={() => {
            if (texts === 'failed') need(areas);
            if (code === 'failed') {
              setCode('loading');
              setAttempt(attempt + 1);
            }
          }}
        />
      );
    }
    const Screen = held;
    return Screen === undefined || texts === 'loading' ? waiting(props) : <Screen {...props} />;
  };
}

/** Something of the app itself didn't come over the network. */
export function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <ErrorState title={text('screen.failed.title')} onRetry={onRetry}>
      {text('screen.failed.text')}
    </ErrorState>
  );
}

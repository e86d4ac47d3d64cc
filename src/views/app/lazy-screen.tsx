import { use, useEffect, type ComponentType } from 'react';
import type { Area } from '../../i18n/area.ts';
import { ErrorState } from '../kit/ErrorState.tsx';
import { part, type PartOptions } from '../kit/part.tsx';
import { useText } from '../kit/useText.ts';
import { AreasContext, useAreas } from './catalogue.tsx';

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
    if (texts === 'failed') return options.isScreen === true ? <LoadError onRetry={() => need(areas)} /> : null;
    return texts === 'loading' ? options.waiting?.(props) : <Part {...props} />;
  };
}

/** Something of the app itself didn't come over the network. */
export function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return <ErrorState title={text('error.chunk')} onRetry={onRetry} />;
}

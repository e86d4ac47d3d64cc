import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Area } from '../../../i18n/area.ts';
import { useAreas } from '../../app/catalogue.tsx';
import { onNetworkBack } from '../../kit/network-back.ts';

interface LazyPartProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly areas: readonly Area[];
  readonly given: Props;
  /** Shown until code and texts are loaded. */
  readonly placeholder?: ReactNode;
}

/** A part of the conversation whose code and texts load with the first one; tried again when the network is back. */
export function LazyPart<Props extends object>({ load, areas, given, placeholder }: LazyPartProps<Props>) {
  const texts = useAreas(areas);
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  useEffect(() => {
    let isMounted = true;
    const tryLoad = () => {
      load().then(
        (Part) => isMounted && setLoaded(() => Part),
        () => undefined,
      );
    };
    tryLoad();
    const leave = onNetworkBack(tryLoad);
    return () => {
      isMounted = false;
      leave();
    };
  }, [load]);
  return Loaded === undefined || texts !== 'ready' ? placeholder : <Loaded {...given} />;
}

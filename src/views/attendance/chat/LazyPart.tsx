import { use, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Area } from '../../../i18n/area.ts';
import { AreasContext, useAreas } from '../../app/catalogue.tsx';
import { onNetworkBack } from '../../kit/network-back.ts';
import { loadPart, PartMissing, type LoadPart } from '../../kit/part.tsx';

interface LazyPartProps<Props> {
  readonly load: LoadPart<Props>;
  readonly areas: readonly Area[];
  readonly given: Props;
  /** Shown until code and texts are loaded. */
  readonly placeholder?: ReactNode;
  /** Whether the user misses it: if it doesn't load, that is said in its place. */
  readonly isMissed?: boolean;
}

/** A part of the conversation whose code and texts load with the first one; tried again when the network is back. */
export function LazyPart<Props extends object>(props: LazyPartProps<Props>) {
  const { load, areas, given, placeholder, isMissed = false } = props;
  const texts = useAreas(areas);
  const { request } = use(AreasContext);
  const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => load.loaded);
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isMounted = true;
    const tryLoad = () => {
      loadPart(load).then(
        (Part) => isMounted && setLoaded(() => Part),
        () => isMounted && setFailed(true),
      );
    };
    if (load.loaded !== undefined) return undefined;
    tryLoad();
    const leave = onNetworkBack(tryLoad);
    return () => {
      isMounted = false;
      leave();
    };
  }, [load, tries]);
  if (Loaded !== undefined && texts === 'ready') return <Loaded {...given} />;
  if (!isMissed || (texts !== 'failed' && (!hasFailed || Loaded !== undefined))) return placeholder;
  return (
    <>
      {placeholder}
      <PartMissing
        onRetry={() => {
          setFailed(false);
          setTries(tries + 1);
          request(areas);
        }}
      />
    </>
  );
}

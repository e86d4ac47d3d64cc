import { createContext, use, useEffect, useState } from 'react';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Area } from '../../i18n/area.ts';
import { defaultLocale } from '../../i18n/locale.ts';
import { mergeAreas, type Messages } from '../../i18n/merge-areas.ts';
import { defaultMessages, loadMessages } from '../../i18n/messages.ts';
import { onNetworkBack } from '../kit/network-back.ts';

/** The loaded texts: a locale's main catalogue and the areas that screens have requested. */
export interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
  readonly areas: readonly Area[];
}

/** Loads areas for screens. */
export interface Areas {
  readonly loaded: readonly Area[];
  /** Set if the last load failed; a new object for each failure. */
  readonly failure: object | undefined;
  /** Loads missing areas; retries after a failure. */
  readonly request: (areas: readonly Area[]) => void;
}

const inDefault: Catalogue = { locale: defaultLocale, messages: defaultMessages, areas: [] };

export const AreasContext = createContext<Areas>({ loaded: [], failure: undefined, request: () => undefined });

/** A locale's catalogue. The previous one stays until the new one has loaded completely; undefined before the first. */
export function useCatalogue(wanted: Locale): readonly [Catalogue | undefined, Areas] {
  const [loaded, setLoaded] = useState<Catalogue | undefined>(wanted === defaultLocale ? inDefault : undefined);
  const [needed, setNeeded] = useState<readonly Area[]>([]);
  const [failure, setFailure] = useState<object>();
  useEffect(() => {
    let current = true;
    Promise.all([loadMessages(wanted), ...needed.map(({ load }) => load(wanted))]).then(
      (all) => {
        if (!current) return;
        setLoaded({ locale: wanted, messages: mergeAreas(Object.fromEntries(all.entries())), areas: needed });
        setFailure(undefined);
      },
      (error: unknown) => {
        console.error(error);
        if (!current) return;
        setLoaded((current) => current ?? inDefault);
        setFailure({});
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, needed]);
  const [request] = useState(() => (areas: readonly Area[]) => {
    setFailure(undefined);
    // Always a new array, so that a failed load is retried.
    setNeeded((current) => [...new Set([...current, ...areas])]);
  });
  return [loaded, { loaded: loaded?.areas ?? [], failure, request }];
}

/** Whether these areas are loaded; requests missing ones, and again when the network is back. */
export function useAreas(areas: readonly Area[]): 'ready' | 'loading' | 'failed' {
  const { loaded, failure, request } = use(AreasContext);
  // A failure from before this hook concerns other areas.
  const [before] = useState(failure);
  const isReady = areas.every((area) => loaded.includes(area));
  useEffect(() => {
    if (isReady) return undefined;
    const load = () => request(areas);
    load();
    return onNetworkBack(load);
  }, [areas, isReady, request]);
  if (isReady) return 'ready';
  return failure !== undefined && failure !== before ? 'failed' : 'loading';
}

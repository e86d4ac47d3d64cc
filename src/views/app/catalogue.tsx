import { createContext, use, useEffect, useState } from 'react';
import type { Area } from '../../i18n/area.ts';
import { defaultLocale, type Locale } from '../../i18n/locale.ts';
import { mergeAreas, type Messages } from '../../i18n/merge-areas.ts';
import { defaultMessages, loadMessages } from '../../i18n/messages.ts';
import { onNetworkBack } from '../kit/network-back.ts';

/** Texts on the screen: a locale's first catalogue, and the areas that screens have asked for. */
export interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
  readonly areas: readonly Area[];
}

/** What a screen asks its texts of. */
export interface Areas {
  readonly held: readonly Area[];
  /** That not all came at the last try; another one each time. */
  readonly failure: object | undefined;
  /** Loads those that aren't there; asked again after a failure, tries again. */
  readonly need: (areas: readonly Area[]) => void;
}

const inDefault: Catalogue = { locale: defaultLocale, messages: defaultMessages, areas: [] };

export const AreasContext = createContext<Areas>({ held: [], failure: undefined, need: () => undefined });

/** The catalogue of a locale; the one before it stays on the screen until all of it has come. Undefined before the first. */
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
        setLoaded((held) => held ?? inDefault);
        setFailure({});
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, needed]);
  const [need] = useState(() => (areas: readonly Area[]) => {
    setFailure(undefined);
    // A new list, also when it names the same: what failed is tried again.
    setNeeded((held) => [...new Set([...held, ...areas])]);
  });
  return [loaded, { held: loaded?.areas ?? [], failure, need }];
}

/** Whether the texts of these areas are on the screen; asks for them when they are not, again when the network is back. */
export function useAreas(areas: readonly Area[]): 'ready' | 'loading' | 'failed' {
  const { held, failure, need } = use(AreasContext);
  // An earlier failure was others'.
  const [before] = useState(failure);
  const isReady = areas.every((area) => held.includes(area));
  useEffect(() => {
    if (isReady) return undefined;
    const ask = () => need(areas);
    ask();
    return onNetworkBack(ask);
  }, [areas, isReady, need]);
  if (isReady) return 'ready';
  return failure !== undefined && failure !== before ? 'failed' : 'loading';
}

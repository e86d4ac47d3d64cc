import { createContext, use, useEffect, useState } from 'react';
import type { Area } from '../../i18n/area.ts';
import { defaultLocale, type Locale } from '../../i18n/locale.ts';
import { mergeAreas, type Messages } from '../../i18n/merge-areas.ts';
import { defaultMessages, loadMessages } from '../../i18n/messages.ts';

/** Texts on the screen: a locale's first catalogue, and the areas that screens have asked for. */
export interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
  readonly areas: readonly Area[];
}

/** What a screen asks its texts of. */
export interface Areas {
  readonly held: readonly Area[];
  readonly hasFailed: boolean;
  /** Loads those that aren't there; asked again after a failure, tries again. */
  readonly need: (areas: readonly Area[]) => void;
}

const inDefault: Catalogue = { locale: defaultLocale, messages: defaultMessages, areas: [] };

export const AreasContext = createContext<Areas>({ held: [], hasFailed: false, need: () => undefined });

/** The catalogue of a locale; the one before it stays on the screen until all of it has come. Undefined before the first. */
export function useCatalogue(wanted: Locale): readonly [Catalogue | undefined, Areas] {
  const [loaded, setLoaded] = useState<Catalogue | undefined>(wanted === defaultLocale ? inDefault : undefined);
  const [needed, setNeeded] = useState<readonly Area[]>([]);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    Promise.all([loadMessages(wanted), ...needed.map(({ load }) => load(wanted))]).then(
      (all) => {
        if (!current) return;
        setLoaded({ locale: wanted, messages: mergeAreas(Object.fromEntries(all.entries())), areas: needed });
        setFailed(false);
      },
      (error: unknown) => {
        console.error(error);
        if (!current) return;
        setLoaded((held) => held ?? inDefault);
        setFailed(true);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, needed]);
  const [need] = useState(() => (areas: readonly Area[]) => {
    setFailed(false);
    // A new list, also when it names the same: what failed is tried again.
    setNeeded((held) => [...new Set([...held, ...areas])]);
  });
  return [loaded, { held: loaded?.areas ?? [], hasFailed, need }];
}

/** Whether the texts of these areas are on the screen; asks for them when they are not. */
export function useAreas(areas: readonly Area[]): 'ready' | 'loading' | 'failed' {
  const { held, hasFailed, need } = use(AreasContext);
  const isReady = areas.every((area) => held.includes(area));
  useEffect(() => {
    if (!isReady) need(areas);
  }, [areas, isReady, need]);
  if (isReady) return 'ready';
  return hasFailed ? 'failed' : 'loading';
}

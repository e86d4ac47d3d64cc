import { useEffect, useState } from 'react';
import type { Locale } from '../../../contract/facts/locales.ts';
import type { Area } from '../../i18n/area.ts';
import { defaultLocale } from '../../i18n/locale.ts';
import { mergeAreas, type Messages } from '../../i18n/merge-areas.ts';
import { defaultMessages, loadMessages } from '../../i18n/messages.ts';
import type { Areas } from '../kit/areas.ts';

/** The loaded texts: a locale's main catalogue and the areas that screens have requested. */
export interface Catalogue {
  readonly locale: Locale;
  readonly messages: Messages;
  readonly areas: readonly Area[];
}

/** The default locale's main catalogue. */
export const inDefault: Catalogue = { locale: defaultLocale, messages: defaultMessages, areas: [] };

/** The default locale's texts with one more area. */
export async function inDefaultWith(area: Area): Promise<Catalogue> {
  return {
    ...inDefault,
    messages: mergeAreas({ defaultMessages, area: await area.load(defaultLocale) }),
    areas: [area],
  };
}

/**
 * A locale's catalogue, beginning with what is there of the default's. The previous one stays until the new one has
 * loaded completely; undefined before the first.
 */
export function useCatalogue(wanted: Locale, first = inDefault): readonly [Catalogue | undefined, Areas] {
  const [loaded, setLoaded] = useState<Catalogue | undefined>(wanted === defaultLocale ? first : undefined);
  const [needed, setNeeded] = useState(wanted === defaultLocale ? first.areas : []);
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
        setLoaded((current) => current ?? first);
        setFailure({});
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, needed, first]);
  const [request] = useState(() => (areas: readonly Area[]) => {
    setFailure(undefined);
    // Always a new array, so that a failed load is retried.
    setNeeded((current) => [...new Set([...current, ...areas])]);
  });
  return [loaded, { loaded: loaded?.areas ?? [], failure, request }];
}

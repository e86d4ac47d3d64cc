import { useEffect, useState } from 'react';
import type { Locale } from '../../../../../contract/facts/locales.ts';
import { loadEmojis, type Emoji } from './emoji-data.ts';

type Emojis =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'ready'; readonly emojis: readonly Emoji[] };

/** The emojis in the user's language, loaded when they are first shown. */
export function useEmojis(locale: Locale): Emojis {
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState<readonly Emoji[] | 'failed'>();
  useEffect(() => {
    let isMounted = true;
    loadEmojis(locale).then(
      (emojis) => isMounted && setLoaded(emojis),
      () => isMounted && setLoaded('failed'),
    );
    return () => {
      isMounted = false;
    };
  }, [locale, tries]);
  if (loaded === undefined) return { state: 'loading' };
  if (loaded !== 'failed') return { state: 'ready', emojis: loaded };
  const retry = () => {
    setLoaded(undefined);
    setTries(tries + 1);
  };
  return { state: 'failed', retry };
}

import { useEffect, useState } from 'react';
import type { Locale } from '../../../../contract/facts/locales.ts';
import { loadManual, type Manual } from './chapters.ts';

/** The manual in a language; after a language change, the old one until the new one has loaded. */
export function useManual(locale: Locale): {
  readonly manual: Manual | 'failed' | undefined;
  readonly retry: () => void;
} {
  const [manual, setManual] = useState<Manual | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    loadManual(locale).then(
      (loaded) => isCurrent && setManual(loaded),
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setManual('failed');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [locale, attempt]);
  return { manual, retry: () => setAttempt(attempt + 1) };
}

import { useEffect, useState } from 'react';
import type { Locale } from '../../../i18n/locale.ts';
import { loadManual, type Manual } from './chapters.ts';

/** The manual in a language; that of the language before stays until it has come. */
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

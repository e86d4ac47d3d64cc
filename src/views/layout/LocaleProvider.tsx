import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { IntlProvider, type IntlConfig } from 'react-intl';
import type { Locale } from '../../../contract/facts/locales.ts';
import { createFormats, type Formats } from '../../i18n/formats.ts';
import { defaultLocale, languageTag } from '../../i18n/locale.ts';
import type { Messages } from '../../i18n/merge-areas.ts';

/** Overridden where a part of the page uses another time zone. */
export const FormatsContext = createContext<Formats>(createFormats(defaultLocale));

/** Formats for the screen's locale: numbers, dates, durations, phone numbers. */
export function useFormats(): Formats {
  return use(FormatsContext);
}

interface LocaleProviderProps {
  readonly locale: Locale;
  /** The catalogue of `locale`. */
  readonly messages: Messages;
  /** The browser's if left out. */
  readonly timeZone?: string;
  readonly children: ReactNode;
}

/** Provides texts and formats in one locale. */
export function LocaleProvider({ locale, messages, timeZone, children }: LocaleProviderProps) {
  const tag = languageTag(locale);
  const formats = useMemo(() => createFormats(locale, timeZone), [locale, timeZone]);
  useEffect(() => {
    document.documentElement.lang = tag;
  }, [tag]);
  return (
    <IntlProvider
      locale={tag}
      defaultLocale={languageTag(defaultLocale)}
      messages={messages}
      onError={onError}
      defaultRichTextElements={richText}
      {...(timeZone === undefined ? {} : { timeZone })}
    >
      <FormatsContext value={formats}>{children}</FormatsContext>
    </IntlProvider>
  );
}

const richText = {
  b: (parts: ReactNode[]) => <b>{parts}</b>,
  i: (parts: ReactNode[]) => <i>{parts}</i>,
};

// A missing text throws in development; in production its id is shown.
const onError: NonNullable<IntlConfig['onError']> = (error) => {
  if (import.meta.env.DEV) throw error;
  console.error(error);
};

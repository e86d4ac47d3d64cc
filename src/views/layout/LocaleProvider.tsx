import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { IntlProvider, type IntlConfig } from 'react-intl';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createFormats, type Formats } from '../../i18n/formats.ts';
import { defaultLocale, languageTag, type Locale } from '../../i18n/locale.ts';
import type { Messages } from '../../i18n/merge-areas.ts';

/** For a part of the page that shows moments by another clock. */
export const FormatsContext = createContext<Formats>(createFormats(defaultLocale));

/** How to write money, dates, durations and phone numbers in the locale of the screen. */
export function useFormats(): Formats {
  return use(FormatsContext);
}

interface LocaleProviderProps {
  readonly locale: Locale;
  /** The catalogue of that same locale. */
  readonly messages: Messages;
  /** The browser's own when left out. */
  readonly timeZone?: string;
  readonly children: ReactNode;
}

/** Gives texts, formats and react-aria's own words in one locale to what is inside. */
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
      <I18nProvider locale={tag}>
        <FormatsContext value={formats}>{children}</FormatsContext>
      </I18nProvider>
    </IntlProvider>
  );
}

const richText = {
  b: (parts: ReactNode[]) => <b>{parts}</b>,
  i: (parts: ReactNode[]) => <i>{parts}</i>,
};

// A missing text is a bug: loud while building, quiet (the id is shown) for people at work.
const onError: NonNullable<IntlConfig['onError']> = (error) => {
  if (import.meta.env.DEV) throw error;
  console.error(error);
};

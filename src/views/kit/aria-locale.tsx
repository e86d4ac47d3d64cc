import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useIntl } from 'react-intl';

/** Gives react-aria's components the page's language. Around every part that loads late, as only those use them. */
export function AriaLocale({ children }: { readonly children: ReactNode }) {
  const { locale } = useIntl();
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}

import { useMemo, type ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import { createFormats } from '../../i18n/formats.ts';
import { selectLocale } from '../../machines/shell/shell.selectors.ts';
import { useApp } from '../app/app-context.tsx';
import { FormatsContext, useFormats } from '../layout/LocaleProvider.tsx';
import { useCalendar } from './reports/use-report.ts';

/** Formats times inside in the company's time zone, as reports do; in the browser's until that is known. */
export function CompanyClock({ children }: { readonly children: ReactNode }) {
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  const browsers = useFormats();
  const zone = useCalendar().calendar?.timezone;
  const formats = useMemo(
    () => (zone === undefined ? browsers : createFormats(locale, zone)),
    [browsers, locale, zone],
  );
  return <FormatsContext value={formats}>{children}</FormatsContext>;
}

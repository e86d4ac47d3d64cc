import { useSelector } from '@xstate/react';
import { createFormats } from '../../../../i18n/formats.ts';
import { selectLocale } from '../../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useNow } from '../../../app/use-now.ts';
import { useText } from '../../../kit/useText.ts';
import { useCompanyZone } from '../../list/actions/MomentFields.tsx';

/** Formats the time of a scheduled message in the company's time zone, as it is chosen; `…` until that is known. */
export function useWhen(): (at: number) => string {
  const { directory } = useApp();
  const text = useText();
  const locale = useSelector(directory.shell, selectLocale);
  const now = useNow(60_000);
  const zone = useCompanyZone();
  const formats = createFormats(locale, zone ?? undefined);
  return (at) =>
    zone === null ? '…' : text('scheduled.when', { day: formats.shortDate(at, now), time: formats.time(at) });
}

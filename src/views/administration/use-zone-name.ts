import { formatZoneOffset } from '../../i18n/calendar-days.ts';
import { useApp } from '../app/app-context.tsx';
import { useIsText } from '../app/failure-text.ts';
import { useText } from '../kit/useText.ts';

/** What a time zone is called, by its places and how far it is from Greenwich now: `Brasília (GMT-3)`. */
export function useZoneName(): (timezone: string) => string {
  const text = useText();
  const isText = useIsText();
  const { now } = useApp();
  return (timezone) => {
    const id = `zone.${timezone}`;
    // One that we have no words for bears its city's English name.
    const name = isText(id) ? text(id) : (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
    // A minus sign, at which no line breaks.
    return timezone === 'UTC' ? name : `${name} (${formatZoneOffset(timezone, now()).replace('-', '−')})`;
  };
}

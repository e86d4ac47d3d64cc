import { timezoneOf } from '../../../contract/facts/timezones.ts';
import { formatZoneOffset } from '../../i18n/calendar-days.ts';
import { useApp } from '../app/app-context.tsx';
import { useIsText } from '../app/failure-text.ts';
import { useText } from '../kit/useText.ts';

/** A time zone's name and current offset: `Brasília (GMT-3)`. Of hundreds the offsets take too long. */
export function useZoneName(): (timezone: string, hasOffset?: boolean) => string {
  const text = useText();
  const isText = useIsText();
  const { now } = useApp();
  return (timezone, hasOffset = true) => {
    const id = `zone.${timezone}`;
    // Unknown zones get their English city name.
    const name = isText(id) ? text(id) : (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
    // A browser may be older than the zone.
    if (!hasOffset || timezone === 'UTC' || timezoneOf(timezone) === undefined) return name;
    // A minus sign doesn't break the line, unlike a hyphen.
    return `${name} (${formatZoneOffset(timezone, now()).replace('-', '−')})`;
  };
}

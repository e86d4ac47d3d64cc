import { locale, say } from './texts.ts';

const timeFormat = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });
const shortDayFormat = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit' });

export function time(at: number): string {
  return timeFormat.format(at);
}

export function sameDay(left: number, right: number): boolean {
  return new Date(left).toDateString() === new Date(right).toDateString();
}

/** Today, yesterday or the date. */
export function day(at: number): string {
  if (sameDay(at, Date.now())) return say('today');
  if (sameDay(at, Date.now() - 86_400_000)) return say('yesterday');
  return dayFormat.format(at);
}

/** The time if today, else the date. */
export function moment(at: number): string {
  return sameDay(at, Date.now()) ? time(at) : shortDayFormat.format(at);
}

/** +55 11 91234-5678; numbers from elsewhere only get a plus. */
export function phone(waId: string): string {
  const match = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(waId);
  if (match !== null) return `+55 ${match[1]} ${match[2]}-${match[3]}`;
  return /^\d+$/.test(waId) ? `+${waId}` : waId;
}

/** The digits of a typed number, with country code; undefined if it isn't a number. */
export function typedPhone(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  if (/^[1-9]\d{9,10}$/.test(digits) && !text.trim().startsWith('+')) return `55${digits}`;
  return /^[1-9]\d{9,14}$/.test(digits) ? digits : undefined;
}

/* Date and time on the wall of a time zone, as `2026-11-20` and `13:45`. */

export interface WallTime {
  readonly day: string;
  readonly time: string;
}

/** What the clock shows in a zone at a moment. */
export function wallTimeOf(at: number, timeZone: string): WallTime {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  const [day = '', time = ''] = format.format(at).split(' ');
  return { day, time };
}

/** The moment at which a zone's clock shows this; where it skips an hour, the moment an hour later. NaN if there is none. */
export function momentOf({ day, time }: WallTime, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (at: number) => {
    // A year that is being typed is none yet.
    if (Number.isNaN(at)) return at;
    const { day: shownDay, time: shownTime } = wallTimeOf(at, timeZone);
    return Date.parse(`${shownDay}T${shownTime}:00Z`) - Math.floor(at / 60_000) * 60_000;
  };
  // The offset an instant before a change of clocks may differ from the one after.
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay();
}

/** How a moment of the wire stands in a cell: `2026-03-11 10:00:00`, by the clock of a time zone. */
export function wallClockOf(timeZone: string): (at: string) => string {
  // The Swedish way to write a moment is the database's.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(new Date(at));
}

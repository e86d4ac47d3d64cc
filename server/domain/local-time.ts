/** Formats wire timestamps for a cell: `2026-03-11 10:00:00`, in a time zone. */
export function localTimeFormat(timeZone: string): (at: string) => string {
  // The Swedish locale formats dates like the database.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(new Date(at));
}

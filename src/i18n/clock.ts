/** Length of a recording, of seconds: `0:23`, `12:05`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  const tail = padded(whole % 60);
  return hours > 0 ? `${hours}:${padded(minutes % 60)}:${tail}` : `${minutes}:${tail}`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}

/** A configured base address; none or empty means the page's origin. */
export function baseOf(configured: string | null, origin: string): string {
  return (configured || origin).replace(/\/+$/, '');
}

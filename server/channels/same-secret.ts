import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time, hiding their lengths too. */
export function isSameSecret(input: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(input), digest(expected));
}

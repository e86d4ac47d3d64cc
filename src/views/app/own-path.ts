import { routeOf } from './route-table.ts';

/** Whether a path (with its query) stays within the app and is a valid `to` for after the login. */
export function isOwnPath(path: string): boolean {
  const isAddress = !path.startsWith('/') || path.startsWith('//') || path.includes('\\');
  return !isAddress && routeOf(path.split(/[?#]/u, 1)[0] ?? '')?.access !== 'bare';
}

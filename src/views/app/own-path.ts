import { routeOf, routeTable, type RouteEntry } from './route-table.ts';

/** Whether a path (with its query) leads to a route of ours behind the login, as `to` must. */
export function isOwnPath(path: string, routes: readonly RouteEntry[] = routeTable): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false;
  const pathname = path.split(/[?#]/u, 1)[0] ?? '';
  const route = routeOf(pathname, routes);
  return route !== undefined && route.access !== 'bare';
}

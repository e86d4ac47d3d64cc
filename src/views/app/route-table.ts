import type { MessageId } from '../../i18n/message-id.ts';

/** Groups of the menu, in order; their titles load with `administration/administration-routes.tsx`. */
type RouteGroup = 'attendance' | 'customers' | 'administration' | 'reports' | 'platform' | 'support' | 'account';

/**
 * A route. The first screens' routes are here, the administration's in `administration/administration-routes.tsx`.
 * `check`: needs the route's name in the permission list, otherwise /pages/not-authorized. `open`: any logged-in user.
 * `bare`: everybody, without navigation.
 */
export interface RouteEntry {
  readonly path: string;
  readonly name: string;
  readonly title: MessageId;
  readonly access: 'open' | 'check' | 'bare';
  /** A permission of other screens without which an open one has nothing to show. */
  readonly needs?: string;
  readonly menu: boolean;
  readonly group?: RouteGroup;
  /** Name of the parent route in the breadcrumbs; home if left out. */
  readonly parent?: string;
}

export const routeTable = [
  { path: '/', name: 'home', title: 'menu.home', access: 'open', menu: true },
  { path: '/chat', name: 'chat', title: 'attendance.title', access: 'check', menu: true },
  { path: '/chat/:ticketId', name: 'chat', title: 'attendance.title', access: 'check', menu: false },
  {
    path: '/instances/list/choose-instance',
    name: 'choose-instance',
    title: 'chooseInstance.title',
    access: 'open',
    menu: false,
  },
  { path: '/login', name: 'login', title: 'login.title', access: 'bare', menu: false },
] as const satisfies readonly RouteEntry[];

/** Whether somebody with these permissions may go to a route. */
export function isPermitted({ access, name, needs }: RouteEntry, permitted: readonly string[]): boolean {
  const needed = needs ?? (access === 'check' ? name : undefined);
  return needed === undefined || permitted.includes(needed);
}

/** The route of a path; undefined if none matches. */
export function routeOf(pathname: string, routes: readonly RouteEntry[] = routeTable): RouteEntry | undefined {
  return routes.find((route) => matches(route.path, pathname));
}

/** What a path has in the place of the `:part` that a pattern ends with; undefined if it doesn't match. */
export function partOf(pattern: string, pathname: string): string | undefined {
  return matches(pattern, pathname) ? pathname.split('/')[pattern.split('/').length - 1] : undefined;
}

export function matches(pattern: string, pathname: string): boolean {
  const want = pattern.split('/');
  const have = pathname.replace(/\/$/u, '').split('/');
  if (pattern === '/') return pathname === '/' || pathname === '';
  return (
    want.length === have.length &&
    want.every((part, index) => (part.startsWith(':') ? have[index] !== '' : part === have[index]))
  );
}

import type { MessageId } from '../../i18n/message-id.ts';

/** Parts of the menu, in their order; their titles come with the routes in `administration/further.tsx`. */
export type RouteGroup = 'attendance' | 'administration' | 'reports' | 'platform' | 'support' | 'account';

/**
 * The routes that are there from the beginning; those of the administration are in `administration/further.tsx`. `check`: only with the route's name in the permission list, otherwise
 * /pages/not-authorized. `open`: anyone who is logged in. `bare`: everybody, without navigation.
 */
export interface RouteEntry {
  readonly path: string;
  readonly name: string;
  readonly title: MessageId;
  readonly access: 'open' | 'check' | 'bare';
  readonly menu: boolean;
  readonly group?: RouteGroup;
  /** Name of the route above it in the breadcrumbs, where that isn't home. */
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

/** The entry of a path; undefined for one that isn't among these. */
export function routeOf(pathname: string, routes: readonly RouteEntry[] = routeTable): RouteEntry | undefined {
  return routes.find((route) => matches(route.path, pathname));
}

/** Whether a path (with its query) leads to one of our own routes: what `to` after a login may be. */
export function isOwnPath(path: string, routes: readonly RouteEntry[] = routeTable): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false;
  const pathname = path.split(/[?#]/u, 1)[0] ?? '';
  const route = routeOf(pathname, routes);
  return route !== undefined && route.access !== 'bare';
}

function matches(pattern: string, pathname: string): boolean {
  const want = pattern.split('/');
  const have = pathname.replace(/\/$/u, '').split('/');
  if (pattern === '/') return pathname === '/' || pathname === '';
  return (
    want.length === have.length &&
    want.every((part, index) => (part.startsWith(':') ? have[index] !== '' : part === have[index]))
  );
}

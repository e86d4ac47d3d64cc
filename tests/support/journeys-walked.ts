import { Kind, parse } from 'graphql';
import { GRAPHQL_ACCESS, REST_ACCESS } from '../../contract/facts/access-calls.ts';
import type { CallAccess } from '../../contract/facts/access-calls.ts';
import { FEATURE_OF_ROUTE } from '../../contract/facts/tenant-features.ts';
import { setTenantFeature } from '../../contract/rest/tenant-features.ts';
import { selectRoutes } from '../../src/machines/auth/auth.selectors.ts';
import { selectLocale } from '../../src/machines/shell/shell.selectors.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { isPermitted, routeOf, routeTable } from '../../src/views/app/route-table.ts';
import type { RouteEntry } from '../../src/views/app/route-table.ts';
import { startClient } from './client.ts';
import type { Browser, Client, ClientOptions } from './client.ts';

/** What of the product a journey may come to. A feature is walked while it is on, and a second time while it is off. */
export const WALKED_KINDS = ['route', 'form', 'permission', 'feature', 'featureOff', 'language'] as const;
export type WalkedKind = (typeof WALKED_KINDS)[number];
/** What a journey came to, by kind. */
export type Walked = Readonly<Record<WalkedKind, readonly string[]>>;

export const allRoutes: readonly RouteEntry[] = [...routeTable, ...administrationRoutes];

let noted = new Set<string>();

export function note(kind: WalkedKind, name: string): void {
  noted.add(`${kind} ${name}`);
}

/** What was noted since it was last taken. */
export function takeNoted(): ReadonlySet<string> {
  const taken = noted;
  noted = new Set();
  return taken;
}

export function walkedOf(taken: ReadonlySet<string>): Walked {
  const of = (kind: WalkedKind): readonly string[] =>
    [...taken].flatMap((each) => (each.startsWith(`${kind} `) ? [each.slice(kind.length + 1)] : [])).toSorted();
  return {
    route: of('route'),
    form: of('form'),
    permission: of('permission'),
    feature: of('feature'),
    featureOff: of('featureOff'),
    language: of('language'),
  };
}

/** Notes a screen as somebody comes to it; throws where the page's guard would lead them elsewhere. */
export function arriveAt(path: string, permitted: readonly string[], isIn: boolean): void {
  const route = routeOf(path.split('?')[0] ?? path, allRoutes);
  if (route === undefined) throw new Error(`There is no screen at ${path}`);
  if (route.access !== 'bare' && (!isIn || !isPermitted(route, permitted))) throw new Error(`${path} is refused`);
  note('route', route.path);
}

/** A page whose forms, calls and language are noted. */
export function startNotedClient(options: ClientOptions & { readonly browser: Browser }): Client {
  const { jar } = options.browser;
  const permitted = (): readonly string[] => selectRoutes(client.directory.auth.getSnapshot());
  const client: Client = startClient({
    ...options,
    browser: {
      ...options.browser,
      jar: {
        ...jar,
        fetch: async (input, init) => {
          const response = await jar.fetch(input, init);
          if (response.ok) await noteCall(new Request(input, init), response.clone(), permitted());
          return response;
        },
      },
    },
  });
  client.app.log.subscribe((event) => noteEvent(event, client));
  return client;
}

function noteEvent(event: Logged, { directory }: Client): void {
  if (event.type === 'form.saved') note('form', event.form);
  if (event.type === 'form.saved' || event.type === 'list.answered' || event.type === 'tickets.listed')
    note('language', selectLocale(directory.shell.getSnapshot()));
}

async function noteCall(request: Request, response: Response, permitted: readonly string[]): Promise<void> {
  const { pathname } = new URL(request.url);
  if (!pathname.endsWith('/graphql')) {
    const call = `${request.method} ${pathname}`;
    noteNeeded(restAccess(call) ?? 'anyone', permitted);
    if (call !== `${setTenantFeature.method} ${setTenantFeature.path}`) return;
    const { option, enabled } = setTenantFeature.body.parse(await request.json());
    if (!enabled) note('featureOff', option);
    return;
  }
  const [asked, answer]: [unknown, unknown] = await Promise.all([request.json(), response.json()]);
  if (typeof asked !== 'object' || asked === null || !('query' in asked) || typeof asked.query !== 'string') return;
  if (typeof answer === 'object' && answer !== null && 'errors' in answer) return;
  for (const field of fieldsOf(asked.query)) noteNeeded(graphqlAccess[field] ?? 'anyone', permitted);
}

const graphqlAccess: Readonly<Record<string, CallAccess>> = GRAPHQL_ACCESS;

/** The call's permissions without which it would have been refused: of several that do, the one that the person has. */
function noteNeeded(access: CallAccess, permitted: readonly string[]): void {
  if (typeof access === 'string') return;
  const held = 'all' in access ? access.all : access.filter((name) => permitted.includes(name));
  if (held.length > 1 && !('all' in access)) return;
  for (const name of held) {
    note('permission', name);
    const feature = FEATURE_OF_ROUTE[name];
    if (feature !== undefined) note('feature', feature);
  }
}

const restPatterns = Object.entries<CallAccess>(REST_ACCESS).map(([call, access]) => ({
  pattern: new RegExp(`^${call.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u'),
  access,
}));

function restAccess(call: string): CallAccess | undefined {
  return restPatterns.find(({ pattern }) => pattern.test(call))?.access;
}

const known = new Map<string, readonly string[]>();

function fieldsOf(document: string): readonly string[] {
  const found =
    known.get(document) ??
    parse(document).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? definition.selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))
        : [],
    );
  known.set(document, found);
  return found;
}

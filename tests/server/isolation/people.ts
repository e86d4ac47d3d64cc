import type { CallAccess } from '../../../contract/facts/access-calls.ts';
import { PERMISSIONS } from '../../../contract/facts/access.ts';
import type { PermissionName } from '../../../contract/facts/access.ts';
import { DEMO_TENANTS } from '../../../server/demo/people.ts';
import { joinWith } from '../../support/one-permission.ts';
import { DEMO_PASSWORD } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';

/** Somebody who makes a call; `routes`: what their role permits them. */
export type Who = {
  name: string;
  email: string;
  tenant: string;
  token: string | undefined;
  isAdmin: boolean;
  routes: ReadonlySet<PermissionName>;
};
export type Outcome = 'permitted' | 'forbidden' | 'login needed';

const NAMES = PERMISSIONS.map(({ name }) => name);
const OFFICE = 'balcao';

/** What a role may permit in a company. */
function permitted(tenant: string, routes: readonly PermissionName[]): Set<PermissionName> {
  const ofOffice = new Set(PERMISSIONS.filter(({ backoffice }) => backoffice).map(({ name }) => name));
  return new Set(routes.filter((route) => tenant === OFFICE || !ofOffice.has(route)));
}

/** The permissions of which a call needs one, or all. */
export function neededOf(access: CallAccess): readonly PermissionName[] {
  return typeof access === 'string' ? [] : 'all' in access ? access.all : access;
}

/** The company in which a call can be permitted to people. */
function tenantOf(access: CallAccess): string {
  const needed = neededOf(access);
  const isOffices =
    access === 'backoffice' || PERMISSIONS.some((each) => each.backoffice && needed.includes(each.name));
  return isOffices ? OFFICE : 'aurora';
}

/** What the contract's table says of somebody. */
export function expected(access: CallAccess, who: Who): Outcome {
  if (access === 'anyone') return 'permitted';
  if (who.token === undefined) return 'login needed';
  if (access === 'user') return 'permitted';
  if (access === 'admin') return who.isAdmin ? 'permitted' : 'forbidden';
  if (access === 'link') throw new Error('Whoever has the secret may');
  if (access === 'backoffice') return who.isAdmin && who.tenant === OFFICE ? 'permitted' : 'forbidden';
  const needed = neededOf(access);
  const holds = (route: PermissionName) => who.routes.has(route);
  return (typeof access === 'object' && 'all' in access ? needed.every(holds) : needed.some(holds))
    ? 'permitted'
    : 'forbidden';
}

export class People {
  readonly #server: TestServer;
  readonly #made = new Map<string, Promise<Who>>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /**
   * Everybody whose answer says something of a call: nobody; each role of the demo; roles with all but what the call
   * needs, and with and without each of it; with nothing and everything, where it needs no permission; and an
   * administrator who first has to set up a second factor.
   */
  async of(access: CallAccess): Promise<Who[]> {
    const needed = neededOf(access);
    const tenant = tenantOf(access);
    const without = (left: readonly PermissionName[]) => NAMES.filter((name) => !left.includes(name));
    const each = needed.flatMap((one) => [[one], without([one])]);
    const roles = needed.length === 0 ? [[], NAMES] : [needed, without(needed), ...each];
    const elsewhere = tenant === OFFICE ? needed.map((one) => this.#withRole('aurora', [one])) : [];
    const nobody = {
      name: 'nobody',
      email: '',
      tenant: 'aurora',
      token: undefined,
      isAdmin: false,
      routes: new Set<never>(),
    };
    const made = roles.map((routes) => this.#withRole(tenant, routes));
    const others = [...this.#ofDemo(), ...new Set([...made, ...elsewhere]), this.#owing()];
    return [nobody, ...(await Promise.all(others))];
  }

  /** Who may make a call, and somebody with all but what it needs. */
  async losing(access: CallAccess): Promise<{ before: Who; after: Who }> {
    const needed = neededOf(access);
    const tenant = tenantOf(access);
    const [after, ...admins] = await Promise.all([
      this.#withRole(
        tenant,
        NAMES.filter((name) => !needed.includes(name)),
      ),
      ...this.#ofDemo(),
    ]);
    const admin = admins.find((who) => who.isAdmin && who.tenant === tenant);
    const before = needed.length === 0 ? admin : await this.#withRole(tenant, needed);
    if (before === undefined) throw new Error(`${tenant} has no administrator`);
    return { before, after };
  }

  /** Each role of the demo’s first company, and the back-office’s. */
  #ofDemo(): Promise<Who>[] {
    return DEMO_TENANTS.filter(({ slug }) => slug !== 'brisa').flatMap(({ slug, users }) =>
      users
        .filter(({ role }, at) => users.findIndex((each) => each.role === role) === at)
        .map(({ email, role }) =>
          this.#once(`${slug}’s ${role}`, async (name) => {
            const isAdmin = role === 'administrador';
            const routes = permitted(slug, isAdmin ? NAMES : ['chat']);
            return { name, email, tenant: slug, token: await this.#server.tokenOf(email), isAdmin, routes };
          }),
        ),
    );
  }

  #owing(): Promise<Who> {
    return this.#once('brisa’s administrator, who owes a second factor', async (name) => {
      await this.#server.owner.query("update tenant set two_factor_required = true where slug = 'brisa'");
      const email = 'bia@brisa.example';
      const token = await this.#server.tokenOf(email);
      return { name, email, tenant: 'brisa', token, isAdmin: false, routes: permitted('brisa', []) };
    });
  }

  #withRole(tenant: string, routes: readonly PermissionName[]): Promise<Who> {
    const left = NAMES.filter((name) => !routes.includes(name));
    const words = routes.length > left.length ? `all but ${left.join(', ') || 'none'}` : routes.join(', ') || 'nothing';
    return this.#once(`${tenant}’s role of ${words}`, async (name) => {
      const email = await joinWith(this.#server, routes, { tenant, name: `papel${this.#made.size}` });
      const token = await this.#server.tokenOf(email, DEMO_PASSWORD);
      return { name, email, tenant, token, isAdmin: false, routes: permitted(tenant, routes) };
    });
  }

  #once(name: string, make: (name: string) => Promise<Who>): Promise<Who> {
    const made = this.#made.get(name) ?? make(name);
    this.#made.set(name, made);
    return made;
  }
}

import type pg from 'pg';
import { withPlatform, withTenant } from '../../../server/db/database.ts';
import type { Tx } from '../../../server/db/database.ts';
import { deriveKeys } from '../../../server/domain/auth/keys.ts';
import { logIn } from '../../../server/domain/auth/log-in.ts';
import type { Credentials, LogInResult, OpenSession } from '../../../server/domain/auth/log-in.ts';
import type { Caller, Services } from '../../../server/domain/context.ts';
import { createLog } from '../../../server/log.ts';
import { createClock } from '../../support/clock.ts';
import type { TestClock } from '../../support/clock.ts';
import { openTestDatabase } from '../../support/database.ts';
import { DEMO_PASSWORD, TEST_SECRET } from '../../support/server.ts';

export const ANA = 'ana@aurora.example';
export const BRUNO = 'bruno@aurora.example';
export const BIA = 'bia@brisa.example';

let addresses = 0;

/** A caller at an address of its own, so that tests don't use up each other's failures. */
export function newCaller(): Caller {
  addresses += 1;
  return { address: `10.0.${addresses >> 8}.${addresses & 255}`, userAgent: 'test', requestId: `request-${addresses}` };
}

export type World = {
  services: Services;
  clock: TestClock;
  tenantIds: Record<'aurora' | 'brisa', string>;
  tryToLogIn: (email: string, more?: Partial<Credentials>, caller?: Caller) => Promise<LogInResult>;
  open: (email: string, more?: Partial<Credentials>) => Promise<OpenSession>;
  /** Changes rows of a tenant behind the domain's back. */
  inTenant: <T>(slug: 'aurora' | 'brisa', work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Past the server's role: for what a test sets up or looks up by itself. */
  owner: pg.Pool;
  close: () => Promise<void>;
};

/** The domain on a fresh database with the demo's people and a clock of the test's. */
export async function createWorld(): Promise<World> {
  const { db, owner, close } = await openTestDatabase('people');
  const clock = createClock();
  const services: Services = {
    db,
    log: createLog({ level: 'silent' }),
    now: clock.now,
    keys: deriveKeys(TEST_SECRET),
    isDemo: true,
  };
  const tenants = await withPlatform(db, (tx) => tx.selectFrom('tenant').select(['id', 'slug']).execute());
  const idOf = (slug: string) => tenants.find((tenant) => tenant.slug === slug)?.id ?? '';
  const tenantIds = { aurora: idOf('aurora'), brisa: idOf('brisa') };
  const tryToLogIn: World['tryToLogIn'] = (email, more = {}, caller = newCaller()) =>
    logIn(services, { email, password: DEMO_PASSWORD, remember: false, tenantName: undefined, ...more }, caller);
  return {
    services,
    clock,
    tenantIds,
    tryToLogIn,
    open: async (email, more) => {
      const result = await tryToLogIn(email, more);
      if (result.outcome !== 'open') throw new Error(`${email}: ${result.outcome}`);
      return result;
    },
    inTenant: (slug, work) => withTenant(db, tenantIds[slug], work),
    owner,
    close,
  };
}

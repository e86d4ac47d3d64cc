import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Keys } from './auth/keys.ts';

/** What the domain works with. Time comes in here, so that a test can set it. */
export type Services = {
  db: Database;
  log: Log;
  now: () => Date;
  keys: Keys;
  /** Whether the demo's well-known password may log in. */
  isDemo: boolean;
};

/** Who asks, as far as the connection tells. */
export type Caller = { address: string; userAgent: string | undefined; requestId: string };

/** The user in whose name a call runs, as they are now: read anew for each call. */
export type Actor = {
  tenantId: string;
  tenantName: string;
  userId: string;
  userName: string;
  email: string;
  roleId: string;
  roleName: string;
  /** May see and do what every attendant of the tenant may. */
  isAdmin: boolean;
  /** Belongs to the platform's back-office. */
  isBackoffice: boolean;
  /** Of the back-office, here for support: has nothing of a user's own, and ends with its session. */
  isSupport: boolean;
  /** Names of the routes that the role permits. */
  routes: ReadonlySet<string>;
  /** Must set up a second factor first, and may do nothing else until then. */
  owesSecondFactor: boolean;
  /** The same of the terms of use. */
  owesTerms: boolean;
  sessionId: string;
  requestId: string;
  /** Where the call comes from, for the audit; undefined for a socket. */
  address: string | undefined;
};

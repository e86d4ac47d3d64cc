import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Keys } from './auth/keys.ts';

/** What the domain depends on. Time comes from here, so that tests can set it. */
export type Services = {
  db: Database;
  log: Log;
  now: () => Date;
  keys: Keys;
  /** Whether the demo's well-known password may log in. */
  isDemo: boolean;
  /** The pools whose companies' jobs and sends this server runs; undefined: all. */
  pools?: readonly string[] | undefined;
};

/** The caller, as far as the connection tells. */
export type Caller = { address: string; userAgent: string | undefined; requestId: string };

/** The user of a call, in their current state: loaded for each call. */
export type Actor = {
  tenantId: string;
  tenantName: string;
  userId: string;
  userName: string;
  email: string;
  roleId: string;
  roleName: string;
  /** May see and do whatever any attendant of the tenant may. */
  isAdmin: boolean;
  /** Belongs to the platform's back-office. */
  isBackoffice: boolean;
  /** A back-office user here for support: has no profile of their own, and exists only in their session. */
  isSupport: boolean;
  /** Routes that the role permits. */
  routes: ReadonlySet<string>;
  /** Must set up a second factor before anything else. */
  owesSecondFactor: boolean;
  /** Must accept the terms of use before anything else. */
  owesTerms: boolean;
  sessionId: string;
  requestId: string;
  /** Address of the caller, for the audit; undefined for a socket. */
  address: string | undefined;
};

import type { Failure } from '../entities/failure.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { AuthSnapshot } from './auth.machine.ts';
import type { SessionUser } from './auth.session.ts';

type AuthPhase =
  | 'starting'
  | 'anonymous'
  | 'loggingIn'
  | 'secondFactor'
  | 'confirming'
  | 'authenticated'
  | 'loggingOut';

/** The phase of the session. */
export function selectPhase(snapshot: AuthSnapshot): AuthPhase {
  return typeof snapshot.value === 'string' ? snapshot.value : 'authenticated';
}

/** Who is logged in; null for nobody. */
export function selectViewer(snapshot: AuthSnapshot): Viewer | null {
  return snapshot.context.session?.viewer ?? null;
}

/** The person behind the session, for the account menu; null for nobody. */
export function selectUser(snapshot: AuthSnapshot): SessionUser | null {
  return snapshot.context.session?.user ?? null;
}

/** Why the last login failed or the last session ended, until the next attempt. */
export function selectLoginFailure(snapshot: AuthSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** Names of the routes the person may open. */
export function selectRoutes(snapshot: AuthSnapshot): readonly string[] {
  return snapshot.context.session?.routes ?? noRoutes;
}

/** Whether the person belongs to the platform's back-office. */
export function selectIsBackoffice(snapshot: AuthSnapshot): boolean {
  return snapshot.context.session?.originBackoffice ?? false;
}

/** For platform support inside a company: the address they came from; undefined for everybody else. */
export function selectSupportFrom(snapshot: AuthSnapshot): string | undefined {
  return snapshot.context.session?.supportFrom;
}

/** For platform support inside a company: its name; undefined for everybody else. */
export function selectSupportIn(snapshot: AuthSnapshot): string | undefined {
  return snapshot.context.session?.supportIn;
}

const noRoutes: readonly string[] = [];

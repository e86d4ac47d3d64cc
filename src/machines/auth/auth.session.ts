import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { User } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { keepSame } from '../entities/same.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { UserId } from '../entities/ids.ts';
import type { LoginPath, SecretRef, StoredSession } from '../log/events-session.ts';

/** The person a session belongs to. */
export interface SessionUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly roleName: string;
  /** The role's display name; empty while only the stored session is known. */
  readonly roleLabel: string;
  readonly image: string | null;
  /** Null for none; left out until the server has said it. */
  readonly departmentId?: string | null;
  /** Whether they set themselves away; left out for no. */
  readonly away?: boolean;
}

export interface Session {
  readonly token: SecretRef;
  readonly user: SessionUser;
  readonly viewer: Viewer;
  readonly routes: readonly string[];
  readonly originBackoffice: boolean;
  readonly supportFrom?: string | undefined;
  readonly supportIn?: string | undefined;
  /** Whether the person asked to stay logged in. */
  readonly remembered: boolean;
}

/** A login in progress, between its steps. */
export interface LoginUnderWay {
  readonly path: LoginPath;
  readonly email: string;
  readonly to: string | null;
  readonly remember: boolean;
  /** Proves that the password was right; null before. */
  readonly challenge: SecretRef | null;
}

export function sessionUser(user: User): SessionUser {
  const { id, name, email, roleLabel, image, departmentId, away } = user;
  const known = { ...(departmentId !== undefined && { departmentId }), ...(away && { away }) };
  return { id, name, email, roleName: roleOf(user.roleName), roleLabel, image, ...known };
}

export function createSession(
  user: SessionUser,
  token: SecretRef,
  routes: readonly string[],
  originBackoffice: boolean,
  remembered: boolean,
): Session {
  return { token, user, viewer: viewerOf(user), routes, originBackoffice, remembered };
}

/** The session with the user as the server reports them; the same reference if nothing changed. */
export function withUser(session: Session, user: SessionUser): Session {
  const isSame = keepSame(session.user, user) === session.user;
  return isSame ? session : { ...session, user, viewer: keepSame(session.viewer, viewerOf(user)) };
}

/** The session with these routes; the same reference if nothing changed. */
export function withRoutes(session: Session, routes: readonly string[]): Session {
  return keepSame(session.routes, routes) === session.routes ? session : { ...session, routes };
}

/** The session as the browser stores it. */
export function toStored(session: Session): StoredSession {
  const { token, user, routes, originBackoffice, supportFrom, supportIn, remembered } = session;
  const { id, email, name, roleName, departmentId } = user;
  const person = { userId: id, email, name, roleName, departmentId };
  return { token, ...person, originBackoffice, routes, supportFrom, supportIn, remembered };
}

/** The session as far as the browser stored it; the role's display name and the image are missing. */
export function fromStored(stored: StoredSession): Session {
  const { userId, email, name, token, routes, departmentId, originBackoffice, supportFrom, supportIn } = stored;
  const known = departmentId === undefined ? {} : { departmentId };
  const user = { id: userId, name, email, roleName: roleOf(stored.roleName), roleLabel: '', image: null, ...known };
  return {
    ...createSession(user, token, routes, originBackoffice, stored.remembered === true),
    supportFrom,
    supportIn,
  };
}

/** The failure shown when a session expired. */
export const SESSION_EXPIRED: Failure = {
  code: 'UNAUTHENTICATED',
  key: 'error.session.expired',
  params: {},
  fields: {},
  requestId: null,
};

/** An administrator disconnected or blocked the user. */
export const SESSION_CLOSED: Failure = { ...SESSION_EXPIRED, key: 'error.session.closedByAdmin' };

/** The access of the user's whole company was ended. */
export const SESSION_OF_CLOSED_COMPANY: Failure = { ...SESSION_EXPIRED, key: 'error.login.companyClosed' };

/** The failure of a login; wrong credentials get the text of their login path, which the page's address may decide. */
export function loginFailure(path: LoginPath, failure: Failure): Failure {
  if (failure.code !== 'UNAUTHENTICATED' && failure.code !== 'NOT_FOUND') return failure;
  if (failure.key === 'error.login.noToken' || failure.key === 'error.company.unknown') return failure;
  return { ...failure, key: path === 'rest' ? 'error.login.failed' : 'error.login.noToken' };
}

const REFUSALS: ReadonlySet<Failure['code']> = new Set(['UNAUTHENTICATED', 'NOT_FOUND', 'FORBIDDEN', 'INVALID']);

/** Whether the server answered the call and refused it. */
export function isRefusal({ code }: Failure): boolean {
  return REFUSALS.has(code);
}

function roleOf(roleName: string): string {
  return roleName === '' ? ADMIN_ROLE : roleName;
}

function viewerOf({ id, name, roleName, departmentId }: SessionUser): Viewer {
  return { userId: id, name, roleName, ...(departmentId === undefined ? {} : { departmentId }) };
}

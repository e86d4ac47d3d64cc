import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { UserId } from './ids.ts';

/** The logged-in user, as far as visibility depends on them. */
export interface Viewer {
  readonly userId: UserId;
  readonly name: string;
  readonly roleName: string;
  /** Null for none; left out until the server has said it. */
  readonly departmentId?: string | null;
}

export function isAdmin(viewer: Viewer): boolean {
  return viewer.roleName === ADMIN_ROLE;
}

/** Whether a ticket of this owner is the viewer's to work on: theirs, nobody's, or anybody's to an administrator. */
export function isFree(ownerId: UserId | null, viewer: Viewer): boolean {
  return ownerId === null || ownerId === viewer.userId || isAdmin(viewer);
}

/** Whether the counter of unseen messages of a ticket with this owner is the viewer's: theirs, or nobody's yet. */
export function isCounterOf(ownerId: UserId | null, viewer: Viewer): boolean {
  return ownerId === null || ownerId === viewer.userId;
}

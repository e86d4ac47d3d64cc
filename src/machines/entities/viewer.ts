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

/** Whether the viewer may work on a ticket of this owner: it is theirs or nobody's, or they are an administrator. */
export function isFree(ownerId: UserId | null, viewer: Viewer): boolean {
  return ownerId === null || ownerId === viewer.userId || isAdmin(viewer);
}

/** Whether the viewer may reset the unseen counter of a ticket of this owner: it is theirs, or nobody's yet. */
export function isCounterOf(ownerId: UserId | null, viewer: Viewer): boolean {
  return ownerId === null || ownerId === viewer.userId;
}

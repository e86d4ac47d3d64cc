import type { UserId } from './ids.ts';

/** Who is looking. */
export interface Viewer {
  readonly userId: UserId;
  readonly name: string;
  readonly roleName: string;
}

/** The rule that may see everybody's attendance; also the one assumed of a user who bears none. */
export const ADMIN_ROLE = 'administrador';

export function isAdmin(viewer: Viewer): boolean {
  return viewer.roleName === ADMIN_ROLE;
}

/** Whether a ticket of this owner is the viewer's to work on: theirs, nobody's, or anybody's to an administrator. */
export function isFree(ownerId: UserId | null, viewer: Viewer): boolean {
  return ownerId === null || ownerId === viewer.userId || isAdmin(viewer);
}

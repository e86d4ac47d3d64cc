/** Name of the role that may see and do everything in its company; a user without a role counts as having it. */
export const ADMIN_ROLE = 'administrador';

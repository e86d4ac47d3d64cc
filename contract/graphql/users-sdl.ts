import { auditEntrySdl } from '../entities/audit-entry.ts';
import { managedUserSdl } from '../entities/managed-user.ts';
import { managedRoleSdl } from '../entities/role.ts';
import { blockUserSdl } from './block-user.ts';
import { connectedUsersSdl } from './connected-users.ts';
import { deleteRoleSdl } from './delete-role.ts';
import { deleteUserInstanceSdl } from './delete-user-instance.ts';
import { deleteUserSdl } from './delete-user.ts';
import { disconnectUserSdl } from './disconnect-user.ts';
import { duplicateRoleSdl } from './duplicate-role.ts';
import { loginHistorySdl } from './login-history.ts';
import { mySessionsSdl } from './my-sessions.ts';
import { newRoleSdl } from './new-role.ts';
import { newUserSdl } from './new-user.ts';
import { paginatedAuditSdl } from './paginated-audit.ts';
import { paginatedUsersSdl } from './paginated-users.ts';
import { revokeOtherSessionsSdl } from './revoke-other-sessions.ts';
import { revokeSessionSdl } from './revoke-session.ts';
import { rolesSdl } from './roles.ts';
import { updateRoleSdl } from './update-role.ts';
import { updateUserPasswordSdl } from './update-user-password.ts';
import { updateUserSdl } from './update-user.ts';

/** The part of the schema about users, roles and presence. */
export const usersAreaSdl = [
  managedUserSdl,
  managedRoleSdl,
  auditEntrySdl,
  paginatedUsersSdl,
  newUserSdl,
  updateUserSdl,
  updateUserPasswordSdl,
  deleteUserSdl,
  blockUserSdl,
  disconnectUserSdl,
  deleteUserInstanceSdl,
  rolesSdl,
  newRoleSdl,
  duplicateRoleSdl,
  updateRoleSdl,
  deleteRoleSdl,
  paginatedAuditSdl,
  connectedUsersSdl,
  mySessionsSdl,
  loginHistorySdl,
  revokeOtherSessionsSdl,
  revokeSessionSdl,
].join('\n');

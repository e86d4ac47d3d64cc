import type { DisconnectUserVariables } from '../../../contract/graphql/disconnect-user.ts';
import type { DuplicateRoleVariables } from '../../../contract/graphql/duplicate-role.ts';
import type { LoginHistoryVariables } from '../../../contract/graphql/login-history.ts';
import type { NewRoleVariables } from '../../../contract/graphql/new-role.ts';
import type { NewUserVariables } from '../../../contract/graphql/new-user.ts';
import type { PaginatedAuditVariables } from '../../../contract/graphql/paginated-audit.ts';
import type { PaginatedUsersVariables } from '../../../contract/graphql/paginated-users.ts';
import type { RolesVariables } from '../../../contract/graphql/roles.ts';
import type { UpdateRoleVariables } from '../../../contract/graphql/update-role.ts';
import type { UpdateUserPasswordVariables } from '../../../contract/graphql/update-user-password.ts';
import type { UpdateUserVariables } from '../../../contract/graphql/update-user.ts';
import { loginHistory, paginatedAudit } from '../../domain/access/audit-log.ts';
import { connectedUsers, mySessions, revokeOtherSessions, revokeSession } from '../../domain/access/sessions.ts';
import { listRoles } from '../../domain/roles/managed-roles.ts';
import { addRole, deleteRole, duplicateRole, renameRole } from '../../domain/roles/save-role.ts';
import { blockUser, deleteUser, deleteUserInstance, disconnectUser } from '../../domain/users/leave-user.ts';
import { paginatedUsers } from '../../domain/users/managed-users.ts';
import { updateOwnPassword } from '../../domain/users/own-password.ts';
import { addUser, changeUser } from '../../domain/users/save-user.ts';
import { forActor } from './for-actor.ts';

type None = Record<string, never>;
type OfOne = { id: string };

/** Users, roles, and who comes and goes. */
export const userResolvers = {
  Query: {
    paginatedUsers: forActor<PaginatedUsersVariables, unknown>(paginatedUsers),
    roles: forActor<RolesVariables, unknown>(listRoles),
    paginatedAudit: forActor<PaginatedAuditVariables, unknown>(paginatedAudit),
    connectedUsers: forActor<None, unknown>(connectedUsers),
    mySessions: forActor<None, unknown>(mySessions),
    loginHistory: forActor<LoginHistoryVariables, unknown>(loginHistory),
  },
  Mutation: {
    newUser: forActor<NewUserVariables, unknown>((services, actor, user) => addUser(services, actor, filled(user))),
    updateUser: forActor<UpdateUserVariables, unknown>(
      (services, actor, { id, image, user_department_id, ...change }) =>
        changeUser(services, actor, id, {
          ...filled(change),
          // Null takes these away.
          ...(image === undefined ? {} : { image }),
          ...(user_department_id === undefined ? {} : { user_department_id }),
        }),
    ),
    updateUserPassword: forActor<UpdateUserPasswordVariables, unknown>(updateOwnPassword),
    deleteUser: forActor<OfOne, unknown>((services, actor, { id }) => deleteUser(services, actor, id)),
    blockUser: forActor<OfOne, unknown>((services, actor, { id }) => blockUser(services, actor, id)),
    disconnectUser: forActor<DisconnectUserVariables, unknown>((services, actor, { user_id: id }) =>
      disconnectUser(services, actor, id),
    ),
    deleteUserInstance: forActor<OfOne, unknown>((services, actor, { id }) => deleteUserInstance(services, actor, id)),
    newRole: forActor<NewRoleVariables, unknown>(addRole),
    duplicateRole: forActor<DuplicateRoleVariables, unknown>((services, actor, { id, ...role }) =>
      duplicateRole(services, actor, id, role),
    ),
    updateRole: forActor<UpdateRoleVariables, unknown>((services, actor, { id, ...role }) =>
      renameRole(services, actor, id, role),
    ),
    deleteRole: forActor<OfOne, unknown>((services, actor, { id }) => deleteRole(services, actor, id)),
    revokeOtherSessions: forActor<None, unknown>(revokeOtherSessions),
    revokeSession: forActor<OfOne, unknown>((services, actor, { id }) => revokeSession(services, actor, id)),
  },
};

/** Without what was given as null: in GraphQL that is leaving it out. */
function filled(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

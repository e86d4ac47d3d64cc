import { blockUser } from '../../../contract/graphql/block-user.ts';
import { connectedUsers } from '../../../contract/graphql/connected-users.ts';
import { deleteRole } from '../../../contract/graphql/delete-role.ts';
import { deleteUserInstance } from '../../../contract/graphql/delete-user-instance.ts';
import { deleteUser } from '../../../contract/graphql/delete-user.ts';
import { disconnectUser } from '../../../contract/graphql/disconnect-user.ts';
import { duplicateRole } from '../../../contract/graphql/duplicate-role.ts';
import { loginHistory } from '../../../contract/graphql/login-history.ts';
import { mySessions } from '../../../contract/graphql/my-sessions.ts';
import { newRole } from '../../../contract/graphql/new-role.ts';
import { newUser } from '../../../contract/graphql/new-user.ts';
import { paginatedAudit } from '../../../contract/graphql/paginated-audit.ts';
import { paginatedUsers } from '../../../contract/graphql/paginated-users.ts';
import { revokeOtherSessions } from '../../../contract/graphql/revoke-other-sessions.ts';
import { revokeSession } from '../../../contract/graphql/revoke-session.ts';
import { roles } from '../../../contract/graphql/roles.ts';
import { updateRole } from '../../../contract/graphql/update-role.ts';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { updateUser } from '../../../contract/graphql/update-user.ts';
import * as audit from '../../domain/access/audit-log.ts';
import * as sessions from '../../domain/access/sessions.ts';
import { listRoles } from '../../domain/roles/managed-roles.ts';
import * as role from '../../domain/roles/save-role.ts';
import * as leave from '../../domain/users/delete-user.ts';
import * as managed from '../../domain/users/managed-users.ts';
import { updateOwnPassword } from '../../domain/users/own-password.ts';
import { addUser, changeUser } from '../../domain/users/save-user.ts';
import { forActor } from './for-actor.ts';

/** Users, roles and presence. */
export const userResolvers = {
  Query: {
    ...forActor(paginatedUsers, managed.paginatedUsers),
    ...forActor(roles, listRoles),
    ...forActor(paginatedAudit, audit.paginatedAudit),
    ...forActor(connectedUsers, sessions.connectedUsers),
    ...forActor(mySessions, sessions.mySessions),
    ...forActor(loginHistory, audit.loginHistory),
  },
  Mutation: {
    ...forActor(newUser, (services, actor, user) => addUser(services, actor, filled(user))),
    ...forActor(updateUser, (services, actor, { id, image, user_department_id, ...change }) =>
      changeUser(services, actor, id, {
        ...filled(change),
        // Null removes these.
        ...(image === undefined ? {} : { image }),
        ...(user_department_id === undefined ? {} : { user_department_id }),
      }),
    ),
    ...forActor(updateUserPassword, updateOwnPassword),
    ...forActor(deleteUser, (services, actor, { id }) => leave.deleteUser(services, actor, id)),
    ...forActor(blockUser, (services, actor, { id }) => leave.blockUser(services, actor, id)),
    ...forActor(disconnectUser, (services, actor, { user_id: id }) => leave.disconnectUser(services, actor, id)),
    ...forActor(deleteUserInstance, (services, actor, { id }) => leave.deleteUserInstance(services, actor, id)),
    ...forActor(newRole, role.addRole),
    ...forActor(duplicateRole, (services, actor, { id, ...input }) => role.duplicateRole(services, actor, id, input)),
    ...forActor(updateRole, (services, actor, { id, ...input }) => role.renameRole(services, actor, id, input)),
    ...forActor(deleteRole, (services, actor, { id }) => role.deleteRole(services, actor, id)),
    ...forActor(revokeOtherSessions, sessions.revokeOtherSessions),
    ...forActor(revokeSession, (services, actor, { id }) => sessions.revokeSession(services, actor, id)),
  },
};

/** Without nulls: for these fields null means omitted. */
function filled(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

import type { FastifyInstance } from 'fastify';
import { addUser as addUserCall } from '../../../contract/rest/add-user.ts';
import { auditSheet } from '../../../contract/rest/audit-sheet.ts';
import { changeUser as changeUserCall } from '../../../contract/rest/change-user.ts';
import { isFuncionalUser } from '../../../contract/rest/is-funcional-user.ts';
import { permissionCategories as categoriesCall } from '../../../contract/rest/permission-categories.ts';
import { removeUser } from '../../../contract/rest/remove-user.ts';
import { unblockUser as unblockUserCall } from '../../../contract/rest/unblock-user.ts';
import { updatePermissions as updatePermissionsCall } from '../../../contract/rest/update-permissions.ts';
import { userImage as userImageCall } from '../../../contract/rest/user-image.ts';
import { users } from '../../../contract/rest/users.ts';
import { exportAudit } from '../../domain/access/audit-log.ts';
import type { Services } from '../../domain/context.ts';
import { AuthRefused } from '../../domain/errors.ts';
import { parseInput } from '../../domain/input.ts';
import { requirePermission } from '../../domain/permissions.ts';
import { permissionCategories, updatePermissions } from '../../domain/roles/role-permissions.ts';
import { listUsers } from '../../domain/users.ts';
import { deleteUser, unblockUser } from '../../domain/users/delete-user.ts';
import { addUser, changeUser } from '../../domain/users/save-user.ts';
import { userImage } from '../../domain/users/user-image.ts';
import { auditSheetOf } from '../../sheets/audit-sheet.ts';
import { actorOf } from '../request.ts';
import { addActorCall, addOpenCall, inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';
import type { SendSheet } from './sheet-reply.ts';

/** The REST calls about users, roles and the audit. */
export function addUsers(app: FastifyInstance, services: Services, send: SendSheet): void {
  addActorCall(app, services, users, async (_body, actor) => {
    requirePermission(actor, 'users');
    return listUsers(services, actor);
  });
  addActorCall(app, services, addUserCall, (user, actor) => addUser(services, actor, user));
  addActorCall(app, services, changeUserCall, ({ id, ...change }, actor) => changeUser(services, actor, id, change));
  addActorCall(app, services, unblockUserCall, ({ id }, actor) => unblockUser(services, actor, id));
  addActorCall(app, services, removeUser, async ({ id }, actor) => {
    await deleteUser(services, actor, id);
    return { ok: true as const };
  });

  addOpenCall(app, services, isFuncionalUser, async (_body, { request }) => {
    try {
      await actorOf(services, request);
      return { functional: true };
    } catch (error) {
      // A valid token whose session, user or company is gone or blocked.
      if (error instanceof AuthRefused && error.reason === 'unauthorized') return { functional: false };
      throw error;
    }
  });

  addActorCall(app, services, categoriesCall, (_body, actor) => permissionCategories(services, actor));
  addActorCall(app, services, updatePermissionsCall, (update, actor) => updatePermissions(services, actor, update));

  app.get(auditSheet.path, DOWNLOAD, async (request, reply) => {
    const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      const { format, locale, ...filter } = parseInput(auditSheet.body, request.query);
      const created = auditSheetOf(await exportAudit(services, actor, filter), locale);
      return { actor, sheet: created, chosen: { format, locale, fileName: created.fileName } };
    });
    return send(reply, actor, sheet, chosen);
  });

  app.get(userImageCall.path, async (request, reply) => {
    const { tenant, key } = parseInput(userImageCall.body, request.params);
    const { mimeType, bytes } = await userImage(services, tenant, key);
    // A changed picture gets another key.
    return reply.type(mimeType).header('cache-control', 'private, max-age=31536000, immutable').send(bytes);
  });
}

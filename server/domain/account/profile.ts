import type { ManagedUser } from '../../../contract/entities/managed-user.ts';
import type { Profile, ProfileChange } from '../../../contract/rest/profile.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import { requireProvenPassword } from '../auth/proven-password.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { requireVersion } from '../input.ts';
import { requireOwnUser } from '../permissions.ts';
import { refuseTaken } from '../taken.ts';
import { managedUser } from '../users/managed-users.ts';
import { requireFree } from '../users/save-user.ts';
import { parseImage, setImage } from '../users/user-image.ts';

/** The actor's own profile. */
export function profile(services: Services, actor: Actor): Promise<Profile> {
  const { tenantId, userId } = actor;
  return withTenant(services.db, tenantId, async (tx) => profileOf(actor, await managedUser(tx, tenantId, userId)));
}

/**
 * Changes the actor's own name and picture, and, with the permission to manage users, e-mail. Refuses a taken e-mail
 * and invalid fields with `error.form.invalid`, an outdated `version` with CONFLICT, a changed e-mail as
 * `requireProvenPassword` does, and support users with FORBIDDEN `error.support.ownUser`.
 */
export async function updateProfile(services: Services, caller: Actor, change: ProfileChange): Promise<Profile> {
  const { tenantId, userId } = caller;
  const image = parseImage(change.image);
  return refuseTaken(
    changeAsActor(services, caller, requireOwnUser, async (tenant, actor) => {
      const { tx } = tenant;
      const before = await managedUser(tx, tenantId, userId);
      requireVersion(change.version, before.version);
      const email = change.email === before.email ? undefined : change.email;
      if (email !== undefined && !mayChangeEmail(actor)) {
        throw invalid('error.form.invalid', { email: 'error.user.emailByAdministrator' });
      }
      // Password resets are mailed there: changing the e-mail would allow changing the password.
      if (email !== undefined) await requireProvenPassword(tx, services, actor);
      await requireFree(tx, tenantId, { email }, userId);
      const row = { name: change.name, email };
      if (Object.values(row).some((value) => value !== undefined)) {
        await tx.updateTable('app_user').set(row).where('tenant_id', '=', tenantId).where('id', '=', userId).execute();
      }
      await setImage(tx, { tenantId, userId, before: before.image }, image);
      const after = await managedUser(tx, tenantId, userId);
      const fields = (['name', 'email', 'image'] as const).filter((field) => before[field] !== after[field]);
      await auditAction(tx, actor, {
        action: 'user.profile',
        subject: `user:${userId}`,
        details: Object.fromEntries(fields.map((field) => [field, { was: before[field], is: after[field] }])),
      });
      // The user's pages refetch who is logged in.
      tenant.append('PermissionsChanged', {}, { to: 'people', userIds: [userId] });
      return profileOf(actor, after);
    }),
  );
}

const mayChangeEmail = (actor: Actor): boolean => actor.routes.has('users');

function profileOf(actor: Actor, user: ManagedUser): Profile {
  const { id, name, username, email, image, role, userDepartment, version } = user;
  return {
    id,
    name,
    username,
    email,
    image,
    role: role.display_name,
    department: userDepartment?.name ?? null,
    may_change_email: mayChangeEmail(actor),
    version,
  };
}

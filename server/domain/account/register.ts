import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import { changeTenant } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { audit } from '../audit.ts';
import { whileCountingBadLinks } from '../auth/limits.ts';
import { hashNewPassword } from '../auth/new-password.ts';
import type { Caller, Services } from '../context.ts';
import { refuseTaken } from '../taken.ts';
import { requireFree, requireSeat, setInstances } from '../users/save-user.ts';
import { linkExpired, newLinkToken, parseLinkToken } from './link-token.ts';
import type { LinkToken } from './link-token.ts';
import { isClosedToSupport, MADE_BY_SUPPORT } from './support-invitations.ts';

type Open = {
  id: Id;
  email: string;
  roleId: Id;
  role: string;
  departmentId: Id | null;
  instanceIds: Id[];
  company: string;
  tenantName: string;
  isMadeBySupport: boolean;
};

/**
 * Contents of an invitation's mail, with a new link token that invalidates earlier ones; undefined if it is no longer
 * open.
 */
export async function prepareInvitation(
  services: Pick<Services, 'db' | 'now'>,
  { tenantId, invitationId }: { tenantId: string; invitationId: string },
): Promise<
  | {
      to: string;
      locale: string;
      company: string;
      tenantName: string;
      inviter: string | null;
      token: string;
      /** How long it is valid. */
      days: number;
    }
  | undefined
> {
  const token = newLinkToken(tenantId);
  return withTenant(services.db, tenantId, async (tx) => {
    const row = await tx
      .updateTable('invitation')
      .set({ token_hash: token.hash })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', invitationId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', services.now())
      .returning(['email', 'locale', 'invited_by', 'created_at', 'expires_at'])
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { rows } = await sql<{ company: string; tenantName: string; isGone: boolean; inviter: string | null }>`
      select name as company, slug as "tenantName", deleted_at is not null as "isGone",
        (select u.name from app_user u where u.tenant_id = tenant.id and u.id = ${row.invited_by}) as inviter
      from tenant where id = ${tenantId}`.execute(tx);
    const [tenant] = rows;
    if (tenant === undefined || tenant.isGone) return undefined;
    const { company, tenantName, inviter } = tenant;
    const days = Math.round((row.expires_at.getTime() - row.created_at.getTime()) / DAY_MS);
    return { to: row.email, locale: row.locale, company, tenantName, inviter, token: token.text, days };
  });
}

/** The invitation behind a mail's token. NOT_FOUND `error.link.expired` if it is no longer valid. */
export async function readInvitation(
  services: Services,
  token: string,
  caller: Caller,
): Promise<{ email: string; tenantName: string; company: string; role: string }> {
  const { email, tenantName, company, role } = await whileCountingBadLinks(services, caller, () =>
    findOpen(services, token),
  );
  return { email, tenantName, company, role };
}

/**
 * Accepts an invitation: creates the user. Refuses as `readInvitation` does, a taken login name or e-mail and a weak
 * password by field, and exceeding the user limit with CONFLICT.
 */
export async function register(
  services: Services,
  input: { token: string; name: string; username: string; password: string },
  caller: Caller,
): Promise<{ email: string; tenantName: string }> {
  // Hashing is expensive: check the token first.
  const { email, company, tenantName } = await whileCountingBadLinks(services, caller, () =>
    findOpen(services, input.token),
  );
  const link = parseLinkToken(input.token);
  const { name, username } = input;
  const passwordHash = await hashNewPassword(services, input.password, { name, username, email, company, tenantName });
  const person = { name, username, passwordHash };
  return refuseTaken(
    changeTenant(services.db, link.tenantId, async ({ tx, tenantId }) => {
      const open = await openOf(tx, services, link);
      if (open === undefined) throw linkExpired();
      await requireSeat(tx, tenantId);
      await requireFree(tx, tenantId, { username: person.username, email: open.email }, null);
      const userId = await addPerson(tx, tenantId, open, person);
      await tx
        .updateTable('invitation')
        .set({ accepted_at: services.now(), token_hash: null })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', open.id)
        .execute();
      await audit(tx, {
        tenantId,
        userId,
        action: 'user.register',
        subject: `user:${userId}`,
        details: { invitation: open.id, email: open.email },
        address: caller.address,
        requestId: caller.requestId,
      });
      return { email: open.email, tenantName: open.tenantName };
    }),
  );
}

async function addPerson(
  tx: Tx,
  tenantId: Id,
  open: Open,
  person: { name: string; username: string; passwordHash: string },
): Promise<Id> {
  const { id } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      name: person.name,
      username: person.username,
      email: open.email,
      role_id: open.roleId,
      department_id: open.departmentId,
      password_hash: person.passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setInstances(tx, tenantId, id, open.instanceIds);
  return id;
}

/** An unknown tenant has no rows, so no invitation either. */
async function findOpen(services: Services, token: string): Promise<Open> {
  const link = parseLinkToken(token);
  const open = await withTenant(services.db, link.tenantId, (tx) => openOf(tx, services, link));
  if (open === undefined) throw linkExpired();
  return open;
}

/** Skips instances deleted since, and invitations by the back-office to a company now closed to it. */
async function openOf(tx: Tx, services: Services, { tenantId, hash }: LinkToken): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    select i.id, i.email, i.role_id as "roleId", r.display_name as role, i.department_id as "departmentId",
      array(select n.id from instance n where n.tenant_id = i.tenant_id and n.id = any(i.instance_ids)) as "instanceIds",
      t.name as company, t.slug as "tenantName", ${MADE_BY_SUPPORT} as "isMadeBySupport"
    from invitation i
    join role r on r.tenant_id = i.tenant_id and r.id = i.role_id
    join tenant t on t.id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.token_hash = ${hash} and i.accepted_at is null and i.revoked_at is null
      and i.expires_at > ${services.now()} and t.deleted_at is null`.execute(tx);
  const [open] = rows;
  if (open?.isMadeBySupport === true && (await isClosedToSupport(tx, tenantId))) return undefined;
  return open;
}

import type { Department, DepartmentForm } from '../../../contract/entities/department.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { disconnected } from '../../../contract/graphql/disconnected.ts';
import { managedDepartments } from '../../../contract/graphql/managed-departments.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { signAccessToken } from '../../../server/domain/auth/access-token.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';

/** Wednesday, 10:00 in São Paulo. */
export const WEDNESDAY_10 = Date.parse('2026-03-11T13:00:00Z');

export type DepartmentsWorld = Awaited<ReturnType<typeof startDepartments>>;

/** A company without departments on a Wednesday at ten, where Bruno and Carla serve Vendas and nobody is at work. */
export async function startDepartments(options: Parameters<typeof startAttendance>[0] = {}) {
  let now = WEDNESDAY_10;
  let phones = 5_511_944_000_000;
  const world = await startAttendance({ now: () => new Date(now), ...options });
  await world.rows(`insert into user_instance (tenant_id, user_id, instance_id) select u.tenant_id, u.id, i.id
    from app_user u join instance i on i.tenant_id = u.tenant_id where u.username = 'carla' and i.name = 'Vendas'`);
  // The tests' clock stands long before the sessions' own.
  await world.rows("update session set expires_at = '2100-01-01'");
  await world.rows('update app_user set department_id = null');
  await world.rows('delete from department');

  /** Sets the clock; who is logged in has a token of then. */
  async function travel(to: number): Promise<void> {
    now = to;
    const sessions = await world.rows<{ id: string; userId: string; tenantId: string }>(
      'select id, user_id as "userId", tenant_id as "tenantId" from session order by id',
    );
    for (const who of Object.values(world.people)) {
      const session = sessions.find(({ userId }) => userId === who.id);
      if (session === undefined) throw new Error(`${who.email} has no session`);
      const { tenantId, userId, id: sessionId } = session;
      who.token = await signAccessToken(world.server.services, { tenantId, tenantName: who.tenant, userId, sessionId });
    }
  }

  const aPhone = () => String((phones += 1));
  return {
    ...world,
    now: () => now,
    travel,
    aPhone,

    online: async (...people: Person[]) => {
      for (const who of people) await world.call(who, connected, {});
    },

    add: async (form: Partial<DepartmentForm> = {}): Promise<Department> => {
      const { bruno, carla } = world.people;
      const given = {
        name: 'Comercial',
        member_ids: [bruno.id, carla.id],
        instance_ids: [world.instances.vendas],
        ...form,
      };
      return (await world.call(world.people.ana, newDepartment, given)).newDepartment;
    },

    /** A customer's first message, and who has its ticket. */
    opened: async (from = aPhone()) => {
      const ticket = await world.open({ from, at: new Date(now) });
      return { ...ticket, ownerId: ticket.user?.id ?? null };
    },

    /** Puts everything back. */
    reset: async () => {
      await travel(WEDNESDAY_10);
      for (const { id } of (await world.call(world.people.ana, managedDepartments, {})).managedDepartments) {
        await world.call(world.people.ana, deleteDepartment, { id });
      }
      await world.rows('update chat_ticket set finished_at = now() where finished_at is null');
      const { ana, bruno, carla } = world.people;
      for (const who of [ana, bruno, carla]) await world.call(who, disconnected, {});
    },
  };
}

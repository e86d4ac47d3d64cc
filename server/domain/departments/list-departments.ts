import type { Department } from '../../../contract/entities/department.ts';
import type { UserDepartment } from '../../../contract/entities/user.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { departmentViews } from './department-view.ts';

/** The company's departments by name, with what every user may know. */
export async function listDepartments(services: Services, actor: Actor): Promise<UserDepartment[]> {
  const all = await withTenant(services.db, actor.tenantId, (tx) => departmentViews(tx, actor.tenantId));
  return all.map(({ id, name, activated }) => ({ id, name, activated }));
}

/** All departments; needs the permission to manage departments. */
export async function listManagedDepartments(services: Services, actor: Actor): Promise<Department[]> {
  requirePermission(actor, 'departments');
  return withTenant(services.db, actor.tenantId, (tx) => departmentViews(tx, actor.tenantId));
}

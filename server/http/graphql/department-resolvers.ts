import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import { departments } from '../../../contract/graphql/departments.ts';
import { managedDepartments } from '../../../contract/graphql/managed-departments.ts';
import { newDepartment } from '../../../contract/graphql/new-department.ts';
import { updateDepartment } from '../../../contract/graphql/update-department.ts';
import { listDepartments, listManagedDepartments } from '../../domain/departments/list-departments.ts';
import * as save from '../../domain/departments/save-department.ts';
import { forActor } from './for-actor.ts';

/** Departments. */
export const departmentResolvers = {
  Query: {
    ...forActor(departments, listDepartments),
    ...forActor(managedDepartments, listManagedDepartments),
  },
  Mutation: {
    ...forActor(newDepartment, save.newDepartment),
    ...forActor(updateDepartment, save.updateDepartment),
    ...forActor(deleteDepartment, (services, actor, { id }) => save.deleteDepartment(services, actor, id)),
  },
};

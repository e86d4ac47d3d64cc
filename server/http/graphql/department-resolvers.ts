import type { DeleteDepartmentVariables } from '../../../contract/graphql/delete-department.ts';
import type { NewDepartmentVariables } from '../../../contract/graphql/new-department.ts';
import type { UpdateDepartmentVariables } from '../../../contract/graphql/update-department.ts';
import { listDepartments, listManagedDepartments } from '../../domain/departments/list-departments.ts';
import { deleteDepartment, newDepartment, updateDepartment } from '../../domain/departments/save-department.ts';
import { forActor } from './for-actor.ts';

type None = Record<string, never>;

/** Departments. */
export const departmentResolvers = {
  Query: {
    departments: forActor<None, unknown>((services, actor) => listDepartments(services, actor)),
    managedDepartments: forActor<None, unknown>((services, actor) => listManagedDepartments(services, actor)),
  },
  Mutation: {
    newDepartment: forActor<NewDepartmentVariables, unknown>(newDepartment),
    updateDepartment: forActor<UpdateDepartmentVariables, unknown>(updateDepartment),
    deleteDepartment: forActor<DeleteDepartmentVariables, unknown>((services, actor, { id }) =>
      deleteDepartment(services, actor, id),
    ),
  },
};

import { departmentSdl } from '../entities/department.ts';
import { deleteDepartmentSdl } from './delete-department.ts';
import { departmentsSdl } from './departments.ts';
import { managedDepartmentsSdl } from './managed-departments.ts';
import { newDepartmentSdl } from './new-department.ts';
import { updateDepartmentSdl } from './update-department.ts';

/** Departments and what changes them. */
export const departmentsAreaSdl = [
  departmentSdl,
  departmentsSdl,
  managedDepartmentsSdl,
  newDepartmentSdl,
  updateDepartmentSdl,
  deleteDepartmentSdl,
].join('\n');

import { departmentSdl } from '../entities/department.ts';
import { deleteDepartmentSdl } from './delete-department.ts';
import { departmentsSdl } from './departments.ts';
import { managedDepartmentsSdl } from './managed-departments.ts';
import { newDepartmentSdl } from './new-department.ts';
import { updateDepartmentSdl } from './update-department.ts';

/** The part of the schema about departments. */
export const departmentsAreaSdl = [
  departmentSdl,
  departmentsSdl,
  managedDepartmentsSdl,
  newDepartmentSdl,
  updateDepartmentSdl,
  deleteDepartmentSdl,
].join('\n');

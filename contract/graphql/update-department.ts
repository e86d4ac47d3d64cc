import * as z from 'zod/mini';
import { departmentFields, departmentSchema, type Department, type DepartmentForm } from '../entities/department.ts';
import { departmentArguments, departmentPassed, departmentVariables } from './department-arguments.ts';
import { operation } from './operation.ts';

export type UpdateDepartmentVariables = DepartmentForm & { id: string; version?: string | null | undefined };

/** Changes a department; omitted fields stay. */
export const updateDepartment = operation<UpdateDepartmentVariables, { updateDepartment: Department }>(
  'updateDepartment',
  `mutation updateDepartment($id: ID!, $version: String, ${departmentVariables}) { updateDepartment(id: $id, version: $version, ${departmentPassed}) { ${departmentFields} } }`,
  z.object({ updateDepartment: departmentSchema }),
);

export const updateDepartmentSdl = /* GraphQL */ `
  extend type Mutation {
    updateDepartment(
      id: ID!
      version: String
${departmentArguments}
    ): Department!
  }
`;

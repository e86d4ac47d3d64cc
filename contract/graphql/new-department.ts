import * as z from 'zod/mini';
import { departmentFields, departmentSchema, type Department, type DepartmentForm } from '../entities/department.ts';
import { departmentArguments, departmentPassed, departmentVariables } from './department-arguments.ts';
import { operation } from './operation.ts';

export type NewDepartmentVariables = DepartmentForm;

/** Adds a department; `departmentFormSchema` holds the limits of its fields. */
export const newDepartment = operation<NewDepartmentVariables, { newDepartment: Department }>(
  'newDepartment',
  `mutation newDepartment(${departmentVariables}) { newDepartment(${departmentPassed}) { ${departmentFields} } }`,
  z.object({ newDepartment: departmentSchema }),
);

export const newDepartmentSdl = /* GraphQL */ `
  extend type Mutation {
    newDepartment(
${departmentArguments}
    ): Department!
  }
`;

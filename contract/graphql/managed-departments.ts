import * as z from 'zod/mini';
import { departmentFields, departmentSchema, type Department } from '../entities/department.ts';
import { operation } from './operation.ts';

export type ManagedDepartmentsVariables = Record<string, never>;

/** The company's departments by name, with all their settings. */
export const managedDepartments = operation<ManagedDepartmentsVariables, { managedDepartments: Department[] }>(
  'managedDepartments',
  `query managedDepartments { managedDepartments { ${departmentFields} } }`,
  z.object({ managedDepartments: z.array(departmentSchema) }),
);

export const managedDepartmentsSdl = /* GraphQL */ `
  extend type Query {
    managedDepartments: [Department!]!
  }
`;

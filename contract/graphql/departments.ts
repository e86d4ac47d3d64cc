import * as z from 'zod/mini';
import { userDepartmentSchema, type UserDepartment } from '../entities/user.ts';
import { operation } from './operation.ts';

export type DepartmentsVariables = Record<string, never>;

/** The company's departments by name, with what every user may know of them. */
export const departments = operation<DepartmentsVariables, { departments: UserDepartment[] }>(
  'departments',
  `query departments { departments { id name activated } }`,
  z.object({ departments: z.array(userDepartmentSchema) }),
);

export const departmentsSdl = /* GraphQL */ `
  extend type Query {
    departments: [UserDepartment!]!
  }
`;

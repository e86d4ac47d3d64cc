import * as z from 'zod/mini';
import { departmentFields, departmentSchema, type Department, type DepartmentForm } from '../entities/department.ts';
import { operation } from './operation.ts';

export type NewDepartmentVariables = DepartmentForm;

/** Adds a department; `departmentFormSchema` says what each field may hold. */
export const newDepartment = operation<NewDepartmentVariables, { newDepartment: Department }>(
  'newDepartment',
  `mutation newDepartment($name: String!, $activated: Boolean, $greeting: String, $off_hours_text: String, $opening_hours: [OpeningHoursInput!], $holidays: [HolidayInput!], $distribution: String, $max_open_tickets: Int, $transfer_after_minutes: Int, $member_ids: [ID!], $instance_ids: [ID!]) { newDepartment(name: $name, activated: $activated, greeting: $greeting, off_hours_text: $off_hours_text, opening_hours: $opening_hours, holidays: $holidays, distribution: $distribution, max_open_tickets: $max_open_tickets, transfer_after_minutes: $transfer_after_minutes, member_ids: $member_ids, instance_ids: $instance_ids) { ${departmentFields} } }`,
  z.object({ newDepartment: departmentSchema }),
);

export const newDepartmentSdl = /* GraphQL */ `
  extend type Mutation {
    newDepartment(
      name: String!
      activated: Boolean
      greeting: String
      off_hours_text: String
      opening_hours: [OpeningHoursInput!]
      holidays: [HolidayInput!]
      distribution: String
      max_open_tickets: Int
      transfer_after_minutes: Int
      member_ids: [ID!]
      instance_ids: [ID!]
    ): Department!
  }
`;

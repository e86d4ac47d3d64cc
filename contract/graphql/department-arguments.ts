/** Arguments of both `newDepartment` and `updateDepartment`, with their types. */
const DEPARTMENT_ARGUMENTS = {
  name: 'String!',
  activated: 'Boolean',
  greeting: 'String',
  off_hours_text: 'String',
  opening_hours: '[OpeningHoursInput!]',
  holidays: '[HolidayInput!]',
  distribution: 'String',
  max_open_tickets: 'Int',
  transfer_after_minutes: 'Int',
  member_ids: '[ID!]',
  instance_ids: '[ID!]',
} as const;

const entries = Object.entries(DEPARTMENT_ARGUMENTS);

/** The arguments as declared in a document, as passed on, and as in the schema. */
export const departmentVariables = entries.map(([name, type]) => `$${name}: ${type}`).join(', ');
export const departmentPassed = entries.map(([name]) => `${name}: $${name}`).join(', ');
export const departmentArguments = entries.map(([name, type]) => `      ${name}: ${type}`).join('\n');

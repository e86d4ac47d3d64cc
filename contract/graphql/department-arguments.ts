/** What `newDepartment` and `updateDepartment` both take, with its type. */
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

/** As a document declares them, as it passes them on, and as the schema has them. */
export const departmentVariables = entries.map(([name, type]) => `$${name}: ${type}`).join(', ');
export const departmentPassed = entries.map(([name]) => `${name}: $${name}`).join(', ');
export const departmentArguments = entries.map(([name, type]) => `      ${name}: ${type}`).join('\n');

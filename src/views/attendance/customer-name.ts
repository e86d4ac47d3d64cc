import type { Attendance } from '../../machines/entities/entities.ts';

/** The customer's name, or their number if they have none. */
export function nameOf(ticket: Pick<Attendance, 'customer'>, phone: (digits: string) => string): string {
  const { name, phone: digits } = ticket.customer;
  return name === '' || name === digits || name === `+${digits}` ? phone(digits) : name;
}

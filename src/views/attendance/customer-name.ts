/** The customer's name, or their number if they have none. */
export function nameOf(
  ticket: { readonly customer: { readonly name: string; readonly phone: string } },
  phone: (digits: string) => string,
): string {
  const { name, phone: digits } = ticket.customer;
  return name === '' || name === digits || name === `+${digits}` ? phone(digits) : name;
}

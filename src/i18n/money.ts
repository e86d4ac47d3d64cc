/** Formats amounts of money for a language tag; prices of single messages have more decimals than a currency's own. */
export function createMoney(tag: string, decimals?: number): (amount: number, currency: string) => string {
  return (amount, currency) =>
    new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      ...(decimals !== undefined && { maximumFractionDigits: decimals }),
    }).format(amount);
}

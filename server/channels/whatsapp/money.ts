/**
 * An amount as Brazil writes it: `R$ 12,50`, and other currencies with their own sign and digits. Without a currency, or
 * with one that doesn't look like a code, the amount and what there is of it.
 */
export function formatMoney(amount: number, currency: string | undefined): string {
  if (currency === undefined || !/^[a-z]{3}$/iu.test(currency)) {
    const number = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(amount);
    return currency === undefined ? number : `${currency} ${number}`.trim();
  }
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(amount);
}

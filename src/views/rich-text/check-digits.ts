/* Numbers with check digits, given as digits alone. */

/** Whether it is a CPF: eleven digits, not all the same, with correct check digits. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || new Set(digits).size === 1) return false;
  return [9, 10].every((length) => {
    const first = Array.from(digits.slice(0, length), Number);
    const sum = first.reduce((total, digit, at) => total + digit * (length + 1 - at), 0);
    return Number(digits[length]) === ((sum * 10) % 11) % 10;
  });
}

/** Whether it is what is typed to pay a boleto: 47 digits of a bank's, or 48 of a bill for water, power or taxes. */
export function isBoleto(digits: string): boolean {
  if (/^\d{47}$/.test(digits)) return isBankBoleto(digits);
  return /^8\d{47}$/.test(digits) && isBill(digits);
}

function isBankBoleto(digits: string): boolean {
  const fields = [digits.slice(0, 10), digits.slice(10, 21), digits.slice(21, 32)];
  if (!fields.every((field) => endsWith(field, modulo10))) return false;
  const free = fields.map((field) => field.slice(0, -1)).join('');
  const rest = 11 - (weighted(free.slice(0, 4) + digits.slice(33) + free.slice(4)) % 11);
  return Number(digits[32]) === (rest > 9 ? 1 : rest);
}

function isBill(digits: string): boolean {
  const check = '67'.includes(digits.charAt(2)) ? modulo10 : modulo11;
  return [0, 12, 24, 36].every((at) => endsWith(digits.slice(at, at + 12), check));
}

function endsWith(field: string, check: (digits: string) => number): boolean {
  return check(field.slice(0, -1)) === Number(field.at(-1));
}

/** From the right times 2, 1, 2, 1, ..., each product as the sum of its digits. */
function modulo10(digits: string): number {
  const products = fromRight(digits).map((digit, at) => digit * (at % 2 === 0 ? 2 : 1));
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return (10 - (sum % 10)) % 10;
}

function modulo11(digits: string): number {
  const rest = weighted(digits) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** From the right times 2 to 9, over and over. */
function weighted(digits: string): number {
  return fromRight(digits).reduce((total, digit, at) => total + digit * (2 + (at % 8)), 0);
}

function fromRight(digits: string): readonly number[] {
  return Array.from(digits, Number).toReversed();
}

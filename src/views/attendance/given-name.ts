/** The customer's name; empty where they have none, and their number stands for it: nobody is greeted by a number. */
export function givenName(name: string): string {
  return /^\+?[\d\s()-]*$/u.test(name) ? '' : name;
}

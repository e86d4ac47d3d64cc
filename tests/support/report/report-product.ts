/** Whether a file is of the product, and not of its tests and models. */
export function isProduct(file: string): boolean {
  return /^(?:src|server|flows|contract)\//u.test(file);
}

/** For exhaustive switches: an unhandled member doesn't compile. Throws if reached at run time. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(value)}`);
}

/** Checks that a switch is exhaustive; throws if a value got past the types. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

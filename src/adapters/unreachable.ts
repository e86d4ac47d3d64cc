/** Marks a place that no value can reach; what does not know all members stops compiling. Throws if one comes all the same. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(value)}`);
}

import type { User } from '../../../machines/entities/entities.ts';

/** In their order, but who is away after the others. */
export function atWorkFirst(users: readonly User[]): readonly User[] {
  return users.toSorted((one, other) => Number(other.connected) - Number(one.connected));
}

import type { CallParts } from '../calls/parts.ts';
import type { ListSources } from './sources.ts';
import { tenantLists } from './tenants.ts';
import { userLists } from './users.ts';

/** Every list and how it is asked for. */
export function createLists(parts: CallParts): ListSources {
  return { ...userLists(parts), ...tenantLists(parts) };
}

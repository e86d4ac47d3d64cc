import type { CallParts } from '../calls/parts.ts';
import { choiceLists } from './choices.ts';
import type { ListSources } from './sources.ts';
import { instanceLists } from './instances.ts';
import { tenantLists } from './tenants.ts';
import { userLists } from './users.ts';

/** Every list and how it is asked for. */
export function createLists(parts: CallParts): ListSources {
  return { ...choiceLists(parts), ...userLists(parts), ...tenantLists(parts), ...instanceLists(parts) };
}

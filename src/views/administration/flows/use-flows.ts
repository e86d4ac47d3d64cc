import { heldList, type Listing } from '../list/use-listing.ts';
import { useWhole } from '../list/use-whole.ts';

/** All flows of the company, whatever was searched in their list before. */
export function useFlows(): Listing<'flows'> {
  return useWhole('flows', heldList);
}

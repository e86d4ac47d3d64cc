import { createContext, use } from 'react';
import type { AdministrationParts } from '../app/app-context.tsx';

/** Views don't reach the rule itself, which is the contract's: the app hands it in. */
export const PasswordScoreContext = createContext<AdministrationParts['passwordScore']>(() => 50);

/** The specification's score of a password. */
export function usePasswordScore(): AdministrationParts['passwordScore'] {
  return use(PasswordScoreContext);
}

import { createContext } from 'react';

/** Why nothing can be sent now, in words; undefined when it can. */
export const ClosedContext = createContext<string | undefined>(undefined);

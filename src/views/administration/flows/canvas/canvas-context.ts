import { createContext } from 'react';

/** What boxes ask of the drawing that they are in. */
interface CanvasActions {
  readonly goTo: (step: string) => void;
}

export const CanvasContext = createContext<CanvasActions>({ goTo: () => undefined });

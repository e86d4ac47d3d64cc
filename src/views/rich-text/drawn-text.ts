import { createContext, type ReactNode } from 'react';

/** How `RichText` draws a text instead of by itself; null until what can be copied is found, whose code loads later. */
export const DrawnText = createContext<((text: string) => ReactNode) | null>(null);

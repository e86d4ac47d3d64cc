import type { ReactNode } from 'react';
import type { FoundMessage } from '../../machines/entities/customers.ts';

/** The palette's sections, in order. */
export const SECTIONS = ['people', 'protocols', 'messages', 'screens', 'actions'] as const;
type PaletteSection = (typeof SECTIONS)[number];

/** Something that the palette finds. */
export interface PaletteItem {
  /** Unique among all items. */
  readonly id: string;
  readonly section: PaletteSection;
  readonly icon: ReactNode;
  readonly title: string;
  /** After the title: a phone number, a group. */
  readonly detail?: string | undefined;
  /** Where the detail has what was searched for; left out: where it has the words as they are typed. */
  readonly marks?: FoundMessage['marks'];
  /** At the right end: a state, a date. */
  readonly aside?: string | undefined;
  /** Key caps at the right end. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** The scope of a typed text: `#` only protocols, `>` only actions. */
export interface PaletteQuery {
  readonly only: 'protocols' | 'actions' | null;
  readonly search: string;
}

export function parsePaletteQuery(typed: string): PaletteQuery {
  const text = typed.trimStart();
  if (text.startsWith('#')) return { only: 'protocols', search: text.slice(1).trim() };
  if (text.startsWith('>')) return { only: 'actions', search: text.slice(1).trim() };
  return { only: null, search: text.trim() };
}

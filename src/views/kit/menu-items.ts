import type { ReactNode } from 'react';

export interface MenuEntry {
  /** Unique in its whole menu, not only in its group. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** A smaller second line. */
  readonly hint?: string | undefined;
  readonly tone?: 'danger';
  readonly isDisabled?: boolean;
}

export interface MenuGroup {
  readonly id: string;
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
  /** The chosen entry's id, where the group is a choice of one. */
  readonly selected?: string;
  readonly onSelect: (id: string) => void;
}

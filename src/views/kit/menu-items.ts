import type { ReactNode } from 'react';

export interface MenuEntry {
  /** Unique in the whole menu, not only in its group. */
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
  /** Id of the selected entry, if the group selects one. */
  readonly selected?: string;
  /** Ids of the selected entries, if the group selects any number. */
  readonly chosen?: readonly string[];
  readonly onSelect: (id: string) => void;
}

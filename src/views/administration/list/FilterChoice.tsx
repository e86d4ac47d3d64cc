import { ChevronDownIcon } from '../../kit/administration-icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { useText } from '../../kit/useText.ts';
import type { Lookup } from './use-listing.ts';

/** A filter of a list. */
export interface ListFilter {
  /** Its name in the query. */
  readonly name: string;
  readonly label: string;
  /** Label of the unset filter; "Todos" if left out. */
  readonly all?: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** Where the options come from, if they may fail to load. */
  readonly lookup?: Lookup;
  /** Filters to reset when this one changes. */
  readonly clears?: readonly string[];
  /** A choice made elsewhere, such as in a dialog: its label, and the current one. */
  readonly other?: { readonly label: string; readonly chosen: string | undefined; readonly onChoose: () => void };
}

interface FilterChoiceProps {
  readonly filter: ListFilter;
  /** Undefined if not set. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

const ALL = '*';
const OTHER = '…';
const RETRY = '!';

/** A filter as a menu, labelled with its name and value. */
export function FilterChoice({ filter, value, onChange }: FilterChoiceProps) {
  const text = useText();
  const { other, lookup } = filter;
  const chosen = other?.chosen === undefined ? filter.options.find(({ id }) => id === value) : undefined;
  const all = filter.all ?? text('table.filter.all');
  const label = chosen?.label ?? other?.chosen;
  const shown = label ?? all;
  return (
    <MenuButton
      label={`${filter.label}: ${shown}`}
      placement="bottom end"
      groups={[
        {
          id: filter.name,
          title: filter.label,
          selected: chosen?.id ?? (other?.chosen === undefined ? ALL : OTHER),
          onSelect: (id) => {
            if (id === RETRY) lookup?.retry();
            else if (id === OTHER) other?.onChoose();
            else onChange(id === ALL ? undefined : id);
          },
          entries: [
            { id: ALL, label: all },
            ...filter.options,
            ...(other === undefined ? [] : [{ id: OTHER, label: other.label }]),
            ...(lookup?.hasFailed === true ? [{ id: RETRY, label: text('table.filter.failed') }] : []),
          ],
        },
      ]}
    >
      {label ?? filter.label}
      <ChevronDownIcon />
    </MenuButton>
  );
}

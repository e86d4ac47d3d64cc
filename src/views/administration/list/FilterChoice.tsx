import { ChevronDownIcon } from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { useText } from '../../kit/useText.ts';

/** One thing to filter a list by. */
export interface ListFilter {
  /** The query's name of it. */
  readonly name: string;
  readonly label: string;
  /** What setting none is called; "Todos" when left out. */
  readonly all?: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** Filters that go when this one changes. */
  readonly clears?: readonly string[];
  /** A choice that is made elsewhere: what it is called, and what was chosen so. */
  readonly other?: { readonly label: string; readonly chosen: string | undefined; readonly onChoose: () => void };
}

interface FilterChoiceProps {
  readonly filter: ListFilter;
  /** Undefined while it isn't set. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

const ALL = '*';
const OTHER = '…';

/** A filter as a menu: its name, and what is chosen. */
export function FilterChoice({ filter, value, onChange }: FilterChoiceProps) {
  const text = useText();
  const { other } = filter;
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
            if (id === OTHER) other?.onChoose();
            else onChange(id === ALL ? undefined : id);
          },
          entries: [
            { id: ALL, label: all },
            ...filter.options,
            ...(other === undefined ? [] : [{ id: OTHER, label: other.label }]),
          ],
        },
      ]}
    >
      {label ?? filter.label}
      <ChevronDownIcon />
    </MenuButton>
  );
}

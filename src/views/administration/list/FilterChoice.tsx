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
}

interface FilterChoiceProps {
  readonly filter: ListFilter;
  /** Undefined while it isn't set. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

const ALL = '*';

/** A filter as a menu: its name, and what is chosen. */
export function FilterChoice({ filter, value, onChange }: FilterChoiceProps) {
  const text = useText();
  const chosen = filter.options.find(({ id }) => id === value);
  const all = filter.all ?? text('table.filter.all');
  const shown = chosen?.label ?? all;
  return (
    <MenuButton
      label={`${filter.label}: ${shown}`}
      placement="bottom end"
      groups={[
        {
          id: filter.name,
          title: filter.label,
          selected: chosen?.id ?? ALL,
          onSelect: (id) => onChange(id === ALL ? undefined : id),
          entries: [{ id: ALL, label: all }, ...filter.options],
        },
      ]}
    >
      {chosen === undefined ? filter.label : shown}
      <ChevronDownIcon />
    </MenuButton>
  );
}

import { ChevronDownIcon } from '../../kit/administration-icons.tsx';
import { useState } from 'react';
import { listArea } from '../../../i18n/areas/list.ts';
import { useAreas } from '../../kit/areas.ts';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { useText } from '../../kit/useText.ts';
import { usePeriod, type Period } from '../list/use-period.tsx';

/** Which of the messages with the words are looked for. */
export interface Said extends Period {
  readonly sender?: 'customer' | 'company' | undefined;
}

/** As the filters of the list of what is found. */
export function filtersOfSaid({ sender, from, to }: Said): Readonly<Record<string, string>> {
  return {
    ...(sender !== undefined && { sender }),
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  };
}

interface FoundFiltersProps {
  /** What the menu is called. */
  readonly label: string;
  readonly said: Said;
  readonly onChange: (said: Said) => void;
}

const areas = [listArea];
const SENDERS = ['customer', 'company'] as const;
const ANY = 'anySender';

/** Narrows a search of messages to who said them, and on which days of the company. */
export function FoundFilters(props: FoundFiltersProps) {
  return useAreas(areas) === 'ready' && <Loaded {...props} />;
}

function Loaded({ label: name, said, onChange }: FoundFiltersProps) {
  const text = useText();
  const [isNear, setNear] = useState(false);
  const { sender } = said;
  const period = usePeriod({
    period: said,
    onChange: ({ from, to }) => onChange({ sender, from, to }),
    title: text('found.said.when'),
    isWanted: isNear,
  });
  const names = [sender === undefined ? null : text(`found.said.${sender}`), period.label].filter(
    (name) => name !== null,
  );
  const label = names.length === 0 ? name : names.join(', ');
  return (
    <>
      <span onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
        <MenuButton
          label={names.length === 0 ? label : `${name}: ${label}`}
          variant="ghost"
          placement="bottom end"
          groups={[
            {
              id: 'sender',
              title: text('found.said.who'),
              entries: [
                { id: ANY, label: text('found.said.any') },
                ...SENDERS.map((id) => ({ id, label: text(`found.said.${id}`) })),
              ],
              selected: sender ?? ANY,
              onSelect: (id) => onChange({ ...said, sender: SENDERS.find((each) => each === id) }),
            },
            period.group,
          ]}
        >
          {label} <ChevronDownIcon size={14} />
        </MenuButton>
      </span>
      {period.dialog}
    </>
  );
}

import { ChevronDownIcon } from '../../kit/administration-icons.tsx';
import { useState } from 'react';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { cx } from '../../kit/cx.ts';
import field from '../../kit/field.module.css';
import popover from '../../kit/popover.module.css';
import { SearchField } from '../../kit/SearchField.tsx';
import { useText } from '../../kit/useText.ts';
import { FailedLookups } from '../list/FailedLookups.tsx';
import type { Choices } from '../list/use-listing.ts';
import styles from './UserChoices.module.css';

/** At most this many checkboxes; the search finds the rest. */
const BOXES = 100;

interface UserChoicesProps {
  readonly users: Choices;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Selects any number of users, with a search. */
export function UserChoices({ users, chosen, onChange }: UserChoicesProps) {
  const text = useText();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found = users.options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)).slice(0, BOXES);
  const names = users.options.filter(({ id }) => chosen.includes(id)).map(({ label }) => label);
  const shown =
    chosen.length === 0
      ? text('reports.users.all')
      : chosen.length <= 3 && names.length === chosen.length
        ? names.join(', ')
        : text('form.selected', { count: chosen.length });
  return (
    <div className={field.field}>
      <span className={field.label} aria-hidden="true">
        {text('reports.users.label')}
      </span>
      <DialogTrigger>
        <AriaButton className={cx(field.box, styles.button)} aria-label={`${text('reports.users.label')}: ${shown}`}>
          <span className={styles.shown}>{shown}</span>
          <ChevronDownIcon />
        </AriaButton>
        <Popover className={cx(popover.popover, styles.popover)} placement="bottom start" offset={5}>
          <div className={styles.dialog}>
            <SearchField label={text('reports.search')} value={search} onChange={setSearch} className={styles.search} />
            <CheckboxGroup
              aria-label={text('reports.users.label')}
              // Users hidden by the search stay selected.
              value={chosen.filter((id) => found.some((user) => user.id === id))}
              onChange={(ids) => onChange([...chosen.filter((id) => found.every((user) => user.id !== id)), ...ids])}
              className={cx(styles.boxes)}
            >
              {found.map(({ id, label }) => (
                <Checkbox key={id} value={id}>
                  {label}
                </Checkbox>
              ))}
              <FailedLookups lookups={[users]} />
              {found.length === 0 && !users.hasFailed && <p className={styles.none}>{text('reports.users.none')}</p>}
            </CheckboxGroup>
            {chosen.length > 0 && (
              <Button size="sm" variant="ghost" onPress={() => onChange([])}>
                {text('reports.users.clear')}
              </Button>
            )}
          </div>
        </Popover>
      </DialogTrigger>
      <span className={field.description}>{text('reports.users.hint')}</span>
    </div>
  );
}

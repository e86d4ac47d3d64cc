import { useId } from 'react';
import { FINISHED_COUNT_MAX } from '../../../../contract/facts/ticket-views.ts';
import type { TicketView } from '../../../../contract/facts/ticket-views.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './ViewTabs.module.css';

/** The views of the list. */
export type Tab = TicketView | 'finished';

const TABS: readonly Tab[] = ['mine', 'queue', 'flow', 'waiting', 'snoozed', 'all', 'finished'];

interface ViewTabsProps {
  readonly view: Tab;
  readonly onChange: (view: Tab) => void;
}

/** Chooses the list's view, each with the number of its conversations. Native radios: the arrow keys work. */
export function ViewTabs({ view, onChange }: ViewTabsProps) {
  const text = useText();
  const counts = useObservable(useApp().directory.viewCounts);
  const name = useId();
  // The narrow bar has room for them only when they say something.
  const tabs = TABS.filter(
    (tab) => (tab !== 'flow' && tab !== 'snoozed') || tab === view || (counts !== null && counts[tab] > 0),
  );
  return (
    <fieldset className={styles.tabs} role="radiogroup" aria-label={text('attendance.filter')}>
      {tabs.map((tab) => (
        <label key={tab} className={styles.tab} data-number={tab}>
          <input
            type="radio"
            name={name}
            value={tab}
            aria-label={text(`attendance.filter.${tab}`)}
            aria-describedby={`${name}-${tab}`}
            checked={tab === view}
            onChange={() => onChange(tab)}
          />
          <b id={`${name}-${tab}`}>{counts === null ? ' ' : shown(counts[tab], tab)}</b>
          <span>{text(`attendance.filter.${tab}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Finished ones are counted up to a maximum. */
function shown(count: number, tab: Tab): string {
  return tab === 'finished' && count >= FINISHED_COUNT_MAX ? `${FINISHED_COUNT_MAX - 1}+` : String(count);
}

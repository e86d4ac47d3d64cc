import { useMemo, useState } from 'react';
import type { Player } from '../../machines/replay/player.ts';
import { cx } from '../kit/cx.ts';
import { SearchField } from '../kit/SearchField.tsx';
import { useText } from '../kit/useText.ts';
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx';
import styles from './Playback.module.css';

/** So many actors are listed: a log may have thousands. */
const LISTED = 100;

/** The actors at the moment, with their machines' states and the current one marked. */
export function ActorStates({ player, step }: { readonly player: Player; readonly step: number }) {
  const text = useText();
  const [filter, setFilter] = useState('');
  const actors = useMemo(() => player.actorsAt(step), [player, step]);
  const found = actors.filter(({ name }) => name.includes(filter.trim()));
  const more = found.length - LISTED;
  return (
    <>
      <SearchField label={text('timeMachine.filter.actor')} value={filter} onChange={setFilter} />
      {/* Scrolls, so the keyboard has to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={text('timeMachine.show.actors')}>
        {found.length === 0 && <p className={styles.note}>{text('timeMachine.actors.none')}</p>}
        <ul role="list" className={styles.changes}>
          {found.slice(0, LISTED).map(({ name, state, states }) => (
            <li key={name}>
              <strong>{name}</strong>
              <div className={styles.states}>
                {(states.length === 0 ? [state] : states).map((each) => {
                  const inside = state.split(' ').filter((leaf) => leaf === each || leaf.startsWith(`${each}.`));
                  const isCurrent = states.length === 0 || inside.length > 0;
                  return (
                    <span key={each} className={cx(styles.state, isCurrent && styles.current)}>
                      {isCurrent && inside.length > 0 ? inside.join(' ') : each}
                      {isCurrent && <VisuallyHidden> ({text('timeMachine.now')})</VisuallyHidden>}
                    </span>
                  );
                })}
              </div>
            </li>
          ))}
        </ul>
        {more > 0 && <p className={styles.note}>{text('timeMachine.actors.more', { count: more })}</p>}
      </section>
    </>
  );
}

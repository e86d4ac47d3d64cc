import { useMemo, useState } from 'react';
import type { Player } from '../../machines/replay/player.ts';
import { Button } from '../kit/Button.tsx';
import { ChevronLeftIcon } from '../kit/administration-icons.tsx';
import { SearchField } from '../kit/SearchField.tsx';
import { useText } from '../kit/useText.ts';
import { StateChart } from './StateChart.tsx';
import styles from './Playback.module.css';

/** So many actors are listed: a log may have thousands. */
const LISTED = 100;

interface ActorStatesProps {
  readonly player: Player;
  readonly step: number;
  readonly onGo: (step: number) => void;
}

/** The actors at the moment with their states, and the machine of one of them. */
export function ActorStates({ player, step, onGo }: ActorStatesProps) {
  const text = useText();
  const [chosen, choose] = useState<string>();
  const [filter, setFilter] = useState('');
  const actors = useMemo(() => player.actorsAt(step), [player, step]);
  if (chosen !== undefined) {
    const state = actors.find(({ name }) => name === chosen)?.state ?? null;
    return (
      <>
        <Button size="sm" variant="link" icon={<ChevronLeftIcon />} onPress={() => choose(undefined)}>
          {text('timeMachine.actors.all')}
        </Button>
        <StateChart key={chosen} player={player} step={step} name={chosen} state={state} onGo={onGo} />
      </>
    );
  }
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
          {found.slice(0, LISTED).map(({ name, state }) => (
            <li key={name}>
              <Button size="sm" variant="link" onPress={() => choose(name)}>
                {name}
              </Button>{' '}
              <span className={styles.state}>{state}</span>
            </li>
          ))}
        </ul>
        {more > 0 && <p className={styles.note}>{text('timeMachine.actors.more', { count: more })}</p>}
      </section>
    </>
  );
}

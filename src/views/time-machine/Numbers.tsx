import { useState } from 'react';
import { COUNTERS, type Counter } from '../../machines/replay/counters.ts';
import type { Player } from '../../machines/replay/player.ts';
import { Button } from '../kit/Button.tsx';
import { Select } from '../kit/Select.tsx';
import { useText } from '../kit/useText.ts';
import styles from './Playback.module.css';

const LISTED = 200;

interface NumbersProps {
  readonly player: Player;
  readonly step: number;
  readonly onGo: (step: number) => void;
}

/** Why a number is what it is: the events up to the moment that changed it, newest first. */
export function Numbers({ player, step, onGo }: NumbersProps) {
  const text = useText();
  const [counter, setCounter] = useState<Counter>('unseen');
  const nameOf = (each: Counter) => text(each === 'unseen' ? 'timeMachine.number.unseen' : `attendance.filter.${each}`);
  const shown = (value: number | null) => value ?? text('timeMachine.number.unknown');
  const { changes, value } = player.counterAt(counter, step);
  return (
    <>
      <Select
        label={text('timeMachine.number')}
        placeholder={nameOf('unseen')}
        options={COUNTERS.map((each) => ({ id: each, label: nameOf(each) }))}
        value={counter}
        onChange={(id) => setCounter(COUNTERS.find((each) => each === id) ?? 'unseen')}
      />
      {/* Scrolls, so the keyboard has to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={text('timeMachine.why')}>
        <h2>{text('timeMachine.number.value', { value: shown(value) })}</h2>
        <p className={styles.note}>{text('timeMachine.why')}</p>
        {changes.length === 0 && <p className={styles.note}>{text('timeMachine.number.untouched')}</p>}
        <ul role="list" className={styles.changes}>
          {changes
            .slice(-LISTED)
            .toReversed()
            .map((change) => (
              <li key={change.step}>
                <Button size="sm" variant="link" onPress={() => onGo(change.step)}>
                  {`${change.step} ${player.steps[change.step - 1]?.event.type ?? ''}`}
                </Button>{' '}
                {text('timeMachine.number.change', { before: shown(change.before), after: shown(change.after) })}
              </li>
            ))}
        </ul>
        {changes.length > LISTED && <p className={styles.note}>{text('timeMachine.number.more', { count: LISTED })}</p>}
      </section>
    </>
  );
}

import { useCallback, useMemo, useState } from 'react';
import { foldText } from '../../../contract/facts/fold-text.ts';
import { eventText } from '../../machines/replay/event-text.ts';
import type { Player } from '../../machines/replay/player.ts';
import { Button } from '../kit/Button.tsx';
import { SearchField } from '../kit/SearchField.tsx';
import { useText } from '../kit/useText.ts';
import { VirtualList } from '../kit/VirtualList.tsx';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { useEventName } from './event-name.ts';
import styles from './Playback.module.css';

const heights = { short: 46, tall: 46 };

interface EventListProps {
  readonly player: Player;
  readonly step: number;
  readonly onGo: (step: number) => void;
}

/** The events of the log, filtered, and what the one at the moment did. */
export function EventList({ player, step, onGo }: EventListProps) {
  const text = useText();
  const formats = useFormats();
  const nameOf = useEventName();
  const [event, setEvent] = useState('');
  const [actor, setActor] = useState('');
  const sections = useMemo(() => {
    const sought = foldText(event.trim());
    const types = new Set(player.steps.map((each) => each.event.type));
    const named = new Set([...types].filter((type) => foldText(`${type} ${nameOf(type)}`).includes(sought)));
    const rows = player.steps.flatMap((each, at) =>
      named.has(each.event.type) && (actor === '' || each.actors.some((name) => name.includes(actor.trim())))
        ? [String(at + 1)]
        : [],
    );
    return [{ id: 'events', rows }];
  }, [player, event, actor, nameOf]);
  const count = sections[0]?.rows.length ?? 0;
  const renderRow = useCallback(
    (id: string) => {
      const found = player.steps[Number(id) - 1];
      if (found === undefined) return null;
      return (
        <div className={styles.row}>
          <span className={styles.when}>{id}</span>
          <span className={styles.type}>{nameOf(found.event.type)}</span>
          <time className={styles.when}>{clock(found.event.loggedAt)}</time>
          <span className={styles.facts}>{`${found.event.type} ${eventText(found.event)}`}</span>
        </div>
      );
    },
    [player, nameOf],
  );
  return (
    <>
      <SearchField label={text('timeMachine.filter.event')} value={event} onChange={setEvent} />
      <SearchField label={text('timeMachine.filter.actor')} value={actor} onChange={setActor} />
      <p className={styles.count} role="status">
        {text('timeMachine.found', { count })}
      </p>
      <VirtualList
        label={text('timeMachine.show.events')}
        sections={sections}
        heights={heights}
        renderRow={renderRow}
        selected={String(step)}
        revealed={String(step)}
        onSelect={(id) => onGo(Number(id))}
        empty={<p className={styles.note}>{text('timeMachine.none')}</p>}
        className={styles.list}
      />
      {step > 0 && <StepDetails key={step} player={player} step={step} onGo={onGo} when={formats.full} />}
    </>
  );
}

/** Hours to milliseconds: a log has many events a second. */
function clock(at: number): string {
  const date = new Date(at);
  const part = (value: number, length = 2) => String(value).padStart(length, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((value) => part(value)).join(':');
  return `${time}.${part(date.getMilliseconds(), 3)}`;
}

interface StepDetailsProps extends EventListProps {
  readonly when: (at: number) => string;
}

function StepDetails({ player, step, onGo, when }: StepDetailsProps) {
  const text = useText();
  const nameOf = useEventName();
  const found = player.steps[step - 1];
  const changes = useMemo(() => player.changesAt(step), [player, step]);
  if (found === undefined) return null;
  const { cause, commands, event } = found;
  return (
    // Scrolls, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.details} tabIndex={0} aria-label={text('timeMachine.details')}>
      <h2>{nameOf(event.type)}</h2>
      <p className={styles.note}>
        <code>{event.type}</code> · {when(event.loggedAt)}
      </p>
      {changes.length === 0 && <p className={styles.note}>{text('timeMachine.unchanged')}</p>}
      <ul role="list" className={styles.changes}>
        {changes.map(({ name, before, after, facts }) => (
          <li key={name}>
            <strong>{name}</strong> {before ?? text('timeMachine.made')}
            {before !== after && ` → ${after ?? text('timeMachine.ended')}`}
            {facts.map((fact) => (
              <div key={fact.name}>
                <code>
                  {fact.name}: {fact.before} → {fact.after}
                </code>
              </div>
            ))}
          </li>
        ))}
      </ul>
      {commands.length > 0 && (
        <p className={styles.note}>{text('timeMachine.commands', { commands: commands.join(', ') })}</p>
      )}
      {cause === null || cause === 'before' ? (
        <p className={styles.note}>{text(cause === null ? 'timeMachine.noCause' : 'timeMachine.causeBefore')}</p>
      ) : (
        <Button size="sm" onPress={() => onGo(cause)}>
          {`${text('timeMachine.cause')} (${cause})`}
        </Button>
      )}
    </section>
  );
}

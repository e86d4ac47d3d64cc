import { TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import { COUNTERS, counterNamed, type Counter } from '../../machines/replay/counters.ts';
import type { Player } from '../../machines/replay/player.ts';
import {
  isCampaignNumber,
  isRowNumber,
  partsOfCampaignNumber,
  partsOfRowNumber,
} from '../../machines/replay/row-numbers.ts';
import { Button } from '../kit/Button.tsx';
import { Select } from '../kit/Select.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { useEventName } from './event-name.ts';
import styles from './Playback.module.css';

const VIEWS = [...TICKET_VIEWS, 'finished'] as const;
const LISTED = 200;

interface NumbersProps {
  readonly player: Player;
  readonly step: number;
  readonly counter: Counter;
  readonly onCounter: (counter: Counter) => void;
  readonly onGo: (step: number) => void;
}

/** Why a number is what it is: the events up to the moment that changed it, newest first. */
export function Numbers({ player, step, counter, onCounter, onGo }: NumbersProps) {
  const text = useText();
  const eventName = useEventName();
  const formats = useFormats();
  const nameOf = (each: Counter) => {
    const isOfWhole = each === 'unseen' || each === 'transfers' || each === 'notices';
    if (isOfWhole) return text(`timeMachine.number.${each}`);
    if (each.startsWith('unseen:')) return text('timeMachine.number.ofConversation', { key: each.slice(7) });
    if (isRowNumber(each)) {
      const { id, ...where } = partsOfRowNumber(each);
      return text('timeMachine.number.ofRow', { ...where, id: id === '' ? '–' : id });
    }
    if (isCampaignNumber(each)) return text('timeMachine.number.ofCampaign', partsOfCampaignNumber(each));
    if (each.startsWith('list:')) return text('timeMachine.number.ofList', { list: each.slice(5) });
    const view = VIEWS.find((one) => one === each);
    return view === undefined ? each : text(`attendance.filter.${view}`);
  };
  const shown = (value: number | null) => (value === null ? text('timeMachine.number.unknown') : formats.number(value));
  const nameAt = (nth: number) => {
    const event = player.steps[nth - 1]?.event;
    return event === undefined ? '' : eventName(event.type);
  };
  const { changes, value } = player.counterAt(counter, step);
  return (
    <>
      <Select
        label={text('timeMachine.number')}
        placeholder={nameOf('unseen')}
        options={[...new Set([...COUNTERS, counter])].map((each) => ({ id: each, label: nameOf(each) }))}
        value={counter}
        onChange={(id) => onCounter(counterNamed(id) ?? counter)}
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
                  {`${change.step} ${nameAt(change.step)}`}
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

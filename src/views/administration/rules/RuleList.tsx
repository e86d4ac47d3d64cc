import { useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { RULE_COUNT_DAYS } from '../../../../contract/facts/rules.ts';
import type { ListedRule } from '../../../machines/entities/rules.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { GripIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Kbd } from '../../kit/Kbd.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { matchesSearch } from '../../palette/matching.ts';
import { useAction } from '../form/use-action.ts';
import { useDrag } from './use-drag.ts';
import type { RuleOrder } from './use-order.ts';
import type { RuleWords } from './use-rule-words.ts';
import pane from './Pane.module.css';
import styles from './RuleList.module.css';

interface RuleListProps {
  readonly order: RuleOrder;
  readonly chosenId: string | null;
  readonly words: RuleWords;
  /** With one, only some of them are shown, so that they can't be reordered. */
  readonly search: string;
}

/** The rules in the order in which they are tried; a pointer or Alt and an arrow moves one. */
export function RuleList({ order, chosenId, words, search }: RuleListProps) {
  const text = useText();
  const failureText = useFailureText();
  const { rows, move, failure } = order;
  const isSearched = search !== '';
  const shown = rows?.filter(({ name }) => matchesSearch(name, search)) ?? [];
  const [said, setSaid] = useState('');
  const moveTo = (rule: ListedRule, to: number) => {
    if (rows === null || isSearched || to < 0 || to >= rows.length) return;
    move(rule.id, to);
    setSaid(text('rule.order.moved', { name: rule.name, position: to + 1, count: rows.length }));
  };
  const list = useRef<HTMLOListElement>(null);
  const over = useDrag(list, rows === null || isSearched ? 0 : rows.length, (from, to) => {
    const moving = rows?.[from];
    if (moving !== undefined) moveTo(moving, to);
  });
  return (
    <section className={pane.pane} aria-label={text('rule.order')}>
      <header className={pane.head}>
        <h2>{text('rule.order')}</h2>
        <span>{text('rule.order.days', { days: RULE_COUNT_DAYS })}</span>
      </header>
      {failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
      {rows === null ? (
        <div className={styles.loading} role="status" aria-label={text('table.loading')}>
          {[1, 2, 3].map((each) => (
            <Skeleton key={each} shape="block" height={54} />
          ))}
        </div>
      ) : (
        <ol ref={list} className={styles.list} aria-label={text('rule.title')}>
          {shown.map((rule, at) => (
            <Row
              key={rule.id}
              rule={rule}
              at={rows.indexOf(rule)}
              isChosen={rule.id === chosenId}
              isOver={over === at}
              words={words}
              canMove={!isSearched}
              onKey={(event) => {
                const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (!event.altKey || step === 0) return;
                event.preventDefault();
                moveTo(rule, at + step);
              }}
            />
          ))}
        </ol>
      )}
      {rows !== null && shown.length === 0 && isSearched && (
        <p role="status" className={styles.none}>
          {text('rule.notFound')}
        </p>
      )}
      <footer className={pane.bar}>
        {text('rule.order.about')}{' '}
        <span className={styles.keys}>
          <Kbd>Alt ↑ ↓</Kbd> {text('rule.order.keys')}
        </span>
      </footer>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </section>
  );
}

interface RowProps {
  readonly rule: ListedRule;
  readonly at: number;
  readonly isChosen: boolean;
  readonly isOver: boolean;
  readonly words: RuleWords;
  readonly canMove: boolean;
  readonly onKey: (event: KeyboardEvent) => void;
}

function Row({ rule, at, isChosen, isOver, words, canMove, onKey }: RowProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const activate = useAction('rule.activate', rule.id);
  return (
    <li className={styles.row} data-chosen={isChosen || undefined} data-over={isOver || undefined} draggable={canMove}>
      <span className={styles.grip} data-can={canMove || undefined}>
        <GripIcon />
      </span>
      <span className={styles.place} aria-hidden="true">
        {formats.number(at + 1)}
      </span>
      <button
        type="button"
        className={styles.open}
        aria-current={isChosen ? 'true' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={onKey}
        onClick={() => void navigate(`/rules?id=${rule.id}`)}
      >
        <b>{rule.name}</b>
        <span>{words.eventOf(rule.definition.event.on)}</span>
      </button>
      <span
        className={styles.acted}
        title={text('rule.acted', { count: rule.acted })}
        data-number={rowNumber('rules', 'acted', rule.id)}
      >
        {rule.acted === 0 ? '–' : formats.number(rule.acted)}
        <VisuallyHidden>{text('rule.acted', { count: rule.acted })}</VisuallyHidden>
      </span>
      <Switch
        className={styles.switch}
        isSelected={rule.isActive}
        isDisabled={activate.isPending}
        onChange={(is_active) => activate.run({ is_active })}
      >
        <VisuallyHidden>{text('rule.active', { name: rule.name })}</VisuallyHidden>
      </Switch>
      {activate.failure !== null && (
        <p role="alert" className={styles.failed}>
          {failureText(activate.failure)}
        </p>
      )}
    </li>
  );
}

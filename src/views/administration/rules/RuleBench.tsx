import { useEffect, useEffectEvent } from 'react';
import { isRuleEvent } from '../../../../contract/facts/rules.ts';
import type { RuleVerdict } from '../../../../contract/facts/rules.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { RuleDefinition, RuleTrial } from '../../../machines/entities/rules.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { Tag, type Tone } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useListing } from '../list/use-listing.ts';
import type { RuleWords } from './use-rule-words.ts';
import pane from './Pane.module.css';
import styles from './RuleBench.module.css';

/** Delay between the last change and the trial (milliseconds). */
const TRIAL_DELAY_MS = 500;

const firstQuery: ListQuery = { page: 1, limit: 1, search: '', sort: { by: 'name', descending: false }, filters: {} };

export interface Tried {
  /** Id of the rule, or `new`. */
  readonly id: string;
  readonly name: string;
  /** Null while something is missing. */
  readonly rule: RuleDefinition | null;
}

/** What is tried of a rule: a text of it, none while something is missing. */
function definitionOf({ rule }: Tried): string {
  return rule === null ? '' : JSON.stringify(rule);
}

/** Tries a complete rule once it hasn't changed for a moment. */
export function useBench(tried: Tried): void {
  const { query, updateQuery } = useListing('rule.bench', firstQuery, 'known');
  const { id, name } = tried;
  const definition = definitionOf(tried);
  const called = name.trim() === '' ? '–' : name.trim();
  const ask = useEffectEvent(() => {
    const { filters } = query;
    if (filters['definition'] === definition && filters['id'] === id && filters['name'] === called) return;
    updateQuery({ filters: { id, name: called, definition } });
  });
  useEffect(() => {
    const timer = window.setTimeout(() => ask(), TRIAL_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [id, called, definition]);
}

interface BenchProps {
  /** Null before it is loaded. */
  readonly tried: Tried | null;
  readonly words: RuleWords;
}

/** Whether the rule would cause itself. */
export function LoopState({ tried, words }: BenchProps) {
  const text = useText();
  const { rows, phase, query } = useListing('rule.bench', firstQuery, 'known');
  const [bench] = rows ?? [];
  if (bench === undefined || phase !== 'ready' || tried === null || query.filters['id'] !== tried.id) return null;
  if (bench.definition !== definitionOf(tried)) return null;
  if (bench.loop === null)
    return (
      <span className={styles.fine}>
        <CheckIcon /> {text('rule.loop.none')}
      </span>
    );
  const [first] = bench.loop;
  return (
    <span className={styles.loop} role="alert">
      <AlertIcon />
      <span>
        {text('rule.loop.found')}{' '}
        {bench.loop
          .map(({ name, do: does, on }) =>
            text('rule.loop.step', { name, do: words.doOf(does), on: words.eventOf(on) }),
          )
          .join('; ')}
        {' → '}
        {text('rule.loop.back', { name: first?.name ?? '' })}
      </span>
    </span>
  );
}

/** What the rule would have done with the last events. */
export function RuleBench({ tried, words }: BenchProps) {
  const text = useText();
  const failureText = useFailureText();
  const formats = useFormats();
  const { rows, phase, query, failure, retry } = useListing('rule.bench', firstQuery);
  // Trials of another rule say nothing about this one.
  const bench = tried !== null && query.filters['id'] === tried.id ? rows?.[0] : undefined;
  const definition = tried === null ? null : definitionOf(tried);
  const isIncomplete = definition === '';
  const isCurrent = phase === 'ready' && bench?.definition === definition;
  const rule: RuleDefinition | undefined = bench === undefined ? undefined : JSON.parse(bench.definition);
  return (
    <aside className={pane.pane} aria-label={text('rule.bench')}>
      <header className={pane.head}>
        <h2>{text('rule.bench')}</h2>
        <span>{text('rule.bench.about')}</span>
      </header>
      {failure !== null && !isIncomplete && (
        <Banner
          tone="danger"
          action={
            <Button size="sm" onPress={retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(failure)}
        </Banner>
      )}
      <p role="status" className={cx(pane.bar, styles.counts)}>
        {isIncomplete
          ? text('rule.bench.incomplete')
          : bench === undefined || !isCurrent
            ? failure === null && tried !== null && text('rule.bench.trying')
            : (['matched', 'missed', 'unreached'] as const).map((count) => (
                <span key={count}>
                  <b>{formats.number(bench[count])}</b> {text(`rule.bench.${count}`, { count: bench[count] })}
                </span>
              ))}
      </p>
      {!isIncomplete && bench !== undefined && rule !== undefined && (
        <ul className={styles.trials} data-stale={isCurrent ? undefined : true}>
          {bench.trials.map((trial) => (
            <Trial key={trial.position} trial={trial} rule={rule} words={words} />
          ))}
          {bench.trials.length === 0 && isCurrent && <li className={styles.none}>{text('rule.bench.none')}</li>}
        </ul>
      )}
    </aside>
  );
}

const TONES: Readonly<Record<RuleVerdict, Tone>> = {
  matched: 'success',
  missed: 'neutral',
  once: 'warning',
  unreached: 'warning',
};

interface TrialProps {
  readonly trial: RuleTrial;
  readonly rule: RuleDefinition;
  readonly words: RuleWords;
}

function Trial({ trial, rule, words }: TrialProps) {
  const text = useText();
  const formats = useFormats();
  const { at, customer, chatTicket, verdict } = trial;
  const said =
    trial.text !== null && trial.text !== ''
      ? `“${trial.text}”`
      : trial.kind === null
        ? chatTicket?.protocol
        : text(`rule.choice.${trial.kind}` as MessageId);
  return (
    <li className={styles.trial}>
      <time dateTime={new Date(at).toISOString()} title={formats.full(at)}>
        {formats.time(at)}
      </time>
      <div className={styles.what}>
        <b>{customer?.name}</b>
        {said !== undefined && <span className={styles.said}>{said}</span>}
        <small>{reasonOf(trial, rule, words, text, formats.full)}</small>
      </div>
      <Tag tone={TONES[verdict]}>{text(`rule.verdict.${verdict}`)}</Tag>
    </li>
  );
}

function reasonOf(
  { verdict, misses, steps, by, actedAt }: RuleTrial,
  { condition, event }: RuleDefinition,
  words: RuleWords,
  text: ReturnType<typeof useText>,
  moment: (at: number) => string,
): string {
  switch (verdict) {
    case 'matched':
      return text('rule.bench.do', { actions: steps.map(words.stepOf).join(', ') });
    case 'once':
      return text('rule.trial.once', { at: actedAt === null ? '' : moment(actedAt) });
    case 'unreached':
      return text('rule.trial.by', { name: by ?? '' });
    case 'missed': {
      const [miss] = misses;
      const test = miss && condition.groups[miss.group]?.tests[miss.test];
      if (miss === undefined || test === undefined) return isRuleEvent(event.on) ? words.eventOf(event.on) : '';
      const wanted = `${words.opOf(test.op, test.comparison)} ${words.valuesOf(test, test.values)}`.trim();
      if (miss.actual === null) return text('rule.miss.nothing', { field: words.fieldOf(test), wanted });
      // The text stands above.
      if (test.field === 'text') return text('rule.miss.text', { field: words.fieldOf(test), wanted });
      const isText = test.comparison === 'words';
      const actual = words.valuesOf(test, isText ? [miss.actual] : miss.actual.split(','));
      return text('rule.miss', { field: words.fieldOf(test), actual, wanted });
    }
  }
}

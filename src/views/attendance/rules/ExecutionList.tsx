import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { isRuleAction, isRuleEvent } from '../../../../contract/facts/rules.ts';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { RuleExecution, RuleStep } from '../../../machines/entities/rules.ts';
import { OUTCOME_TONES } from '../../administration/rules/outcome-tones.ts';
import { useRuleWords } from '../../administration/rules/use-rule-words.ts';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../kit/Button.tsx';
import { Link } from '../../kit/Link.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './ExecutionList.module.css';

/** So many stand there at first. */
const FIRST = 3;

/** What rules did on a ticket, the latest first, and why not. */
export function ExecutionList({ executions }: { readonly executions: readonly RuleExecution[] }) {
  const text = useText();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? executions : executions.slice(0, FIRST);
  return (
    <section className={styles.section} aria-labelledby="ticket-rules">
      <h3 id="ticket-rules" className={styles.title}>
        {text('rule.onTicket')}
      </h3>
      <ul role="list">
        {shown.map((execution) => (
          <Execution key={execution.id} execution={execution} />
        ))}
      </ul>
      {executions.length > shown.length && (
        <Button variant="link" size="sm" onPress={() => setWhole(true)}>
          {text('rule.onTicket.all', { count: executions.length })}
        </Button>
      )}
    </section>
  );
}

function Execution({ execution }: { readonly execution: RuleExecution }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(60_000);
  const mayOpen = useSelector(useApp().directory.auth, selectRoutes).includes('rules');
  const { rule, at, event, outcome, steps, causes } = execution;
  const when = text('rule.onTicket.when', { day: formats.shortDate(at, now), time: formats.time(at) });
  return (
    <li className={styles.execution}>
      <div className={styles.head}>
        {mayOpen ? <Link to={`/rules?id=${rule.id}`}>{rule.name}</Link> : <b>{rule.name}</b>}
        <Tag tone={OUTCOME_TONES[outcome]}>{text(`rule.outcome.${outcome}`)}</Tag>
      </div>
      <small>
        {when} · {isRuleEvent(event) ? text(`rule.event.${event}`) : event}
        {causes.length > 0 && ` · ${text('rule.run.causes', { names: causes.join(', ') })}`}
      </small>
      {steps.length > 0 && (
        <ul role="list" className={styles.steps}>
          {steps.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same can be done twice
            <li key={index}>{mayOpen ? <NamedStep step={step} /> : <PlainStep step={step} />}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function NamedStep({ step }: { readonly step: RuleStep }) {
  return useRuleWords().stepOf(step);
}

/** For those who may not see what rules can name. */
function PlainStep({ step: { do: name, skipped } }: { readonly step: RuleStep }) {
  const text = useText();
  const said = isRuleAction(name) ? text(`rule.do.${name}`) : name;
  return skipped === null ? said : `${said} (${text(`rule.skip.${skipped}`)})`;
}

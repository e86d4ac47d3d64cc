import { useState } from 'react';
import type { ListedFlow } from '../../../machines/entities/flows.ts';
import { FailureBanner } from '../../app/FailureBanner.tsx';
import { ArrowUpIcon, FlowIcon, PencilIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { AlertIcon, ArrowDownIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useAdded } from '../form/use-added.ts';
import { useOrdering } from '../form/use-ordering.ts';
import { AnswersDialog } from '../flows/AnswersDialog.tsx';
import { useFlows } from '../flows/use-flows.ts';
import { FilterChoice } from '../list/FilterChoice.tsx';
import { useInstanceChoices } from '../list/use-listing.ts';
import { conflictsOf, type Conflict } from './conflicts.ts';
import styles from './Bot.module.css';

/** /conversation-bot: which flow answers where, when and by which name, in the order in which they are asked. */
export function BotScreen() {
  const text = useText();
  const { rows: listed, failure, retry } = useFlows();
  const instances = useInstanceChoices();
  const [instance, setInstance] = useState<string>();
  const [edited, setEdited] = useState<ListedFlow | null>(null);
  const { rows, put, failure: refused } = useOrdering('flow.order', listed);
  const { within, added } = useAdded<HTMLOListElement>();
  const flows = rows?.filter(
    ({ kind, is_archived: isArchived, number }) => kind === 'passive' && !isArchived && number !== null,
  );
  const conflicts = conflictsOf(flows ?? []);
  const shown = flows?.filter(
    ({ trigger: { instance_ids: ids } }) => instance === undefined || ids.length === 0 || ids.includes(instance),
  );
  const answering = shown?.filter(({ is_active: isActive }) => isActive) ?? [];
  const silent = shown?.filter(({ is_active: isActive }) => !isActive) ?? [];
  const move = (flow: ListedFlow, step: -1 | 1) => {
    const other = answering[answering.indexOf(flow) + step];
    if (flows === undefined || other === undefined) return;
    const next = flows.map(({ id }) => (id === flow.id ? other.id : id === other.id ? flow.id : id));
    put(next);
    // The pressed button can't be pressed again at the end of the list.
    const to = answering.indexOf(other);
    if (to === 0 || to === answering.length - 1) added(flow.id);
  };
  return (
    <div className={styles.page}>
      <PageHead
        title={text('bot.title')}
        tools={
          <FilterChoice
            filter={{
              name: 'instance',
              label: text('bot.where'),
              all: text('bot.everywhere'),
              options: instances.options,
              lookup: instances,
            }}
            value={instance}
            onChange={setInstance}
          />
        }
      />
      <FailureBanner failure={failure ?? refused} onRetry={retry} />
      {flows === undefined && failure === null && <SkeletonRows count={4} />}
      {flows?.length === 0 && (
        <EmptyState icon={<FlowIcon />} title={text('bot.empty.title')}>
          {text('bot.empty.text')}
        </EmptyState>
      )}
      {flows !== undefined && flows.length > 0 && (
        <>
          <section aria-labelledby="bot-answering" className={styles.section}>
            <h2 id="bot-answering">{text('bot.answering')}</h2>
            <p className={styles.hint}>{text('bot.answering.hint')}</p>
            {answering.length === 0 ? (
              <Banner tone="info">{text('bot.answering.none')}</Banner>
            ) : (
              <ol ref={within} className={styles.bots}>
                {answering.map((flow, at) => (
                  <Bot
                    key={flow.id}
                    flow={flow}
                    flows={flows}
                    place={at + 1}
                    conflicts={conflicts.filter(({ id }) => id === flow.id)}
                    onUp={at === 0 ? null : () => move(flow, -1)}
                    onDown={at === answering.length - 1 ? null : () => move(flow, 1)}
                    onEdit={() => setEdited(flow)}
                  />
                ))}
              </ol>
            )}
          </section>
          {silent.length > 0 && (
            <section aria-labelledby="bot-silent" className={styles.section}>
              <h2 id="bot-silent">{text('bot.silent')}</h2>
              <ul className={styles.bots}>
                {silent.map((flow) => (
                  <Bot key={flow.id} flow={flow} flows={flows} conflicts={[]} onEdit={() => setEdited(flow)} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      {edited !== null && <AnswersDialog flow={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

interface BotProps {
  readonly flow: ListedFlow;
  /** All, to name those that take its messages. */
  readonly flows: readonly ListedFlow[];
  /** In the order in which they are asked. */
  readonly place?: number;
  readonly conflicts: readonly Conflict[];
  readonly onUp?: (() => void) | null;
  readonly onDown?: (() => void) | null;
  readonly onEdit: () => void;
}

/** A flow: by which name it answers, where and when, and what takes its messages. */
function Bot({ flow, flows, place, conflicts, onUp, onDown, onEdit }: BotProps) {
  const text = useText();
  const namesOf = useInstanceNames();
  const { name, bot_name: botName, trigger, is_active: isActive } = flow;
  const { starts, keywords, hours } = trigger;
  return (
    <li className={styles.bot} aria-label={name}>
      {place !== undefined && (
        <span className={styles.place} aria-hidden="true">
          {place}
        </span>
      )}
      <div className={styles.about}>
        <h3>
          {name} {!isActive && <Tag>{text('bot.off')}</Tag>}
        </h3>
        <small>{botName === null ? text('bot.asCompany') : text('bot.as', { name: botName })}</small>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{text('bot.fact.where')}</dt>
          <dd>{namesOf(trigger.instance_ids)}</dd>
        </div>
        <div>
          <dt>{text('bot.fact.starts')}</dt>
          <dd>
            {starts === 'keyword' ? text('bot.keywords', { words: keywords.join(', ') }) : text(`bot.starts.${starts}`)}
          </dd>
        </div>
        <div>
          <dt>{text('bot.fact.hours')}</dt>
          <dd>{text(`bot.hours.${hours}`)}</dd>
        </div>
      </dl>
      <div className={styles.tools} data-place={flow.id}>
        {onUp !== undefined && (
          <IconButton
            size="sm"
            label={text('bot.up', { name })}
            icon={<ArrowUpIcon />}
            isDisabled={onUp === null}
            onPress={() => onUp?.()}
          />
        )}
        {onDown !== undefined && (
          <IconButton
            size="sm"
            label={text('bot.down', { name })}
            icon={<ArrowDownIcon />}
            isDisabled={onDown === null}
            onPress={() => onDown?.()}
          />
        )}
        <Button size="sm" icon={<PencilIcon />} aria-label={text('bot.edit', { name })} onPress={onEdit}>
          {text('action.edit')}
        </Button>
      </div>
      {conflicts.map((conflict) => (
        <p key={conflict.before} className={styles.conflict} data-kind={conflict.kind}>
          <AlertIcon size={15} />
          <span>
            {text(wordsOf(conflict), {
              name: flows.find(({ id }) => id === conflict.before)?.name ?? '',
              words: conflict.keywords.join(', '),
              where: namesOf(conflict.instanceIds ?? []),
            })}
          </span>
        </p>
      ))}
    </li>
  );
}

function wordsOf({ kind, keywords, instanceIds }: Conflict) {
  if (kind === 'never') return 'bot.conflict.never';
  if (keywords.length > 0) return 'bot.conflict.words';
  return instanceIds === null ? 'bot.conflict.hours' : 'bot.conflict.where';
}

/** Names of instances, of all if there are none. */
function useInstanceNames(): (ids: readonly string[]) => string {
  const text = useText();
  const { options } = useInstanceChoices();
  return (ids) =>
    ids.length === 0
      ? text('bot.everywhere')
      : ids.map((id) => options.find((each) => each.id === id)?.label ?? text('bot.otherInstance')).join(', ');
}

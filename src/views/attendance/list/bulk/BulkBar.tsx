import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { Attendance, Person } from '../../../../machines/entities/entities.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { selectCandidates, selectTransferFailure } from '../../../../machines/transfer/transfer.selectors.ts';
import { useSelector } from '@xstate/react';
import { useApp, useObservable, useWatch } from '../../../app/app-context.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { Prepared } from '../../../app/Prepared.tsx';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { CloseIcon } from '../../../kit/icons.tsx';
import { part } from '../../../kit/part.tsx';
import { SkeletonRows } from '../../../kit/Skeleton.tsx';
import { useText } from '../../../kit/useText.ts';
import { OutcomePart } from '../../chat/outcome/OutcomePart.tsx';
import type { BulkAction } from './bulk-actions.ts';
import styles from './Bulk.module.css';

const BulkRun = part(async () => (await import('./BulkRun.tsx')).BulkRun, { onClose: ({ onClose }) => onClose() });

interface BulkBarProps {
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ids: ReadonlySet<string>) => void;
}

type Kind = 'transfer' | 'finish' | 'tag';

/** How many conversations are ticked, and what can be done with all of them. */
export function BulkBar(props: BulkBarProps) {
  return (
    <Prepared fallback={null}>
      <Bar {...props} />
    </Prepared>
  );
}

function Bar({ ticked, onTick }: BulkBarProps) {
  const { directory } = useApp();
  const text = useText();
  const order = useObservable(directory.ticketOrder);
  const [asked, ask] = useState<{ readonly kind: Kind; readonly ids: readonly string[] }>();
  // In the list's order; what left the list isn't ticked any more.
  const ids = order.ids.filter((id) => ticked.has(id));
  // What is finished can only be tagged.
  const open = ids.filter((id) => directory.ticket(id)?.getSnapshot().context.ticket?.finishedAt === null);
  const close = () => ask(undefined);
  const done = (finished: readonly string[]) => {
    const next = new Set(ticked);
    for (const id of finished) next.delete(id);
    onTick(next);
  };
  return (
    <>
      {ids.length > 0 && (
        <div role="group" aria-label={text('bulk.label')} className={styles.tools}>
          <span role="status" className={styles.count}>
            {text('bulk.count', { count: ids.length })}
          </span>
          <IconButton label={text('bulk.clear')} icon={<CloseIcon />} onPress={() => onTick(new Set())} />
          {open.length > 0 && (
            <>
              <Button size="sm" onPress={() => ask({ kind: 'transfer', ids: open })}>
                {text('bulk.transfer')}
              </Button>
              <Button size="sm" onPress={() => ask({ kind: 'finish', ids: open })}>
                {text('bulk.finish')}
              </Button>
            </>
          )}
          <Button size="sm" onPress={() => ask({ kind: 'tag', ids })}>
            {text('bulk.tag')}
          </Button>
        </div>
      )}
      {asked?.kind === 'finish' && <Finish ids={asked.ids} onClose={close} onDone={done} />}
      {asked?.kind === 'transfer' && <Transfer ids={asked.ids} onClose={close} onDone={done} />}
      {asked?.kind === 'tag' && <TagAll ids={asked.ids} onClose={close} onDone={done} />}
    </>
  );
}

interface AskProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (ids: readonly string[]) => void;
}

function Finish({ ids, ...rest }: AskProps) {
  const text = useText();
  const [outcomeId, setOutcomeId] = useState<string>();
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text('bulk.finish.title', { count: ids.length })}
      submitLabel={text('bulk.finish')}
      action={{ kind: 'finish', outcomeId }}
    >
      {(start) => (
        <>
          <p className={styles.lead}>{text('bulk.finish.text')}</p>
          <OutcomePart value={outcomeId} onChange={setOutcomeId} onSubmit={start} />
        </>
      )}
    </BulkRun>
  );
}

function TagAll({ ids, ...rest }: AskProps) {
  const text = useText();
  const { rows } = useListing('tags', wholeList);
  const [tagId, setTagId] = useState<string>();
  const options = rows?.map(({ id, name }) => ({ id, label: name })) ?? null;
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text('bulk.tag.title', { count: ids.length })}
      submitLabel={text('bulk.tag')}
      action={tagId === undefined ? null : { kind: 'tag', tagId }}
    >
      {() => (
        <Options label={text('bulk.tag.which')} none={text('bulk.tag.none')} options={options} onChoose={setTagId} />
      )}
    </BulkRun>
  );
}

function Transfer({ ids, ...rest }: AskProps) {
  const { directory } = useApp();
  const text = useText();
  const [action, setAction] = useState<BulkAction | null>(null);
  const [first] = useState(() => {
    const id = ids.find((each) => directory.ticket(each)?.getSnapshot().context.ticket !== null);
    return id === undefined ? null : (directory.ticket(id)?.getSnapshot().context.ticket ?? null);
  });
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text('bulk.transfer.title', { count: ids.length })}
      submitLabel={text('bulk.transfer')}
      action={action}
    >
      {() => first !== null && <Receivers ticket={first} onChoose={setAction} />}
    </BulkRun>
  );
}

interface ReceiversProps {
  /** One of the conversations: who serves its instance is offered. */
  readonly ticket: Attendance;
  readonly onChoose: (action: BulkAction) => void;
}

function Receivers({ ticket, onChoose }: ReceiversProps) {
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  useWatch(`transferDraft:${ticket.id}`);
  const actor = directory.transferDraft(ticket.id);
  const users = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectCandidates(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTransferFailure(snapshot)));
  const departments = useListing('choices.departments', wholeList).rows ?? [];
  const draft = useEffectEvent(() => {
    append({ type: 'transfer.drafted', ticketId: ticket.id });
    // Each one's own draft follows.
    return () => append({ type: 'transfer.dismissed', ticketId: ticket.id });
  });
  useEffect(() => draft(), []);
  const people = (users ?? []).map(({ id, name }): Person => ({ id, name }));
  const queues = departments.filter(({ isInactive }) => isInactive !== true);
  if (failure !== null)
    return (
      <p role="alert" className={styles.why}>
        {failureText(failure)}
      </p>
    );
  return (
    <Options
      label={text('bulk.transfer.to')}
      none={text('bulk.transfer.nobody')}
      options={
        users === null
          ? null
          : [
              ...people.map(({ id, name }) => ({ id: `user:${id}`, label: name })),
              { id: 'queue:', label: text('bulk.transfer.queue') },
              ...queues.map(({ id, label }) => ({
                id: `queue:${id}`,
                label: text('bulk.transfer.department', { name: label }),
              })),
            ]
      }
      onChoose={(id) => {
        const [kind, of = ''] = id.split(':');
        const to = people.find((person) => person.id === of);
        if (kind === 'queue') onChoose({ kind: 'queue', departmentId: of === '' ? null : of });
        else if (to !== undefined) onChoose({ kind: 'transfer', to });
      }}
    />
  );
}

interface OptionsProps {
  readonly label: string;
  /** Said when there is none. */
  readonly none: string;
  /** Null while they load. */
  readonly options: readonly { readonly id: string; readonly label: string }[] | null;
  readonly onChoose: (id: string) => void;
}

function Options({ label, none, options, onChoose }: OptionsProps) {
  const name = useId();
  if (options === null) return <SkeletonRows count={3} />;
  if (options.length === 0) return <p className={styles.lead}>{none}</p>;
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input type="radio" name={name} onChange={() => onChoose(option.id)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

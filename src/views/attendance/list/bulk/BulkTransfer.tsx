import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TRANSFER_NOTE_MAX_LENGTH } from '../../../../../contract/facts/limits.ts';
import type { Attendance, User } from '../../../../machines/entities/entities.ts';
import type { TransferTarget } from '../../../../machines/log/events-send.ts';
import { selectCandidates, selectTransferFailure } from '../../../../machines/transfer/transfer.selectors.ts';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp, useKept, useOnChange } from '../../../app/app-context.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { Button } from '../../../kit/Button.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { useText } from '../../../kit/useText.ts';
import { atWorkFirst } from '../../transfer/at-work-first.ts';
import type { BulkAction } from './bulk-actions.ts';
import { Options } from './Options.tsx';
import { BulkRun } from './run.ts';
import styles from './Bulk.module.css';

interface BulkTransferProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (ids: readonly string[]) => void;
}

/** Offers all of them to one person, or puts them into a queue, with a note, as is done with a single one. */
export function BulkTransfer({ ids, ...rest }: BulkTransferProps) {
  const { directory } = useApp();
  const text = useText();
  const [target, setTarget] = useState<TransferTarget | null>(null);
  const [note, setNote] = useState('');
  const [asked] = useState(() =>
    twoOwnersOf(ids.flatMap((id) => directory.ticket(id)?.getSnapshot().context.ticket ?? [])),
  );
  const written = note.trim();
  const isTooLong = written.length > TRANSFER_NOTE_MAX_LENGTH;
  const action: BulkAction | null =
    target === null || isTooLong ? null : { kind: 'transfer', target, ...(written !== '' && { note: written }) };
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text('bulk.transfer.title', { count: ids.length })}
      submitLabel={text('bulk.transfer')}
      action={action}
    >
      {() =>
        asked !== null && (
          <>
            <Receivers {...asked} onChoose={setTarget} />
            {target !== null && (
              <TextArea
                label={text('transfer.note')}
                description={text(target.kind === 'person' ? 'transfer.note.hint' : 'transfer.note.hint.queue')}
                rows={2}
                value={note}
                onChange={setNote}
                error={isTooLong ? text('transfer.note.tooLong', { max: TRANSFER_NOTE_MAX_LENGTH }) : undefined}
              />
            )}
          </>
        )
      }
    </BulkRun>
  );
}

interface Asked {
  readonly first: Attendance;
  /** One that somebody else has, if there is one. */
  readonly other: Attendance | null;
}

/** The first, and one of another owner: each one's owner isn't offered for it, but may take the other's. */
function twoOwnersOf(tickets: readonly Attendance[]): Asked | null {
  const [first] = tickets;
  if (first === undefined) return null;
  const others = tickets.filter(({ owner }) => owner?.id !== first.owner?.id);
  const other = others.find(({ instance }) => instance.id === first.instance.id) ?? others[0] ?? null;
  return { first, other };
}

/** Who may get a conversation: null while it is asked, or if it could not be. */
function useCandidates(ticketId: string) {
  const { directory } = useApp();
  const found = useOnChange(directory.changed, () => directory.transferDraft(ticketId));
  const actor = useKept(found, ticketId);
  const users = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectCandidates(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTransferFailure(snapshot)));
  return { users, failure };
}

interface ReceiversProps extends Asked {
  readonly onChoose: (target: TransferTarget) => void;
}

function Receivers({ first, other, onChoose }: ReceiversProps) {
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const ticketIds = other === null ? [first.id] : [first.id, other.id];
  const one = useCandidates(first.id);
  const two = useCandidates(other?.id ?? first.id);
  const departments = useListing('choices.departments', wholeList);
  const draft = () => {
    for (const ticketId of ticketIds) append({ type: 'transfer.drafted', ticketId });
  };
  const open = useEffectEvent(() => {
    draft();
    return () => {
      // Each one's own draft follows.
      for (const ticketId of ticketIds) append({ type: 'transfer.dismissed', ticketId });
    };
  });
  useEffect(() => open(), []);
  const failure = one.failure ?? two.failure;
  const people = one.users === null || two.users === null ? null : atWorkFirst(union(one.users, two.users));
  const queues = (departments.rows ?? []).filter(({ isInactive }) => isInactive !== true);
  // Queues can be chosen without the people.
  const listed = people ?? (failure === null ? null : []);
  return (
    <>
      {failure !== null && (
        <p role="alert" className={styles.why}>
          {failureText(failure)}{' '}
          <Button size="sm" onPress={draft}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      <Options
        label={text('bulk.transfer.to')}
        none={text('bulk.transfer.nobody')}
        options={
          listed && [
            ...listed.map(({ id, name, connected }) => ({
              id: `user:${id}`,
              label: name,
              hint: connected ? undefined : text('transfer.away'),
            })),
            { id: 'queue:', label: text('bulk.transfer.queue') },
            ...queues.map(({ id, label }) => ({
              id: `queue:${id}`,
              label: text('bulk.transfer.department', { name: label }),
            })),
          ]
        }
        onChoose={(id) => {
          const [kind, of = ''] = id.split(':');
          const to = people?.find((person) => person.id === of);
          const department = queues.find((each) => each.id === of);
          if (id === 'queue:') onChoose({ kind: 'queue' });
          else if (kind === 'queue' && department !== undefined)
            onChoose({ kind: 'department', id: of, name: department.label });
          else if (to !== undefined) onChoose({ kind: 'person', id: to.id, name: to.name });
        }}
      />
      {departments.failure !== null && departments.rows === null && (
        <p role="alert" className={styles.why}>
          {text('transfer.places.failed')}{' '}
          <Button size="sm" onPress={departments.retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
    </>
  );
}

function union(one: readonly User[], two: readonly User[]): readonly User[] {
  return [...one, ...two.filter(({ id }) => !one.some((known) => known.id === id))];
}

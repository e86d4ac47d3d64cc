import { useSelector } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import { TRANSFER_NOTE_MAX_LENGTH } from '../../../../contract/facts/limits.ts';
import type { Attendance, User } from '../../../machines/entities/entities.ts';
import {
  selectCandidates,
  selectTransferFailure,
  selectTransferState,
} from '../../../machines/transfer/transfer.selectors.ts';
import { useApp, useKept, useOnChange } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { useIsOffline } from '../../app/use-offline.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PeopleIcon } from '../../kit/icons.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { useText } from '../../kit/useText.ts';
import { atWorkFirst } from './at-work-first.ts';
import { Queues } from './Queues.tsx';
import type { Queue } from './Queues.tsx';
import styles from './TransferDialog.module.css';

interface TransferDialogProps {
  readonly ticket: Attendance;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/**
 * Offers the ticket to somebody who serves its instance, at work or away, or puts it into a queue, with a note. Renders
 * the draft's actor.
 */
export function TransferDialog({ ticket, onClose, onCreated }: TransferDialogProps) {
  const { directory, append, newClientId } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const isOffline = useIsOffline();
  const name = useId();
  const found = useOnChange(directory.changed, () => directory.transferDraft(ticket.id));
  const actor = useKept(found, ticket.id);
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? undefined : selectTransferState(snapshot)));
  const candidates = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectCandidates(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTransferFailure(snapshot)));
  const [chosen, setChosen] = useState<User>();
  const [queue, setQueue] = useState<Queue>();
  const [note, setNote] = useState('');
  // What the conversation shows once it is submitted, maybe without a network.
  useEffect(() => void import('./TransferCard.tsx').catch(() => undefined), []);
  const created = state === undefined || (state !== 'draft' && state !== 'creating' && state !== 'failed');
  useEffect(() => {
    if (created) onCreated();
  }, [created, onCreated]);

  const choose = (user: User) => {
    setQueue(undefined);
    setChosen(user);
  };
  const chooseQueue = (place: Queue) => {
    setChosen(undefined);
    setQueue(place);
  };
  // They load by themselves once there is a network.
  const lacksPeople = candidates === null && failure?.code === 'NETWORK';

  const submit = () => {
    const target = chosen === undefined ? queue : ({ kind: 'person', id: chosen.id, name: chosen.name } as const);
    if (target === undefined) return;
    append({
      type: 'transfer.submitted',
      ticketId: ticket.id,
      clientId: newClientId(),
      target,
      previousOwner: ticket.owner === null ? null : { id: ticket.owner.id, name: ticket.owner.name },
      ...(note.trim() !== '' && { note: note.trim() }),
    });
  };

  return (
    <Dialog
      title={text('transfer.title')}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          {/* What is on its way can't be cancelled here: it shows in the conversation. */}
          <Button onPress={onClose}>{text(state === 'creating' ? 'action.close' : 'action.cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={
              state === 'failed' || (chosen ?? queue) === undefined || note.trim().length > TRANSFER_NOTE_MAX_LENGTH
            }
            isPending={state === 'creating'}
            onPress={submit}
          >
            {text(queue === undefined ? 'transfer.submit' : 'transfer.queue.submit')}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{text('transfer.lead', { name: ticket.customer.name })}</p>
      {failure !== null && (
        <Banner
          tone={lacksPeople ? 'warning' : 'danger'}
          action={
            candidates === null &&
            !(lacksPeople && isOffline) && (
              <Button size="sm" onPress={() => append({ type: 'transfer.drafted', ticketId: ticket.id })}>
                {text('action.retry')}
              </Button>
            )
          }
        >
          {lacksPeople ? text('transfer.people.offline') : failureText(failure)}
        </Banner>
      )}
      {candidates === null ? (
        failure === null && <SkeletonRows count={3} />
      ) : candidates.length === 0 ? (
        <EmptyState icon={<PeopleIcon />} title={text('transfer.nobody.title')} level={3}>
          {text('transfer.nobody.text', { instance: ticket.instance.name })}
        </EmptyState>
      ) : (
        <fieldset className={styles.people}>
          <legend className={styles.legend}>{text('transfer.to')}</legend>
          {atWorkFirst(candidates).map((user) => (
            <label key={user.id} className={styles.person}>
              <input type="radio" name={name} checked={chosen?.id === user.id} onChange={() => choose(user)} />
              <Avatar name={user.name} seed={user.id} image={user.image} isOnline={user.connected} />
              <span className={styles.who}>
                <strong>{user.name}</strong>
                <small>
                  {user.department ?? user.roleLabel}
                  {!user.connected && <span className={styles.away}> · {text('transfer.away')}</span>}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <Prepared fallback={null}>
        <Queues ticket={ticket} name={name} chosen={queue} onChoose={chooseQueue} />
      </Prepared>
      {((candidates !== null && candidates.length > 0) || queue !== undefined) && (
        <div className={styles.note}>
          {queue?.kind === 'department' && <p role="status">{text('transfer.department.hint')}</p>}
          {chosen?.connected === false && <p role="status">{text('transfer.away.hint', { name: chosen.name })}</p>}
          <TextArea
            label={text('transfer.note')}
            description={text(queue === undefined ? 'transfer.note.hint' : 'transfer.note.hint.queue')}
            rows={2}
            value={note}
            onChange={setNote}
            error={
              note.trim().length > TRANSFER_NOTE_MAX_LENGTH
                ? text('transfer.note.tooLong', { max: TRANSFER_NOTE_MAX_LENGTH })
                : undefined
            }
          />
        </div>
      )}
    </Dialog>
  );
}

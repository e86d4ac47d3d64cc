import { TransferIcon } from '../../kit/administration-icons.tsx';
import { useSelector } from '@xstate/react';
import type { Viewer } from '../../../machines/entities/viewer.ts';
import {
  selectOutgoing,
  selectTarget,
  selectTransferFailure,
  selectTransferState,
} from '../../../machines/transfer/transfer.selectors.ts';
import { mayConfirm, mayDelete } from '../../../machines/transfer/transfer.rules.ts';
import { selectTransfer } from '../../../machines/transfer/transfer.pending.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './TransferCard.module.css';

/** A transfer that awaits an answer. Renders its own actor. */
export function TransferCard({ transferId, viewer }: { readonly transferId: string; readonly viewer: Viewer }) {
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const actor = directory.transfer(transferId);
  const transfer = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTransfer(snapshot)));
  const state = useSelector(actor, (snapshot) => (snapshot === undefined ? undefined : selectTransferState(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTransferFailure(snapshot)));
  if (transfer === null) return null;
  // Also while an answer is in flight: what was pressed keeps its place and the focus.
  const isOpen = state === 'pending' || state === 'confirming' || state === 'deleting';
  const isForMe = transfer.nextOwner.id === viewer.userId;
  const from = transfer.previousOwner?.name ?? text('attendance.unowned');
  return (
    <div className={styles.card} role="group" aria-label={text('transfer.pending')}>
      <TransferIcon />
      <div className={styles.words}>
        <strong>
          {isForMe
            ? text('transfer.card.forYou', { from })
            : text('transfer.card.waiting', { from, to: transfer.nextOwner.name })}
        </strong>
        {transfer.note !== undefined && <q className={styles.note}>{transfer.note}</q>}
        {failure === null ? (
          <span>{text(isForMe ? 'transfer.card.forYou.hint' : 'transfer.card.waiting.hint')}</span>
        ) : (
          <span className={styles.failure} role="alert">
            {failureText(failure)}
          </span>
        )}
      </div>
      {isOpen && mayDelete(transfer, viewer) && (
        <Button
          isPending={state === 'deleting'}
          isDisabled={state === 'confirming'}
          onPress={() => append({ type: 'transfer.deleteRequested', transferId })}
        >
          {text(isForMe ? 'transfer.decline' : 'transfer.delete')}
        </Button>
      )}
      {isOpen && mayConfirm(transfer, viewer) && (
        <Button
          variant="primary"
          isPending={state === 'confirming'}
          isDisabled={state === 'deleting'}
          onPress={() => append({ type: 'transfer.confirmRequested', transferId })}
        >
          {text('transfer.confirm')}
        </Button>
      )}
    </div>
  );
}

/** A submitted transfer that the server doesn't have yet. One that waits can be withdrawn. */
export function OutgoingTransferCard({ ticketId }: { readonly ticketId: string }) {
  const { directory, append } = useApp();
  const text = useText();
  const actor = directory.transferDraft(ticketId);
  const outgoing = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectOutgoing(snapshot)));
  const target = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTarget(snapshot)));
  if (outgoing === null || target === null) return null;
  return (
    <div className={styles.card} role="group" aria-label={text('transfer.pending')}>
      <TransferIcon />
      <div className={styles.words}>
        <strong>
          {text(`transfer.outgoing.${target.kind}.${outgoing}`, { to: target.kind === 'queue' ? '' : target.name })}
        </strong>
        <span>
          {text(
            outgoing === 'leaving' && target.kind !== 'person'
              ? 'transfer.card.waiting.hint'
              : `transfer.outgoing.${outgoing}.hint`,
          )}
        </span>
      </div>
      {outgoing === 'waiting' && (
        <Button onPress={() => append({ type: 'transfer.withdrawn', ticketId })}>{text('transfer.delete')}</Button>
      )}
    </div>
  );
}

import { useSelector } from '@xstate/react';
import { Link } from '../kit/Link.tsx';
import type { TransferId } from '../../machines/entities/ids.ts';
import { selectTicket } from '../../machines/ticket/ticket.selectors.ts';
import { selectTransfer } from '../../machines/transfer/transfer.pending.selectors.ts';
import { useApp, useObservable } from '../app/app-context.tsx';
import { takingFocus } from '../attendance/focus.ts';
import { nameOf } from '../attendance/customer-name.ts';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import styles from './HomeScreen.module.css';

const MAX_ROWS = 4;

/** Transfers that await an answer; each links to its conversation. */
export function PendingTransfers() {
  const { directory } = useApp();
  const text = useText();
  const ids = useObservable(directory.pendingTransfers);
  if (ids.length === 0) return null;
  return (
    <section aria-labelledby="home-transfers">
      <h2 id="home-transfers" className={styles.subtitle}>
        {text('home.transfers.title')}
      </h2>
      <ul role="list" className={styles.list}>
        {ids.slice(0, MAX_ROWS).map((id) => (
          <PendingTransfer key={id} transferId={id} />
        ))}
      </ul>
    </section>
  );
}

function PendingTransfer({ transferId }: { readonly transferId: TransferId }) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const transfer = useSelector(directory.transfer(transferId), (snapshot) =>
    snapshot === undefined ? null : selectTransfer(snapshot),
  );
  const actor = transfer === null ? undefined : directory.ticket(transfer.ticketId);
  const ticket = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTicket(snapshot)));
  if (transfer === null || ticket === null) return null;
  return (
    <li>
      <Link to={`/chat/${ticket.id}`} state={takingFocus} className={styles.waiting}>
        <span className={styles.words}>
          <strong>{nameOf(ticket, formats.phone)}</strong>
          <span>
            {text('home.transfer.line', {
              from: transfer.previousOwner?.name ?? text('attendance.unowned'),
              to: transfer.nextOwner.name,
            })}
          </span>
        </span>
      </Link>
    </li>
  );
}

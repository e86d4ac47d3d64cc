import { transferArea } from '../../../i18n/areas/transfer.ts';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import type { Message, Ticket } from '../../../machines/entities/entities.ts';
import {
  selectCanFinish,
  selectCanTransfer,
  selectDraft,
  selectIsForViewer,
  selectIsGone,
  selectLifecycle,
  selectLoadFailure,
  selectNextTicketId,
  selectReplyTo,
  selectTicket,
} from '../../../machines/ticket/ticket.selectors.ts';
import { lazyScreen } from '../../app/lazy-screen.tsx';
import { useApp, useObservable, useOnChange, useWatch } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';
import { closeTop, finishTicket, focusComposer, transferTicket } from '../../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { focusConversation, focusList, isFocusLost, isTakingFocus, takingFocus } from '../focus.ts';
import type { TicketActor } from '../ticket-actor.ts';
import { loadFinishDialog, loadTransferDialog } from './asked-later.ts';
import { ChatHeader } from './ChatHeader.tsx';
import { ChatSkeleton } from './ChatSkeleton.tsx';
import { Composer } from './Composer.tsx';
import { closedReason } from './closed-reason.ts';
import { MessageList } from './MessageList.tsx';
import styles from './ChatPane.module.css';

const CustomerPane = part(async () => (await import('../customer/CustomerPane.tsx')).CustomerPane);
const TransferCard = lazyScreen(
  async () => (await import('../transfer/TransferCard.tsx')).TransferCard,
  [transferArea],
);
const TransferDialog = lazyScreen(loadTransferDialog, [transferArea], { onClose: ({ onClose }) => onClose() });
const FinishDialog = part(loadFinishDialog, { onClose: ({ onClose }) => onClose() });

interface ChatPaneProps {
  readonly ticketId: string;
  readonly isCustomerShown: boolean;
  readonly onCustomerToggle: () => void;
  readonly onClose: () => void;
  readonly classNames: { readonly chat: string; readonly customer: string; readonly alone: string };
}

/** The open conversation: tells the log that it is looked at, for as long as it is. */
export function ChatPane(props: ChatPaneProps) {
  const { ticketId, onClose, classNames } = props;
  const { directory, append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  useWatch(`ticket:${ticketId}`);
  useEffect(() => {
    append({ type: 'ticket.opened', ticketId });
    return () => append({ type: 'ticket.left', ticketId });
  }, [append, ticketId]);
  // After the effect that opens the ticket: a ticket made by it changes no order, but is found when this hook's own
  // effect reads once more.
  const actor = useOnChange(directory.ticketOrder, () => directory.ticket(ticketId));
  const ticket = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTicket(snapshot)));
  const failure = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectLoadFailure(snapshot)));
  if (actor !== undefined && ticket !== null) return <Conversation {...props} actor={actor} ticket={ticket} />;
  if (failure === null) {
    return (
      <>
        <section className={classNames.chat} aria-label={text('attendance.conversation')}>
          <ChatSkeleton />
        </section>
        <div className={classNames.customer} />
      </>
    );
  }
  return (
    <section className={cx(classNames.chat, classNames.alone)} aria-label={text('attendance.conversation')}>
      <ErrorState
        title={text('attendance.chat.failed')}
        requestId={failure.requestId ?? undefined}
        action={<Button onPress={onClose}>{text('attendance.backToList')}</Button>}
        {...(failure.code === 'NOT_FOUND' ? {} : { onRetry: () => append({ type: 'chat.retried', ticketId }) })}
      >
        {failureText(failure)}
      </ErrorState>
    </section>
  );
}

function Conversation(props: ChatPaneProps & { readonly actor: TicketActor; readonly ticket: Ticket }) {
  const { ticketId, actor, ticket, onClose, isCustomerShown, onCustomerToggle, classNames } = props;
  const { directory, append, newClientId, newTempId, now } = useApp();
  const text = useText();
  const clock = useNow(60_000);
  const viewer = useSelector(directory.auth, selectViewer);
  const draft = useSelector(actor, selectDraft);
  const replyTo = useSelector(actor, selectReplyTo);
  const lifecycle = useSelector(actor, selectLifecycle);
  const nextId = useSelector(actor, selectNextTicketId);
  const navigate = useNavigate();
  const transfers = useObservable(directory.transfersOf(ticketId));
  const [dialog, openDialog, closeDialog] = useDialog();
  const isGone = useSelector(actor, selectIsGone);
  const closed = viewer === null ? undefined : closedReason(ticket, lifecycle, clock, viewer, isGone);
  const next = lifecycle === 'finished' ? nextId : null;
  const name = ticket.customer.name;
  const isForViewer = useSelector(actor, selectIsForViewer);
  const canFinish = useSelector(actor, selectCanFinish);
  const canTransfer = useSelector(actor, selectCanTransfer) && transfers.length === 0;

  const transfer = () => {
    if (!canTransfer) return;
    append({ type: 'transfer.drafted', ticketId });
    openDialog('transfer');
  };
  const finish = () => {
    if (canFinish) openDialog('finish');
  };
  const toggleCustomer = useCustomerFocus(isCustomerShown, onCustomerToggle);
  useFocusOnArrival();
  useFocusKept(transfers.length, closed !== undefined);
  useShortcut(focusComposer, focusConversation);
  useShortcut(transferTicket, transfer);
  useShortcut(finishTicket, finish);
  // One step back: the customer, then the list.
  useShortcut(closeTop, () => {
    if (isCustomerShown) toggleCustomer();
    else if (!focusList()) onClose();
  });

  const send = useCallback(
    (words: string, quotedId: string | null, isResend?: true) => {
      if (viewer === null) return;
      append({
        type: 'message.submitted',
        message: {
          clientId: newClientId(),
          tempId: newTempId(),
          ticketId,
          customerId: ticket.customer.id,
          instanceId: ticket.instance.id,
          toNumber: ticket.customer.phone,
          text: words,
          replyTo: quotedId,
          userId: viewer.userId,
          submittedAt: now(),
        },
        ...(isResend && { isResend }),
      });
    },
    [append, newClientId, newTempId, now, ticket, ticketId, viewer],
  );
  const resend = useCallback((lost: Message) => send(lost.text ?? '', lost.quoted?.id ?? null, true), [send]);

  if (viewer === null) return null;
  return (
    <>
      <section className={classNames.chat} aria-label={text('attendance.conversationWith', { name })}>
        <ChatHeader
          ticket={ticket}
          viewerId={viewer.userId}
          now={clock}
          lifecycle={lifecycle}
          transfer={canTransfer ? 'allowed' : canFinish ? 'waiting' : 'refused'}
          hasFinish={isForViewer && lifecycle !== 'finished'}
          isCustomerShown={isCustomerShown}
          onCustomerToggle={toggleCustomer}
          onBack={onClose}
          onTransfer={transfer}
          onFinish={finish}
        />
        {transfers.length > 0 && (
          <div className={styles.transfers}>
            {transfers.map((id) => (
              <TransferCard key={id} transferId={id} viewer={viewer} />
            ))}
          </div>
        )}
        <MessageList
          key={conversationKey(ticket.customer.id, ticket.instance.id)}
          actor={actor}
          ticketId={ticketId}
          customerName={name}
          viewerId={viewer.userId}
          closed={closed}
          ownerName={ticket.owner?.name}
          onResend={resend}
        />
        <Composer
          draft={draft}
          customerName={name}
          viewerId={viewer.userId}
          quoted={replyTo}
          closed={closed === undefined ? undefined : text(next === null ? closed : 'attendance.next')}
          onNext={next === null ? undefined : () => void navigate(`/chat/${next}`, { state: takingFocus })}
          onChange={(value) => append({ type: 'draft.changed', ticketId, text: value })}
          onSend={(words) => send(words, replyTo?.id ?? null)}
          onDropReply={() => append({ type: 'reply.chosen', ticketId, messageId: null })}
        />
      </section>
      <aside className={classNames.customer} aria-label={text('attendance.customer')}>
        <CustomerPane actor={actor} ticket={ticket} isClosable={isCustomerShown} onClose={toggleCustomer} />
      </aside>
      {dialog?.kind === 'transfer' && (
        <TransferDialog
          key={dialog.turn}
          ticket={ticket}
          onClose={() => {
            append({ type: 'transfer.dismissed', ticketId });
            closeDialog();
          }}
          onCreated={closeDialog}
        />
      )}
      {dialog?.kind === 'finish' && (
        <FinishDialog key={dialog.turn} actor={actor} ticket={ticket} onClose={closeDialog} />
      )}
    </>
  );
}

/** The focus comes along with whoever opened the conversation, and stays where it was with a page that loads. */
function useFocusOnArrival(): void {
  const { key, state } = useLocation();
  const arrive = useEffectEvent(() => {
    if (isTakingFocus(state)) focusConversation();
  });
  useEffect(() => arrive(), [key]);
}

/** An answered card goes with its buttons, and the composer when nothing can be written any more: the work goes on beside. */
function useFocusKept(cards: number, isClosed: boolean): void {
  const before = useRef({ cards, isClosed });
  useEffect(() => {
    const { current: held } = before;
    before.current = { cards, isClosed };
    if ((cards < held.cards || (isClosed && !held.isClosed)) && isFocusLost()) focusConversation();
  }, [cards, isClosed]);
}

/**
 * A dialog gives the focus back to what had it; where that is gone or of no use now, the work goes on
 * elsewhere. One that didn't come leaves the focus where it is by now, and is asked for anew by the next press.
 */
function useDialog() {
  const [dialog, setDialog] = useState<{ readonly kind: 'transfer' | 'finish'; readonly turn: number }>();
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (dialog !== undefined || opener.current === null) return;
    const before = opener.current;
    opener.current = null;
    if (!isFocusLost() && document.activeElement !== before) return;
    if (before instanceof HTMLElement) before.focus();
    if (before === document.body || document.activeElement !== before) focusAfterDialog();
  }, [dialog]);
  const open = (kind: 'transfer' | 'finish'): void => {
    opener.current = document.activeElement;
    setDialog({ kind, turn: (dialog?.turn ?? 0) + 1 });
  };
  return [dialog, open, () => setDialog(undefined)] as const;
}

/** Something can still be written: there. Otherwise to the next conversation. */
function focusAfterDialog(): void {
  if (document.querySelector('[data-composer]') !== null || !focusList()) focusConversation();
}

/** Back to what opened the customer's pane once it closes. */
function useCustomerFocus(isShown: boolean, onToggle: () => void): () => void {
  const opener = useRef<HTMLElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    const closed = wasShown.current && !isShown;
    wasShown.current = isShown;
    if (!closed) return;
    opener.current?.focus();
    if (isFocusLost()) focusConversation();
  }, [isShown]);
  return () => {
    if (!isShown && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    onToggle();
  };
}

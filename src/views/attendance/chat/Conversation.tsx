import { useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import {
  selectDraft,
  selectNoteDraft,
  selectLastReceivedAt,
  selectReplyTo,
  selectTicketAfter,
} from '../../../machines/conversation/conversation.selectors.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { isVisible } from '../../../machines/inbox/matches.ts';
import { selectModSends } from '../../../machines/shell/shell.selectors.ts';
import {
  selectCanFinish,
  selectCanTransfer,
  selectFinishWaits,
  selectIsForViewer,
  selectIsGone,
  selectPassed,
  selectLifecycle,
} from '../../../machines/ticket/ticket.selectors.ts';
import { selectResetFailed } from '../../../machines/unseen/unseen.selectors.ts';
import { SERVICE_WINDOW_SHORT_MS } from '../../../../contract/facts/limits.ts';
import { shownName } from '../../../../contract/facts/phone.ts';
import { useApp, useObservable } from '../../app/app-context.tsx';
import { useSettling } from '../../app/settling.ts';
import { useNow } from '../../app/use-now.ts';
import { useIsOffline } from '../../app/use-offline.ts';
import { useText } from '../../kit/useText.ts';
import { closeTop, findInChat, finishTicket, focusComposer, transferTicket } from '../../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { focusConversation, focusList } from '../focus.ts';
import type { Asked } from '../list/actions/asked.ts';
import type { ConversationActor, TicketActor } from '../actors.ts';
import type { BegunChoice } from '../templates/use-template-choice.ts';
import type { SendMore } from './sending/Sending.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { useIsOutgoing } from '../transfer/use-outgoing.ts';
import { useCustomerFocus, useDialog, useFocusKept, useFocusOnArrival, useJump } from './use-chat-focus.ts';
import { Composer } from './Composer.tsx';
import { channelReason, closedReason, closedWords, isOfWindow, windowLeft } from './closed-reason.ts';
import { ExportPart } from './export/ExportPart.tsx';
import {
  ChannelNotice,
  CustomerPane,
  DraftNotice,
  FindBar,
  FinishDialog,
  Formatting,
  NextWaiting,
  OutgoingTransferCard,
  QueueCard,
  QuickReplies,
  Sending,
  TransferCard,
  TransferDialog,
  UnreadNotice,
  WayOut,
} from './conversation-parts.tsx';
import { MessageList } from './MessageList.tsx';
import { ComposeModes, type ComposeMode } from './note/ComposeModes.tsx';
import { ScheduledPart } from './scheduled/ScheduledPart.tsx';
import styles from './Conversation.module.css';

export interface ConversationProps {
  readonly ticketId: string;
  readonly isCustomerShown: boolean;
  readonly onCustomerToggle: () => void;
  readonly onClose: () => void;
  /** Asks for what the list does with a conversation. */
  readonly onAsk: (asked: Asked) => void;
  readonly classNames: { readonly chat: string; readonly customer: string; readonly alone: string };
  readonly actor: TicketActor;
  readonly ticket: Attendance;
  readonly conversation: ConversationActor;
}

/** What the attendant does with a conversation that is there: reads, writes, passes it on, finishes it. */
export function Conversation(props: ConversationProps) {
  const { ticketId, actor, ticket, conversation, onClose, onAsk, isCustomerShown, onCustomerToggle, classNames } =
    props;
  const { directory, append, newClientId, newTempId, now } = useApp();
  const { isSettled } = useSettling();
  const text = useText();
  // As the window shuts, the composer is shut within seconds.
  const receivedAt = useSelector(conversation, selectLastReceivedAt);
  const [isShort, setShort] = useState(false);
  const clock = useNow(isShort ? 2_000 : 60_000);
  const left = windowLeft(receivedAt, clock, ticket.instance);
  const isShortNow = left !== null && left > 0 && left < SERVICE_WINDOW_SHORT_MS;
  if (isShort !== (isShortNow && left < 300_000)) setShort(isShortNow && left < 300_000);
  const viewer = useSelector(directory.auth, selectViewer);
  const modSends = useSelector(directory.shell, selectModSends);
  const draft = useSelector(conversation, selectDraft);
  const replyTo = useSelector(conversation, selectReplyTo);
  const lifecycle = useSelector(actor, selectLifecycle);
  const finishWaits = useSelector(actor, selectFinishWaits);
  const isOffline = useIsOffline();
  const [wasOpen] = useState(lifecycle !== 'finished');
  const nextId = useSelector(conversation, (snapshot) => selectTicketAfter(snapshot, ticketId));
  const transfers = useObservable(directory.transfersOf(ticketId));
  const isOutgoing = useIsOutgoing(ticketId);
  const [dialog, openDialog, closeDialog] = useDialog();
  const isGone = useSelector(actor, selectIsGone);
  const passed = useSelector(actor, selectPassed);
  const closed =
    viewer === null ? undefined : closedReason({ ticket, receivedAt, lifecycle, now: clock, viewer, isGone });
  const next = lifecycle === 'finished' ? nextId : null;
  const isFinishedHere = lifecycle === 'finished' && next === null && !isGone && !ticket.customer.blacklisted;
  const mayGoOn = isFinishedHere || isOfWindow(closed);
  const name = shownName(ticket.customer.name);
  const key = conversationKey(ticket.customer.id, ticket.instance.id);
  const isForViewer = useSelector(actor, selectIsForViewer);
  const hasResetFailed = useSelector(
    directory.unseen(key),
    (snapshot) => snapshot !== undefined && selectResetFailed(snapshot),
  );
  const canFinish = useSelector(actor, selectCanFinish);
  const canTransfer = useSelector(actor, selectCanTransfer) && transfers.length === 0 && !isOutgoing;
  const isFree = ticket.owner === null && canTransfer;
  const queued = isFree && <div className={styles.queued} />;

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
  useFocusKept(transfers.length + Number(isOutgoing), closed !== undefined);
  useShortcut(focusComposer, focusConversation, { isUsable: () => document.querySelector('[data-composer]') !== null });
  useShortcut(canTransfer && transferTicket, transfer);
  useShortcut(canFinish && finishTicket, finish);
  const [isFinding, setFinding] = useState(false);
  const find = () => (isFinding ? document.querySelector<HTMLElement>('[data-find] input')?.focus() : setFinding(true));
  useShortcut(findInChat, find);
  useJump(ticketId);
  // One step back: first the customer pane closes, then the conversation.
  useShortcut(closeTop, () => {
    if (isCustomerShown) toggleCustomer();
    else if (!focusList()) onClose();
  });

  const send = useCallback(
    (words: string, quotedId: string | null, isResend?: true, more?: Parameters<SendMore>[0]) => {
      if (viewer === null) return;
      append({
        type: 'message.submitted',
        message: {
          clientId: more?.clientId ?? newClientId(),
          tempId: newTempId(),
          ticketId,
          customerId: ticket.customer.id,
          instanceId: ticket.instance.id,
          toNumber: ticket.customer.phone,
          text: words,
          replyTo: quotedId,
          userId: viewer.userId,
          submittedAt: now(),
          ...more,
        },
        ...(isResend && { isResend }),
      });
    },
    [append, newClientId, newTempId, now, ticket, ticketId, viewer],
  );
  const [mode, setMode] = useState<ComposeMode>(() =>
    draft === '' && selectNoteDraft(conversation.getSnapshot()) !== '' ? 'note' : 'message',
  );
  const hasNote = useSelector(conversation, (snapshot) => selectNoteDraft(snapshot) !== '');
  const [begun, setBegun] = useState<BegunChoice | null>(null);
  // Who quotes a message answers it.
  const [quotedBefore, setQuotedBefore] = useState(replyTo?.id);
  if (quotedBefore !== replyTo?.id) {
    setQuotedBefore(replyTo?.id);
    if (replyTo !== null) setMode('message');
  }
  // Numbers the moves to the next waiting ticket; 0 while there is none.
  const [goingOn, setGoingOn] = useState(0);
  const [chat, setChat] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const sendMore: SendMore = (more, words, keepsDraft, isFirst) => {
    send(words, isFirst ? (replyTo?.id ?? null) : null, keepsDraft ? true : undefined, more);
    if (isFirst && keepsDraft && replyTo !== null) append({ type: 'reply.chosen', ticketId, messageId: null });
  };
  const react = useCallback(
    (messageId: string, emoji: string) =>
      send(emoji, null, undefined, { clientId: newClientId(), reactsTo: messageId }),
    [newClientId, send],
  );

  // What is being chosen or recorded outlives that nothing can be sent any more.
  const [wasWritable, setWritable] = useState(false);
  if (!wasWritable && closed === undefined) setWritable(true);

  if (viewer === null) return null;
  const said = next !== null ? 'attendance.next' : closed && closedWords(closed, ticket, viewer, passed);
  const mayNote = !isGone && isVisible(ticket, viewer);
  const closedText = said && text(said, { name: ticket.owner?.name, by: passed?.by.name });
  return (
    <>
      <section ref={setChat} className={classNames.chat} aria-label={text('attendance.conversationWith', { name })}>
        <ChatHeader
          ticket={ticket}
          receivedAt={receivedAt}
          viewerId={viewer.userId}
          now={clock}
          lifecycle={lifecycle}
          finishWaits={lifecycle !== 'finishing' ? null : isOffline ? 'network' : finishWaits}
          transfer={canTransfer ? 'allowed' : canFinish ? 'waiting' : 'refused'}
          hasFinish={isForViewer && lifecycle !== 'finished'}
          isCustomerShown={isCustomerShown}
          onCustomerToggle={toggleCustomer}
          onBack={onClose}
          onTransfer={transfer}
          onFinish={finish}
          onUnread={() => onAsk({ kind: 'unread', ticketId })}
          onSnooze={() => onAsk({ kind: 'snooze', ticketId })}
          onWake={() => onAsk({ kind: 'wake', ticketId })}
          onFind={find}
          onExport={() => openDialog('export')}
        />
        {isFinding && (
          <FindBar
            ticketId={ticketId}
            customerId={ticket.customer.id}
            instanceId={ticket.instance.id}
            onClose={() => {
              setFinding(false);
              focusConversation();
            }}
          />
        )}
        {(transfers.length > 0 || isOutgoing) && (
          <div className={styles.transfers}>
            {isOutgoing && <OutgoingTransferCard ticketId={ticketId} />}
            {transfers.map((id) => (
              <TransferCard key={id} transferId={id} viewer={viewer} />
            ))}
          </div>
        )}
        {isSettled && lifecycle !== 'finished' ? <QueueCard ticket={ticket} isFree={isFree} /> : queued}
        <MessageList
          key={key}
          ticket={actor}
          conversation={conversation}
          ticketId={ticketId}
          customerName={name}
          viewerId={viewer.userId}
          closed={closed}
          ownerName={ticket.owner?.name}
          isTaken={ticket.owner !== null}
          isTextOnly={ticket.instance.sms}
          onReact={react}
        />
        {isSettled && <UnreadNotice conversationKey={key} hasFailed={hasResetFailed} />}
        {goingOn > 0 && <NextWaiting key={goingOn} ticketId={ticketId} onEnd={() => setGoingOn(0)} />}
        {isSettled && !isGone && (
          <ScheduledPart
            ticket={ticket}
            slot={mode === 'note' || closed !== undefined ? null : tools}
            draft={draft}
            quoted={replyTo}
            receivedAt={receivedAt}
            isFinished={lifecycle === 'finished'}
            isOpen={mode === 'message' && closed === undefined}
            onDraft={(value) => append({ type: 'draft.changed', ticketId, text: value, customerName: name })}
            onDropReply={() => append({ type: 'reply.chosen', ticketId, messageId: null })}
          />
        )}
        <ComposeModes
          ticketId={ticketId}
          conversation={conversation}
          conversationKey={key}
          mode={mode}
          hasNote={hasNote}
          refusal={mayNote ? undefined : closedText}
          onMode={setMode}
        >
          {isSettled && draft !== '' && (
            <DraftNotice
              ticketId={ticketId}
              conversation={conversation}
              isClosed={closed !== undefined}
              onNote={mayNote ? () => setMode('note') : undefined}
            />
          )}
          {isSettled && closed === undefined && (isShortNow || ticket.instance.gateway) && (
            <ChannelNotice instance={ticket.instance} receivedAt={receivedAt} />
          )}
          {isSettled && closed === undefined && !ticket.instance.sms && (
            <Formatting draft={draft} modSends={modSends} />
          )}
          {closed === undefined && /(^|\s)\//.test(draft) && (
            <QuickReplies
              draft={draft}
              customerName={name}
              attendantName={viewer?.name ?? ''}
              protocol={ticket.protocol}
            />
          )}
          <Composer
            draft={draft}
            customerName={name}
            viewerId={viewer.userId}
            quoted={replyTo}
            modSends={modSends}
            closed={closedText}
            hasNext={next !== null}
            wayOut={
              isSettled &&
              (lifecycle === 'finished' || mayGoOn) && (
                <WayOut
                  next={lifecycle === 'finished' ? { ticketId, actor, conversation, wasOpen } : undefined}
                  mayGoOn={mayGoOn}
                  ticket={ticket}
                  isFinished={lifecycle === 'finished'}
                  shut={channelReason(ticket, receivedAt, clock)}
                  attendantName={viewer.name}
                  begun={begun}
                  onBegun={setBegun}
                  onTemplate={(words: string, more: Parameters<SendMore>[0]) => send(words, null, undefined, more)}
                />
              )
            }
            onChange={(value) => append({ type: 'draft.changed', ticketId, text: value, customerName: name })}
            onSend={(words, goesOn) => {
              send(words, replyTo?.id ?? null);
              setGoingOn(goesOn ? goingOn + 1 : 0);
            }}
            onDropReply={() => append({ type: 'reply.chosen', ticketId, messageId: null })}
            tools={setTools}
            isSms={ticket.instance.sms}
          />
        </ComposeModes>
        {isSettled && wasWritable && (
          <Sending
            // Files are for the customer: none is taken while a note is written.
            chat={mode === 'note' || closed !== undefined ? null : chat}
            slot={tools}
            instance={ticket.instance}
            closed={closedText}
            customerName={name}
            draft={draft}
            onDraft={(value) => append({ type: 'draft.changed', ticketId, text: value, customerName: name })}
            onSend={sendMore}
          />
        )}
      </section>
      <aside className={classNames.customer} aria-label={text('attendance.customer')}>
        {isSettled && (
          <CustomerPane
            conversation={conversation}
            ticket={ticket}
            isClosable={isCustomerShown}
            onClose={toggleCustomer}
          />
        )}
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
      {dialog?.kind === 'export' && <ExportPart key={dialog.turn} ticket={ticket} onClose={closeDialog} />}
    </>
  );
}

import { useCallback, useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import type { Directory } from '../../../../machines/directory.ts';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { conversationKey } from '../../../../machines/entities/ids.ts';
import { useApp, useKept } from '../../../app/app-context.tsx';
import { Prepared } from '../../../app/Prepared.tsx';
import { onLongPress } from '../../../kit/long-press.ts';
import { part } from '../../../kit/part.tsx';
import { customersArea } from '../../../../i18n/areas/customers.ts';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { loadFinishDialog, loadTransferDialog } from '../../chat/preloads.ts';
import { selectUnseenCount } from '../../../../machines/unseen/unseen.selectors.ts';
import { newestOf } from './newest-of.ts';
import { markUnread, openNext, snoozeTicket, tagCustomer } from '../../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import { NextWaiting } from '../../chat/NextWaiting.tsx';
import type { Asked } from './asked.ts';
import { RowMenu } from './RowMenu.tsx';
import { useQuietForms } from './use-quiet-forms.ts';
import { useTicketAccess } from './use-ticket-access.ts';

const SnoozeDialog = part(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

const TagDialog = part(async () => (await import('./TagDialog.tsx')).TagDialog, [customersArea], {
  onClose: ({ onClose }) => onClose(),
});
const TransferDialog = part(loadTransferDialog, [conversationArea], { onClose: ({ onClose }) => onClose() });
const FinishDialog = part(loadFinishDialog, [], { onClose: ({ onClose }) => onClose() });

interface TicketActionsProps {
  readonly asked: Asked | undefined;
  readonly openTicketId: string | undefined;
  readonly onAsk: Dispatch<SetStateAction<Asked | undefined>>;
  /** Ticks the row, or takes the tick off. */
  readonly onTick: (ticketId: string) => void;
}

/** The menu of a row, and what is done with a conversation without opening it. */
export function TicketActions(props: TicketActionsProps) {
  const { asked, openTicketId, onAsk } = props;
  const { directory } = useApp();
  const { mayKeep, mayRead, maySnooze } = useTicketAccess();
  /** The row that has the focus, else the open conversation. */
  const currentThat = (may: (ticket: Attendance) => boolean) => {
    const ticket = ticketOf(directory, focusedRow() ?? openTicketId);
    return ticket !== null && may(ticket) ? ticket.id : undefined;
  };
  const ask = (kind: 'unread' | 'read' | 'snooze' | 'tag', ticketId: string | undefined) => {
    if (ticketId !== undefined) onAsk({ kind, ticketId });
  };
  // Asked for as by the menu, and so said if what does it can't come.
  const isUnread = (ticket: Attendance) => mayRead(ticket) && unreadOf(directory, ticket) > 0;
  const mark = () => {
    const read = currentThat(isUnread);
    ask(read === undefined ? 'unread' : 'read', read ?? currentThat(mayKeep));
  };
  useShortcut(markUnread, mark, { isUsable: () => currentThat(mayRead) !== undefined });
  useShortcut(snoozeTicket, () => ask('snooze', currentThat(maySnooze)), {
    isUsable: () => currentThat(maySnooze) !== undefined,
  });
  // Numbers the moves to who waits longest; 0 while there is none.
  const [goingOn, setGoingOn] = useState(0);
  useShortcut(openNext, () => setGoingOn(goingOn + 1));
  useShortcut(tagCustomer, () => ask('tag', currentThat(anyTicket)), {
    isUsable: () => currentThat(anyTicket) !== undefined,
  });
  useRowPress((ticketId, anchor) => onAsk({ kind: 'menu', ticketId, anchor }));
  return (
    <>
      {goingOn > 0 && <NextWaiting key={goingOn} ticketId={openTicketId} onEnd={() => setGoingOn(0)} />}
      <Prepared fallback={null} isExtra={asked === undefined} onClose={() => onAsk(undefined)}>
        <Actions {...props} />
      </Prepared>
    </>
  );
}

function Actions({ asked, onAsk, onTick }: TicketActionsProps) {
  const { directory, append } = useApp();
  const run = useQuietForms();
  const { mayKeep, mayRead, maySnooze } = useTicketAccess();
  const unread = (ticket: Attendance | null) => {
    if (ticket === null || !mayKeep(ticket)) return;
    run('chat.unread', conversationKey(ticket.customer.id, ticket.instance.id), {});
  };
  const read = (ticket: Attendance | null) => {
    if (ticket === null || !mayRead(ticket)) return;
    const key = conversationKey(ticket.customer.id, ticket.instance.id);
    run('chat.read', key, { up_to_id: newestOf(directory, key) });
  };
  const answer = useEffectEvent((what: Asked) => {
    if (what.kind !== 'unread' && what.kind !== 'read' && what.kind !== 'wake') return;
    onAsk(undefined);
    if (what.kind === 'unread') unread(ticketOf(directory, what.ticketId));
    else if (what.kind === 'read') read(ticketOf(directory, what.ticketId));
    else run('chat.snooze', what.ticketId, {});
  });
  useEffect(() => {
    if (asked !== undefined) answer(asked);
  }, [asked]);
  // A dialog closes by itself once its ticket is finished, also if that makes the registry forget it.
  const actor = useKept(asked && directory.ticket(asked.ticketId), asked?.ticketId);
  const ticket = actor?.getSnapshot().context.ticket ?? null;
  const close = useCallback(() => onAsk(undefined), [onAsk]);
  if (asked === undefined || ticket === null || actor === undefined) return null;
  switch (asked.kind) {
    case 'unread':
    case 'read':
    case 'wake':
      return null;
    case 'snooze':
      return (
        <SnoozeDialog
          customerName={ticket.customer.name}
          onSnooze={(until) => {
            run('chat.snooze', ticket.id, { until: new Date(until).toISOString() });
            close();
          }}
          onClose={close}
        />
      );
    case 'tag':
      return <TagDialog actor={actor} onClose={close} />;
    case 'finish':
      return <FinishDialog actor={actor} ticket={ticket} onClose={close} />;
    case 'transfer':
      return (
        <TransferDialog
          ticket={ticket}
          onClose={() => {
            append({ type: 'transfer.dismissed', ticketId: ticket.id });
            close();
          }}
          onCreated={close}
        />
      );
    case 'menu':
      return (
        <RowMenu
          key={asked.ticketId}
          actor={actor}
          ticket={ticket}
          anchor={asked.anchor}
          mayKeep={mayKeep(ticket)}
          mayRead={mayRead(ticket) && unreadOf(directory, ticket) > 0}
          maySnooze={maySnooze(ticket)}
          onChoose={{
            take: () => run('chat.take', ticket.id, {}),
            transfer: () => {
              append({ type: 'transfer.drafted', ticketId: ticket.id });
              onAsk({ kind: 'transfer', ticketId: ticket.id });
            },
            finish: () => onAsk({ kind: 'finish', ticketId: ticket.id }),
            unread: () => unread(ticket),
            read: () => read(ticket),
            snooze: () => onAsk({ kind: 'snooze', ticketId: ticket.id }),
            wake: () => run('chat.snooze', ticket.id, {}),
            tag: () => onAsk({ kind: 'tag', ticketId: ticket.id }),
            tick: () => onTick(ticket.id),
          }}
          // It closes after a choice too, which may have asked for a dialog.
          onClose={() => onAsk((now) => (now?.kind === 'menu' ? undefined : now))}
        />
      );
  }
}

const anyTicket = () => true;

function ticketOf(directory: Directory, id: string | undefined): Attendance | null {
  return id === undefined ? null : (directory.ticket(id)?.getSnapshot().context.ticket ?? null);
}

function unreadOf(directory: Directory, { customer, instance }: Attendance): number {
  const unseen = directory.unseen(conversationKey(customer.id, instance.id));
  return unseen === undefined ? 0 : selectUnseenCount(unseen.getSnapshot());
}

/** Calls back when a finger rests on a row of the list. */
function useRowPress(onPress: (ticketId: string, row: HTMLElement) => void): void {
  const press = useEffectEvent((row: HTMLElement) => {
    const { row: id } = row.dataset;
    if (id !== undefined) onPress(id, row);
  });
  useEffect(() => {
    const list = document.querySelector<HTMLElement>('[data-conversations]');
    return list === null ? undefined : onLongPress(list, '[data-row]:has([data-row-menu])', (row) => press(row));
  }, []);
}

/** The id of the list's row that has the focus; undefined if the list doesn't have it. */
function focusedRow(): string | undefined {
  const active = document.activeElement?.closest('[data-conversations]')?.querySelector('[role=listbox]');
  if (active !== document.activeElement) return undefined;
  const row = active?.getAttribute('aria-activedescendant') ?? null;
  return row === null ? undefined : document.getElementById(row)?.dataset['row'];
}

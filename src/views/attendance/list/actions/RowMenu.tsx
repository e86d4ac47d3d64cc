import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { selectCanFinish, selectCanTransfer } from '../../../../machines/ticket/ticket.selectors.ts';
import { useApp, useObservable } from '../../../app/app-context.tsx';
import { ChatIcon, CheckIcon, ClockIcon, InboxIcon, ReplyIcon } from '../../../kit/icons.tsx';
import { EyeIcon, SquareCheckIcon, TagIcon, TransferIcon } from '../../../kit/administration-icons.tsx';
import type { MenuEntry } from '../../../kit/menu-items.ts';
import { MenuPopover } from '../../../kit/MenuPopover.tsx';
import { useText } from '../../../kit/useText.ts';
import type { TicketActor } from '../../actors.ts';
import { useIsOutgoing } from '../../transfer/use-outgoing.ts';

type RowChoice = 'take' | 'transfer' | 'finish' | 'unread' | 'read' | 'snooze' | 'wake' | 'tag' | 'tick';

interface RowMenuProps {
  readonly actor: TicketActor;
  readonly ticket: Attendance;
  readonly anchor: HTMLElement;
  /** Whether the viewer may mark it unread. */
  readonly mayKeep: boolean;
  /** Whether something is unread that the viewer may mark read. */
  readonly mayRead: boolean;
  readonly maySnooze: boolean;
  readonly onChoose: Readonly<Record<RowChoice, () => void>>;
  readonly onClose: () => void;
}

/** What can be done with a conversation from its row. */
export function RowMenu({ actor, ticket, anchor, mayKeep, mayRead, maySnooze, onChoose, onClose }: RowMenuProps) {
  const { directory } = useApp();
  const text = useText();
  const trigger = useRef<HTMLElement | null>(anchor);
  const isSnoozed = ticket.snoozedUntil !== undefined;
  const isTransferring = useObservable(directory.transfersOf(ticket.id)).length > 0;
  const isOutgoing = useIsOutgoing(ticket.id);
  const canTransfer = useSelector(actor, selectCanTransfer) && !isTransferring && !isOutgoing;
  const canFinish = useSelector(actor, selectCanFinish);
  const offered: readonly (false | (MenuEntry & { readonly id: RowChoice }))[] = [
    canTransfer && ticket.owner === null && { id: 'take', label: text('attendance.row.take'), icon: <InboxIcon /> },
    mayRead && { id: 'read', label: text('listActions.read'), icon: <EyeIcon /> },
    mayKeep && !mayRead && { id: 'unread', label: text('listActions.unread'), icon: <ChatIcon /> },
    maySnooze && isSnoozed && { id: 'wake', label: text('listActions.wake'), icon: <ReplyIcon /> },
    maySnooze && { id: 'snooze', label: text('listActions.snooze'), icon: <ClockIcon /> },
    canTransfer && { id: 'transfer', label: text('attendance.transfer'), icon: <TransferIcon /> },
    canFinish && { id: 'finish', label: text('attendance.finish'), icon: <CheckIcon /> },
    { id: 'tag', label: text('listActions.tag'), icon: <TagIcon /> },
    { id: 'tick', label: text('listActions.tick'), icon: <SquareCheckIcon /> },
  ];
  const entries = offered.filter((entry) => entry !== false);
  return (
    <MenuPopover
      label={text('listActions.menu', { name: ticket.customer.name })}
      groups={[
        {
          id: 'row',
          entries,
          onSelect: (id) => {
            const chosen = entries.find((entry) => entry.id === id);
            if (chosen !== undefined) onChoose[chosen.id]();
          },
        },
      ]}
      triggerRef={trigger}
      placement="bottom end"
      isOpen
      focusFirst
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    />
  );
}

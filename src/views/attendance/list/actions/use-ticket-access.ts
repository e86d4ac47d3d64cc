import { useSelector } from '@xstate/react';
import { selectViewer } from '../../../../machines/auth/auth.selectors.ts';
import type { Attendance } from '../../../../machines/entities/entities.ts';
import { useApp } from '../../../app/app-context.tsx';

/** What the viewer may do with an open ticket without opening it. */
export function useTicketAccess() {
  const viewer = useSelector(useApp().directory.auth, selectViewer);
  const isOwn = ({ owner }: Attendance) => owner !== null && owner.id === viewer?.userId;
  return {
    /** Mark it unread: its owner, or anybody while it has none. */
    mayKeep: (ticket: Attendance) => ticket.finishedAt === null && (ticket.owner === null || isOwn(ticket)),
    /** Mark it read, for everybody and with the customer’s read ticks if it is one’s own. */
    mayRead: (ticket: Attendance) => ticket.owner === null || isOwn(ticket),
    /** Put it off: its owner. */
    maySnooze: (ticket: Attendance) => ticket.finishedAt === null && isOwn(ticket),
  };
}

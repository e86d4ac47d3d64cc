import type { Attendance } from '../entities/entities.ts';
import { isAdmin } from '../entities/viewer.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { InboxQuery } from '../log/events-chat.ts';

/** Whether a ticket belongs in the list under these filters, by the server's rules. */
export function matchesQuery(ticket: Attendance, query: InboxQuery, viewer: Viewer): boolean {
  if ((ticket.finishedAt === null) !== (query.status === 'open')) return false;
  if (query.instanceId !== null && ticket.instance.id !== query.instanceId) return false;
  if (query.scope === 'mine' ? !isMine(ticket, viewer) : !isVisible(ticket, viewer)) return false;
  return query.search === '' || matchesSearch(ticket, query.search);
}

/** Attendants see their own tickets, those without an owner and those offered to them; administrators see all. */
export function isVisible(ticket: Attendance, viewer: Viewer): boolean {
  return isAdmin(viewer) || ticket.owner === null || isMine(ticket, viewer);
}

function isMine({ owner, pendingTransfer }: Attendance, { userId }: Viewer): boolean {
  return owner?.id === userId || pendingTransfer?.nextOwner.id === userId;
}

/** Searches the name, ignoring case, and for digits the phone number too. */
function matchesSearch({ customer }: Attendance, search: string): boolean {
  if (customer.name.toLowerCase().includes(search.toLowerCase())) return true;
  const digits = /^[\d\s()+-]+$/.test(search) ? search.replaceAll(/\D/g, '') : '';
  return digits !== '' && customer.phone.includes(digits);
}

export function sameQuery(a: InboxQuery, b: InboxQuery): boolean {
  return a.instanceId === b.instanceId && a.status === b.status && a.scope === b.scope && a.search === b.search;
}

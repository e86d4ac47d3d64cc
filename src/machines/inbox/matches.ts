import { foldText } from '../../../contract/facts/fold-text.ts';
import type { Attendance } from '../entities/entities.ts';
import { PROTOCOL_SEARCH_MIN } from '../../../contract/facts/limits.ts';
import { searchedNumbers } from '../../../contract/facts/phone-search.ts';
import { isAdmin } from '../entities/viewer.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { InboxQuery } from '../log/events-inbox.ts';
import { viewSet } from './inbox.views.ts';
import type { ViewSet } from './inbox.views.ts';

/** Whether a ticket belongs in the list under these filters, by the server's rules. */
export function matchesQuery(ticket: Attendance, query: InboxQuery, viewer: Viewer, isUnseen = false): boolean {
  if ((ticket.finishedAt === null) !== (query.status === 'open')) return false;
  if (!matchesFilters(ticket, query, isUnseen) || !isInScope(ticket, query.scope, viewer)) return false;
  return query.search === '' || matchesSearch(ticket, query.search);
}

/** The views of open tickets that a ticket belongs in under the filters, whatever the search. */
export function viewsOf(ticket: Attendance, query: InboxQuery, viewer: Viewer, isUnseen = false): ViewSet {
  if (ticket.finishedAt !== null || !matchesFilters(ticket, query, isUnseen)) return 0;
  return viewSet((view) => isInScope(ticket, view, viewer));
}

/** Whether a finished ticket is counted for the viewer: an administrator's are all, an attendant's their own. */
export function isCountedFinished(ticket: Attendance, query: InboxQuery, viewer: Viewer): boolean {
  return matchesFilters(ticket, query, false) && (isAdmin(viewer) || isMine(ticket, viewer));
}

function matchesFilters(ticket: Attendance, { instanceId, only = {} }: InboxQuery, isUnseen: boolean): boolean {
  const { customer, finishedAt, outcome = '' } = ticket;
  const { ownerId, departmentId, tagId, ended: { from = 0, to = Infinity, outcome: asked = outcome } = {} } = only;
  return (
    (instanceId === null || ticket.instance.id === instanceId) &&
    (ownerId === undefined || ticket.owner?.id === ownerId) &&
    (departmentId === undefined || ticket.departmentId === departmentId) &&
    (tagId === undefined || customer.tags?.some(({ id }) => id === tagId) === true) &&
    (only.unseen === undefined || isUnseen) &&
    (only.notResponded === undefined || ticket.notResponded) &&
    (only.blacklisted === undefined || customer.blacklisted) &&
    // Open ones don't mind it.
    (finishedAt === null || (finishedAt >= from && finishedAt < to && outcome === asked))
  );
}

function isInScope(ticket: Attendance, scope: InboxQuery['scope'], viewer: Viewer): boolean {
  switch (scope) {
    case 'mine':
      return isMine(ticket, viewer) && !isSnoozed(ticket, viewer);
    case 'queue':
      return ticket.owner === null && ticket.inFlow !== true && isVisible(ticket, viewer);
    case 'flow':
      return ticket.inFlow === true && isVisible(ticket, viewer);
    case 'waiting':
      return !ticket.notResponded && isMine(ticket, viewer) && !isSnoozed(ticket, viewer);
    case 'snoozed':
      return isSnoozed(ticket, viewer);
    case 'all':
      return isVisible(ticket, viewer);
  }
}

/** Attendants see their own tickets, those without an owner and those offered to them; administrators see all. */
export function isVisible(ticket: Attendance, viewer: Viewer): boolean {
  return isAdmin(viewer) || ticket.owner === null || isMine(ticket, viewer);
}

/** Whether the viewer snoozed it. To whoever it is offered to, it isn't snoozed. */
function isSnoozed({ owner, finishedAt, snoozedUntil }: Attendance, { userId }: Viewer): boolean {
  return finishedAt === null && owner?.id === userId && typeof snoozedUntil === 'number';
}

function isMine({ owner, pendingTransfer }: Attendance, { userId }: Viewer): boolean {
  return owner?.id === userId || pendingTransfer?.nextOwner.id === userId;
}

/** Searches the name, ignoring case and accents, and for digits the phone numbers and the protocol's beginning. */
function matchesSearch({ customer, protocol }: Attendance, search: string): boolean {
  if (foldText(customer.name).includes(foldText(search))) return true;
  const digits = /^[\d\s()+-]+$/.test(search) ? search.replaceAll(/\D/g, '') : search;
  if (search.length >= PROTOCOL_SEARCH_MIN && protocol.startsWith(search)) return true;
  const { phone, numbers = [] } = customer;
  return (
    /^\d+$/.test(digits) &&
    [phone, ...numbers].some((number) => searchedNumbers(digits).some((part) => number.includes(part)))
  );
}

/** Whether both have the same filters, so that their views hold the same tickets; in another order they count as others. */
export function sameFilters(a: InboxQuery, b: InboxQuery): boolean {
  return JSON.stringify([a.instanceId, a.only]) === JSON.stringify([b.instanceId, b.only]);
}

export function sameQuery(a: InboxQuery, b: InboxQuery): boolean {
  const isSame = a.status === b.status && a.scope === b.scope && a.search === b.search && a.sort === b.sort;
  return isSame && sameFilters(a, b);
}

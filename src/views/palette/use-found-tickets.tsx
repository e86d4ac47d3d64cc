import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchedNumbers } from '../../../contract/facts/phone-search.ts';
import { selectRoutes } from '../../machines/auth/auth.selectors.ts';
import type { FoundTicket } from '../../machines/entities/customers.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import { useListing, wholeList } from '../administration/list/use-listing.ts';
import { useApp } from '../app/app-context.tsx';
import { takingFocus } from '../attendance/focus.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { HashIcon } from '../kit/administration-icons.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { bestFirst, matchesSearch } from './matching.ts';
import type { PaletteItem, PaletteQuery } from './item.ts';
import { usePaused } from './use-paused.ts';

/** Most people that are shown at a time. */
const PEOPLE_MAX = 5;
/** Most protocols, if they aren't all that was asked for. */
const PROTOCOLS_MAX = 3;
const PROTOCOLS_ONLY_MAX = 10;

/** The server's results, and those available locally at once. */
export interface FoundItems {
  readonly items: readonly PaletteItem[];
  /** Whether the server's answer to what was typed last is awaited. */
  readonly isPending: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

/** People and protocols: those in the list at once, all others once the server has answered. */
export function useFoundTickets({ only, search }: PaletteQuery): FoundItems {
  const { directory, now } = useApp();
  const navigate = useNavigate();
  const text = useText();
  const formats = useFormats();
  const isAllowed = useSelector(directory.auth, selectRoutes).includes('chat');
  const { rows, phase, query, failure, retry, updateQuery } = useListing('palette.tickets', {
    ...wholeList,
    limit: PROTOCOLS_ONLY_MAX,
    search,
  });
  const isAsked = isAllowed && search !== '' && only !== 'actions';
  const paused = usePaused(search);
  const ask = useEffectEvent(() => updateQuery({ search: paused }));
  const isOther = query.search !== paused;
  useEffect(() => {
    if (isOther && isAsked) ask();
  }, [isOther, isAsked, paused]);
  const isAnswered = query.search === search && phase === 'ready';

  const held = isAllowed && only !== 'actions' ? heldTickets(directory, search) : [];
  const answered = isAsked && isAnswered ? (rows ?? []) : [];
  const known = new Set(held.map(({ id }) => id));
  const tickets = [...held, ...answered.filter(({ id }) => !known.has(id))];
  const open = (id: string) => void navigate(`/chat/${id}`, { state: takingFocus });
  const stateOf = ({ finishedAt, ownerName }: FoundTicket) => {
    if (finishedAt !== null) return text('palette.finished', { when: formats.listTime(finishedAt, now()) });
    return ownerName === null ? text('palette.queued') : text('palette.owner', { name: ownerName });
  };
  const people = [...new Map(tickets.toReversed().map((ticket) => [ticket.customerId, ticket])).values()].toReversed();
  const protocols =
    only === null ? tickets.slice(0, search === '' ? 0 : PROTOCOLS_MAX) : tickets.slice(0, PROTOCOLS_ONLY_MAX);
  return {
    items: [
      ...(only === null ? bestFirst(people, ({ customerName }) => customerName, search) : [])
        .slice(0, PEOPLE_MAX)
        .map((ticket): PaletteItem => ({
          id: `person:${ticket.customerId}`,
          section: 'people',
          icon: <Avatar name={ticket.customerName} seed={ticket.customerId} image={ticket.image} size="sm" />,
          title: ticket.customerName,
          detail: formats.phone(ticket.phone),
          aside: stateOf(ticket),
          run: () => open(ticket.id),
        })),
      ...protocols.map((ticket): PaletteItem => ({
        id: `protocol:${ticket.id}`,
        section: 'protocols',
        icon: <HashIcon />,
        title: ticket.protocol,
        detail: ticket.customerName,
        aside: stateOf(ticket),
        run: () => open(ticket.id),
      })),
    ],
    isPending: isAsked && !isAnswered && failure === null,
    failure: isAsked ? failure : null,
    retry,
  };
}

type Directory = ReturnType<typeof useApp>['directory'];

/** The tickets of the list on the screen that match, in its order. Starts no actor that was restored. */
function heldTickets(directory: Directory, search: string): readonly FoundTicket[] {
  const found: FoundTicket[] = [];
  const tickets = new Map([...directory.rows()].map(({ id, held }) => [id, held.getSnapshot().context.ticket]));
  for (const id of directory.ticketOrder.getSnapshot().ids) {
    const ticket = tickets.get(id) ?? null;
    if (ticket === null) continue;
    const { customer, protocol, finishedAt, owner } = ticket;
    const digits = search.replaceAll(/\D/g, '');
    const isHit =
      matchesSearch(`${customer.name} ${protocol}`, search) ||
      (digits.length > 2 && searchedNumbers(digits).some((part) => customer.phone.includes(part)));
    if (!isHit) continue;
    const { id: customerId, name: customerName, phone, image } = customer;
    found.push({ id, protocol, customerId, customerName, phone, image, finishedAt, ownerName: owner?.name ?? null });
    if (found.length === PROTOCOLS_ONLY_MAX) break;
  }
  return found;
}

import type { Command } from '../src/machines/log/command.ts';
import type { PresenceContext, PresenceSnapshot } from '../src/machines/presence/presence.machine.ts';
import { oraclesOf, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';

/** Who is where: pages as a set, people as those with a page there. */

interface Around {
  readonly attempt: number;
}
type Seen = Step<PresenceSnapshot, Around>;
type Taken = Seen & { readonly before: PresenceSnapshot; readonly after: PresenceSnapshot };

const PAUSE = 'presence:own:pause';
const TYPING = 'presence:own:typing';
const silenceOf = (pageId: string): string => `presence:${pageId}:silence`;

function pagesAfter({ pages }: PresenceContext, { event, around }: Seen): PresenceContext['pages'] {
  const without = (gone: string) => Object.fromEntries(Object.entries(pages).filter(([id]) => id !== gone));
  if (event.type === 'socket.greeted') return event.attempt === around.attempt ? {} : pages;
  if (event.type === 'timer.fired')
    return Object.fromEntries(Object.entries(pages).filter(([id]) => event.timer !== silenceOf(id)));
  if (event.type !== 'presence.arrived') return pages;
  const { open, pageId, person, typing, isSupport } = event;
  if (open === null) return without(pageId);
  const key = `${open.customerId}@${open.instanceId}` as const;
  return { ...pages, [pageId]: { userId: person.id, name: person.name, typing, isSupport, key } };
}

/** Each person once in a conversation, typing if in one of their pages, by name. */
function viewingIn(pages: PresenceContext['pages']): PresenceContext['viewing'] {
  const all = Object.values(pages);
  const keys = [...new Set(all.map(({ key }) => key))];
  return Object.fromEntries(
    keys.map((key) => {
      const there = all.filter((page) => page.key === key);
      const people = [...new Map(there.map((page) => [page.userId, page])).values()];
      const isTyping = (userId: string) => there.some((page) => page.userId === userId && page.typing);
      return [
        key,
        people
          .map(({ userId, name, isSupport }) => ({ userId, name, isSupport, typing: isTyping(userId) }))
          .toSorted((a, b) => a.name.localeCompare(b.name)),
      ];
    }),
  );
}

function own(was: PresenceContext, { event }: Seen): Partial<PresenceContext> {
  const isIt = (ticketId: string) => was.open?.ticketId === ticketId;
  switch (event.type) {
    case 'presence.followed':
    case 'page.visibilityChanged':
      return { visible: event.visible };
    case 'presence.shown': {
      const { ticketId, customerId, instanceId } = event;
      return isIt(ticketId) ? {} : { open: { ticketId, customerId, instanceId }, typing: false };
    }
    case 'presence.hidden':
      return isIt(event.ticketId) ? { open: null, typing: false } : {};
    case 'draft.changed':
      return isIt(event.ticketId) ? { typing: event.text.trim().length > 0 } : {};
    case 'message.submitted':
      return isIt(event.message.ticketId) ? { typing: false } : {};
    case 'timer.fired':
      return event.timer === TYPING ? { typing: false } : {};
    default:
      return {};
  }
}

type Sent = PresenceContext['lastSent'];

function shown({ open, visible, typing }: Pick<PresenceContext, 'open' | 'visible' | 'typing'>): Sent {
  return visible && open !== null ? { open, typing } : { open: null, typing: false };
}

/** At once when nothing was sent a moment ago, and to each new connection. */
function isTold({ before, event, around }: Taken, next: PresenceContext): boolean {
  if (event.type === 'presence.followed') return true;
  if (event.type === 'socket.greeted') return event.attempt === around.attempt;
  const [now, last] = [shown(next), next.lastSent];
  const isNews = now.open?.ticketId !== last.open?.ticketId || now.typing !== last.typing;
  const isTime = before.matches('said') || (event.type === 'timer.fired' && event.timer === PAUSE);
  return isTime && isNews && event.type !== 'presence.arrived';
}

function contextAfter(was: PresenceContext, step: Seen): PresenceContext {
  const pages = pagesAfter(was, step);
  return { ...was, ...own(was, step), pages, viewing: viewingIn(pages) };
}

function leaving(step: Taken): readonly Command[] {
  const { event, before } = step;
  const next = contextAfter(before.context, step);
  const left: Command[] = [];
  if (isTold(step, next)) {
    const { open, typing } = shown(next);
    const where = { customerId: open?.customerId ?? null, instanceId: open?.instanceId ?? null };
    left.push({ type: 'presence.tell', ...where, typing }, { type: 'timer.start', timer: PAUSE, ms: 500 });
  }
  if (event.type === 'draft.changed' && next.open?.ticketId === event.ticketId && next.typing)
    left.push({ type: 'timer.start', timer: TYPING, ms: 5_000 });
  if (event.type === 'presence.arrived') {
    const timer = silenceOf(event.pageId);
    left.push(event.open === null ? { type: 'timer.cancel', timer } : { type: 'timer.start', timer, ms: SILENCE_MS });
  }
  return left;
}

/** Two of a page's half-minute messages may be missed. */
const SILENCE_MS = 70_000;

export const presenceOracles = oraclesOf<PresenceSnapshot, Around>(
  ({ directory }) => directory.presence()?.getSnapshot(),
  ({ directory }) => ({ attempt: directory.socket.getSnapshot().context.attempt }),
  {
    'who is where': wholeContext((was, step: Taken) => {
      const next = contextAfter(was, step);
      return isTold(step, next) ? { ...next, lastSent: shown(next) } : next;
    }),
    'what leaves': (step) => {
      const { before, after, commands } = step;
      if (before === undefined || after === undefined) return null;
      const isOf = (command: Command) =>
        command.type === 'presence.tell' || ('timer' in command && command.timer.startsWith('presence:'));
      return { expected: leaving({ ...step, before, after }), came: commands.filter(isOf) };
    },
  },
);

import type { Directory } from '../../machines/directory.ts';
import type { Logged } from '../../machines/log/event.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { Step } from '../../machines/replay/player.ts';

/** Lists that one screen alone opens. */
const screens: { readonly [Name in ListName]?: string } = {
  'home.waiting': '/',
  users: '/users',
  departments: '/departments',
  audit: '/access',
  tenants: '/tenants',
  connections: '/wabox-connections',
  customers: '/customers',
  audiences: '/target-audience',
  customerGroups: '/customer-groups',
  messageTemplates: '/message-templates',
  blockedContacts: '/blocked-contacts',
  imports: '/customers-base',
  quickReplies: '/quick-replies',
  'report.dashboard': '/dashboard/report',
  videos: '/training-videos',
  settings: '/dynamic-settings',
  protocol: '/whatsapp-protocol',
};

/** Where a log begins: at the conversation that is on the screen, else in the attendance. */
export function firstPlace(directory: Directory): string {
  for (const { id, held } of directory.rows()) if (held.getSnapshot().context.watched) return `/chat/${id}`;
  return directory.auth.getSnapshot().value === 'starting' ? '/' : '/chat';
}

/** The screen after each step; a log doesn't say where people go, but what they open there. */
export function placesOf(first: string, steps: readonly Step[]): readonly string[] {
  let place = first;
  return [first, ...steps.map(({ event }) => (place = placeAfter(event, place)))];
}

function placeAfter(event: Logged, before: string): string {
  switch (event.type) {
    case 'ticket.opened':
      return `/chat/${event.ticketId}`;
    case 'ticket.left':
      return before === `/chat/${event.ticketId}` ? '/chat' : before;
    case 'presence.followed':
    case 'inbox.filtered':
    case 'inbox.searched':
    case 'inbox.endReached':
      return before.startsWith('/chat') ? before : '/chat';
    case 'login.succeeded':
      return '/';
    case 'list.opened':
      return screens[event.list] ?? before;
    default:
      return before;
  }
}

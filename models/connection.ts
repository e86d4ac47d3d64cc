import type { App } from '../src/machines/app.ts';
import type { Person, Ticket } from '../src/machines/entities/entities.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { StreamPosition } from '../src/machines/log/stream.ts';
import { socketTimers } from '../src/machines/socket/socket.context.ts';
import type { Sample } from './model.ts';
import { EPOCH, atWork, attempt, listing, stream } from './samples.ts';

/** Stream position at which the models' sessions begin. */
export const HEAD = 3;

/** Whether the socket waits for a greeting; otherwise a greeting is of an earlier attempt. */
export function awaitsGreeting(app: App): boolean {
  return app.directory.socket.getSnapshot().matches({ connecting: 'greeting' });
}

/** Stream position up to which the session has received everything. */
export function held(app: App): number {
  return app.directory.socket.getSnapshot().context.position ?? 0;
}

/** The stream position of the frame after the last one received. */
export function next(app: App): StreamPosition {
  return stream(held(app) + 1, { epoch: app.directory.socket.getSnapshot().context.epoch ?? EPOCH });
}

/** The samples that lose the connection and restore it. */
export const connection = {
  'socket.closed': (app) => ({ type: 'socket.closed', attempt: attempt(app), code: 1006, reason: '' }),
  'timer.fired: reconnect': { type: 'timer.fired', timer: socketTimers.retry },
  'socket.ticketIssued': (app) => ({ type: 'socket.ticketIssued', attempt: attempt(app), ticket: 'ticket' }),
  'socket.opened': (app) => ({ type: 'socket.opened', attempt: attempt(app) }),
  'socket.greeted: missed frames follow': greeted(true),
  'socket.greeted: something was lost': greeted(false),
} as const satisfies Record<string, Sample>;

/** Each attempt is greeted once; while none waits, a greeting is of an earlier one. */
function greeted(recovered: boolean): (app: App) => AppEvent {
  return (app) => ({
    type: 'socket.greeted',
    attempt: awaitsGreeting(app) ? attempt(app) : attempt(app) - 1,
    epoch: EPOCH,
    head: recovered ? held(app) : Math.max(HEAD, held(app) + 4),
    recovered,
  });
}

/** The connection is back and nothing was missed; of the current attempt, whether it waits or not. */
export const greetedAgain = ((app) => ({
  type: 'socket.greeted',
  attempt: attempt(app),
  epoch: EPOCH,
  head: held(app),
  recovered: true,
})) satisfies Sample;

/** A user is logged in and connected, with these tickets in the list. */
export function live(
  somebody: Person,
  roleName: string,
  tickets: readonly Ticket[],
  page: Parameters<typeof atWork>[2] = {},
): readonly Sample[] {
  return [
    ...atWork(somebody, roleName, page),
    { type: 'tab.led' },
    connection['socket.ticketIssued'],
    connection['socket.opened'],
    connection['socket.greeted: something was lost'],
    listed(tickets),
  ];
}

/** The list is answered as of the current position. */
export function listed(tickets: readonly Ticket[], purpose: 'page' | 'resync' = 'resync'): Sample {
  return (app) => listing(tickets, held(app), purpose)(app);
}

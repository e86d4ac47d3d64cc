import type { App } from '../src/machines/app.ts';
import type { Moment } from './model.ts';

/** The running timers with their milliseconds. */
export interface Timers extends ReadonlyMap<string, number> {
  /** Whether it was started before the session was followed, as far as is known. */
  readonly mayRun: (timer: string) => boolean;
}

/** Follows the running timers. */
export function followTimers(begun: App): (moment: Moment) => Timers {
  const running = new Map<string, number>();
  const settled = new Set<string>();
  let isWhole = begun.log.position === 0;
  const timers = Object.assign(running, { mayRun: (timer: string) => !isWhole && !settled.has(timer) });
  return ({ event, commands }) => {
    // Timers end with their page.
    if (event.type === 'app.opened') {
      running.clear();
      isWhole = true;
    }
    if (event.type === 'timer.fired') {
      running.delete(event.timer);
      settled.add(event.timer);
    }
    for (const command of commands) {
      if (command.type !== 'timer.start' && command.type !== 'timer.cancel') continue;
      settled.add(command.timer);
      if (command.type === 'timer.start') running.set(command.timer, command.ms);
      else running.delete(command.timer);
    }
    return timers;
  };
}

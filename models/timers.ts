import type { Moment } from './model.ts';

/** Follows the running timers: their milliseconds by name. */
export function followTimers(): (moment: Moment) => ReadonlyMap<string, number> {
  const running = new Map<string, number>();
  return ({ event, commands }) => {
    // Timers end with their page.
    if (event.type === 'app.opened') running.clear();
    if (event.type === 'timer.fired') running.delete(event.timer);
    for (const command of commands) {
      if (command.type === 'timer.start') running.set(command.timer, command.ms);
      if (command.type === 'timer.cancel') running.delete(command.timer);
    }
    return running;
  };
}

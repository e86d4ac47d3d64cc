import type { Moment } from './model.ts';

/** Follows which timers run, by their names, with their milliseconds. */
export function followTimers(): (moment: Moment) => ReadonlyMap<string, number> {
  const running = new Map<string, number>();
  return ({ event, commands }) => {
    // The page that started them is gone.
    if (event.type === 'app.opened') running.clear();
    if (event.type === 'timer.fired') running.delete(event.timer);
    for (const command of commands) {
      if (command.type === 'timer.start') running.set(command.timer, command.ms);
      if (command.type === 'timer.cancel') running.delete(command.timer);
    }
    return running;
  };
}

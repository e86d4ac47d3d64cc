import type { AppEvent } from '../../machines/log/event.ts';
import type { Environment } from '../environment.ts';

/** Named timers; at most one per name. */
interface Timers {
  /** -> timer.fired. Replaces a running timer of that name. */
  readonly start: (timer: string, ms: number) => void;
  readonly cancel: (timer: string) => void;
  readonly stop: () => void;
}

export function createTimers(append: (event: AppEvent) => void, environment: Pick<Environment, 'after'>): Timers {
  const running = new Map<string, () => void>();

  function cancel(timer: string): void {
    running.get(timer)?.();
    running.delete(timer);
  }

  return {
    start: (timer, ms) => {
      cancel(timer);
      running.set(
        timer,
        environment.after(ms, () => {
          running.delete(timer);
          append({ type: 'timer.fired', timer });
        }),
      );
    },
    cancel,
    stop: () => {
      for (const end of running.values()) end();
      running.clear();
    },
  };
}

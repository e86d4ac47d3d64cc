import type { NodeEnvironmentOptions } from './node-environment.ts';

/** A page whose clock and timers run so many times faster: what takes a minute for people takes a second here. */
export function hurried(times: number): Required<Pick<NodeEnvironmentOptions, 'now' | 'after'>> {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * times,
    after: (ms, run) => {
      const timer = setTimeout(run, ms / times);
      return () => clearTimeout(timer);
    },
  };
}

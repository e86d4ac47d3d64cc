import type { CommandOf } from '../../machines/log/command.ts';
import type { CallParts } from '../calls/parts.ts';
import { late } from '../late.ts';
import type { TenantUploads } from './uploads.ts';

/** Uploads in progress, by client id; their code loads on first use. */
interface LazyUploads {
  readonly start: (command: CommandOf<'message.upload'>) => Promise<void>;
  /** Nothing is heard of it any more. */
  readonly abort: (clientId: string) => void;
  readonly stop: () => void;
}

/** A failed load counts as a lost upload. */
export function createLazyUploads(
  { append }: Pick<CallParts, 'append'>,
  load: () => Promise<TenantUploads>,
): LazyUploads {
  const loadOnce = late(load);
  const inProgress = new Map<string, AbortController>();
  return {
    start: async (command) => {
      const { clientId } = command.message;
      const stop = new AbortController();
      inProgress.set(clientId, stop);
      try {
        await (await loadOnce()).start(command, stop.signal);
      } catch {
        if (!stop.signal.aborted) append({ type: 'message.uploadLost', clientId });
      }
      if (inProgress.get(clientId) === stop) inProgress.delete(clientId);
    },
    abort: (clientId) => inProgress.get(clientId)?.abort(),
    stop: () => {
      for (const each of inProgress.values()) each.abort();
    },
  };
}

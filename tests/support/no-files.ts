import type { MessageFiles } from '../../src/views/app/app-context.tsx';

/** No files of messages to be sent. */
export const noFiles: MessageFiles = {
  keep: () => undefined,
  read: async () => null,
  url: () => undefined,
  peaks: async () => null,
};

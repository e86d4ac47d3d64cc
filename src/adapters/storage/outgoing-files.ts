/** Files of sent messages that stay readable, so that their pictures don't flicker. */
const SENT_KEPT = 60;

/** The files of messages to be sent, by client id. The log has only their names and sizes. */
export interface OutgoingFiles {
  /** Before its message is submitted. */
  readonly keep: (clientId: string, file: Blob) => void;
  /** The file; null if this page doesn't have it, nor the disk. */
  readonly read: (clientId: string) => Promise<Blob | null>;
  /** An address for this page's elements; undefined while the file isn't in memory. */
  readonly url: (clientId: string) => string | undefined;
}

/** For sending without the outbox. */
export interface KeptFiles extends Pick<OutgoingFiles, 'read'> {
  /** The server has received it. */
  readonly drop: (clientId: string) => Promise<void>;
}

/** The part that the outbox uses. */
export interface FileShelf extends OutgoingFiles {
  readonly held: (clientId: string) => Blob | undefined;
  /** The message was sent or discarded. */
  readonly release: (clientId: string) => void;
  readonly clear: () => void;
}

/** `stored` reads one from the disk. */
export function createFileShelf(stored: (clientId: string) => Promise<Blob | null>): FileShelf {
  const files = new Map<string, Blob>();
  const urls = new Map<string, string>();
  /** Of sent messages, oldest first. */
  const released = new Set<string>();

  function drop(clientId: string): void {
    const url = urls.get(clientId);
    if (url !== undefined) URL.revokeObjectURL(url);
    urls.delete(clientId);
    files.delete(clientId);
    released.delete(clientId);
  }

  return {
    keep: (clientId, file) => {
      drop(clientId);
      files.set(clientId, file);
    },
    read: async (clientId) => {
      const held = files.get(clientId);
      if (held !== undefined) return held;
      const found = await stored(clientId);
      if (found !== null && !files.has(clientId)) files.set(clientId, found);
      return files.get(clientId) ?? null;
    },
    url: (clientId) => {
      const known = urls.get(clientId);
      const file = files.get(clientId);
      if (known !== undefined || file === undefined) return known;
      const url = URL.createObjectURL(file);
      urls.set(clientId, url);
      return url;
    },
    held: (clientId) => files.get(clientId),
    release: (clientId) => {
      if (!files.has(clientId)) return;
      released.add(clientId);
      for (const oldest of released) {
        if (released.size <= SENT_KEPT) break;
        drop(oldest);
      }
    },
    clear: () => {
      for (const clientId of [...files.keys()]) drop(clientId);
    },
  };
}

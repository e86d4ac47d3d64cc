import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { MediaState } from '../../../contract/facts/media.ts';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import type { MessageMedia } from '../../../contract/graphql/message-media.ts';
import { DEFAULT_RATES } from '../../../server/config-rates.ts';
import type { MediaOptions } from '../../../server/domain/media/media-worker.ts';
import type { TestBucket } from '../../support/bucket.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { NumberName, Person } from '../../support/attendance.ts';
import { EMULATOR_APP_SECRET } from '../../support/emulator.ts';
import { TEST_VERIFY_TOKEN } from '../../support/server.ts';
import { startFileHost } from './file-host.ts';
import type { Hosted } from './file-host.ts';
import { eventually } from '../../support/expect-eventually.ts';

/** A file as a webhook announces it. */
export type Announced = {
  kind?: 'image' | 'audio' | 'video' | 'document' | 'sticker';
  bytes: Uint8Array;
  mimeType?: string;
  filename?: string;
  caption?: string;
  /** Instead of the right one. */
  sha256?: string;
  mode?: Hosted['mode'];
  number?: NumberName;
  /** Who sends it; by default somebody new. */
  from?: string;
};

export type ReceivedFile = { ticket: ChatTicket; message: CustomerChat; file: Hosted };
export type MediaWorld = Awaited<ReturnType<typeof startMediaWorld>>;

/** The samples of the emulator. */
export function sample(name: 'photo.jpg' | 'voice.ogg' | 'clip.mp4' | 'receipt.pdf' | 'sticker.webp'): Promise<Buffer> {
  return readFile(new URL(`../../../server/emulator/samples/${name}`, import.meta.url));
}

/**
 * A server whose provider is a host of files. `clock.ms` is added to its time. Files are kept in the bucket, if any.
 * `pdfMs`: how long a PDF's preview may take; by default long enough for the busiest machine.
 */
export async function startMediaWorld(
  { pdfMs = 30_000, ...media }: Partial<MediaOptions> & { pdfMs?: number } = {},
  bucket?: TestBucket,
) {
  const host = await startFileHost();
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-media-'));
  const clock = { ms: 0 };
  const world = await startAttendance({
    config: {
      dataDir,
      media: { bucket: bucket?.settings },
      // Addresses are asked for without a login: the limit of an address counts.
      rates: { ...DEFAULT_RATES, calls: { ...DEFAULT_RATES.calls, user: 1_000_000, company: 1_000_000 } },
      whatsapp: { graphUrl: host.graphUrl, appSecret: EMULATOR_APP_SECRET, verifyToken: TEST_VERIFY_TOKEN },
    },
    now: () => new Date(Date.now() + clock.ms),
    attendance: { pdfMs, media: { pollMs: 50, retryMs: 20, ...media } },
  });
  let last = 5_511_970_000_000;

  const self = {
    ...world,
    host,
    clock,
    dataDir,

    /** Receives a message with a file; answers it as soon as it is stored. */
    async receive({ kind = 'image', bytes, mimeType = 'image/jpeg', ...more }: Announced): Promise<ReceivedFile> {
      const { id, file } = host.add(bytes, mimeType, more.mode);
      const number = more.number ?? 'vendas';
      const { ana, bia } = world.people;
      const announced = {
        id,
        mime_type: mimeType,
        sha256: more.sha256 ?? createHash('sha256').update(bytes).digest('base64'),
        filename: more.filename,
        caption: more.caption,
      };
      const from = more.from ?? String((last += 1));
      const ticket = await world.open({ from, number, more: { type: kind, text: undefined, [kind]: announced } });
      const message = (await world.chat(number === 'brisa' ? bia : ana, ticket)).at(-1);
      if (message === undefined) throw new Error('No message');
      return { ticket, message, file };
    },

    mediaOf: async (id: string, who: Person = world.people.ana): Promise<MessageMedia> =>
      (await world.call(who, messageMedia, { id })).messageMedia,

    /** Its file once it is in a state. */
    async settled(id: string, state: MediaState, who: Person = world.people.ana): Promise<MessageMedia> {
      return eventually(async () => {
        const media = await self.mediaOf(id, who);
        expect(media.state).toBe(state);
        return media;
      });
    },

    /** Fetches an address without a login. */
    get: (path: string | null, init: RequestInit = {}) => fetch(`${world.url}${path ?? '/none'}`, init),

    /** The files that are kept, unfinished ones included. */
    async kept(): Promise<string[]> {
      const all = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
      const onDisk = all.filter((entry) => entry.isFile()).map(({ name }) => name);
      return [...onDisk, ...[...(bucket?.objects.keys() ?? [])].map((name) => basename(name))];
    },

    /** A kept file disappears from its store. */
    async lose(name: string): Promise<void> {
      const path = `1/${name.slice(0, 2)}/${name}`;
      if (bucket === undefined) await rm(join(dataDir, 'media', path));
      else bucket.objects.delete(path);
    },

    async stop(): Promise<void> {
      await world.stop();
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return self;
}

import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export type CaughtMail = { id: number; at: Date; from: string; to: string; subject: string; text: string };

export type Sink = {
  /** `smtp://127.0.0.1:…` */
  url: string;
  mails: () => readonly CaughtMail[];
  stop: () => Promise<void>;
};

const KEPT = 200;
const SIZE_MAX = 1024 * 1024;

/** A local mail server that delivers nothing: it keeps the last mails for viewing. */
export async function startSink(): Promise<Sink> {
  const mails: CaughtMail[] = [];
  let last = 0;
  async function keep(stream: Readable): Promise<void> {
    const { from, to, subject, text } = await PostalMime.parse(await buffer(stream));
    last += 1;
    mails.push({
      id: last,
      at: new Date(),
      from: from?.address ?? '',
      to: (to ?? []).map(({ address }) => address ?? '').join(', '),
      subject: subject ?? '',
      text: text ?? '',
    });
    mails.splice(0, mails.length - KEPT);
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_MAX,
    onData: callbackify((stream: Readable, _session: unknown) => keep(stream)),
  });
  // A broken connection doesn't matter.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The mail sink has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails: () => mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

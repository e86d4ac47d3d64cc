import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ArrivedMail {
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

/** A mail server as providers have them: TLS from the start, and a login that is `user` with `password`. */
export async function startMailHost(certificate: { readonly key: string; readonly cert: string }) {
  const mails: ArrivedMail[] = [];
  const keep = async (stream: Readable): Promise<void> => {
    const { from, to, text } = await PostalMime.parse(await buffer(stream));
    mails.push({ from: from?.address ?? '', to: to?.[0]?.address ?? '', text: text ?? '' });
  };
  const server = new SMTPServer({
    secure: true,
    key: readFileSync(certificate.key),
    cert: readFileSync(certificate.cert),
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'user' && password === 'password') done(null, { user: username });
      else done(new Error('Wrong login'));
    },
    onData: callbackify((stream: Readable, _session: unknown) => keep(stream)),
  });
  server.on('error', () => undefined);
  await once(server.listen(465, '127.0.0.1'), 'listening');
  return {
    mails: (): readonly ArrivedMail[] => mails,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

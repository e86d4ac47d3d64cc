import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** How the provider answers for a file. */
export type Hosted = {
  bytes: Uint8Array;
  mimeType: string;
  /**
   * `cut`: half of it, then the connection breaks. `hang`: half of it, and no more. `endless`: more and more after it.
   * `gone`: unknown to the Graph API.
   */
  mode: 'whole' | 'cut' | 'hang' | 'endless' | 'gone' | 'busy';
  /** How often it was asked for. */
  asked: number;
  /** How often the fetching side hung up before the end. */
  leftEarly: number;
};

export type FileHost = Awaited<ReturnType<typeof startFileHost>>;

/** The provider's side of files alone: each can be lost, cut or held back. */
export async function startFileHost() {
  const files = new Map<string, Hosted>();
  const server = createServer((request, response) => {
    const [, , id = '', part] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const file = files.get(id);
    if (file === undefined || file.mode === 'gone') {
      // As Meta answers for what it has deleted.
      return answer(response, 400, { error: { code: 100, message: 'Object does not exist', error_subcode: 33 } });
    }
    if (file.mode === 'busy') return answer(response, 503, { error: { code: 131016, message: 'Service unavailable' } });
    if (part === undefined) {
      const url = `http://${request.headers.host}/v23.0/${id}/file`;
      const size = file.bytes.byteLength;
      return answer(response, 200, { url, mime_type: file.mimeType, sha256: hexOf(file.bytes), file_size: size, id });
    }
    file.asked += 1;
    response.once('close', () => (file.leftEarly += response.writableFinished ? 0 : 1));
    const length = file.mode === 'endless' ? {} : { 'content-length': file.bytes.byteLength };
    response.writeHead(200, { 'content-type': file.mimeType, ...length });
    if (file.mode === 'endless') return void Readable.from(endless(file.bytes)).pipe(response);
    if (file.mode === 'whole') return response.end(file.bytes);
    const { mode } = file;
    return response.write(file.bytes.subarray(0, file.bytes.byteLength >> 1), () => {
      if (mode === 'cut') response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  let last = 1_000;
  return {
    graphUrl: `http://127.0.0.1:${address.port}/v23.0`,

    /** A file at the provider, and its id there. */
    add(bytes: Uint8Array, mimeType: string, mode: Hosted['mode'] = 'whole'): { id: string; file: Hosted } {
      const file: Hosted = { bytes, mimeType, mode, asked: 0, leftEarly: 0 };
      const id = String((last += 1));
      files.set(id, file);
      return { id, file };
    },

    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function* endless(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes;
  for (;;) yield Buffer.alloc(16 * 1024);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function hexOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

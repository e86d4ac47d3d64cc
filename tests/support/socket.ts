import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Hello } from '../../contract/realtime/hello.ts';
import type { Pong } from '../../contract/realtime/pong.ts';
import { serverFrameSchema } from '../../contract/realtime/server-frame.ts';
import type { ServerFrame, StreamEventName, StreamFrame } from '../../contract/realtime/server-frame.ts';
import { Inbox } from './inbox.ts';

export type SocketOptions = {
  url?: string;
  epoch?: string;
  since?: number;
  origin?: string;
  headers?: Readonly<Record<string, string>>;
};

type FrameOf<Name extends StreamEventName> = Extract<StreamFrame, { event: Name }>;

/** A socket as a client has it; each frame it gets is parsed by the contract. */
export class TestSocket {
  readonly ws: WebSocket;
  readonly inbox = new Inbox<ServerFrame>();
  /** How many frames each message brought. */
  readonly messages: number[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(ws: WebSocket) {
    this.ws = ws;
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
      ws.on('unexpected-response', (_request, response) => {
        resolve({ code: response.statusCode ?? 0, reason: 'no socket' });
        ws.terminate();
      });
      ws.on('error', (error) => resolve({ code: 0, reason: error.message }));
    });
    ws.on('message', (data) => {
      if (!(data instanceof Buffer)) return;
      const message: unknown = JSON.parse(data.toString());
      const frames: unknown[] = Array.isArray(message) ? message : [message];
      this.messages.push(frames.length);
      for (const frame of frames) this.inbox.put(serverFrameSchema.parse(frame));
    });
  }

  /** The frames of the stream that came so far. */
  get frames(): StreamFrame[] {
    return this.inbox.items.filter(isStreamFrame);
  }

  /** The names of those, in order. */
  get names(): string[] {
    return this.frames.map((frame) => frame.event);
  }

  /** Rejects when it is closed instead. */
  hello(): Promise<Hello> {
    const refused = this.closed.then(({ code, reason }) => Promise.reject(new Error(`closed with ${code} ${reason}`)));
    return Promise.race([this.inbox.find((frame): frame is Hello => frame.event === 'hello'), refused]);
  }

  /** The first frame of a name that fits, past or future. */
  frame<Name extends StreamEventName>(
    name: Name,
    fits: (frame: FrameOf<Name>) => boolean = () => true,
  ): Promise<FrameOf<Name>> {
    return this.inbox.find((frame): frame is FrameOf<Name> => isNamed(frame, name) && fits(frame));
  }

  /** The answer to a ping: what was sent before it has come. */
  async pong(): Promise<Pong> {
    const before = this.inbox.items.filter((frame) => frame.event === 'pong').length;
    this.ws.send(JSON.stringify({ event: 'ping' }));
    const pongs = await this.inbox.count(before + 1, (frame) => frame.event === 'pong');
    const last = pongs.findLast((frame) => frame.event === 'pong');
    if (last?.event !== 'pong') throw new Error('no pong');
    return last;
  }

  /** Where a client with these frames stands. */
  async position(): Promise<{ epoch: string; since: number }> {
    const { epoch, head, recovered } = await this.hello();
    const last = this.frames.at(-1);
    if (last === undefined && recovered) throw new Error('it resumed and got nothing: it stands where it stood');
    return { epoch, since: last?.seq ?? head };
  }

  async end(): Promise<void> {
    if (this.ws.readyState === WebSocket.CLOSED) return;
    const closed = once(this.ws, 'close');
    this.ws.terminate();
    await closed;
  }
}

function isStreamFrame(frame: ServerFrame): frame is StreamFrame {
  return frame.event !== 'hello' && frame.event !== 'pong' && frame.event !== 'Presence';
}

function isNamed<Name extends StreamEventName>(frame: ServerFrame, name: Name): frame is FrameOf<Name> {
  return frame.event === name;
}

/** Opens a socket with any query. */
export function openSocket(url: string, query: Record<string, string>, options: SocketOptions = {}): TestSocket {
  const address = new URL('/ws', url.replace(/^http/, 'ws'));
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  if (options.epoch !== undefined) address.searchParams.set('epoch', options.epoch);
  if (options.since !== undefined) address.searchParams.set('since', String(options.since));
  const { origin, headers = {} } = options;
  return new TestSocket(
    new WebSocket(address, { headers: { ...headers }, ...(origin === undefined ? {} : { origin }) }),
  );
}

import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { MARK } from './load-sockets.ts';

/*
 * Stands before the server as its own process: it hands everything on, and records the frames. Told to play, it sends
 * them to the page again as new messages, so that neither the server nor its database works beside the page.
 */

const frameSchema = z.looseObject({ event: z.string(), data: z.unknown(), epoch: z.string(), seq: z.number() });
const messageSchema = z.object({
  customerChat: z.looseObject({ id: z.string(), sent_at: z.string(), created_at: z.string() }),
});
const orderSchema = z.object({ perSecond: z.number(), seconds: z.number() });
export type PlayOrder = z.infer<typeof orderSchema>;

/** Each message's number, and when its frame was sent in milliseconds since the epoch; and all frames. */
export interface Played {
  readonly sent: readonly (readonly [number: number, at: number])[];
  readonly frames: number;
}

type Frame = z.infer<typeof frameSchema>;
/** A message's frame and the others that came of it. */
interface Recorded {
  readonly id: string;
  readonly times: readonly string[];
  readonly frames: Frame[];
}

const RECORDED_MAX = 1_200;
/** Numbers of played messages begin here. */
const FIRST_NUMBER = 1_000_000;

const upstream = new URL(process.argv[2] ?? '');
const recorded: Recorded[] = [];
let page: WebSocket | undefined;
let position = 0;
let newestId = 0;

function handOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const asked = request({ host: upstream.hostname, port: upstream.port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.destroy());
  incoming.pipe(asked);
}

const server = createServer(handOn);
new WebSocketServer({ server }).on('connection', (socket, { url = '/', headers }) => {
  const { host, origin, cookie = '' } = headers;
  const behind = new WebSocket(`ws://${upstream.host}${url}`, { headers: { host, origin, cookie } });
  const early: string[] = [];
  page = socket;
  socket.on('message', (data: Buffer) => {
    if (behind.readyState === WebSocket.OPEN) behind.send(data.toString());
    else early.push(data.toString());
  });
  behind.on('open', () => early.forEach((text) => behind.send(text)));
  behind.on('message', (data: Buffer) => {
    const text = data.toString();
    record(text);
    socket.send(text);
  });
  behind.on('close', (code: number) => socket.close(code >= 3000 ? code : 1000));
  behind.on('error', () => socket.terminate());
  socket.on('close', () => behind.close());
});

/** A socket message is a frame, or several that left together. */
function record(text: string): void {
  const value: unknown = JSON.parse(text);
  for (const frame of Array.isArray(value) ? value : [value]) recordFrame(frame);
}

function recordFrame(value: unknown): void {
  const { success, data: frame } = frameSchema.safeParse(value);
  if (!success) return;
  position = frame.seq;
  const message = frame.event === 'CustomerChatCreated' ? messageSchema.safeParse(frame.data).data : undefined;
  if (message === undefined) {
    recorded.at(-1)?.frames.push(frame);
    return;
  }
  const { id, sent_at: sentAt, created_at: createdAt } = message.customerChat;
  newestId = Math.max(newestId, Number(id));
  recorded.push({ id, times: [sentAt, createdAt], frames: [frame] });
  if (recorded.length > RECORDED_MAX) recorded.shift();
}

/** The same message once more, as a new one. */
function renewed({ id, times, frames }: Recorded, number: number): string[] {
  newestId += 1;
  const now = new Date().toISOString();
  return frames.map(({ event, data, epoch }) => {
    const prev = position;
    position += 1;
    const fresh = JSON.stringify(data, (_key, value: unknown) => {
      if (value === id) return String(newestId);
      if (typeof value !== 'string') return value;
      return times.includes(value) ? now : value.replace(new RegExp(`${MARK}\\d+\\.`), `${MARK}${number}.`);
    });
    return `{"event":"${event}","data":${fresh},"id":"${epoch}:${position}","epoch":"${epoch}","seq":${position},"prev":${prev}}`;
  });
}

async function play({ perSecond, seconds }: PlayOrder): Promise<Played> {
  const sent: [number, number][] = [];
  let count = 0;
  const began = performance.now();
  for (let at = 0; at < perSecond * seconds; at += 1) {
    const early = began + (at * 1000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    const one = recorded[at % recorded.length];
    if (one === undefined) throw new Error('Nothing was recorded');
    const texts = renewed(one, FIRST_NUMBER + at);
    sent.push([FIRST_NUMBER + at, performance.timeOrigin + performance.now()]);
    page?.send(`[${texts.join(',')}]`);
    count += texts.length;
  }
  return { sent, frames: count };
}

process.on('message', (order) => {
  void play(orderSchema.parse(order)).then((played) => process.send?.(played));
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(`http://127.0.0.1:${address.port}`);
});

import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { Inbox } from './inbox.ts';

/** A request as it came in. `name` is the GraphQL operation's, or method and path of a REST call. */
export interface ScriptedRequest {
  readonly name: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The bearer token; null when it bears none. */
  readonly token: string | null;
  /** Variables of a GraphQL call, body of a REST call. */
  readonly body: unknown;
  /** Whether the client went away before its answer. */
  readonly isGone: () => boolean;
}

/** What the server does: answers, or breaks the connection (`drop` before, `cut` within the answer). */
export type Reply =
  | { readonly status: number; readonly json: unknown; readonly cookies?: readonly string[] }
  | { readonly status: number; readonly text: string }
  | 'drop'
  | 'cut';

/** An answer with status 200. */
export function ok(json: unknown): Reply {
  return { status: 200, json };
}

/** A GraphQL answer. */
export function data(json: unknown): Reply {
  return ok({ data: json });
}

/** A GraphQL refusal. */
export function graphqlError(message: string, extensions?: Readonly<Record<string, unknown>>, status = 200): Reply {
  return { status, json: { data: null, errors: [extensions ? { message, extensions } : { message }] } };
}

export type Handler = (request: ScriptedRequest) => Reply | Promise<Reply>;

/** One client's socket, from the server's side. */
export interface ScriptedSocket {
  readonly query: URLSearchParams;
  /** What the client sends, in order. */
  readonly received: Inbox<unknown>;
  readonly closed: Promise<number>;
  send(frame: unknown): void;
  sendText(text: string): void;
  close(code: number, reason?: string): void;
  /** Breaks the connection without a word. */
  break(): void;
}

/** A server over real sockets that does what a test tells it. What nobody scripted is answered with 501. */
export interface ScriptedServer {
  readonly url: string;
  /** Every request in order of arrival; also awaitable. */
  readonly requests: Inbox<ScriptedRequest>;
  readonly sockets: Inbox<ScriptedSocket>;
  /** Answers every request of a name from now on. */
  on(name: string, handler: Handler | Reply): void;
  /** Answers every request of a name that nobody scripted. */
  otherwise(handler: Handler): void;
  /** Whether a socket is let in; all are until told. */
  admit(decide: (query: URLSearchParams) => boolean | Promise<boolean>): void;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  if (request.headers['content-type'] === 'application/octet-stream') return { bytes: text.length };
  return text === '' ? null : JSON.parse(text);
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

async function describeRequest(request: IncomingMessage, isGone: () => boolean): Promise<ScriptedRequest> {
  const url = new URL(request.url ?? '/', 'http://scripted');
  const body = await readBody(request);
  const document = fieldOf(body, 'query');
  const operation =
    url.pathname.endsWith('/graphql') && typeof document === 'string'
      ? /^\s*(?:query|mutation)\s+(\w+)/.exec(document)?.[1]
      : undefined;
  return {
    name: operation ?? `${request.method} ${url.pathname}`,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    token: /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
    body: operation === undefined ? body : fieldOf(body, 'variables'),
    isGone,
  };
}

function reply(response: ServerResponse, answer: Reply): void {
  if (answer === 'drop') {
    response.destroy();
  } else if (answer === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{"data":', () => response.destroy());
  } else {
    if ('cookies' in answer && answer.cookies) response.setHeader('set-cookie', [...answer.cookies]);
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' });
    response.end('text' in answer ? answer.text : JSON.stringify(answer.json));
  }
}

function scriptedSocket(socket: WebSocket, query: URLSearchParams): ScriptedSocket {
  const received = new Inbox<unknown>();
  socket.on('message', (raw: Buffer) => received.put(JSON.parse(raw.toString('utf8'))));
  // A broken connection is what some tests want.
  socket.on('error', () => undefined);
  return {
    query,
    received,
    closed: new Promise((resolve) => {
      socket.on('close', (code) => resolve(code));
    }),
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendText: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    break: () => socket.terminate(),
  };
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const handlers = new Map<string, Handler>();
  const requests = new Inbox<ScriptedRequest>();
  const sockets = new Inbox<ScriptedSocket>();
  let admits = (_query: URLSearchParams): boolean | Promise<boolean> => true;
  let other: Handler = ({ name }) => ({ status: 501, text: `not scripted: ${name}` });

  async function answer(raw: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await describeRequest(raw, () => response.destroyed);
    const handler = handlers.get(request.name) ?? other;
    // Before it is told: a test that waits for the request may change the script.
    requests.put(request);
    reply(response, await handler(request));
  }

  const http = createServer((request, response) => {
    // A client that went away is no fault of the script.
    answer(request, response).catch(() => response.destroy());
  });
  const realtime = new WebSocketServer({ noServer: true });
  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A client that goes away while it waits is no fault of the script.
    socket.on('error', () => undefined);
    const query = new URL(request.url ?? '/', 'http://scripted').searchParams;
    if (await admits(query)) {
      realtime.handleUpgrade(request, socket, head, (opened) => sockets.put(scriptedSocket(opened, query)));
    } else {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    }
  }

  http.on('upgrade', (request, socket, head) => void upgrade(request, socket, head));
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sockets,
    on: (name, handler) => {
      handlers.set(name, typeof handler === 'function' ? handler : () => handler);
    },
    otherwise: (handler) => {
      other = handler;
    },
    admit: (decide) => {
      admits = decide;
    },
    close: async () => {
      for (const client of realtime.clients) client.terminate();
      http.closeAllConnections();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
      });
    },
  };
}

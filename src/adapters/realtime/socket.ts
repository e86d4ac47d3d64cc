import ReconnectingWebSocket, { CloseEvent as SyntheticCloseEvent } from 'partysocket/ws';
import { helloSchema } from '../../../contract/realtime/hello.ts';
import type { Ping } from '../../../contract/realtime/ping.ts';
import { pongSchema } from '../../../contract/realtime/pong.ts';
import { serverFrameSchema, streamFrameSchema } from '../../../contract/realtime/server-frame.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import { baseOf } from '../backoffice/rest.ts';
import type { ConfigSource } from '../calls/gateway.ts';
import { describeIssues, parseJson, sampleOf } from '../calls/issues.ts';
import type { Vault } from '../calls/vault.ts';
import type { Environment } from '../environment.ts';
import { frameEvent } from './frame-events.ts';

/** A connection that isn't open after so long (milliseconds) is given up. */
const OPENING_TIMEOUT_MS = 10_000;
/** What a browser reports for a connection that broke. */
const ABNORMAL = 1006;
const PING: Ping = { event: 'ping' };

/** The tenant's realtime socket. It opens, closes and pings when told; whether to try again is not its business. */
export interface RealtimeSocket {
  readonly open: (command: CommandOf<'socket.open'>) => void;
  readonly ping: (attempt: number) => void;
  /** Tells no `socket.closed`: whoever closed it knows. */
  readonly close: (attempt: number) => void;
  readonly stop: () => void;
}

export interface RealtimeOptions {
  readonly append: (event: AppEvent) => void;
  readonly configOf: ConfigSource;
  readonly environment: Pick<Environment, 'WebSocket' | 'page'>;
  readonly tenant: string;
  readonly vault: Vault;
}

/** What is wrong with a frame, by the schema it was meant for: that of all frames only says that none fits. */
function describeFrame(frame: unknown): string {
  const event = typeof frame === 'object' && frame !== null && 'event' in frame ? frame.event : undefined;
  const schema = event === 'hello' ? helloSchema : event === 'pong' ? pongSchema : streamFrameSchema;
  const { error } = schema.safeParse(frame);
  return error ? describeIssues(error) : 'unknown';
}

/** Such a close says 1000, whatever broke the connection. */
function madeByPartysocket(event: Event): boolean {
  return event instanceof SyntheticCloseEvent;
}

interface Connection {
  readonly attempt: number;
  /** Of what the page knows; null: it knows nothing yet. */
  readonly epoch: string | null;
  socket: ReconnectingWebSocket | null;
}

export function createRealtimeSocket({
  append,
  configOf,
  environment,
  tenant,
  vault,
}: RealtimeOptions): RealtimeSocket {
  let current: Connection | null = null;

  function leave(): void {
    const socket = current?.socket;
    current = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.onerror = null;
    socket.close();
  }

  function receive({ attempt, epoch }: Connection, data: unknown): void {
    const text = typeof data === 'string' ? data : '';
    const value = parseJson(text);
    const parsed = serverFrameSchema.safeParse(value);
    if (!parsed.success) {
      append({ type: 'input.rejected', source: 'realtime', reason: describeFrame(value), sample: sampleOf(text) });
      return;
    }
    const frame = parsed.data;
    if (frame.event === 'hello') {
      append({
        type: 'socket.greeted',
        attempt,
        epoch: frame.epoch,
        head: frame.head,
        recovered: frame.recovered,
      });
      // Another history (a restored backup): the ids that this page holds may be given to other things by now.
      if (epoch !== null && epoch !== frame.epoch) environment.page.reload();
    } else if (frame.event === 'pong') {
      append({ type: 'socket.ponged', attempt, head: frame.head });
    } else {
      append(frameEvent(frame));
    }
  }

  async function open(command: CommandOf<'socket.open'>): Promise<void> {
    leave();
    const { attempt } = command;
    const connection: Connection = { attempt, epoch: command.epoch, socket: null };
    current = connection;
    const ticket = vault.take(command.ticket);
    const config = await configOf();
    if (current !== connection) return;

    function closed(code: number, reason: string): void {
      if (current !== connection) return;
      leave();
      append({ type: 'socket.closed', attempt, code, reason });
    }

    if (ticket === undefined || config === null) {
      closed(ABNORMAL, ticket === undefined ? 'no ticket' : 'no configuration');
      return;
    }
    const url = new URL(`${baseOf(config.realtime, environment.page.origin).replace(/^http/, 'ws')}/ws`);
    url.searchParams.set('tenantName', tenant);
    url.searchParams.set('userId', command.userId);
    url.searchParams.set('ticket', ticket);
    if (command.epoch !== null && command.since !== null) {
      url.searchParams.set('epoch', command.epoch);
      url.searchParams.set('since', String(command.since));
    }
    const socket = new ReconnectingWebSocket(url.href, undefined, {
      WebSocket: environment.WebSocket,
      connectionTimeout: OPENING_TIMEOUT_MS,
      // Whether and when to try again is the socket machine's to say.
      maxRetries: 0,
      // What could not be sent is not sent later: a ping belongs to its moment.
      maxEnqueuedMessages: 0,
    });
    connection.socket = socket;
    socket.onopen = () => append({ type: 'socket.opened', attempt });
    socket.onmessage = (event) => receive(connection, event.data);
    socket.onclose = (event) => closed(madeByPartysocket(event) ? ABNORMAL : event.code, event.reason);
    // Mostly comes after its close; alone when not even the opening could be tried.
    socket.onerror = () => closed(ABNORMAL, 'error');
  }

  return {
    open: (command) => void open(command),
    ping: (attempt) => {
      if (current?.attempt === attempt) current.socket?.send(JSON.stringify(PING));
    },
    close: (attempt) => {
      if (current?.attempt === attempt) leave();
    },
    stop: leave,
  };
}

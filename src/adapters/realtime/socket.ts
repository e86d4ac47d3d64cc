import ReconnectingWebSocket, { CloseEvent as SyntheticCloseEvent } from 'partysocket/ws';
import { ABNORMAL_CLOSE } from '../../../contract/facts/close-codes.ts';
import { CONTRACT_VERSION } from '../../../contract/facts/version.ts';
import { helloSchema } from '../../../contract/realtime/hello.ts';
import type { Ping } from '../../../contract/realtime/ping.ts';
import { pongSchema } from '../../../contract/realtime/pong.ts';
import { presenceSchema } from '../../../contract/realtime/presence.ts';
import type { PresenceSaid } from '../../../contract/realtime/presence.ts';
import { serverFrameSchema, streamFrameSchema } from '../../../contract/realtime/server-frame.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import { baseOf } from '../calls/base.ts';
import type { ConfigSource } from '../calls/gateway.ts';
import { describeIssues, parseJson, sampleOf } from '../calls/issues.ts';
import type { CallParts } from '../calls/parts.ts';
import { frameEvent, presenceEvent } from './frame-events.ts';

/** Timeout for opening (milliseconds). */
const OPENING_TIMEOUT_MS = 10_000;
const PING: Ping = { event: 'ping' };

/** The tenant's realtime socket. Only opens, closes and pings; the machine decides about reconnecting. */
export interface RealtimeSocket {
  readonly open: (command: CommandOf<'socket.open'>) => void;
  readonly ping: (attempt: number) => void;
  /** Sends what is on the screen, if connected; the machine sends it again on the next connection. */
  readonly tell: (command: CommandOf<'presence.tell'>) => void;
  /** Appends no `socket.closed`: the caller knows. */
  readonly close: (attempt: number) => void;
  readonly stop: () => void;
}

export interface RealtimeOptions {
  readonly parts: Pick<CallParts, 'append' | 'environment' | 'tenant' | 'vault'>;
  readonly configOf: ConfigSource;
  /** The server's data is of another epoch than the page's (a restored backup): known ids may belong to other data. */
  readonly onOtherEpoch: (userId: UserId) => void;
  /** The person's settings may be others at the server. */
  readonly onPreferences: () => void;
}

/** Schemas of frames outside of the stream. */
const describing: ReadonlyMap<unknown, typeof helloSchema | typeof pongSchema | typeof presenceSchema> = new Map<
  unknown,
  typeof helloSchema | typeof pongSchema | typeof presenceSchema
>([
  ['hello', helloSchema],
  ['pong', pongSchema],
  ['Presence', presenceSchema],
]);

/** A frame's error by its own schema; the union's error would only say that no member matches. */
function describeFrame(frame: unknown): string {
  const event = typeof frame === 'object' && frame !== null && 'event' in frame ? frame.event : undefined;
  const schema = describing.get(event) ?? streamFrameSchema;
  const { error } = schema.safeParse(frame);
  return error ? describeIssues(error) : 'unknown';
}

/** A close event synthesized by partysocket; its code is always 1000. */
function madeByPartysocket(event: Event): boolean {
  return event instanceof SyntheticCloseEvent;
}

/** Whether the server has another contract version; one that doesn't say counts as the same. */
function isOther(version: number | undefined): version is number {
  return version !== undefined && version !== CONTRACT_VERSION;
}

interface Connection {
  readonly attempt: number;
  /** Epoch of the client's data; null without any. */
  readonly epoch: string | null;
  readonly userId: UserId;
  socket: ReconnectingWebSocket | null;
}

export function createRealtimeSocket({
  parts: { append, environment, tenant, vault },
  configOf,
  onOtherEpoch,
  onPreferences,
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

  /** Takes a frame, or several that left together. */
  function receive(connection: Connection, data: unknown): void {
    const text = typeof data === 'string' ? data : '';
    const value = parseJson(text);
    if (!Array.isArray(value)) return take(connection, value, text);
    for (const frame of value) {
      // A frame may have led to another connection.
      if (current !== connection) return;
      take(connection, frame);
    }
  }

  function take({ attempt, epoch, userId }: Connection, value: unknown, text?: string): void {
    const parsed = serverFrameSchema.safeParse(value);
    if (!parsed.success) {
      const sample = sampleOf(text ?? JSON.stringify(value));
      append({ type: 'input.rejected', source: 'realtime', reason: describeFrame(value), sample });
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
        ...(isOther(frame.contract) ? { otherVersion: frame.contract } : {}),
      });
      if (epoch !== null && epoch !== frame.epoch) onOtherEpoch(userId);
      else onPreferences();
    } else if (frame.event === 'pong') {
      append({ type: 'socket.ponged', attempt, head: frame.head });
    } else if (frame.event === 'Presence') {
      append(presenceEvent(frame));
    } else {
      append(frameEvent(frame));
      if (frame.event === 'ListUpdated' && frame.data.list === 'preferences') onPreferences();
    }
  }

  async function open(command: CommandOf<'socket.open'>): Promise<void> {
    leave();
    const { attempt } = command;
    const connection: Connection = { attempt, epoch: command.epoch, userId: command.userId, socket: null };
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
      closed(ABNORMAL_CLOSE, ticket === undefined ? 'no ticket' : 'no configuration');
      return;
    }
    const url = new URL(`${baseOf(config.realtime, environment.page.origin).replace(/^http/, 'ws')}/ws`);
    url.searchParams.set('tenantName', tenant);
    url.searchParams.set('userId', command.userId);
    url.searchParams.set('ticket', ticket);
    url.searchParams.set('contract', String(CONTRACT_VERSION));
    if (command.epoch !== null && command.since !== null) {
      url.searchParams.set('epoch', command.epoch);
      url.searchParams.set('since', String(command.since));
    }
    const socket = new ReconnectingWebSocket(url.href, undefined, {
      WebSocket: environment.WebSocket,
      connectionTimeout: OPENING_TIMEOUT_MS,
      // The socket machine handles reconnecting.
      maxRetries: 0,
      // A ping makes no sense later.
      maxEnqueuedMessages: 0,
    });
    connection.socket = socket;
    socket.onopen = () => append({ type: 'socket.opened', attempt });
    socket.onmessage = (event) => receive(connection, event.data);
    socket.onclose = (event) => closed(madeByPartysocket(event) ? ABNORMAL_CLOSE : event.code, event.reason);
    // Usually follows `close`; comes alone if the connection couldn't even be attempted.
    socket.onerror = () => closed(ABNORMAL_CLOSE, 'error');
  }

  return {
    open: (command) => void open(command),
    ping: (attempt) => {
      if (current?.attempt === attempt) current.socket?.send(JSON.stringify(PING));
    },
    tell: ({ customerId, instanceId, typing }) => {
      const said: PresenceSaid = { event: 'Presence', customer_id: customerId, instance_id: instanceId, typing };
      current?.socket?.send(JSON.stringify(said));
    },
    close: (attempt) => {
      if (current?.attempt === attempt) leave();
    },
    stop: leave,
  };
}

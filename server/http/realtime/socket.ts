import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE } from '../../../contract/facts/close-codes.ts';
import { pingSchema } from '../../../contract/realtime/ping.ts';
import { presenceSaidSchema } from '../../../contract/realtime/presence.ts';
import type { PresenceSaid } from '../../../contract/realtime/presence.ts';
import type { Hello } from '../../../contract/realtime/hello.ts';
import type { Pong } from '../../../contract/realtime/pong.ts';
import type { Id } from '../../db/tables.ts';
import { isFor } from '../../domain/audience/audience.ts';
import type { Viewer } from '../../domain/audience/audience.ts';
import { cork } from '../../cork.ts';
import { framed } from './frame.ts';
import type { Frame } from './frame.ts';

export type SocketLimits = {
  /** Bytes buffered for a slow receiver. */
  bufferMax: number;
  /** Frames queued while a socket catches up. */
  queueMax: number;
  /** Messages a client may send between two heartbeats. */
  messagesMax: number;
};

export const SOCKET_LIMITS: SocketLimits = { bufferMax: 1024 * 1024, queueMax: 2_000, messagesMax: 200 };

/** Frames of one message: a page folds a message in one go, and stays responsive between them. */
const FRAMES_MAX = 50;
const COMMA = Buffer.from(',');

/**
 * One user's socket. Until `goLive` it queues the stream's frames, so that none is lost or sent twice between the
 * hello, the missed frames, and live ones.
 */
export class RealtimeSocket {
  readonly sessionId: Id;
  readonly userId: Id;
  readonly #ws: WebSocket;
  /** What the socket writes to. */
  readonly #stream: Writable;
  readonly #limits: SocketLimits;
  /** Frames that came before it was live; undefined afterwards. */
  #queued: Frame[] | undefined = [];
  #viewer: Viewer | undefined;
  /** Position of the newest frame sent, or of the hello. */
  #last = 0;
  #messages = 0;
  #isAlive = true;
  /** Bytes of the replay, which may exceed the buffer without counting as slow. */
  #allowance = 0;
  /** It sent a ping before the hello, which goes first. */
  #owesPong = false;
  readonly #takesBatches: boolean;
  /** Leaves when the running code is done, for a page that takes several frames in one message. */
  #batch: Buffer[] = [];
  #onPresence: ((said: PresenceSaid) => void) | undefined;

  constructor(
    { ws, stream }: { ws: WebSocket; stream: Writable },
    of: { sessionId: Id; userId: Id; takesBatches: boolean },
    limits: SocketLimits,
  ) {
    this.#ws = ws;
    this.#stream = stream;
    this.sessionId = of.sessionId;
    this.userId = of.userId;
    this.#takesBatches = of.takesBatches;
    this.#limits = limits;
    ws.on('pong', () => void (this.#isAlive = true));
    ws.on('message', (data, isBinary) => this.#receive(isBinary || !(data instanceof Buffer) ? '' : data.toString()));
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Its user's current rights; undefined before it is admitted and once it is closed. */
  get viewer(): Viewer | undefined {
    return this.#viewer;
  }

  onClose(listener: () => void): void {
    this.#ws.on('close', listener);
  }

  /** Calls back with what its user has open; nothing before it is live counts. */
  onPresence(listener: (said: PresenceSaid) => void): void {
    this.#onPresence = listener;
  }

  /** Sends a text that isn't part of the stream, if `textFor` has one for its user. */
  whisper(textFor: (viewer: Viewer) => string | undefined): void {
    if (this.#queued !== undefined || this.#viewer === undefined) return;
    const text = textFor(this.#viewer);
    if (text !== undefined) this.#write(text);
  }

  /** Sets its viewer's current rights. */
  setViewer(viewer: Viewer): void {
    this.#viewer = viewer;
  }

  /** Sends the first frame; further frames come after `last`. */
  greet(hello: Hello, last: number): void {
    this.#last = last;
    this.#write(JSON.stringify(hello));
  }

  /** Sends the missed frames, then the queued ones, and from now on everything at once. */
  goLive(missed: readonly Frame[]): void {
    const current = this.#queued ?? [];
    this.#queued = undefined;
    for (const frame of missed) this.#send(frame);
    this.#flush();
    this.#allowance = this.#ws.bufferedAmount;
    for (const frame of current) this.deliver(frame);
    if (this.#owesPong) this.#pong();
  }

  /** Sends a frame of the stream if its user may get it now. */
  deliver(frame: Frame): void {
    if (this.#queued !== undefined) {
      if (this.#queued.length < this.#limits.queueMax) this.#queued.push(frame);
      else this.close(CLOSE.tooSlow, 'too much came while catching up');
      return;
    }
    if (this.#viewer !== undefined && isFor(frame.audience, this.#viewer)) this.#send(frame);
  }

  /** The server's heartbeat. A socket silent since the previous one is dead. */
  heartbeat(): void {
    if (!this.#isAlive) {
      this.#ws.terminate();
      return;
    }
    this.#isAlive = false;
    this.#messages = 0;
    if (!this.isOpen) return;
    this.#ws.ping();
    this.#pong();
  }

  close(code: number, reason: string): void {
    this.#queued = undefined;
    this.#viewer = undefined;
    this.#flush();
    if (this.#ws.readyState === this.#ws.CLOSED) return;
    this.#ws.close(code, reason);
    // A client that doesn't read won't answer a close either.
    setTimeout(() => this.#ws.terminate(), 2_000).unref();
  }

  #receive(text: string): void {
    this.#isAlive = true;
    this.#messages += 1;
    if (this.#messages > this.#limits.messagesMax) return this.close(CLOSE.badRequest, 'too many messages');
    const message = parsed(text);
    if (pingSchema.safeParse(message).success) {
      if (this.#queued === undefined) this.#pong();
      else this.#owesPong = true;
      return undefined;
    }
    const said = presenceSaidSchema.safeParse(message);
    if (said.success && this.#viewer?.canChat === true && this.#queued === undefined) this.#onPresence?.(said.data);
    return undefined;
  }

  #pong(): void {
    const pong: Pong = { event: 'pong', head: this.#last };
    this.#write(JSON.stringify(pong));
  }

  #send(frame: Frame): void {
    // The client already has it, from a node that is ahead.
    if (frame.position <= this.#last) return;
    this.#write(framed(frame, this.#last));
    this.#last = frame.position;
  }

  #write(data: string | Buffer): void {
    if (!this.isOpen) return;
    // Checked before the first write of a batch, whose frames then leave together.
    const isFirst = this.#takesBatches ? this.#batch.length === 0 : cork(this.#stream);
    if (isFirst && this.#isBehind()) {
      this.close(CLOSE.tooSlow, 'frames are not taken fast enough');
      return;
    }
    if (!this.#takesBatches) {
      this.#ws.send(data, { binary: false });
      return;
    }
    if (isFirst) process.nextTick(() => this.#flush());
    this.#batch.push(typeof data === 'string' ? Buffer.from(data) : data);
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (!this.isOpen) return;
    for (let at = 0; at < batch.length; at += FRAMES_MAX)
      this.#ws.send(inOneMessage(batch.slice(at, at + FRAMES_MAX)), { binary: false });
  }

  #isBehind(): boolean {
    const waiting = this.#ws.bufferedAmount;
    if (waiting <= this.#limits.bufferMax) this.#allowance = 0;
    return waiting > this.#limits.bufferMax + this.#allowance;
  }
}

/** A frame as it is, several as a JSON array. */
function inOneMessage(frames: readonly Buffer[]): Buffer {
  const [first] = frames;
  if (first !== undefined && frames.length === 1) return first;
  return Buffer.concat([
    Buffer.from('['),
    ...frames.flatMap((frame, at) => (at === 0 ? frame : [COMMA, frame])),
    Buffer.from(']'),
  ]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

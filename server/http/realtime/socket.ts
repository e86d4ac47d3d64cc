import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE } from '../../../contract/realtime/close-codes.ts';
import { pingSchema } from '../../../contract/realtime/ping.ts';
import type { Hello } from '../../../contract/realtime/hello.ts';
import type { Pong } from '../../../contract/realtime/pong.ts';
import type { Id } from '../../db/tables.ts';
import { isFor } from '../../domain/audience/audience.ts';
import type { Viewer } from '../../domain/audience/audience.ts';
import { gather } from '../../gather.ts';
import { framed } from './frame.ts';
import type { Frame } from './frame.ts';

export type SocketLimits = {
  /** Bytes that may wait for a slow receiver. */
  bufferMax: number;
  /** Frames that may wait while a socket catches up. */
  queueMax: number;
  /** Messages a client may send between two heartbeats. */
  messagesMax: number;
};

export const SOCKET_LIMITS: SocketLimits = { bufferMax: 1024 * 1024, queueMax: 2_000, messagesMax: 200 };

/**
 * One user's socket. Until `goLive` it holds back what the stream brings, so that nothing is lost or
 * doubled between the hello, what was missed, and what comes from then on.
 */
export class RealtimeSocket {
  readonly sessionId: Id;
  readonly userId: Id;
  readonly #ws: WebSocket;
  /** What the socket writes to. */
  readonly #stream: Writable;
  readonly #limits: SocketLimits;
  /** What came before it was live; undefined once it is. */
  #held: Frame[] | undefined = [];
  #viewer: Viewer | undefined;
  /** Position of the newest frame sent to it, or from which it was told that frames go on. */
  #last = 0;
  #messages = 0;
  #isHeard = true;
  /** Bytes of the replay, which may be more at once than a receiver takes: nobody is slow for that. */
  #allowance = 0;
  /** It asked before it was greeted; the hello comes first. */
  #owesPong = false;

  constructor(
    { ws, stream }: { ws: WebSocket; stream: Writable },
    of: { sessionId: Id; userId: Id },
    limits: SocketLimits,
  ) {
    this.#ws = ws;
    this.#stream = stream;
    this.sessionId = of.sessionId;
    this.userId = of.userId;
    this.#limits = limits;
    ws.on('pong', () => void (this.#isHeard = true));
    ws.on('message', (data, isBinary) => this.#receive(isBinary || !(data instanceof Buffer) ? '' : data.toString()));
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  onClose(listener: () => void): void {
    this.#ws.on('close', listener);
  }

  /** Who looks on, as of now. */
  see(viewer: Viewer): void {
    this.#viewer = viewer;
  }

  /** First frame; frames go on after `last`. */
  greet(hello: Hello, last: number): void {
    this.#last = last;
    this.#write(JSON.stringify(hello));
  }

  /** Sends what was missed, then what came meanwhile, and from now on everything as it comes. */
  goLive(missed: readonly Frame[]): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const frame of missed) this.#send(frame);
    this.#allowance = this.#ws.bufferedAmount;
    for (const frame of held) this.take(frame);
    if (this.#owesPong) this.#pong();
  }

  /** An event of the stream: sent if it is for its user now. */
  take(frame: Frame): void {
    if (this.#held !== undefined) {
      if (this.#held.length < this.#limits.queueMax) this.#held.push(frame);
      else this.close(CLOSE.tooSlow, 'too much came while catching up');
      return;
    }
    if (this.#viewer !== undefined && isFor(frame.audience, this.#viewer)) this.#send(frame);
  }

  /** The server's sign of life. A socket that gave none itself since the last but one is dead. */
  beat(): void {
    if (!this.#isHeard) {
      this.#ws.terminate();
      return;
    }
    this.#isHeard = false;
    this.#messages = 0;
    if (!this.isOpen) return;
    this.#ws.ping();
    this.#pong();
  }

  close(code: number, reason: string): void {
    this.#held = undefined;
    this.#viewer = undefined;
    if (this.#ws.readyState === this.#ws.CLOSED) return;
    this.#ws.close(code, reason);
    // Who doesn't read doesn't answer a close either.
    setTimeout(() => this.#ws.terminate(), 2_000).unref();
  }

  #receive(text: string): void {
    this.#isHeard = true;
    this.#messages += 1;
    if (this.#messages > this.#limits.messagesMax) {
      this.close(CLOSE.badRequest, 'too many messages');
    } else if (isPing(text)) {
      if (this.#held === undefined) this.#pong();
      else this.#owesPong = true;
    }
  }

  #pong(): void {
    const pong: Pong = { event: 'pong', head: this.#last };
    this.#write(JSON.stringify(pong));
  }

  #send(frame: Frame): void {
    // Held already by a client that came from a node further on.
    if (frame.position <= this.#last) return;
    this.#write(framed(frame, this.#last));
    this.#last = frame.position;
  }

  #write(data: string | Buffer): void {
    if (!this.isOpen) return;
    // Looked at before: what is written now leaves together afterwards.
    if (gather(this.#stream) && this.#isBehind()) {
      this.close(CLOSE.tooSlow, 'frames are not taken fast enough');
      return;
    }
    this.#ws.send(data, { binary: false });
  }

  #isBehind(): boolean {
    const waiting = this.#ws.bufferedAmount;
    if (waiting <= this.#limits.bufferMax) this.#allowance = 0;
    return waiting > this.#limits.bufferMax + this.#allowance;
  }
}

function isPing(text: string): boolean {
  try {
    return pingSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

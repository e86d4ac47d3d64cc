import type { ClientConfig } from '../../../contract/rest/config.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandType } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { CallId, SecretRef } from '../../machines/log/events-session.ts';
import type { Environment } from '../environment.ts';
import { unreachable } from '../unreachable.ts';
import type { Bearer, CallRequest, CallResult, Outcome } from './call.ts';
import { ABANDONED, NO_ANSWER, TOO_LATE, unreadable } from './failure.ts';
import type { Vault } from './vault.ts';

/** A call without an answer for so long (milliseconds) is given up. */
export const CALL_TIMEOUT_MS = 20_000;
/** A server that turns everybody away, or had too many calls of us, is left alone for at least so long (milliseconds). */
export const QUIET_MS = 5_000;
/** What asks again by itself until it is answered. */
const INSISTENT: ReadonlySet<CommandType> = new Set(['socket.fetchTicket', 'tickets.fetch']);

/** Whether a refusal is for whatever asks by itself: a person's own tries have limits of their own. */
function isForAll(command: CommandType, failure: Failure): boolean {
  return failure.code !== 'TOO_MANY' || INSISTENT.has(command);
}

/** Where the backend is; null while nobody could tell. */
export type ConfigSource = () => Promise<ClientConfig | null>;

/**
 * The one way to the server. It knows the session's token, numbers the calls, and lets those that
 * met an expired token wait until the auth machine says what becomes of them.
 */
export interface Gateway {
  /** Makes a call; `settle` is told its end once, in the same turn in which it is known. */
  readonly call: <Answer>(request: CallRequest<Answer>, settle: (result: CallResult<Answer>) => void) => void;
  /** The same for what has to wait for more than one call. */
  readonly ask: <Answer>(request: CallRequest<Answer>) => Promise<CallResult<Answer>>;
  readonly adopt: (token: SecretRef, generation: number) => void;
  /** Calls from now on bear no token, and those under way end as abandoned, at once. */
  readonly clear: () => void;
  readonly retry: (call: CallId) => void;
  readonly abandon: (call: CallId) => void;
  /** The held call ends as one without an answer; the server certainly didn't do it. */
  readonly fail: (call: CallId) => void;
  /** The token of the generation, for telling the server that it is over; also when cleared, but then once. */
  readonly tokenToEnd: (generation: number) => string | undefined;
  /** Gives every call up without a word. */
  readonly stop: () => void;
}

interface OpenCall {
  readonly id: CallId;
  readonly outlivesSession: boolean;
  readonly resume: () => void;
  readonly fail: (failure: Failure, inDoubt: boolean) => void;
  /** Ends the try under way. */
  readonly cancel: () => void;
}

interface Session {
  readonly ref: SecretRef;
  readonly token: string;
  readonly generation: number;
}

export interface GatewayOptions {
  readonly append: (event: AppEvent) => void;
  readonly configOf: ConfigSource;
  readonly environment: Pick<Environment, 'after' | 'uuid'>;
  readonly vault: Vault;
}

export function createGateway({ append, configOf, environment, vault }: GatewayOptions): Gateway {
  const open = new Map<CallId, OpenCall>();
  /** Calls that met an expired token and wait. They are open too. */
  const held = new Set<CallId>();
  let session: Session | null = null;
  /** What waits for a server that turns everybody away; null while none does. */
  let quiet: (() => void)[] | null = null;
  let endQuiet = (): void => undefined;
  /** The last session cleared, until its logout or the next session: only a logout may still bear its token. */
  let cleared: Session | null = null;

  function tokenFor(bearer: Bearer): string | null | undefined {
    if (bearer === 'none') return null;
    return bearer === 'session' ? session?.token : bearer.token;
  }

  function keepQuiet(askedMs: number): void {
    if (quiet !== null) return;
    quiet = [];
    // Pages that were turned away together come back apart.
    endQuiet = environment.after(Math.max(QUIET_MS, askedMs) * (1 + Math.random() / 2), () => {
      const waiting = quiet ?? [];
      quiet = null;
      for (const resume of waiting) resume();
    });
  }

  function call<Answer>(request: CallRequest<Answer>, settle: (result: CallResult<Answer>) => void): void {
    const id = environment.uuid();
    let abort = new AbortController();

    function end(result: CallResult<Answer>): void {
      if (!open.delete(id)) return;
      held.delete(id);
      if (!result.ok)
        append({ type: 'api.responseFailed', call: id, command: request.command, failure: result.failure });
      settle(result);
    }

    function fail(failure: Failure, inDoubt: boolean): void {
      end({ ok: false, failure, inDoubt });
    }

    function arrive(outcome: Outcome<Answer>, generation: number, timedOut: boolean): void {
      // Its call ended before the answer came: logged out, or stopped.
      if (!open.has(id)) return;
      switch (outcome.kind) {
        case 'answered':
          end({ ok: true, answer: outcome.answer });
          return;
        case 'refused':
          if (outcome.retryAfterMs !== undefined && isForAll(request.command, outcome.failure)) {
            keepQuiet(outcome.retryAfterMs);
          }
          // A server whose database went away can't tell whether it took the change.
          fail(outcome.failure, outcome.failure.code === 'UNAVAILABLE');
          return;
        case 'lost':
          fail(timedOut ? TOO_LATE : NO_ANSWER, true);
          return;
        case 'unreadable':
          append({ type: 'input.rejected', source: request.source, reason: outcome.reason, sample: outcome.sample });
          fail(unreadable(outcome.status), true);
          return;
        case 'expired':
          if (request.bearer !== 'session') {
            fail(outcome.failure, false);
            return;
          }
          // Held first: the answer to the event may come within the append.
          held.add(id);
          append({ type: 'call.expired', call: id, generation });
          return;
        case 'unauthorized':
          if (request.bearer === 'session') {
            append({ type: 'call.unauthorized', call: id, generation, status: outcome.status });
          }
          fail(outcome.failure, false);
          return;
        default:
          unreachable(outcome);
      }
    }

    async function attempt(): Promise<void> {
      const config = await configOf();
      if (!open.has(id)) return;
      const token = tokenFor(request.bearer);
      if (token === undefined) {
        fail(ABANDONED, false);
        return;
      }
      const generation = session?.generation ?? 0;
      if (config === null) {
        fail(NO_ANSWER, true);
        return;
      }
      abort = new AbortController();
      const { signal } = abort;
      let timedOut = false;
      const endWait = environment.after(request.patience ?? CALL_TIMEOUT_MS, () => {
        timedOut = true;
        abort.abort();
      });
      const outcome = await request.send({ config, token, signal });
      endWait();
      arrive(outcome, generation, timedOut);
    }

    open.set(id, {
      id,
      outlivesSession: request.outlivesSession === true,
      fail,
      cancel: () => abort.abort(),
      resume: () => void attempt(),
    });
    if (quiet !== null && INSISTENT.has(request.command)) quiet.push(() => open.has(id) && void attempt());
    else void attempt();
  }

  return {
    call,
    ask: (request) => new Promise((resolve) => call(request, resolve)),
    adopt: (ref, generation) => {
      const token = vault.read(ref);
      if (token === undefined) return;
      if (session && session.ref !== ref) vault.drop(session.ref);
      session = { ref, token, generation };
      cleared = null;
    },
    clear: () => {
      if (session) vault.drop(session.ref);
      cleared = session ?? cleared;
      session = null;
      for (const entry of [...open.values()]) {
        if (entry.outlivesSession) continue;
        const waited = held.has(entry.id);
        entry.cancel();
        entry.fail(ABANDONED, !waited);
      }
    },
    retry: (id) => {
      if (held.delete(id)) open.get(id)?.resume();
    },
    abandon: (id) => {
      if (held.has(id)) open.get(id)?.fail(ABANDONED, false);
    },
    fail: (id) => {
      if (held.has(id)) open.get(id)?.fail(NO_ANSWER, false);
    },
    tokenToEnd: (generation) => {
      if (session?.generation === generation) return session.token;
      const { token } = cleared?.generation === generation ? cleared : {};
      cleared = null;
      return token;
    },
    stop: () => {
      endQuiet();
      const calls = [...open.values()];
      open.clear();
      held.clear();
      for (const entry of calls) entry.cancel();
    },
  };
}

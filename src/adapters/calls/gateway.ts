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

/** Timeout of a call (milliseconds). */
export const CALL_TIMEOUT_MS = 20_000;
/** Shortest backoff after the server refused for overload or too many calls (milliseconds). */
const BACKOFF_MS = 5_000;
/** Retried automatically until answered, so they wait for the backoff to end. */
const AUTO_RETRIED: ReadonlySet<CommandType> = new Set(['socket.fetchTicket', 'tickets.fetch']);

/** User actions that wait for the network and then run in order. Each may be sent twice. */
const WAITS_FOR_NETWORK: ReadonlySet<CommandType> = new Set(['ticket.finish', 'transfer.confirm', 'transfer.delete']);

/** Whether a refusal starts a backoff. A rate limit on a user's own action concerns only that action. */
function mayStartBackoff(command: CommandType, failure: Failure): boolean {
  return failure.code !== 'TOO_MANY' || AUTO_RETRIED.has(command);
}

/** The backend's addresses; null while they can't be loaded. */
export type ConfigSource = () => Promise<ClientConfig | null>;

/**
 * The only way to the server. Holds the session's token, numbers the calls, and parks those with an expired token until
 * the auth machine decides.
 */
export interface Gateway {
  /** Makes a call; `settle` runs exactly once, synchronously with the result. */
  readonly call: <Answer>(request: CallRequest<Answer>, settle: (result: CallResult<Answer>) => void) => void;
  /** The same as a promise. */
  readonly request: <Answer>(request: CallRequest<Answer>) => Promise<CallResult<Answer>>;
  readonly adopt: (token: SecretRef, generation: number) => void;
  /** Later calls have no token; those in progress end as abandoned at once. */
  readonly clear: () => void;
  readonly retry: (call: CallId) => void;
  readonly abandon: (call: CallId) => void;
  /** Ends a parked call as unanswered; the server certainly didn't do it. */
  readonly fail: (call: CallId) => void;
  /** The token of a generation, for its logout; once cleared, it is available only once. */
  readonly tokenToEnd: (generation: number) => string | undefined;
  /** Sends the calls that waited for the network. */
  readonly networkBack: () => void;
  /** While the socket is live, the browser is wrong about being offline: nothing waits for the network. */
  readonly socketLive: (isLive: boolean) => void;
  /** Cancels all calls without a result. */
  readonly stop: () => void;
}

interface OpenCall {
  readonly id: CallId;
  readonly outlivesSession: boolean;
  readonly resume: () => void;
  readonly fail: (failure: Failure, inDoubt: boolean) => void;
  /** Cancels the current attempt. */
  readonly cancel: () => void;
}

interface Session {
  readonly ref: SecretRef;
  readonly token: string;
  readonly generation: number;
}

interface GatewayOptions {
  readonly append: (event: AppEvent) => void;
  readonly configOf: ConfigSource;
  readonly environment: Pick<Environment, 'after' | 'uuid' | 'random' | 'page'>;
  readonly vault: Vault;
}

export function createGateway({ append, configOf, environment, vault }: GatewayOptions): Gateway {
  const open = new Map<CallId, OpenCall>();
  /** Parked calls with an expired token; they are also in `open`. */
  const parked = new Set<CallId>();
  let session: Session | null = null;
  /** Calls that wait for the backoff to end; null without one. */
  let backoff: (() => void)[] | null = null;
  let cancelBackoff = (): void => undefined;
  /** Calls that wait for the network. */
  let offline: (() => void)[] = [];
  let isSocketLive = false;
  /** The last cleared session, until its logout or the next session: only a logout may still use its token. */
  let cleared: Session | null = null;

  function tokenFor(bearer: Bearer): string | null | undefined {
    if (bearer === 'none') return null;
    if (bearer === 'sender') return session?.token ?? null;
    return bearer === 'session' ? session?.token : bearer.token;
  }

  function waitsForNetwork(command: CommandType): boolean {
    return WAITS_FOR_NETWORK.has(command) && !isSocketLive && !environment.page.online();
  }

  function networkBack(): void {
    const waiting = offline;
    offline = [];
    for (const resume of waiting) resume();
  }

  function startBackoff(requestedMs: number): void {
    if (backoff !== null) return;
    backoff = [];
    // Jitter, so that clients refused together don't return together.
    cancelBackoff = environment.after(Math.max(BACKOFF_MS, requestedMs) * (1 + environment.random() / 2), () => {
      const waiting = backoff ?? [];
      backoff = null;
      for (const resume of waiting) resume();
    });
  }

  function call<Answer>(request: CallRequest<Answer>, settle: (result: CallResult<Answer>) => void): void {
    const id = environment.uuid();
    let abort = new AbortController();

    function end(result: CallResult<Answer>): void {
      if (!open.delete(id)) return;
      parked.delete(id);
      if (!result.ok)
        append({ type: 'api.responseFailed', call: id, command: request.command, failure: result.failure });
      settle(result);
    }

    function fail(failure: Failure, inDoubt: boolean): void {
      end({ ok: false, failure, inDoubt });
    }

    function arrive(outcome: Outcome<Answer>, generation: number, timedOut: boolean): void {
      // The call ended first: logged out, or stopped.
      if (!open.has(id)) return;
      switch (outcome.kind) {
        case 'answered':
          end({ ok: true, answer: outcome.answer });
          return;
        case 'refused':
          if (outcome.retryAfterMs !== undefined && mayStartBackoff(request.command, outcome.failure)) {
            startBackoff(outcome.retryAfterMs);
          }
          // The server lost its database and can't tell whether it made the change.
          fail(outcome.failure, outcome.failure.code === 'UNAVAILABLE');
          return;
        case 'lost':
          if (!timedOut && waitsForNetwork(request.command)) offline.push(() => open.has(id) && void attempt());
          else fail(timedOut ? TOO_LATE : NO_ANSWER, true);
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
          // Parked first, as the event may be answered synchronously.
          parked.add(id);
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
      const endWait = environment.after(request.timeoutMs ?? CALL_TIMEOUT_MS, () => {
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
    if (backoff !== null && AUTO_RETRIED.has(request.command)) backoff.push(() => open.has(id) && void attempt());
    else if (waitsForNetwork(request.command)) offline.push(() => open.has(id) && void attempt());
    else void attempt();
  }

  return {
    call,
    request: (request) => new Promise((resolve) => call(request, resolve)),
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
        const waited = parked.has(entry.id);
        entry.cancel();
        entry.fail(ABANDONED, !waited);
      }
    },
    retry: (id) => {
      if (parked.delete(id)) open.get(id)?.resume();
    },
    abandon: (id) => {
      if (parked.has(id)) open.get(id)?.fail(ABANDONED, false);
    },
    fail: (id) => {
      if (parked.has(id)) open.get(id)?.fail(NO_ANSWER, false);
    },
    tokenToEnd: (generation) => {
      if (session?.generation === generation) return session.token;
      const { token } = cleared?.generation === generation ? cleared : {};
      cleared = null;
      return token;
    },
    networkBack,
    socketLive: (isLive) => {
      isSocketLive = isLive;
      if (isLive) networkBack();
    },
    stop: () => {
      cancelBackoff();
      offline = [];
      const calls = [...open.values()];
      open.clear();
      parked.clear();
      for (const entry of calls) entry.cancel();
    },
  };
}

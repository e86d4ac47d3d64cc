import { createCookieJar } from './cookie-jar.ts';
import type { CookieJar } from './cookie-jar.ts';
import { createBrowser } from './client.ts';
import type { Browser } from './client.ts';

/** A request as it left the browser. */
export interface SentRequest {
  /** GraphQL operation, or `POST /api/auth/logout`. */
  readonly name: string;
  /** What it bears as its token; null for none. */
  readonly token: string | null;
}

/** A request or an answer that waits for `go`. */
export interface Gate {
  /** Resolves when something waits at it. */
  readonly reached: Promise<void>;
  readonly go: () => void;
}

/**
 * What becomes of a request. `dropped`: it never reaches the server. `lost`: the server does it, the
 * answer never comes. `doubled`: the server gets it twice. `slow`: the answer takes so many milliseconds.
 */
export type Fate =
  | { readonly kind: 'normal' }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'doubled' }
  | { readonly kind: 'slow'; readonly ms: number };

export type FetchLike = typeof globalThis.fetch;

/** A browser whose requests are written down, held and meddled with. */
export interface MeddledBrowser extends Browser {
  readonly requests: readonly SentRequest[];
  /** The next request of a name that isn't held yet waits before it leaves. */
  readonly holdRequest: (name: string) => Gate;
  /** The answer to the next one waits, done by the server and with its cookies stored. */
  readonly holdAnswer: (name: string) => Gate;
  /** Decides on every request from now on. */
  readonly decide: (fate: (name: string) => Fate) => void;
  /** The token now in use is taken for expired from now on, without a clock that would have to jump for it. */
  readonly expireToken: () => void;
}

function nameOf(input: Parameters<FetchLike>[0], init: RequestInit | undefined): string {
  const url = new URL(input instanceof Request ? input.url : input);
  const operation =
    typeof init?.body === 'string' ? /"query":"\s*(?:query|mutation)\s+(\w+)/.exec(init.body)?.[1] : undefined;
  return operation ?? `${init?.method ?? 'GET'} ${url.pathname}`;
}

function tokenOf(init: RequestInit | undefined): string | null {
  return new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? null;
}

interface Held extends Gate {
  readonly wait: () => Promise<void>;
}

function createGate(): Held {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: open, resolve: go } = Promise.withResolvers<void>();
  return {
    reached,
    go,
    wait: () => {
      reach();
      return open;
    },
  };
}

function noAnswer(why: string): TypeError {
  return new TypeError(`fetch failed: ${why}`);
}

/** A browser's own patience: an aborted request is over for the page, wherever it is on the way. */
async function unlessAborted<Result>(signal: AbortSignal | null | undefined, work: Promise<Result>): Promise<Result> {
  if (!signal) return await work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new DOMException('The request was aborted', 'AbortError'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export function createMeddledBrowser(): MeddledBrowser {
  const requests: SentRequest[] = [];
  const before = new Map<string, Held[]>();
  const after = new Map<string, Held[]>();
  const jar = createCookieJar();
  const expired = new Set<string>();
  let fateOf = (_name: string): Fate => ({ kind: 'normal' });

  function take(gates: Map<string, Held[]>, name: string): Promise<void> | undefined {
    return gates.get(name)?.shift()?.wait();
  }

  function place(gates: Map<string, Held[]>, name: string): Gate {
    const gate = createGate();
    gates.set(name, [...(gates.get(name) ?? []), gate]);
    return gate;
  }

  /** What the jar sends, without taking a cookie from the answer. */
  function blind(input: Parameters<FetchLike>[0], init: RequestInit): Promise<Response> {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    const refresh = jar.value('balcao_refresh', pathname);
    if (refresh !== undefined) headers.set('cookie', `balcao_refresh=${refresh}`);
    return fetch(input, { ...init, headers });
  }

  async function exchange(
    name: string,
    input: Parameters<FetchLike>[0],
    init: RequestInit | undefined,
  ): Promise<Response> {
    await take(before, name);
    const token = tokenOf(init);
    requests.push({ name, token });
    // A logout with it is a logout.
    if (token !== null && expired.has(token) && name !== LOGOUT) return expiredAnswer();
    const fate = fateOf(name);
    if (fate.kind === 'dropped') throw noAnswer('the request was dropped');
    // The page's abort is seen to outside; the server goes on with what it has got.
    const { signal: _, ...rest } = init ?? {};
    if (fate.kind === 'lost') {
      await readWhole(blind(input, rest));
      throw noAnswer('the answer was lost');
    }
    const asked = fate.kind === 'doubled' ? [jar.fetch(input, rest), jar.fetch(input, rest)] : [jar.fetch(input, rest)];
    const [answer] = await Promise.all(asked.map(readWhole));
    if (fate.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fate.ms));
    await take(after, name);
    if (answer === undefined) throw noAnswer('there was none');
    return answer;
  }

  const meddled: CookieJar = {
    value: jar.value,
    fetch: (input, init) => unlessAborted(init?.signal, exchange(nameOf(input, init), input, init)),
  };

  return {
    ...createBrowser(),
    jar: meddled,
    requests,
    holdRequest: (name) => place(before, name),
    holdAnswer: (name) => place(after, name),
    decide: (fate) => {
      fateOf = fate;
    },
    expireToken: () => {
      const token = requests.findLast((request) => request.token !== null)?.token ?? null;
      if (token !== null) expired.add(token);
    },
  };
}

const LOGOUT = 'POST /api/auth/logout';

/** As the server refuses an expired token, over either way. */
function expiredAnswer(): Response {
  const refusal = { code: 'UNAUTHENTICATED', key: 'error.session.expired' };
  const body = {
    status: 'Token is Expired',
    error: refusal,
    errors: [{ message: 'Token has expired', extensions: refusal }],
  };
  return new Response(JSON.stringify(body), { status: 401, headers: { 'content-type': 'application/json' } });
}

async function readWhole(asked: Promise<Response>): Promise<Response> {
  const response = await asked;
  const { status, headers } = response;
  const text = await response.text();
  return new Response(status === 204 ? null : text, { status, headers });
}

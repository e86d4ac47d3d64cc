import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { createCookieJar } from './cookie-jar.ts';
import type { CookieJar } from './cookie-jar.ts';

/** What the provider says of somebody; the login is their subject. */
export type Account = { email?: string; email_verified?: boolean; name?: string };

export const CLIENT = { id: 'balcao', secret: 'segredo-do-provedor-com-folga' };

/** Listens on a free port; `answer` is set once the address is known. */
async function listen(): Promise<{
  url: string;
  answerWith: (handler: (request: IncomingMessage, response: ServerResponse) => void) => void;
  /** Ends what it has under way without an answer. */
  cut: () => void;
  stop: () => Promise<void>;
}> {
  let handler: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handler(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    answerWith: (next) => (handler = next),
    cut: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A real OpenID provider on this machine, whose accounts the test says. `callbacks` are those of its client. */
export async function startProvider(accounts: Map<string, Account>, callbacks: readonly string[]) {
  const { url, answerWith, stop } = await listen();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...callbacks] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) }),
  });
  const handle = provider.callback();
  answerWith((request, response) => void handle(request, response));
  return { url, stop };
}

type Answerer = (path: string, request: IncomingMessage) => Promise<unknown>;

/** A provider that answers whatever the test wants, for what a real one never says. */
export async function startForger(answer: Answerer) {
  const { url, answerWith, cut, stop } = await listen();
  answerWith((request, response) => {
    void (async () => {
      const body = await answer(new URL(request.url ?? '/', url).pathname, request);
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    })();
  });
  return { url, cut, stop };
}

/** A browser: keeps cookies an origin, and follows redirects until it comes to a page. */
export class Browser {
  readonly #jars = new Map<string, CookieJar>();

  /** The cookies of a server. */
  jarOf(address: string): CookieJar {
    const { origin } = new URL(address);
    const held = this.#jars.get(origin) ?? createCookieJar();
    this.#jars.set(origin, held);
    return held;
  }

  fetch(address: string, init: RequestInit = {}): Promise<Response> {
    return this.jarOf(address).fetch(address, { ...init, redirect: 'manual' });
  }

  /** Goes on until the address is none to fetch, or the answer no redirect; answers both. */
  async follow(address: string, until: (address: string) => boolean): Promise<{ address: string; page: string }> {
    let next = address;
    for (let hop = 0; hop < 20; hop += 1) {
      if (until(next)) return { address: next, page: '' };
      const response = await this.fetch(next);
      const location = response.headers.get('location');
      if (location === null) return { address: next, page: await response.text() };
      next = new URL(location, next).href;
    }
    throw new Error(`Sent on for ever: ${next}`);
  }

  /** Logs in as somebody at the provider's own pages, which begin at `address`; answers where the browser ends up. */
  async logInAt(address: string, login: string, until: (address: string) => boolean): Promise<string> {
    let { address: at, page } = await this.follow(address, until);
    for (let step = 0; step < 3 && page !== ''; step += 1) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`No form at ${at}: ${page.slice(0, 300)}`);
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      const response = await this.fetch(new URL(action, at).href, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ prompt, login, password: 'x' }).toString(),
      });
      const location = new URL(response.headers.get('location') ?? '', at).href;
      ({ address: at, page } = await this.follow(location, until));
    }
    return at;
  }
}

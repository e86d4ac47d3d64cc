import { TOTP, Secret } from 'otpauth';
import * as z from 'zod/mini';
import { prepareTwoFactor } from '../../../contract/rest/user-settings.ts';
import { createClock } from '../../support/clock.ts';
import { DEMO_PASSWORD, startTestServer } from '../../support/server.ts';
import type { TestServerOptions } from '../../support/server.ts';

const refusedSchema = z.object({
  status: z.string(),
  error: z.object({
    code: z.string(),
    key: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
});

export type Answer = { status: number; body: unknown; cookie: string | null };
export type World = Awaited<ReturnType<typeof startWorld>>;

let addresses = 0;

/** A whole server with a clock of the test's own, and the demo's people. */
export async function startWorld(options: TestServerOptions = {}) {
  const clock = createClock();
  const { config, ...rest } = options;
  const server = await startTestServer({
    now: clock.now,
    config: { trustProxy: 'loopback', ...config },
    ...rest,
  });

  /** One REST call, from an address of its own unless one is given. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    { token, address }: { token?: string; address?: string } = {},
  ): Promise<Answer> {
    addresses += 1;
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': address ?? `10.1.${addresses >> 8}.${addresses & 255}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      cookie: response.headers.get('set-cookie'),
    };
  }

  async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await server.owner.query<Row>(text, values)).rows;
  }

  const world = {
    server,
    url: server.url,
    clock,
    call,
    rows,

    async idOf(email: string): Promise<string> {
      const [row] = await rows<{ id: string }>('select id from app_user where email = $1', [email]);
      return row?.id ?? '';
    },

    /** How many wait for what another transaction holds. */
    async waiting(): Promise<number> {
      const [row] = await rows<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.count ?? 0;
    },

    logIn: (email: string, password = DEMO_PASSWORD) => call('POST', '/api/auth/login', { email, password }),

    /** Gives a user a second factor; answers how to make codes, and the recovery codes. */
    async addTwoFactor(email: string): Promise<TwoFactor> {
      const [token, id] = [await server.tokenOf(email), await world.idOf(email)];
      const prepared = await call('POST', `/api/user-settings/${id}/two-factor`, {}, { token });
      const { secret, recovery_codes: recoveryCodes } = prepareTwoFactor.answer.parse(prepared.body);
      const codeOf = codesOf(secret, clock.now);
      const on = await call('PATCH', `/api/user-settings/${id}`, { two_factor: true, code: codeOf() }, { token });
      if (on.status !== 200) throw new Error(JSON.stringify(on.body));
      // The code that switched it on is used.
      clock.advance(30_000);
      return { id, token, codeOf, recoveryCodes };
    },

    /** What was written down of a user, oldest first. */
    async auditOf(email: string): Promise<string[]> {
      const found = await rows<{ action: string }>(
        'select action from audit where user_id = (select id from app_user where email = $1) order by id',
        [email],
      );
      return found.map(({ action }) => action);
    },
  };
  return world;
}

export type TwoFactor = { id: string; token: string; codeOf: () => string; recoveryCodes: readonly string[] };

/** The codes that an authenticator app with the secret shows now. */
export function codesOf(secret: string, now: () => Date): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return () => totp.generate({ timestamp: now().getTime() });
}

/** A refusal as `status CODE key`, or what was answered instead. */
export function refusalOf({ status, body }: Answer): string {
  const refused = refusedSchema.safeParse(body);
  return refused.success ? `${status} ${refused.data.error.code} ${refused.data.error.key}` : `${status} answered`;
}

/** What was wrong with each field of a refused call. */
export function fieldsOf({ body }: Answer): Readonly<Record<string, string>> {
  return refusedSchema.parse(body).error.fields ?? {};
}

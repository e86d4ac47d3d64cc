import * as z from 'zod/mini';
import { addressKey } from '../../address-key.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { IdentityFailed } from '../../identity/provider.ts';
import type { IdentityProviders } from '../../identity/provider.ts';
import { audit } from '../audit.ts';
import { signChallenge } from '../auth/challenge.ts';
import { countTries } from '../auth/limits.ts';
import { openSession } from '../auth/log-in.ts';
import type { LogInResult } from '../auth/log-in.ts';
import { hashSecret, newSecret } from '../auth/refresh-token.ts';
import type { Caller, Services } from '../context.ts';
import { conflict, DomainError } from '../errors.ts';
import { requireNoMaintenance } from '../maintenance/maintenance.ts';
import { seal, unseal } from '../sealed.ts';
import { findTenant } from '../tenants.ts';
import { personOf } from './person.ts';
import { providerOf, readProvider } from './settings.ts';
import type { InTurn, StoredProvider } from './settings.ts';

/** How long a user may take at the provider. */
export const TICKET_MS = 10 * 60_000;
/** How long the page may take to redeem the callback's code. */
const GRANT_MS = 60_000;
/** A whole company may share one address in the morning. */
const STARTS_MAX = 1_000;
const TICKET_PLACE = 'identity ticket';

const off = () => conflict('error.identity.off');
const expired = () => new DomainError('INVALID', 'error.identity.expired');

const ticketSchema = z.object({
  tenantName: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.nullable(z.string()),
  remember: z._default(z.boolean(), false),
  page: z.nullable(z.string()),
  until: z.number(),
});
/** Kept sealed in the browser while the user is at the provider. */
type Ticket = z.infer<typeof ticketSchema>;

/** The company's provider, if enabled. CONFLICT `error.identity.off`. */
async function enabledProvider(
  services: Services,
  tenantName: string,
): Promise<{ tenantId: Id; stored: StoredProvider }> {
  const tenant = await findTenant(services, tenantName);
  if (tenant === undefined) throw off();
  const stored = await withTenant(services.db, tenant.id, (tx) => readProvider(tx, tenant.id));
  if (stored?.enabled !== true) throw off();
  return { tenantId: tenant.id, stored };
}

/** The label of the login button; null without a provider. NOT_FOUND `error.company.unknown` without the company. */
export async function identityLabel(services: Services, tenantName: string): Promise<string | null> {
  const tenant = await findTenant(services, tenantName);
  if (tenant === undefined) throw new DomainError('NOT_FOUND', 'error.company.unknown');
  const stored = await withTenant(services.db, tenant.id, (tx) => readProvider(tx, tenant.id));
  return stored?.enabled === true ? stored.label : null;
}

/** The state contains the company, so that a browser that lost its ticket still returns to its page. */
export function tenantOfState(state: string): string | undefined {
  return /^[\w-]{43}\.([a-z0-9-]{1,63})$/.exec(state)?.[1];
}

/**
 * Starts a login at a company's provider, running queries through `inTurn`: returns the redirect, and the ticket for a
 * cookie named after the state. CONFLICT `error.identity.off` without a provider, `IdentityFailed` if it doesn't
 * answer.
 */
export async function startIdentityLogin(
  services: Services,
  providers: IdentityProviders,
  input: { tenantName: string; callback: string; to: string | null; remember: boolean; page: string | null },
  caller: Caller,
  inTurn: InTurn,
): Promise<{ address: string; state: string; ticket: string }> {
  const { tenantName, callback, to, remember, page } = input;
  const { tenantId, stored } = await inTurn(async () => {
    await countTries(services, [{ name: `identity of ${addressKey(caller.address)}`, max: STARTS_MAX }]);
    return enabledProvider(services, tenantName);
  });
  const state = `${newSecret()}.${tenantName}`;
  const { address, checks } = await providers.begin(providerOf(services, tenantId, stored), { callback, state });
  const ticket: Ticket = { ...checks, tenantName, to, remember, page, until: services.now().getTime() + TICKET_MS };
  return { address, state, ticket: seal(services.keys, TICKET_PLACE, JSON.stringify(ticket)) };
}

/** Opens a valid ticket that matches the state; INVALID `error.identity.expired` for others. */
export function readTicket(services: Services, sealed: string | undefined, state: string): Ticket {
  const opened = sealed === undefined ? undefined : unseal(services.keys, TICKET_PLACE, sealed);
  const ticket = opened === undefined ? undefined : ticketSchema.safeParse(JSON.parse(opened)).data;
  if (ticket === undefined || ticket.state !== state || ticket.until < services.now().getTime()) throw expired();
  return ticket;
}

/**
 * Completes `startIdentityLogin` when the browser returns to `address`, running queries through `inTurn`. Returns a
 * code for the page and a secret for the cookie, which together log the user in. Refuses as `personOf` and
 * `IdentityProviders.end` do; failures are audited.
 */
export async function finishIdentityRedirect(
  services: Services,
  providers: IdentityProviders,
  ticket: Ticket,
  address: URL,
  caller: Caller,
  inTurn: InTurn,
): Promise<{ code: string; browser: string }> {
  const { tenantId, stored } = await inTurn(() => enabledProvider(services, ticket.tenantName));
  const note = (key: string, email: string | undefined) =>
    withTenant(services.db, tenantId, async (tx) => {
      const known = await tx
        .selectFrom('app_user')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('email', '=', email ?? '')
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      await audit(tx, {
        tenantId,
        userId: known?.id ?? null,
        action: 'login.identityRefused',
        details: { key, email: email ?? null, issuer: stored.issuer },
        address: caller.address,
        requestId: caller.requestId,
      });
    });
  let email: string | undefined;
  try {
    const identity = await providers.end(providerOf(services, tenantId, stored), ticket, address);
    email = identity.email;
    return await inTurn(async () => {
      const { userId } = await personOf(services, tenantId, stored, identity, caller);
      return grantTo(services, { tenantId, userId });
    });
  } catch (error) {
    if (isAudited(error)) await inTurn(() => note(error.key, email));
    throw error;
  }
}

/** An overloaded server isn't the user's failure. */
function isAudited(error: unknown): error is DomainError | IdentityFailed {
  if (error instanceof IdentityFailed) return error.key !== 'error.identity.busy';
  return error instanceof DomainError && error.code !== 'TOO_MANY';
}

async function grantTo(
  services: Services,
  { tenantId, userId }: { tenantId: Id; userId: Id },
): Promise<{ code: string; browser: string }> {
  const [code, browser] = [newSecret(), newSecret()];
  await withTenant(services.db, tenantId, (tx) =>
    tx
      .insertInto('identity_grant')
      .values({
        tenant_id: tenantId,
        code_hash: hashSecret(code),
        browser_hash: hashSecret(browser),
        user_id: userId,
        expires_at: new Date(services.now().getTime() + GRANT_MS),
      })
      .execute(),
  );
  return { code, browser };
}

/**
 * Logs in the user whom the provider identified, once. As after a password, a second factor is still required, whatever
 * the provider checked. INVALID `error.identity.expired` for a code of another browser, expired or used; UNAVAILABLE
 * `error.maintenance` during maintenance.
 */
export async function logInByIdentity(
  services: Services,
  input: {
    tenantName: string;
    code: string;
    remember: boolean;
    browser: string | undefined;
    claimedAddress: string | null;
  },
  caller: Caller,
): Promise<LogInResult> {
  const { tenantId, stored } = await enabledProvider(services, input.tenantName);
  const browser = input.browser;
  if (browser === undefined) throw expired();
  await requireNoMaintenance(services, tenantId);
  return withTenant(services.db, tenantId, async (tx): Promise<LogInResult> => {
    const now = services.now();
    const grant = await tx
      .updateTable('identity_grant')
      .set({ used_at: now })
      .where('tenant_id', '=', tenantId)
      .where('code_hash', '=', hashSecret(input.code))
      .where('browser_hash', '=', hashSecret(browser))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst();
    if (grant === undefined) throw expired();
    const person = await tx
      .selectFrom('app_user')
      .leftJoin('totp', (join) =>
        join.onRef('totp.tenant_id', '=', 'app_user.tenant_id').onRef('totp.user_id', '=', 'app_user.id'),
      )
      .select(['app_user.id', 'app_user.password_hash', 'app_user.is_blocked', 'totp.confirmed_at'])
      .where('app_user.tenant_id', '=', tenantId)
      .where('app_user.id', '=', grant.user_id)
      .where('app_user.deleted_at', 'is', null)
      .where('app_user.support_user_id', 'is', null)
      .executeTakeFirst();
    if (person === undefined || person.is_blocked) throw new DomainError('FORBIDDEN', 'error.login.blocked');
    const of = { tenantId, userId: person.id, remember: input.remember, hasProvenPassword: false };
    if (person.confirmed_at !== null) {
      const { tenantName } = input;
      const challenge = await signChallenge(services, { ...of, tenantName, passwordHash: person.password_hash });
      return { outcome: 'secondFactor', challenge, tenantName };
    }
    const opened = await openSession(tx, services, of, caller);
    await audit(tx, {
      tenantId,
      userId: person.id,
      action: 'login',
      subject: `session:${opened.actor.sessionId}`,
      details: {
        identity: stored.issuer,
        claimed_address: input.claimedAddress,
        user_agent: caller.userAgent ?? null,
      },
      address: caller.address,
      requestId: caller.requestId,
    });
    return { outcome: 'open', ...opened };
  });
}

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
import type { KeptProvider } from './settings.ts';

/** At the provider a person has so long. */
export const TICKET_MS = 10 * 60_000;
/** The page takes what the callback sent it back with within so long. */
const GRANT_MS = 60_000;
/** A whole company may come from one address in the morning. */
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
  page: z.nullable(z.string()),
  until: z.number(),
});
/** What the browser keeps, sealed, while its person is at the provider. */
type Ticket = z.infer<typeof ticketSchema>;

/** The company's provider if it may be logged in with. Refuses with CONFLICT `error.identity.off`. */
async function offeredProvider(services: Services, tenantName: string): Promise<{ tenantId: Id; kept: KeptProvider }> {
  const tenant = await findTenant(services, tenantName);
  if (tenant === undefined) throw off();
  const kept = await withTenant(services.db, tenant.id, (tx) => readProvider(tx, tenant.id));
  if (kept?.enabled !== true) throw off();
  return { tenantId: tenant.id, kept };
}

/** What the login page's button is called; null where there is no provider to log in with. */
export async function identityLabel(services: Services, tenantName: string): Promise<string | null> {
  const offered = await offeredProvider(services, tenantName).catch((error: unknown) => {
    if (error instanceof DomainError) return undefined;
    throw error;
  });
  return offered?.kept.label ?? null;
}

/** The state names the company, so that a browser that lost its ticket still comes back to its page. */
export function tenantOfState(state: string): string | undefined {
  return /^[\w-]{43}\.([a-z0-9-]{1,63})$/.exec(state)?.[1];
}

/**
 * Begins a login with a company's provider: where the browser goes, and the ticket to be kept in it
 * under the state's name. Refuses a company without one with CONFLICT `error.identity.off`, and a
 * provider that doesn't answer with `IdentityFailed`.
 */
export async function beginIdentity(
  services: Services,
  providers: IdentityProviders,
  given: { tenantName: string; callback: string; to: string | null; page: string | null },
  caller: Caller,
): Promise<{ address: string; state: string; ticket: string }> {
  const { tenantName, callback, to, page } = given;
  await countTries(services, [{ name: `identity of ${addressKey(caller.address)}`, max: STARTS_MAX }]);
  const { tenantId, kept } = await offeredProvider(services, tenantName);
  const state = `${newSecret()}.${tenantName}`;
  const { address, checks } = await providers.begin(providerOf(services, tenantId, kept), { callback, state });
  const ticket: Ticket = { ...checks, tenantName, to, page, until: services.now().getTime() + TICKET_MS };
  return { address, state, ticket: seal(services.keys, TICKET_PLACE, JSON.stringify(ticket)) };
}

/** A ticket that is still good, of the login that came back; refuses others with INVALID `error.identity.expired`. */
export function readTicket(services: Services, sealed: string | undefined, state: string): Ticket {
  const opened = sealed === undefined ? undefined : unseal(services.keys, TICKET_PLACE, sealed);
  const ticket = opened === undefined ? undefined : ticketSchema.safeParse(JSON.parse(opened)).data;
  if (ticket === undefined || ticket.state !== state || ticket.until < services.now().getTime()) throw expired();
  return ticket;
}

/**
 * Ends what `beginIdentity` began: `address` is that which the browser came back to. Answers a code for
 * the page and a secret for the browser's cookie, which together let its person in. Refuses as `personOf`
 * and `IdentityProviders.end`; the company's audit says so.
 */
export async function returnFromIdentity(
  services: Services,
  providers: IdentityProviders,
  ticket: Ticket,
  address: URL,
  caller: Caller,
): Promise<{ code: string; browser: string }> {
  const { tenantId, kept } = await offeredProvider(services, ticket.tenantName);
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
        details: { key, email: email ?? null, issuer: kept.issuer },
        address: caller.address,
        requestId: caller.requestId,
      });
    });
  let email: string | undefined;
  try {
    const identity = await providers.end(providerOf(services, tenantId, kept), ticket, address);
    email = identity.email;
    const { userId } = await personOf(services, tenantId, kept, identity, caller);
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
  } catch (error) {
    if (error instanceof DomainError || error instanceof IdentityFailed) await note(error.key, email);
    throw error;
  }
}

/**
 * Lets in whom the provider has shown, once: a login like one with a password, from which on the second
 * factor is asked for as it is there. What the provider did to know its person doesn't stand in
 * for it. Refuses with INVALID `error.identity.expired` a code that is of another browser, too old or used,
 * and with UNAVAILABLE `error.maintenance` while the platform is worked on.
 */
export async function enterByIdentity(
  services: Services,
  given: { tenantName: string; code: string; browser: string | undefined; claimedAddress: string | null },
  caller: Caller,
): Promise<LogInResult> {
  const { tenantId, kept } = await offeredProvider(services, given.tenantName);
  const browser = given.browser;
  if (browser === undefined) throw expired();
  await requireNoMaintenance(services, tenantId);
  return withTenant(services.db, tenantId, async (tx): Promise<LogInResult> => {
    const now = services.now();
    const grant = await tx
      .updateTable('identity_grant')
      .set({ used_at: now })
      .where('tenant_id', '=', tenantId)
      .where('code_hash', '=', hashSecret(given.code))
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
    const of = { tenantId, userId: person.id, remember: false, hasProvenPassword: false };
    if (person.confirmed_at !== null) {
      const { tenantName } = given;
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
        identity: kept.issuer,
        claimed_address: given.claimedAddress,
        user_agent: caller.userAgent ?? null,
      },
      address: caller.address,
      requestId: caller.requestId,
    });
    return { outcome: 'open', ...opened };
  });
}

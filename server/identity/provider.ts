import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { Log } from '../log.ts';
import { AddressRefused, createProviderFetch } from './provider-fetch.ts';

/** The parameters to talk to a company's provider. `company` is the key that concurrent calls are counted by. */
export type Provider = { company: string; issuer: string; clientId: string; clientSecret: string | undefined };

/** State of a pending login, needed when the browser returns. */
export type LoginChecks = { state: string; nonce: string; verifier: string };

/** The user as identified by the provider. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
};

/** A login at a provider failed; `key` is the id of the text that says why. */
export class IdentityFailed extends Error {
  readonly key:
    | 'error.identity.busy'
    | 'error.identity.unreachable'
    | 'error.identity.denied'
    | 'error.identity.failed';

  constructor(key: IdentityFailed['key'], cause: unknown) {
    super(key, { cause });
    this.name = 'IdentityFailed';
    this.key = key;
  }
}

/**
 * OpenID Connect with companies' providers: the authorization code flow with PKCE, state and nonce. A provider may be
 * slow or silent, so hold no shared resources while waiting. More than `MAX_CONCURRENT_CALLS` concurrent calls of a
 * company fail with `IdentityFailed` `error.identity.busy`, and calls just after a silent one with
 * `error.identity.unreachable`.
 */
export type IdentityProviders = {
  /** Fetches the provider's metadata. `IdentityFailed` if it doesn't identify as its issuer. */
  check: (provider: Provider) => Promise<void>;
  /** The redirect, and the state to keep until the browser returns. */
  begin: (
    provider: Provider,
    of: { callback: string; state: string },
  ) => Promise<{ address: string; checks: LoginChecks }>;
  /** Completes a login: `address` is the URL that the browser returned to. Refuses with `IdentityFailed`. */
  end: (provider: Provider, checks: LoginChecks, address: URL) => Promise<Identity>;
};

/** How long a provider's metadata is cached. */
const METADATA_CACHE_MS = 600_000;
/** A silent provider isn't called again for this long. */
const SILENT_MS = 10_000;
/** Concurrent calls to a company's provider; each may take half a minute. */
export const MAX_CONCURRENT_CALLS = 8;

const claimsSchema = z.looseObject({
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
  name: z.optional(z.string()),
});

/** `isDemo`: providers may be local and without TLS. `privateHosts` may be on a private network. */
export function createIdentityProviders(
  log: Log,
  { isDemo, privateHosts }: { isDemo: boolean; privateHosts: readonly string[] },
): IdentityProviders {
  const fetch = createProviderFetch((host) => isDemo || privateHosts.includes(host));
  const known = new Map<string, { config: oidc.Configuration; until: number }>();
  const discoveries = new Map<string, Promise<oidc.Configuration>>();
  /** Until when silent providers aren't called. */
  const silent = new Map<string, number>();
  const talks = new Map<string, number>();

  async function talk<T>({ company }: Provider, work: () => Promise<T>): Promise<T> {
    const underWay = talks.get(company) ?? 0;
    if (underWay >= MAX_CONCURRENT_CALLS) throw new IdentityFailed('error.identity.busy', undefined);
    talks.set(company, underWay + 1);
    try {
      return await work();
    } finally {
      const left = (talks.get(company) ?? 1) - 1;
      if (left > 0) talks.set(company, left);
      else talks.delete(company);
    }
  }

  function noteSilence(provider: Provider): void {
    const now = performance.now();
    for (const [key, until] of silent) if (until <= now) silent.delete(key);
    silent.set(keyOf(provider), now + SILENT_MS);
  }

  function requireNotSilent(provider: Provider): void {
    if ((silent.get(keyOf(provider)) ?? 0) > performance.now()) {
      throw new IdentityFailed('error.identity.unreachable', undefined);
    }
  }

  function knownConfig(provider: Provider): oidc.Configuration | undefined {
    const current = known.get(keyOf(provider));
    return current !== undefined && current.until > performance.now() ? current.config : undefined;
  }

  async function discover({ issuer, clientId, clientSecret }: Provider): Promise<oidc.Configuration> {
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated as a warning: a demo's provider has no TLS
      ...(isDemo ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
    const server = found.serverMetadata();
    const config = new oidc.Configuration(server, clientId, clientSecret, authentication(server, clientSecret));
    config[oidc.customFetch] = fetch;
    // oxlint-disable-next-line typescript/no-deprecated -- as above
    if (isDemo) oidc.allowInsecureRequests(config);
    // The token comes straight from the provider over TLS; its signature is verified all the same.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }

  /** The provider's metadata; concurrent callers share one request. */
  async function configOf(provider: Provider): Promise<oidc.Configuration> {
    const current = knownConfig(provider);
    if (current !== undefined) return current;
    const key = keyOf(provider);
    const underWay = discoveries.get(key) ?? learn(provider).finally(() => discoveries.delete(key));
    discoveries.set(key, underWay);
    return underWay;
  }

  async function learn(provider: Provider): Promise<oidc.Configuration> {
    known.delete(keyOf(provider));
    try {
      const config = await discover(provider);
      known.set(keyOf(provider), { config, until: performance.now() + METADATA_CACHE_MS });
      silent.delete(keyOf(provider));
      return config;
    } catch (error) {
      noteSilence(provider);
      log.warn({ err: error, issuer: provider.issuer }, "an identity provider's metadata could not be fetched");
      throw new IdentityFailed('error.identity.unreachable', error);
    }
  }

  return {
    check: async (provider) => {
      known.delete(keyOf(provider));
      await talk(provider, () => configOf(provider));
    },

    begin: async (provider, { callback, state }) => {
      requireNotSilent(provider);
      const config = knownConfig(provider) ?? (await talk(provider, () => configOf(provider)));
      const checks = { state, nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        state,
        nonce: checks.nonce,
      });
      return { address: address.href, checks };
    },

    end: async (provider, checks, address) => {
      requireNotSilent(provider);
      return talk(provider, async () => {
        const config = await configOf(provider);
        try {
          return await identify(config, checks, address);
        } catch (error) {
          if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied') {
            throw new IdentityFailed('error.identity.denied', error);
          }
          log.warn({ err: error, issuer: provider.issuer }, 'a login at an identity provider failed');
          if (!isUnreachable(error)) throw new IdentityFailed('error.identity.failed', error);
          noteSilence(provider);
          throw new IdentityFailed('error.identity.unreachable', error);
        }
      });
    },
  };
}

async function identify(
  config: oidc.Configuration,
  { state, nonce, verifier }: LoginChecks,
  address: URL,
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(config, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('There is no ID token');
  // Many provide the e-mail only on request.
  const more =
    claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
  const profile = claimsSchema.parse({ ...claims, ...more });
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: profile.email?.trim().toLowerCase(),
    isEmailVerified: profile.email_verified === true || profile.email_verified === 'true',
    name: profile.name?.trim(),
  };
}

const keyOf = ({ issuer, clientId, clientSecret }: Provider) => JSON.stringify([issuer, clientId, clientSecret]);

/** The client authentication that the provider supports, by default in the header. */
function authentication(server: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof AddressRefused) return true;
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  const isNetwork = typeof code === 'string' && /^(E[A-Z]+|ABORT_ERR|OAUTH_TIMEOUT)$/.test(code);
  return isNetwork || isUnreachable(error.cause);
}

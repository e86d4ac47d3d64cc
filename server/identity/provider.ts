import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { Log } from '../log.ts';
import { AddressRefused, createProviderFetch } from './provider-fetch.ts';

/** A company's provider, as far as talking with it goes. */
export type Provider = { issuer: string; clientId: string; clientSecret: string | undefined };

/** What a login under way must not lose: it is asked for again when the browser comes back. */
export type LoginChecks = { state: string; nonce: string; verifier: string };

/** Who the provider says that somebody is. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
};

/** Why a login with a provider didn't work; `key` names the text. */
export class IdentityFailed extends Error {
  readonly key: 'error.identity.unreachable' | 'error.identity.denied' | 'error.identity.failed';

  constructor(key: IdentityFailed['key'], cause: unknown) {
    super(key, { cause });
    this.name = 'IdentityFailed';
    this.key = key;
  }
}

/** OpenID Connect with companies' providers: the authorization code flow with PKCE, state and nonce. */
export type IdentityProviders = {
  /** Asks the provider who it is. Refuses with `IdentityFailed` one that doesn't answer as the issuer it is said to be. */
  check: (provider: Provider) => Promise<void>;
  /** Where the browser goes, and what must be known when it comes back. */
  begin: (
    provider: Provider,
    of: { callback: string; state: string },
  ) => Promise<{ address: string; checks: LoginChecks }>;
  /** Who came back: `address` is that which the browser was sent to. Refuses with `IdentityFailed`. */
  end: (provider: Provider, checks: LoginChecks, address: URL) => Promise<Identity>;
};

/** What a provider says of itself is good for so long. */
const KNOWN_MS = 600_000;

const claimsSchema = z.looseObject({
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
  name: z.optional(z.string()),
});

/** `isDemo`: providers may be on this machine, without TLS. `privateHosts` may be on the network inside. */
export function createIdentityProviders(
  log: Log,
  { isDemo, privateHosts }: { isDemo: boolean; privateHosts: readonly string[] },
): IdentityProviders {
  const fetch = createProviderFetch((host) => isDemo || privateHosts.includes(host));
  const known = new Map<string, { config: oidc.Configuration; until: number }>();

  async function discover({ issuer, clientId, clientSecret }: Provider): Promise<oidc.Configuration> {
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      // oxlint-disable-next-line typescript/no-deprecated -- marked so to be noticed: a demo's provider has no TLS
      ...(isDemo ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
    const server = found.serverMetadata();
    const config = new oidc.Configuration(server, clientId, clientSecret, authentication(server, clientSecret));
    config[oidc.customFetch] = fetch;
    // oxlint-disable-next-line typescript/no-deprecated -- as above
    if (isDemo) oidc.allowInsecureRequests(config);
    // The token comes straight from the provider over TLS; its signature is looked at all the same.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }

  async function configOf(provider: Provider): Promise<oidc.Configuration> {
    const key = keyOf(provider);
    const held = known.get(key);
    if (held !== undefined && held.until > performance.now()) return held.config;
    known.delete(key);
    try {
      const config = await discover(provider);
      known.set(key, { config, until: performance.now() + KNOWN_MS });
      return config;
    } catch (error) {
      log.warn({ err: error, issuer: provider.issuer }, 'an identity provider does not say who it is');
      throw new IdentityFailed('error.identity.unreachable', error);
    }
  }

  return {
    check: async (provider) => {
      known.delete(keyOf(provider));
      await configOf(provider);
    },

    begin: async (provider, { callback, state }) => {
      const config = await configOf(provider);
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

    end: async (provider, { state, nonce, verifier }, address) => {
      const config = await configOf(provider);
      try {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('There is no ID token');
        // Many tell the e-mail only when they are asked for it.
        const more =
          claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {};
        const told = claimsSchema.parse({ ...claims, ...more });
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: told.email?.trim().toLowerCase(),
          isEmailVerified: told.email_verified === true || told.email_verified === 'true',
          name: told.name?.trim(),
        };
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied') {
          throw new IdentityFailed('error.identity.denied', error);
        }
        log.warn({ err: error, issuer: provider.issuer }, 'a login with an identity provider failed');
        throw new IdentityFailed(isUnreachable(error) ? 'error.identity.unreachable' : 'error.identity.failed', error);
      }
    },
  };
}

const keyOf = ({ issuer, clientId, clientSecret }: Provider) => JSON.stringify([issuer, clientId, clientSecret]);

/** As the provider takes it: by header if it says nothing else. */
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

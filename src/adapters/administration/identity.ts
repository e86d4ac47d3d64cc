import * as calls from '../../../contract/rest/identity.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

/** The company's login by identity provider: one row, or none. */
export function identityLists(parts: CallParts): Pick<ListSources, 'identityLogin'> {
  const { environment, gateway, tenant } = parts;
  return {
    identityLogin: async () => {
      const request = { query: { tenantName: tenant, page: environment.page.origin } };
      const call = restRequest(parts, 'list.fetch', calls.identityLogin, request, 'none');
      const result = await gateway.request({
        ...call,
        send: async (attempt) => {
          const outcome = await call.send(attempt);
          // A page without a back-office may have no REST server, and then no provider either.
          const hasNone = outcome.kind === 'unreadable' && attempt.config.backoffice === null;
          return hasNone ? { kind: 'answered', answer: { offered: null } } : outcome;
        },
      });
      return mapped(result, ({ offered }) => ({
        list: 'identityLogin',
        rows: offered === null ? [] : [{ id: tenant, ...offered }],
        total: offered === null ? 0 : 1,
      }));
    },
  };
}

/** The company's identity provider. The client secret is a vault reference; null keeps the stored one. */
export function identityForms(parts: CallParts): Pick<FormSources, 'identity'> {
  const { gateway, tenant, vault } = parts;
  return {
    identity: {
      load: async () => {
        const request = { query: { tenantName: tenant } };
        const result = await gateway.request(restRequest(parts, 'form.load', calls.identityProvider, request));
        return mapped(result, ({ version, ...values }) => ({ values: { ...values, client_secret: null }, version }));
      },
      save: async (key, { client_secret: ref, ...values }, version) => {
        const secret = typeof ref === 'string' ? vault.read(ref) : undefined;
        const given = {
          ...values,
          tenantName: tenant,
          version,
          ...(secret === undefined ? {} : { client_secret: secret }),
        };
        const input = parseValues(calls.updateIdentityProvider.body, given);
        if (!input.ok) return input;
        const request = { body: input.answer, secret: true } as const;
        const result = await gateway.request(restRequest(parts, 'form.save', calls.updateIdentityProvider, request));
        if (result.ok && typeof ref === 'string') vault.drop(ref);
        return mapped(result, (saved) => ({ id: key, version: saved.version, lists: ['identityLogin'] }));
      },
    },
  };
}

import * as links from '../../../contract/rest/account-links.ts';
import * as calls from '../../../contract/rest/invitations.ts';
import { restRequest } from '../backoffice/request.ts';
import { NOT_FOUND } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import { withSecrets } from './secrets.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Saved } from './sources.ts';

/** Open invitations, unpaged. */
export function invitationLists(parts: CallParts): Pick<ListSources, 'invitations'> {
  return {
    invitations: async () => {
      const result = await parts.gateway.request(restRequest(parts, 'list.fetch', calls.invitations, {}));
      return mapped(result, (found) => ({
        list: 'invitations',
        rows: found.map(({ id, email, role, invitedBy, created_at, expires_at }) => ({
          id,
          email,
          role: { id: role.id, label: role.display_name },
          invitedBy,
          since: Date.parse(created_at),
          until: Date.parse(expires_at),
        })),
        total: found.length,
      }));
    },
  };
}

type LinkForm =
  | 'account.forgotPassword'
  | 'account.resetPassword'
  | 'account.register'
  | 'invitation'
  | 'invitation.revoke'
  | 'tenant.invite';

/**
 * What starts with a mail. The key of `account.resetPassword` and `account.register` is the vault reference of the
 * link's token; the saved id is the e-mail to log in with.
 */
export function linkForms(parts: CallParts): Pick<FormSources, LinkForm> {
  const { gateway, tenant, vault } = parts;
  const invited = ({ id }: calls.Invitation): Saved => ({ id, version: null, lists: ['invitations'] });
  const arrived = ({ email }: { email: string }): Saved => ({ id: email, version: null, lists: [] });

  return {
    'account.forgotPassword': {
      save: async (key, values) => {
        const input = parseValues(links.forgotPassword.body, { ...values, tenantName: tenant });
        if (!input.ok) return input;
        const request = { body: input.answer };
        const result = await gateway.request(restRequest(parts, 'form.save', links.forgotPassword, request, 'none'));
        return mapped(result, () => ({ id: key, version: null, lists: [] }));
      },
    },
    'account.resetPassword': {
      save: (key, values) =>
        withSecrets(parts, values, ['password'], async (all) => {
          const input = parseValues(links.resetPassword.body, { ...all, token: vault.read(key) ?? '' });
          if (!input.ok) return input;
          const request = { body: input.answer, secret: true } as const;
          const result = await gateway.request(restRequest(parts, 'form.save', links.resetPassword, request, 'none'));
          return mapped(result, arrived);
        }),
    },
    'account.register': {
      load: async (key) => {
        const token = vault.read(key);
        if (token === undefined) return { ok: false, failure: NOT_FOUND };
        const request = { body: { token }, secret: true } as const;
        const result = await gateway.request(restRequest(parts, 'form.load', links.invitationOf, request, 'none'));
        return mapped(result, ({ email, company, role }) => ({
          values: { email, company, role, name: '', username: '', password: null },
          version: null,
        }));
      },
      save: (key, values) =>
        withSecrets(parts, values, ['password'], async (all) => {
          const input = parseValues(links.register.body, { ...all, token: vault.read(key) ?? '' });
          if (!input.ok) return input;
          const request = { body: input.answer, secret: true } as const;
          const result = await gateway.request(restRequest(parts, 'form.save', links.register, request, 'none'));
          return mapped(result, arrived);
        }),
    },
    invitation: {
      save: async (_key, values) => {
        const input = parseValues(calls.invite.body, values);
        if (!input.ok) return input;
        const request = { body: input.answer };
        return mapped(await gateway.request(restRequest(parts, 'form.save', calls.invite, request)), invited);
      },
    },
    'invitation.revoke': {
      save: async (id) => {
        const request = { params: { id } };
        const result = await gateway.request(restRequest(parts, 'form.save', calls.revokeInvitation, request));
        return mapped(result, () => ({ id, version: null, lists: ['invitations'] }));
      },
    },
    'tenant.invite': {
      save: async (tenantName, values) => {
        const input = parseValues(calls.inviteAdministrator.body, { ...values, tenantName });
        if (!input.ok) return input;
        const request = { body: input.answer };
        return mapped(
          await gateway.request(restRequest(parts, 'form.save', calls.inviteAdministrator, request)),
          invited,
        );
      },
    },
  };
}

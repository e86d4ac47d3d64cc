import { securitySettings, updateSecuritySettings } from '../../../contract/rest/security-settings.ts';
import { profile, updateProfile } from '../../../contract/rest/profile.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { disconnected } from '../../../contract/graphql/disconnected.ts';
import * as settings from '../../../contract/rest/user-settings.ts';
import { unlock } from '../../../contract/rest/account-links.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { withProof } from './own-password.ts';
import { withSecrets } from './secrets.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources, Saved } from './sources.ts';

const saved = (id: string): Saved => ({ id, version: null, lists: ['userSettings'] });

/** The user's login security. */
export function accountLists(parts: CallParts): Pick<ListSources, 'userSettings'> {
  return {
    userSettings: async ({ filters }) => {
      const request = { params: { id: filters['user'] ?? '' } };
      const result = await parts.gateway.request(restRequest(parts, 'list.fetch', settings.userSettings, request));
      return mapped(
        result,
        ({ id, two_factor, two_factor_required, recovery_codes_left, lock_minutes, wait_minutes, sign_messages }) => ({
          list: 'userSettings',
          rows: [
            {
              id,
              twoFactor: two_factor,
              twoFactorRequired: two_factor_required,
              recoveryCodesLeft: recovery_codes_left,
              lockMinutes: lock_minutes,
              ...(wait_minutes !== undefined && { waitMinutes: wait_minutes }),
              ...(sign_messages === true && { signsMessages: true as const }),
            },
          ],
          total: 1,
        }),
      );
    },
  };
}

type AccountForm =
  | 'availability'
  | 'account.profile'
  | 'account.twoFactor'
  | 'account.twoFactorOff'
  | 'account.recoveryCodes'
  | 'account.unlock'
  | 'user.twoFactorOff'
  | 'security';

/**
 * Login security. The key is the user's id; codes, the authenticator secret, its QR code and the recovery codes (one
 * per line) are vault references.
 */
export function accountForms(parts: CallParts): Pick<FormSources, AccountForm> {
  const { gateway, vault } = parts;
  const keepLines = (lines: readonly string[]) => vault.keep(lines.join('\n'));

  /** Turns the second factor on or off with a code. */
  function switched(on: boolean): FormSources['account.twoFactor']['save'] {
    return (id, values) =>
      withSecrets(parts, values, ['code'], async ({ code }) => {
        const input = parseValues(settings.updateUserSettings.body, { id, two_factor: on, code: code ?? '' });
        if (!input.ok) return input;
        const request = { params: { id }, body: input.answer, secret: true } as const;
        const result = await gateway.request(restRequest(parts, 'form.save', settings.updateUserSettings, request));
        return mapped(result, () => saved(id));
      });
  }

  return {
    // A frame reports the outcome.
    availability: {
      save: async (id, { away }) => {
        const none = { variables: {} };
        const done = () => ({ id, version: null, lists: ['users', 'connectedUsers'] as const });
        return away === true
          ? mapped(await gateway.request(graphqlCall(parts, 'form.save', disconnected, none)), done)
          : mapped(await gateway.request(graphqlCall(parts, 'form.save', connected, none)), done);
      },
    },
    'account.profile': {
      load: async () => {
        const result = await gateway.request(restRequest(parts, 'form.load', profile, {}));
        return mapped(result, ({ version, ...values }) => ({ values, version }));
      },
      save: async (key, values, version) => {
        const input = parseValues(updateProfile.body, { ...values, version });
        if (!input.ok) return input;
        const request = { body: input.answer };
        return withProof(parts, values, async () => {
          const result = await gateway.request(restRequest(parts, 'form.save', updateProfile, request));
          return mapped(result, (answer) => ({ id: key, version: answer.version, lists: ['users'] }));
        });
      },
    },
    'account.twoFactor': {
      load: async (id) => {
        const request = { params: { id }, body: { id }, secret: true } as const;
        const result = await gateway.request(restRequest(parts, 'form.load', settings.prepareTwoFactor, request));
        return mapped(result, ({ uri, secret, qr, recovery_codes }) => ({
          values: {
            uri: vault.keep(uri),
            secret: vault.keep(secret),
            qr: vault.keep(qr),
            recovery_codes: keepLines(recovery_codes),
            code: null,
          },
          version: null,
        }));
      },
      save: switched(true),
    },
    'account.twoFactorOff': { save: switched(false) },
    'account.recoveryCodes': {
      load: async (id) => {
        const request = { params: { id }, body: { id }, secret: true } as const;
        const result = await gateway.request(restRequest(parts, 'form.load', settings.prepareRecoveryCodes, request));
        return mapped(result, ({ recovery_codes }) => ({
          values: { recovery_codes: keepLines(recovery_codes), code: null },
          version: null,
        }));
      },
      save: (id, values) =>
        withSecrets(parts, values, ['code'], async ({ code }) => {
          const input = parseValues(settings.renewRecoveryCodes.body, { id, code: code ?? '' });
          if (!input.ok) return input;
          const request = { params: { id }, body: input.answer, secret: true } as const;
          const result = await gateway.request(restRequest(parts, 'form.save', settings.renewRecoveryCodes, request));
          return mapped(result, () => saved(id));
        }),
    },
    'account.unlock': {
      save: (id, values) =>
        withSecrets(parts, values, ['password'], async (all) => {
          const input = parseValues(unlock.body, all);
          if (!input.ok) return input;
          const request = { body: input.answer, secret: true } as const;
          const result = await gateway.request(restRequest(parts, 'form.save', unlock, request));
          return mapped(result, () => ({ id, version: null, lists: [] }));
        }),
    },
    'user.twoFactorOff': {
      save: async (id) => {
        const request = { params: { id }, body: { id, two_factor: false } };
        const result = await gateway.request(restRequest(parts, 'form.save', settings.updateUserSettings, request));
        return mapped(result, () => ({ id, version: null, lists: ['users'] }));
      },
    },
    security: {
      load: async () => {
        const result = await gateway.request(restRequest(parts, 'form.load', securitySettings, {}));
        return mapped(result, ({ version, ...values }) => ({ values, version }));
      },
      save: async (key, values, version) => {
        const input = parseValues(updateSecuritySettings.body, { ...values, version });
        if (!input.ok) return input;
        const request = { body: input.answer };
        const result = await gateway.request(restRequest(parts, 'form.save', updateSecuritySettings, request));
        return mapped(result, (answer) => ({ id: key, version: answer.version, lists: ['userSettings'] }));
      },
    },
  };
}

import { PASSWORD_UNPROVEN } from '../../../contract/facts/password.ts';
import { passwordChangeSchema } from '../../../contract/entities/managed-user.ts';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { unlock } from '../../../contract/rest/account-links.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { FormValue } from '../../machines/entities/forms.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { withSecrets } from './secrets.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, Result } from './sources.ts';

/**
 * Changes the user's password: verifies `current`, then sets `password`. Both are validated before anything is sent.
 */
export function ownPasswordForm(parts: CallParts): Pick<FormSources, 'account.password'> {
  const { gateway } = parts;
  return {
    'account.password': {
      save: (id, values) =>
        withSecrets(parts, values, ['current', 'password'], async ({ current = '', password = '' }) => {
          const [proof, chosen] = [
            parseValues(unlock.body, { password: current }),
            parseValues(passwordChangeSchema, { password }),
          ];
          if (!proof.ok) {
            const failure = ofCurrent(proof.failure);
            const other = chosen.ok ? { fields: {}, params: {} } : chosen.failure;
            const fields = { ...failure.fields, ...other.fields };
            return { ok: false, failure: { ...failure, fields, params: { ...failure.params, ...other.params } } };
          }
          if (!chosen.ok) return chosen;
          const proven = await prove(parts, proof.answer);
          if (!proven.ok) return proven;
          const changing = { variables: chosen.answer, secret: true } as const;
          const result = await gateway.request(graphqlCall(parts, 'form.save', updateUserPassword, changing));
          // The session keeps its token.
          return mapped(result, () => ({ id, version: null, lists: ['mySessions', 'loginHistory'] }));
        }),
    },
  };
}

/**
 * Saves a change that requires the password: verifies the field `current` first. If it is empty, the server checks for
 * a recent verification, and its refusal is shown at the field.
 */
export function withProof<Answer>(
  parts: CallParts,
  values: { readonly current?: FormValue },
  save: () => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  return withSecrets(parts, values, ['current'], async ({ current }) => {
    if (typeof current === 'string' && current !== '') {
      const proof = parseValues(unlock.body, { password: current });
      if (!proof.ok) return { ok: false, failure: ofCurrent(proof.failure) };
      const proven = await prove(parts, proof.answer);
      if (!proven.ok) return proven;
    }
    const result = await save();
    if (result.ok || result.failure.key !== PASSWORD_UNPROVEN) return result;
    const fields = { ...result.failure.fields, current: PASSWORD_UNPROVEN };
    return { ok: false, failure: { ...result.failure, key: 'error.form.invalid', fields } };
  });
}

/** Verifies the password; a refusal is shown at the field `current`. */
async function prove(parts: CallParts, body: { password: string }): Promise<Result<null>> {
  const request = { body, secret: true } as const;
  const proven = await parts.gateway.request(restRequest(parts, 'form.save', unlock, request));
  return proven.ok ? { ok: true, answer: null } : { ok: false, failure: ofCurrent(proven.failure) };
}

/** Maps a failure of the verified password to the form's field `current`. */
function ofCurrent(failure: Failure): Failure {
  const { password, ...fields } = failure.fields;
  if (password === undefined) return failure;
  const params = Object.entries(failure.params).map(([name, value]) => [
    name.replace(/^password\./, 'current.'),
    value,
  ]);
  return { ...failure, fields: { ...fields, current: password }, params: Object.fromEntries(params) };
}

import { passwordChangeSchema } from '../../../contract/entities/managed-user.ts';
import { updateUserPassword } from '../../../contract/graphql/update-user-password.ts';
import { unlock } from '../../../contract/rest/account-links.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import { restRequest } from '../backoffice/request.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { withSecrets } from './secrets.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources } from './sources.ts';

/**
 * One's own password: the `current` one is proven first, then `password` takes its place. Both are looked
 * at before anything is sent.
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
          const proving = { body: proof.answer, secret: true } as const;
          const proven = await gateway.ask(restRequest(parts, 'form.save', unlock, proving));
          if (!proven.ok) return { ok: false, failure: ofCurrent(proven.failure) };
          const changing = { variables: chosen.answer, secret: true } as const;
          const result = await gateway.ask(graphqlCall(parts, 'form.save', updateUserPassword, changing));
          // This session goes on with the token that it has.
          return mapped(result, () => ({ id, version: null, lists: ['mySessions', 'loginHistory'] }));
        }),
    },
  };
}

/** What is wrong with the password that was proven is so with the form's field `current`. */
function ofCurrent(failure: Failure): Failure {
  const { password, ...fields } = failure.fields;
  if (password === undefined) return failure;
  const params = Object.entries(failure.params).map(([name, value]) => [
    name.replace(/^password\./, 'current.'),
    value,
  ]);
  return { ...failure, fields: { ...fields, current: password }, params: Object.fromEntries(params) };
}

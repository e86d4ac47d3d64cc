import { confirmSecondFactor } from '../../contract/graphql/confirm-second-factor.ts';
import { secondFactor } from '../../contract/rest/second-factor.ts';
import type { Failure } from '../machines/entities/failure.ts';
import type { CommandOf } from '../machines/log/command.ts';
import type { BackofficeAccount } from './backoffice/account.ts';
import { restRequest } from './backoffice/request.ts';
import { LOGIN_FAILED } from './calls/failure.ts';
import type { CallParts } from './calls/parts.ts';
import type { TenantAccount } from './tenant/account.ts';
import { graphqlCall } from './tenant/request.ts';

/**
 * The login's second step, by the path of the first; loaded with the first code.
 * -> login.succeeded | login.codeRefused | login.refused
 */
export async function confirmLogIn(
  parts: CallParts,
  accounts: { readonly backoffice: BackofficeAccount; readonly tenant: TenantAccount },
  command: CommandOf<'login.confirm'>,
): Promise<void> {
  const { append, gateway, vault } = parts;
  const { type, generation } = command;
  const code = vault.take(command.code);
  const challenge = vault.read(command.challenge);
  if (code === undefined || challenge === undefined) {
    append({ type: 'login.refused', generation, failure: LOGIN_FAILED });
  } else if (command.path === 'rest') {
    const body = { second_factor_token: challenge, code, ip: accounts.backoffice.address() };
    const result = await gateway.ask(restRequest(parts, type, secondFactor, { body, secret: true }, 'none'));
    if (!result.ok) refuse(result.failure);
    else if (result.answer.access_token === null) refuse(LOGIN_FAILED);
    else await accounts.backoffice.enter(command, result.answer, result.answer.access_token);
  } else {
    const request = { variables: { second_factor_token: challenge, code }, secret: true } as const;
    const result = await gateway.ask(graphqlCall(parts, type, confirmSecondFactor, request, 'none'));
    if (result.ok) append(accounts.tenant.entered(generation, result.answer.confirmSecondFactor));
    else refuse(result.failure);
  }

  /** It is over when the password counts no more, else another code may be tried. */
  function refuse(failure: Failure): void {
    append({ type: failure.code === 'UNAUTHENTICATED' ? 'login.refused' : 'login.codeRefused', generation, failure });
  }
}

import { login } from '../../../contract/rest/login.ts';
import { logout } from '../../../contract/rest/logout.ts';
import { permissionsByEmail } from '../../../contract/rest/permissions-by-email.ts';
import { userByEmail } from '../../../contract/rest/user-by-email.ts';
import type { LoginAnswer } from '../../../contract/rest/login.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import { LOGIN_FAILED, LOGIN_OTHER_TENANT } from '../calls/failure.ts';
import type { CallResult } from '../calls/call.ts';
import type { ConfigSource } from '../calls/gateway.ts';
import type { CallParts } from '../calls/parts.ts';
import { userOf } from '../tenant/from-wire.ts';
import { graphqlCall } from '../tenant/request.ts';
import { lookUpAddress } from './address-lookup.ts';
import { restRequest } from './request.ts';

type LoginCommand = CommandOf<'login.send' | 'login.confirm'>;

/** The back-office's side of a session: its login, the logout, permissions. */
export interface BackofficeAccount {
  /** -> login.succeeded | login.refused | login.secondFactorRequired */
  readonly logIn: (command: CommandOf<'login.send'>, password: string) => Promise<void>;
  /** Finds out who the token of an answered login is. -> login.succeeded | login.refused */
  readonly enter: (command: LoginCommand, answer: LoginAnswer, token: string) => Promise<void>;
  /** The address found at the login, or null. */
  readonly address: () => string | null;
  /** -> logout.finished, whatever the server says */
  readonly logOut: (command: CommandOf<'logout.send'>) => void;
  /** -> permissions.listed */
  readonly fetchPermissions: (command: CommandOf<'permissions.fetch'>) => void;
}

export function createBackofficeAccount(parts: CallParts, configOf: ConfigSource): BackofficeAccount {
  const { append, environment, gateway, tenant, vault } = parts;
  /** The address found at the login, told again at the logout, which can't wait for another lookup. */
  let address: string | null = null;

  async function findAddress(): Promise<void> {
    const config = await configOf();
    address = config === null ? null : await lookUpAddress(environment, config);
  }

  function endSession(token: string, command: LoginCommand['type'] | 'logout.send', settle: () => void): void {
    const request = restRequest(parts, command, logout, { body: { ip: address } }, { token });
    gateway.call({ ...request, outlivesSession: true }, settle);
  }

  /** Who has logged in. The login's answer doesn't say, so two more calls bear its token; without both there is no login. */
  async function enter(command: LoginCommand, answer: LoginAnswer, token: string): Promise<void> {
    const { type, generation, email } = command;
    function refuse(failure: Failure): void {
      endSession(token, type, () => undefined);
      append({ type: 'login.refused', generation, failure });
    }
    if (answer.tenantName !== tenant) {
      refuse(LOGIN_OTHER_TENANT);
      return;
    }
    const [named, person] = await Promise.all([
      gateway.ask(restRequest(parts, type, userByEmail, { body: { email } }, { token })),
      gateway.ask(graphqlCall(parts, type, userInfos, { variables: {} }, { token })),
    ]);
    const failed = failureOf(named) ?? failureOf(person);
    if (failed !== null || !person.ok) {
      refuse(failed ?? LOGIN_FAILED);
      return;
    }
    append({
      type: 'login.succeeded',
      generation,
      token: vault.keep(token),
      user: userOf(person.answer.userInfos),
      routes: answer.has_permission_routes.map((permission) => permission.route_name),
      originBackoffice: answer.origin_backoffice,
      ...(answer.second_factor_owed === true ? { owesSecondFactor: true } : {}),
    });
  }

  /** Says that a code is needed; its company is known already. */
  function askForCode({ generation }: LoginCommand, { tenantName, second_factor_token: challenge }: LoginAnswer): void {
    const failure = tenantName === tenant ? LOGIN_FAILED : LOGIN_OTHER_TENANT;
    append(
      challenge === undefined || tenantName !== tenant
        ? { type: 'login.refused', generation, failure }
        : { type: 'login.secondFactorRequired', generation, challenge: vault.keep(challenge) },
    );
  }

  return {
    logIn: async (command, password) => {
      const { generation, email } = command;
      await findAddress();
      const request = { body: { email, password, ip: address }, secret: true } as const;
      const result = await gateway.ask(restRequest(parts, 'login.send', login, request, 'none'));
      if (!result.ok) {
        append({ type: 'login.refused', generation, failure: result.failure });
        return;
      }
      const { answer } = result;
      if (answer.second_factor === true) askForCode(command, answer);
      else if (answer.access_token === null) append({ type: 'login.refused', generation, failure: LOGIN_FAILED });
      else await enter(command, answer, answer.access_token);
    },
    enter,
    address: () => address,
    logOut: ({ generation }) => {
      const token = gateway.tokenToEnd(generation);
      if (token === undefined) append({ type: 'logout.finished', generation });
      else endSession(token, 'logout.send', () => append({ type: 'logout.finished', generation }));
    },
    fetchPermissions: ({ email }) => {
      gateway.call(restRequest(parts, 'permissions.fetch', permissionsByEmail, { query: { email } }), (result) => {
        if (!result.ok) return;
        append({ type: 'permissions.listed', routes: result.answer.map((permission) => permission.route_name) });
      });
    },
  };
}

function failureOf(result: CallResult<unknown>): Failure | null {
  return result.ok ? null : result.failure;
}

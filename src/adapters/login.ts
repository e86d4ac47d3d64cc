import { confirmSecondFactor } from '../../contract/graphql/confirm-second-factor.ts';
import { logIn } from '../../contract/graphql/log-in.ts';
import type { LogInResult } from '../../contract/graphql/log-in.ts';
import { userInfos } from '../../contract/graphql/user-infos.ts';
import { login } from '../../contract/rest/login.ts';
import type { LoginAnswer } from '../../contract/rest/login.ts';
import { logout } from '../../contract/rest/logout.ts';
import { secondFactor } from '../../contract/rest/second-factor.ts';
import { enterByIdentity } from '../../contract/rest/identity.ts';
import { userPreferences } from '../../contract/graphql/user-preferences.ts';
import { userByEmail } from '../../contract/rest/user-by-email.ts';
import type { User } from '../machines/entities/entities.ts';
import type { Failure } from '../machines/entities/failure.ts';
import type { CommandOf } from '../machines/log/command.ts';
import type { AppEvent } from '../machines/log/event.ts';
import type { LoginPath, Preferences } from '../machines/log/events-session.ts';
import { lookUpAddress } from './backoffice/address-lookup.ts';
import { restRequest } from './backoffice/request.ts';
import type { CallResult } from './calls/call.ts';
import { LOGIN_FAILED, LOGIN_NO_TOKEN, LOGIN_OTHER_TENANT } from './calls/failure.ts';
import type { ConfigSource } from './calls/gateway.ts';
import type { CallParts } from './calls/parts.ts';
import type { LocalStore } from './storage/local.ts';
import { userOf } from './tenant/from-wire.ts';
import { takePreferences } from './tabs/personal-preferences.ts';
import { graphqlCall } from './tenant/request.ts';

type LoginCommand = CommandOf<'login.send' | 'login.confirm'>;

/** Login by each path, and its second step. Loads on first use. */
export interface Login {
  /** -> login.succeeded | login.refused | login.secondFactorRequired */
  readonly send: (command: CommandOf<'login.send'>, password: string) => Promise<void>;
  /** The second step, by the first one's path. -> login.succeeded | login.codeRefused | login.refused */
  readonly confirm: (command: CommandOf<'login.confirm'>) => Promise<void>;
}

/** The address found at login, reused at logout, which can't wait for another lookup. */
export interface KnownAddress {
  value: string | null;
}

export function createLogin(
  parts: CallParts,
  configOf: ConfigSource,
  address: KnownAddress,
  local: Pick<LocalStore, 'preferencesOf'>,
): Login {
  const { append, environment, gateway, tenant, vault } = parts;

  function preferencesOf({ id }: User): { readonly preferences?: Preferences } {
    const preferences = local.preferencesOf(id);
    return preferences === undefined ? {} : { preferences };
  }

  async function findAddress(): Promise<void> {
    const config = await configOf();
    address.value = config === null ? null : await lookUpAddress(environment, config);
  }

  /**
   * Completes a login. The response doesn't identify the user, so two more calls use its token; the login fails if
   * either does. Users of the identity provider entered no e-mail to look up.
   */
  async function enter(command: LoginCommand, answer: LoginAnswer, token: string): Promise<void> {
    const { type, generation, path, email } = command;
    function refuse(failure: Failure): void {
      const request = restRequest(parts, type, logout, { body: { ip: address.value } }, { token });
      gateway.call({ ...request, outlivesSession: true }, () => undefined);
      append({ type: 'login.refused', generation, failure });
    }
    if (answer.tenantName !== tenant) {
      refuse(LOGIN_OTHER_TENANT);
      return;
    }
    const asked = gateway.request(graphqlCall(parts, type, userPreferences, { variables: {} }, { token }));
    const [named, person] = await Promise.all([
      path === 'identity'
        ? null
        : gateway.request(restRequest(parts, type, userByEmail, { body: { email } }, { token })),
      gateway.request(graphqlCall(parts, type, userInfos, { variables: {} }, { token })),
    ]);
    const failed = (named && failureOf(named)) ?? failureOf(person);
    if (failed !== null || !person.ok) {
      refuse(failed ?? LOGIN_FAILED);
      return;
    }
    const user = userOf(person.answer.userInfos);
    // Without an answer by now the page takes them once it is connected.
    const saved = await Promise.race([asked, Promise.resolve(null)]);
    if (saved?.ok) takePreferences(parts, user.id, saved.answer.userPreferences);
    append({
      type: 'login.succeeded',
      generation,
      token: vault.keep(token),
      user,
      routes: answer.has_permission_routes.map((permission) => permission.route_name),
      originBackoffice: answer.origin_backoffice,
      ...(answer.second_factor_owed === true ? { owesSecondFactor: true } : {}),
      ...preferencesOf(user),
    });
  }

  /** Requires a code; the company is already known here. */
  function requireCode(
    { generation }: LoginCommand,
    { tenantName, second_factor_token: challenge }: LoginAnswer,
  ): void {
    const failure = tenantName === tenant ? LOGIN_FAILED : LOGIN_OTHER_TENANT;
    append(
      challenge === undefined || tenantName !== tenant
        ? { type: 'login.refused', generation, failure }
        : { type: 'login.secondFactorRequired', generation, challenge: vault.keep(challenge) },
    );
  }

  function loginEvent(generation: number, answer: LogInResult): AppEvent {
    const { token, user, has_permission_routes, origin_backoffice, second_factor_owed } = answer;
    if (token === null || user === null) return { type: 'login.refused', generation, failure: LOGIN_NO_TOKEN };
    const viewer = userOf(user);
    return {
      type: 'login.succeeded',
      generation,
      token: vault.keep(token),
      user: viewer,
      routes: has_permission_routes.map((permission) => permission.route_name),
      originBackoffice: origin_backoffice,
      ...(second_factor_owed === true ? { owesSecondFactor: true } : {}),
      ...preferencesOf(viewer),
    };
  }

  async function sendRest(command: CommandOf<'login.send'>, password: string): Promise<void> {
    const { email, remember } = command;
    await findAddress();
    const body = { email, password, ip: address.value, ...(remember ? { remember } : {}) };
    const request = { body, secret: true } as const;
    await answered(command, await gateway.request(restRequest(parts, 'login.send', login, request, 'none')));
  }

  /** With the code from the identity provider's callback. */
  async function sendIdentity(command: CommandOf<'login.send'>, code: string): Promise<void> {
    await findAddress();
    const body = { tenantName: tenant, code, ip: address.value, ...(command.remember ? { remember: true } : {}) };
    const request = { body, secret: true } as const;
    await answered(command, await gateway.request(restRequest(parts, 'login.send', enterByIdentity, request, 'none')));
  }

  async function answered(command: CommandOf<'login.send'>, result: CallResult<LoginAnswer>): Promise<void> {
    const { generation } = command;
    if (!result.ok) {
      append({ type: 'login.refused', generation, failure: result.failure });
      return;
    }
    const { answer } = result;
    if (answer.second_factor === true) requireCode(command, answer);
    else if (answer.access_token === null) append({ type: 'login.refused', generation, failure: LOGIN_FAILED });
    else await enter(command, answer, answer.access_token);
  }

  async function sendGraphql(command: CommandOf<'login.send'>, password: string): Promise<void> {
    const { generation, email, remember } = command;
    const request = { variables: { email, password, remember }, secret: true } as const;
    const result = await gateway.request(graphqlCall(parts, 'login.send', logIn, request, 'none'));
    if (!result.ok) {
      append({ type: 'login.refused', generation, failure: refusedByTenant(result.failure) });
      return;
    }
    const { second_factor_token: challenge } = result.answer.logIn;
    if (challenge === null || challenge === undefined) append(loginEvent(generation, result.answer.logIn));
    else append({ type: 'login.secondFactorRequired', generation, challenge: vault.keep(challenge) });
  }

  /** A page without a back-office address logs in at the tenant. */
  async function pathOf({ path }: LoginCommand): Promise<LoginPath> {
    return path === 'rest' && (await configOf())?.backoffice === null ? 'graphql' : path;
  }

  return {
    send: async (command, secret) => {
      const path = await pathOf(command);
      if (path === 'identity') return sendIdentity(command, secret);
      return path === 'rest' ? sendRest(command, secret) : sendGraphql(command, secret);
    },
    confirm: async (command) => {
      const { type, generation } = command;
      /** The login is over if the password is no longer accepted; otherwise another code may be tried. */
      function refuse(failure: Failure): void {
        const isOver = failure.code === 'UNAUTHENTICATED';
        append({ type: isOver ? 'login.refused' : 'login.codeRefused', generation, failure });
      }
      const path = await pathOf(command);
      const code = vault.take(command.code);
      const challenge = vault.read(command.challenge);
      if (code === undefined || challenge === undefined) {
        append({ type: 'login.refused', generation, failure: LOGIN_FAILED });
      } else if (path !== 'graphql') {
        const body = { second_factor_token: challenge, code, ip: address.value };
        const result = await gateway.request(restRequest(parts, type, secondFactor, { body, secret: true }, 'none'));
        if (!result.ok) refuse(result.failure);
        else if (result.answer.access_token === null) refuse(LOGIN_FAILED);
        else await enter(command, result.answer, result.answer.access_token);
      } else {
        const request = { variables: { second_factor_token: challenge, code }, secret: true } as const;
        const result = await gateway.request(graphqlCall(parts, type, confirmSecondFactor, request, 'none'));
        if (result.ok) append(loginEvent(generation, result.answer.confirmSecondFactor));
        else refuse(result.failure);
      }
    },
  };
}

/** Wrong credentials, in the tenant's words. */
function refusedByTenant(failure: Failure): Failure {
  return failure.code === 'UNAUTHENTICATED' ? { ...failure, key: LOGIN_NO_TOKEN.key } : failure;
}

function failureOf(result: CallResult<unknown>): Failure | null {
  return result.ok ? null : result.failure;
}

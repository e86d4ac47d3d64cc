import type { FastifyInstance } from 'fastify';
import * as links from '../../../contract/rest/account-links.ts';
import * as invitations from '../../../contract/rest/invitations.ts';
import type { LoginAnswer } from '../../../contract/rest/login.ts';
import { secondFactor } from '../../../contract/rest/second-factor.ts';
import * as profiles from '../../../contract/rest/profile.ts';
import * as security from '../../../contract/rest/security-settings.ts';
import * as settings from '../../../contract/rest/user-settings.ts';
import { invite, inviteAdministrator, listInvitations, revokeInvitation } from '../../domain/account/invitations.ts';
import { requestPasswordReset, resetPassword } from '../../domain/account/password-reset.ts';
import { profile, updateProfile } from '../../domain/account/profile.ts';
import { readInvitation, register } from '../../domain/account/register.ts';
import { securitySettings, setSecuritySettings } from '../../domain/account/security-settings.ts';
import {
  prepareRecoveryCodes,
  prepareTwoFactor,
  renewRecoveryCodes,
  setTwoFactor,
  userSettings,
} from '../../domain/account/two-factor.ts';
import { unlock } from '../../domain/account/unlock.ts';
import type { LogInResult, OpenSession } from '../../domain/auth/log-in.ts';
import { confirmLogIn } from '../../domain/auth/second-factor.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MailDesk } from '../../mail/desk.ts';
import { callerOf } from '../request.ts';
import { giveSessionCookie } from '../session-cookie.ts';
import { addActorCall, addOpenCall } from './call.ts';
import type { Exchange } from './call.ts';

/** The answer to a login's first step: a session, or that a code is needed; UNAUTHENTICATED for wrong credentials. */
export function answerLogIn(services: Services, exchange: Exchange, result: LogInResult): LoginAnswer {
  if (result.outcome === 'refused') throw new DomainError('UNAUTHENTICATED', 'error.login.failed');
  if (result.outcome === 'open') return opened(services, exchange, result);
  return {
    access_token: null,
    origin_backoffice: false,
    has_permission_routes: [],
    tenantName: result.tenantName,
    second_factor: true,
    second_factor_token: result.challenge,
  };
}

function opened(services: Services, { request, reply }: Exchange, session: OpenSession): LoginAnswer {
  giveSessionCookie(services, request, reply, session);
  const { actor } = session;
  return {
    access_token: session.accessToken,
    origin_backoffice: actor.isBackoffice,
    has_permission_routes: [...actor.routes].map((route) => ({ route_name: route })),
    tenantName: actor.tenantName,
    ...(actor.owesSecondFactor ? { second_factor_owed: true } : {}),
  };
}

/** Calls about one's own account. */
export function addAccount(app: FastifyInstance, services: Services, mail: MailDesk): void {
  addOpenCall(app, services, secondFactor, async (body, exchange) => {
    const input = {
      challenge: body.second_factor_token,
      code: body.code,
      tenantName: undefined,
      claimedAddress: body.ip ?? null,
    };
    return opened(services, exchange, await confirmLogIn(services, input, callerOf(exchange.request)));
  });

  addActorCall(app, services, settings.userSettings, ({ id }, actor) => userSettings(services, actor, id));
  addActorCall(app, services, settings.updateUserSettings, (body, actor) => setTwoFactor(services, actor, body));
  addActorCall(app, services, settings.prepareTwoFactor, ({ id }, actor, { reply }) => {
    reply.header('cache-control', 'no-store');
    return prepareTwoFactor(services, actor, id);
  });
  addActorCall(app, services, settings.prepareRecoveryCodes, async ({ id }, actor, { reply }) => {
    reply.header('cache-control', 'no-store');
    return { recovery_codes: await prepareRecoveryCodes(services, actor, id) };
  });
  addActorCall(app, services, settings.renewRecoveryCodes, (body, actor) => renewRecoveryCodes(services, actor, body));

  addActorCall(app, services, security.securitySettings, (_body, actor) => securitySettings(services, actor));
  addActorCall(app, services, security.updateSecuritySettings, (body, actor) =>
    setSecuritySettings(services, actor, body),
  );

  addActorCall(app, services, profiles.profile, (_body, actor) => profile(services, actor));
  addActorCall(app, services, profiles.updateProfile, (body, actor) => updateProfile(services, actor, body));

  addActorCall(app, services, links.unlock, async ({ password }, actor) => {
    await unlock(services, actor, password);
    return { ok: true as const };
  });
  addLinks(app, services, mail);
}

/** Calls around mails: invitations and password resets. */
function addLinks(app: FastifyInstance, services: Services, mail: MailDesk): void {
  const requireMail = () => {
    if (!mail.isOn) throw new DomainError('UNAVAILABLE', 'error.mail.off');
  };

  addOpenCall(app, services, links.forgotPassword, async ({ email, tenantName = null, locale }, { request }) => {
    requireMail();
    await requestPasswordReset(services, { email, tenantName, locale }, callerOf(request));
    mail.wake();
    return { ok: true as const };
  });
  addOpenCall(app, services, links.resetPassword, (body, { request }) =>
    resetPassword(services, body, callerOf(request)),
  );
  addOpenCall(app, services, links.invitationOf, ({ token }, { request }) =>
    readInvitation(services, token, callerOf(request)),
  );
  addOpenCall(app, services, links.register, (body, { request }) => register(services, body, callerOf(request)));

  addActorCall(app, services, invitations.invitations, (_body, actor) => listInvitations(services, actor));
  addActorCall(app, services, invitations.invite, async (body, actor) => {
    requireMail();
    const invited = await invite(services, actor, body);
    mail.wake();
    return invited;
  });
  addActorCall(app, services, invitations.inviteAdministrator, async (body, actor) => {
    requireMail();
    const invited = await inviteAdministrator(services, actor, body);
    mail.wake();
    return invited;
  });
  addActorCall(app, services, invitations.revokeInvitation, async ({ id }, actor) => {
    await revokeInvitation(services, actor, id);
    return { ok: true as const };
  });
}

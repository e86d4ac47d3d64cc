import { LOCALES } from '../../contract/facts/locales.ts';
import type { Config } from '../config.ts';
import type { Services } from '../domain/context.ts';
import { removeMailJob, MAIL_ATTEMPTS, postponeMailJob, claimMailJob } from '../domain/account/mail-jobs.ts';
import type { MailJob, TakenJob } from '../domain/account/mail-jobs.ts';
import { preparePasswordReset } from '../domain/account/password-reset.ts';
import { prepareInvitation } from '../domain/account/register.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { Sink, CaughtMail } from './sink.ts';
import { invitationMail, passwordResetMail } from './texts.ts';

/** Writes and sends mails. */
export type MailDesk = {
  /** Whether this server sends mail at all. */
  isOn: boolean;
  /** A mail was queued: send it now, without waiting for the next poll. */
  wake: () => void;
  /** Mails of the demo's mail server, newest last; empty with a real one. */
  mails: () => readonly CaughtMail[];
  start: () => void;
  stop: () => Promise<void>;
};

/** Interval of polling: the node that was notified may have died. */
const POLL_MS = 5_000;
const RETRY_SECONDS = 10;

export type DeskOptions = {
  config: Pick<Config, 'mode' | 'mail'>;
  services: Services;
  /** The server's own URL: the default base of links. */
  address: () => string;
};

/** Sends queued mails one after the other; safe on several nodes. */
export function createMailDesk({ config, services, address }: DeskOptions): MailDesk {
  const { smtpUrl, from, publicUrl } = config.mail;
  const isOn = smtpUrl !== undefined || config.mode === 'demo';
  let sink: Sink | undefined;
  let mailer: Mailer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let isStopped = false;
  let isAskedAgain = false;

  /** Loaded with the first mail, as most servers never send one. */
  async function mailerOf(): Promise<Mailer> {
    if (mailer !== undefined) return mailer;
    const [{ createMailer }, url] = await Promise.all([import('./mailer.ts'), smtpUrl ?? sinkUrl()]);
    return (mailer = createMailer({ smtpUrl: url, from }));
  }

  async function sinkUrl(): Promise<string> {
    sink ??= await (await import('./sink.ts')).startSink();
    return sink.url;
  }

  const linkTo = (tenantName: string, page: string, token: string) =>
    // In the hash: neither a proxy's log nor a referrer gets it.
    `${publicUrl ?? address()}/${tenantName}/pages/${page}#token=${token}`;

  async function write(job: MailJob): Promise<Mail | undefined> {
    if (job.kind === 'passwordReset') {
      const found = await preparePasswordReset(services, job);
      if (found === undefined) return undefined;
      const link = linkTo(found.tenantName, 'reset-password', found.token);
      return passwordResetMail({ ...found, locale: job.locale, link });
    }
    const found = await prepareInvitation(services, job);
    if (found === undefined) return undefined;
    const locale = LOCALES.find((known) => known === found.locale) ?? 'pt_BR';
    return invitationMail({ ...found, locale, link: linkTo(found.tenantName, 'register', found.token) });
  }

  async function settle({ id, attempts, job }: TakenJob): Promise<void> {
    try {
      const mail = job && (await write(job));
      if (mail !== undefined) await (await mailerOf()).send(mail);
      await removeMailJob(services, id);
    } catch (error) {
      const isLast = attempts >= MAIL_ATTEMPTS;
      // Without the recipient: addresses don't belong in logs.
      services.log.warn({ err: error, kind: job?.kind, attempts }, isLast ? 'a mail was dropped' : 'a mail failed');
      await (isLast ? removeMailJob(services, id) : postponeMailJob(services, id, RETRY_SECONDS * 2 ** (attempts - 1)));
    }
  }

  async function workOff(): Promise<void> {
    do {
      isAskedAgain = false;
      for (let taken = await claimMailJob(services); taken !== undefined; taken = await claimMailJob(services)) {
        await settle(taken);
        if (isStopped) return;
      }
    } while (isAskedAgain);
  }

  function wake(): void {
    isAskedAgain = true;
    if (!isOn || isStopped || working !== undefined) return;
    working = workOff()
      .catch((error: unknown) => services.log.warn({ err: error }, 'queued mails could not be read'))
      .finally(() => (working = undefined));
  }

  return {
    isOn,
    wake,
    mails: () => sink?.mails() ?? [],
    start: () => {
      if (!isOn) {
        services.log.warn('mail is off: set SMTP_URL, MAIL_FROM and PUBLIC_URL for invitations and password resets');
        return;
      }
      timer = setInterval(wake, POLL_MS);
      timer.unref();
      wake();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await working;
      mailer?.close();
      await sink?.stop();
    },
  };
}

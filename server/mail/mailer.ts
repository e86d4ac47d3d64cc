import nodemailer from 'nodemailer';

/** A mail to one person, with equivalent text and HTML. */
export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Resolves once the mail server has accepted it. */
  send: (mail: Mail) => Promise<void>;
  close: () => void;
};

const TIMEOUT_MS = 15_000;

/** Sends over SMTP. `smtps:` is TLS from the start; `smtp:` uses TLS if the server offers it. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // No local files or URLs may be included in a mail.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    send: async (mail) => void (await transport.sendMail(mail)),
    close: () => transport.close(),
  };
}

import type { Locale } from '../../contract/facts/locales.ts';
import type { Mail } from './mailer.ts';

type Words = {
  subject: string;
  lines: readonly string[];
  button: string;
  after: readonly string[];
};

const IGNORE: Record<Locale, string> = {
  pt_BR: 'Se não foi você, ignore este e-mail: nada muda.',
  en: 'If this wasn’t you, ignore this e-mail: nothing changes.',
  pt: 'Se não foi a si, ignore este e-mail: nada muda.',
};

const RESET: Record<Locale, (company: string, name: string) => Words> = {
  pt_BR: (company, name) => ({
    subject: 'Redefinir sua senha',
    lines: [`Olá, ${name}.`, `Recebemos um pedido para redefinir a sua senha em ${company}.`],
    button: 'Escolher uma nova senha',
    after: ['O link vale por uma hora e uma vez. Suas sessões abertas serão encerradas.', IGNORE.pt_BR],
  }),
  en: (company, name) => ({
    subject: 'Reset your password',
    lines: [`Hello, ${name}.`, `We were asked to reset your password at ${company}.`],
    button: 'Choose a new password',
    after: ['The link works once, within an hour. Your open sessions will end.', IGNORE.en],
  }),
  pt: (company, name) => ({
    subject: 'Repor a sua palavra-passe',
    lines: [`Olá, ${name}.`, `Recebemos um pedido para repor a sua palavra-passe em ${company}.`],
    button: 'Escolher uma nova palavra-passe',
    after: ['A ligação é válida durante uma hora e uma vez. As suas sessões abertas serão terminadas.', IGNORE.pt],
  }),
};

const INVITATION: Record<Locale, (company: string, inviter: string | null, days: number) => Words> = {
  pt_BR: (company, inviter, days) => ({
    subject: `Convite para ${company}`,
    lines: [`${inviter ?? 'O Balcão'} convidou você para trabalhar em ${company} no Balcão.`],
    button: 'Criar meu acesso',
    after: [`O convite vale por ${days === 1 ? 'um dia' : `${days} dias`}.`, IGNORE.pt_BR],
  }),
  en: (company, inviter, days) => ({
    subject: `Invitation to ${company}`,
    lines: [`${inviter ?? 'Balcão'} invited you to work at ${company} on Balcão.`],
    button: 'Create my login',
    after: [`The invitation is good for ${days === 1 ? 'one day' : `${days} days`}.`, IGNORE.en],
  }),
  pt: (company, inviter, days) => ({
    subject: `Convite para ${company}`,
    lines: [`${inviter ?? 'O Balcão'} convidou-o para trabalhar em ${company} no Balcão.`],
    button: 'Criar o meu acesso',
    after: [`O convite é válido durante ${days === 1 ? 'um dia' : `${days} dias`}.`, IGNORE.pt],
  }),
};

/** The mail to reset a password. */
export function passwordResetMail(of: {
  to: string;
  locale: Locale;
  company: string;
  name: string;
  link: string;
}): Mail {
  return written(of, RESET[of.locale](of.company, of.name));
}

/** The mail to join a company. */
export function invitationMail(of: {
  to: string;
  locale: Locale;
  company: string;
  inviter: string | null;
  /** How long it is valid. */
  days: number;
  link: string;
}): Mail {
  return written(of, INVITATION[of.locale](of.company, of.inviter, of.days));
}

function written({ to, link }: { to: string; link: string }, { subject, lines, button, after }: Words): Mail {
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escaped(line)}</p>`;
  const html = [
    '<!doctype html><html><body style="font:16px/1.5 sans-serif;color:#1d1d1f;max-width:520px;margin:0 auto;padding:24px">',
    ...lines.map(paragraph),
    `<p style="margin:0 0 16px"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#fff;text-decoration:none">${escaped(button)}</a></p>`,
    ...after.map(paragraph),
    '</body></html>',
  ].join('\n');
  return { to, subject: oneLine(subject), text: [...lines, `${button}:\n${link}`, ...after].join('\n\n'), html };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes user-chosen names for HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

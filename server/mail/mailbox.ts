import type { FastifyInstance } from 'fastify';
import type { CaughtMail } from './sink.ts';
import { escaped } from './texts.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** `/emulator/mailbox`: the mails of the demo's mail server, newest first. Only in the demo. */
export function addMailbox(app: FastifyInstance, sunk: () => readonly CaughtMail[]): void {
  app.get('/emulator/mailbox', (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page(sunk().toReversed())),
  );
}

function page(mails: readonly CaughtMail[]): string {
  const none = '<p class="mailbox-none">Nenhum e-mail ainda. Convites e redefinições de senha aparecem aqui.</p>';
  return `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Caixa de e-mail · Balcão</title>
    <link rel="icon" href="/emulator/page/icon.svg" />
    <link rel="stylesheet" href="/emulator/page/tokens.css" />
    <link rel="stylesheet" href="/emulator/page/mailbox.css" />
  </head>
  <body>
    <main class="mailbox">
      <h1>Caixa de e-mail</h1>
      <p><a href="/emulator/mailbox">Atualizar</a></p>
      ${mails.length === 0 ? none : mails.map(shown).join('\n')}
    </main>
  </body>
</html>
`;
}

function shown({ id, at, from, to, subject, text }: CaughtMail): string {
  return `<article aria-labelledby="mail-${id}">
        <h2 id="mail-${id}">${escaped(subject)}</h2>
        <p class="mailbox-who">Para <strong>${escaped(to)}</strong>, de ${escaped(from)}, <time datetime="${at.toISOString()}">${at.toLocaleString('pt-BR')}</time></p>
        <div class="mailbox-text">${linked(text)}</div>
      </article>`;
}

/** The text with clickable URLs. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : `<a href="${escaped(part)}">${escaped(part)}</a>`))
    .join('');
}

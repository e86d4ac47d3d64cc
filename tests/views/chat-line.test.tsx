import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { AppProvider } from '../../src/views/app/app-context.tsx';
import { ChatLine } from '../../src/views/attendance/chat/ChatLine.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { aFailure, anOutgoing } from '../support/builders.ts';
import { renderKit } from './kit-render.tsx';

const message = { ...anOutgoing(), failure: aFailure({ key: 'error.notFound' }) };

/** A message that was refused, in a conversation. */
async function show(closed?: 'error.ticket.notYours') {
  const app = createApp({ now: () => 1_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  app.append({ type: 'outbox.restored', messages: [message] });
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => act(() => app.append(event)),
    now: () => 1_000,
    ownNow: () => 1_000,
    newClientId: () => 'client',
    newTempId: () => '1-temp',
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    prepareAdministration: () => Promise.reject(new Error('not here')),
  };
  const temp = {
    id: message.tempId,
    clientId: message.clientId,
    userId: message.userId,
    text: message.text,
    tag: 'stop_flow' as const,
    quoted: null,
    submittedAt: message.submittedAt,
  };
  await renderKit(
    <AppProvider app={handle}>
      <ChatLine
        ticketId={message.ticketId}
        entry={{ kind: 'temp', temp }}
        customerName="Luciana"
        viewerId={message.userId}
        head
        tail
        closed={closed}
        ownerName="Bruno"
        canResend={false}
        onReply={() => undefined}
        onResend={() => undefined}
        onResized={() => undefined}
      />
      <textarea data-composer="" aria-label="Mensagem" />
    </AppProvider>,
  );
  return app;
}

it.each(['Tentar de novo', 'Descartar'])(
  'a failed message, %s by keyboard -> the focus goes to the composer',
  async (name) => {
    const app = await show();
    screen.getByRole('button', { name }).focus();
    await userEvent.setup().keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(app.directory.send(message.clientId)?.getSnapshot().value).not.toBe('failed');
  },
);

it('refused as somebody else has the ticket by now -> says who; it can be discarded, not tried again', async () => {
  await show('error.ticket.notYours');
  expect(screen.getByText(/Não enviada: Este atendimento passou para Bruno\./u)).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Descartar']);
});

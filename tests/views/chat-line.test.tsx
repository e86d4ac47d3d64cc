import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { channelArea } from '../../src/i18n/areas/channel.ts';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { AppProvider } from '../../src/views/app/app-context.tsx';
import { loadSendAgain } from '../../src/views/attendance/chat/preloads.ts';
import { ChatLine } from '../../src/views/attendance/chat/ChatLine.tsx';
import { Progress } from '../../src/views/attendance/chat/media/OutgoingFile.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import {
  aFailure,
  aMessage,
  anOutgoing,
  aRelatedMessage,
  aSentMessage,
  aTicket,
  streamAt,
} from '../support/builders.ts';
import { renderKit } from './kit-render.tsx';
import { handleOf } from './app-handle.ts';

const message = { ...anOutgoing(), failure: aFailure({ key: 'error.notFound' }) };

function open() {
  const app = createApp({ now: () => 1_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  const append = (event: AppEvent) => act(() => app.append(event));
  const handle = { ...handleOf(app, 1_000), append };
  return { app, append, handle };
}

function conversationOf(
  { directory }: App,
  { customerId, instanceId }: Pick<typeof message, 'customerId' | 'instanceId'>,
) {
  const conversation = directory.conversation(conversationKey(customerId, instanceId));
  if (conversation === undefined) throw new Error('The conversation isn’t held');
  return conversation;
}

/** It as the conversation shows it. */
const optimistic = {
  id: message.tempId,
  clientId: message.clientId,
  userId: message.userId,
  text: message.text,
  tag: 'stop_flow' as const,
  quoted: null,
  submittedAt: message.submittedAt,
};

/** A message that was refused, in a conversation. */
async function show(closed?: 'error.ticket.notYours') {
  const { app, handle } = open();
  app.append({ type: 'outbox.restored', messages: [message] });
  await renderKit(
    <AppProvider app={handle}>
      <ChatLine
        ticketId={message.ticketId}
        conversation={conversationOf(app, message)}
        entry={{ kind: 'optimistic', message: optimistic }}
        customerName="Luciana"
        viewerId={message.userId}
        head
        tail
        closed={closed}
        ownerName="Bruno"
        onReply={() => undefined}
        onReact={() => undefined}
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
  expect(screen.getByText(/Não enviada: Este atendimento está com Bruno\./u)).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Descartar']);
});

it('refused as the ticket isn’t shown to its writer any more -> says that somebody else has it', async () => {
  await show();
  expect(screen.getByText(/Não enviada: Este atendimento passou para outra pessoa/u)).toBeTruthy();
});

it('a file whose send has ended before its progress is drawn -> none is', async () => {
  const { app, handle } = open();
  app.append({ type: 'outbox.restored', messages: [message] });
  app.append({ type: 'message.discarded', clientId: message.clientId });
  expect(app.directory.send(message.clientId)).toBeUndefined();
  const drawn = { ...optimistic, file: { name: 'foto.png', mimeType: 'image/png', bytes: 9, tag: 'image' as const } };
  await renderKit(
    <AppProvider app={handle}>
      <Progress outgoing={drawn} />
    </AppProvider>,
  );
  expect(screen.queryByRole('status')).toBeNull();
});

describe('a message that its customer didn’t get', () => {
  const ofConversation = { customerId: '100', instanceId: '10' } as const;
  const refused = { errorCode: '131026', errorKey: 'channel.error.undeliverable' } as const;
  const inDoubt = { errorCode: 'uncertain', errorKey: 'error.send.uncertain' } as const;
  const photo = aSentMessage({ id: '70', ticketId: '1', tag: 'image', text: 'Olha', hasFile: false, ...refused });

  async function showLost(lost: Message, closed?: 'error.window.closed') {
    const { app, handle } = open();
    const submitted: OutgoingMessage[] = [];
    const append = (event: AppEvent) => {
      if (event.type === 'message.submitted') submitted.push(event.message);
      handle.append(event);
    };
    app.append({ type: 'ticket.opened', ticketId: '1' });
    app.append({ type: 'ticket.loaded', ticket: aTicket({ id: '1' }), streamPosition: 1 });
    app.append({ type: 'chat.listed', ...ofConversation, request: 1, older: false, items: [lost], complete: true });
    await renderKit(
      <AppProvider app={{ ...handle, append }}>
        <AreasContext value={{ loaded: [conversationArea, channelArea], failure: undefined, request: () => undefined }}>
          <ChatLine
            ticketId="1"
            conversation={conversationOf(app, ofConversation)}
            entry={{ kind: 'message', message: lost }}
            customerName="Luciana"
            viewerId="1"
            head
            tail
            closed={closed}
            ownerName="Bruno"
            onReply={() => undefined}
            onReact={() => undefined}
            onResized={() => undefined}
          />
        </AreasContext>
        <textarea data-composer="" aria-label="Mensagem" />
      </AppProvider>,
    );
    // The code that offers it has come, whether or not it does.
    await act(async () => void (await loadSendAgain()));
    return { app, submitted, user: userEvent.setup() };
  }
  const retry = () => screen.queryByRole('button', { name: 'Tentar de novo' });

  it('a file that was refused -> sent once more by the keyboard, not as a forwarded one; then not offered any more', async () => {
    const { submitted, user } = await showLost(photo);
    (await screen.findByRole('button', { name: 'Tentar de novo' })).focus();
    await user.keyboard('{Enter}');
    expect(submitted).toMatchObject([{ forwards: { id: '70', tag: 'image', again: true }, text: 'Olha' }]);
    expect(retry()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('a poll -> said that WhatsApp keeps what it asks, and what to do', async () => {
    await showLost({ ...photo, tag: 'poll', text: null });
    expect(await screen.findByText(/Peça para o cliente escrever\.$/u)).toBeDefined();
  });

  it('a text that was refused -> sent once more, quoting what it quoted', async () => {
    const quoted = aRelatedMessage({ id: '60' });
    const { submitted, user } = await showLost({ ...photo, tag: 'stop_flow', text: 'Chegou?', quoted });
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(submitted).toMatchObject([{ forwards: { id: '70', again: true }, text: 'Chegou?', replyTo: '60' }]);
    expect(retry()).toBeNull();
  });

  it('the number was corrected since -> sent once more to the number of now', async () => {
    const { app, submitted, user } = await showLost(photo);
    const button = await screen.findByRole('button', { name: 'Tentar de novo' });
    const ticket = aTicket({ id: '1' });
    const customer = { ...ticket.customer, phone: '5511987654322' };
    act(() => app.append({ type: 'ticket.loaded', ticket: { ...ticket, customer }, streamPosition: 2 }));
    await user.click(button);
    expect(submitted.map(({ toNumber }) => toNumber)).toEqual(['5511987654322']);
  });

  it.each([
    ['a file', { ...photo, ...inDoubt }],
    ['a text', { ...photo, tag: 'stop_flow' as const, ...inDoubt }],
  ])('%s in doubt -> asks first, and Enter on the question sends nothing', async (_, lost) => {
    const { submitted, user } = await showLost(lost);
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    const question = await screen.findByRole('dialog', { name: 'Enviar de novo?' });
    expect(question.textContent).toContain('recebe duas vezes');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(submitted).toEqual([]);
    await user.click(retry() ?? question);
    await user.click(await screen.findByRole('button', { name: 'Enviar de novo' }));
    expect(submitted).toMatchObject([{ forwards: { id: '70', again: true } }]);
  });

  it.each([
    ['a robot’s', { ...photo, bot: true }],
    ['of an earlier ticket', { ...photo, ticketId: '9' }],
    ['no template, after 24 hours', photo, 'error.window.closed'],
  ] as const)('%s -> not offered', async (_, lost, closed?: 'error.window.closed') => {
    await showLost(lost, closed);
    expect(retry()).toBeNull();
  });

  it('a template, also after 24 hours and with a picture at its top -> offered until it was sent again', async () => {
    const { app } = await showLost({ ...photo, isTemplate: true }, 'error.window.closed');
    await screen.findByRole('button', { name: 'Tentar de novo' });
    const again = aSentMessage({ id: '71', ticketId: '1', repeats: '70' });
    act(() =>
      app.append({ type: 'message.arrived', message: again, ticket: aTicket({ id: '1' }), stream: streamAt(5) }),
    );
    expect(retry()).toBeNull();
  });
});

describe('a text that is cut', () => {
  const cut = aMessage({ text: 'o começo', cut: true });
  const ofConversation = { customerId: '100', instanceId: '10' } as const;
  const of = { ...ofConversation, messageId: cut.id } as const;

  async function showCut() {
    const { app, append, handle } = open();
    app.append({ type: 'ticket.opened', ticketId: cut.ticketId });
    app.append({ type: 'ticket.loaded', ticket: aTicket({ id: cut.ticketId }), streamPosition: 1 });
    app.append({ type: 'chat.listed', ...ofConversation, request: 1, older: false, items: [cut], complete: true });
    const resized: string[] = [];
    await renderKit(
      <AppProvider app={handle}>
        <AreasContext value={{ loaded: [conversationArea, channelArea], failure: undefined, request: () => undefined }}>
          <ChatLine
            ticketId={cut.ticketId}
            conversation={conversationOf(app, ofConversation)}
            entry={{ kind: 'message', message: cut }}
            customerName="Luciana"
            viewerId="1"
            head
            tail
            closed={undefined}
            ownerName="Bruno"
            onReply={() => undefined}
            onReact={() => undefined}
            onResized={() => resized.push(screen.getByRole('article').textContent)}
          />
        </AreasContext>
      </AppProvider>,
    );
    await screen.findByRole('button', { name: 'Mostrar tudo' });
    return { append, resized, press: (name: string) => userEvent.setup().click(screen.getByRole('button', { name })) };
  }
  const buttons = () =>
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

  it('shown all -> fails -> again -> a part -> the rest -> folded, and the place is kept each time', async () => {
    const { append, press, resized } = await showCut();
    expect(screen.getByText('o começo')).toBeTruthy();
    await press('Mostrar tudo');
    append({ type: 'text.loadFailed', ...of, failure: aFailure({ code: 'NETWORK', key: 'error.network' }) });
    expect(screen.getByRole('alert').textContent).toContain('O restante da mensagem não carregou.');
    await press('Tentar de novo');
    expect(screen.queryByRole('alert')).toBeNull();
    append({ type: 'text.loaded', ...of, from: 0, text: 'o começo, o meio', next: 16 });
    expect(screen.queryByText('o começo')).toBeNull();
    expect(buttons()).toEqual(['Mostrar mais', 'Mostrar menos', 'Responder']);
    await press('Mostrar mais');
    append({ type: 'text.loaded', ...of, from: 16, text: ' e o fim', next: null });
    expect(screen.getByRole('article').textContent).toContain('o começo, o meio e o fim');
    expect(buttons()).toEqual(['Mostrar menos', 'Responder']);
    expect(document.activeElement?.textContent).toBe('Mostrar menos');
    await press('Mostrar menos');
    expect(screen.getByText('o começo')).toBeTruthy();
    expect(resized).toHaveLength(3);
  });
});

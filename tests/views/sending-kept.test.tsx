import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import { aMessage, BRUNO, CARLA, streamAt } from '../support/builders.ts';
import { composerOf, openChat, ownTicket } from './chat-support.tsx';

/*
 * The conversation is closed under what is being prepared for the customer.
 */

beforeAll(() => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});

const free: Ticket = { ...ownTicket, owner: null };

async function show() {
  const { app, submitted } = openChat(free);
  const composer = await composerOf(free);
  await screen.findByRole('button', { name: 'Anexar' });
  let seq = 8;
  const passOn = (owner: Ticket['owner']) => {
    seq += 1;
    act(() =>
      app.append({
        type: 'ticket.transferred',
        transfer: null,
        ticket: { ...free, owner },
        by: BRUNO,
        stream: streamAt(seq),
      }),
    );
  };
  return {
    user: userEvent.setup(),
    app,
    composer,
    submitted,
    taken: () => passOn({ ...BRUNO, image: null }),
    back: () => passOn(null),
  };
}

const isDisabled = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Enviar' }).disabled;

it('chosen files stay, with their caption, and can be saved; sent once one can again', async () => {
  const { user, composer, taken, back } = await show();
  const file = new File(['GIF89a\x01\0\x01\0'], 'foto.gif', { type: 'image/gif' });
  const items = [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }];
  fireEvent.paste(composer, { clipboardData: { types: ['Files'], items } });
  const tray = await screen.findByRole('dialog', { name: 'Enviar arquivo' });
  await user.type(within(tray).getByLabelText('Legenda'), 'A foto');
  taken();
  expect(within(tray).getByText(/Bruno Lima assumiu este atendimento\./u)).toBeTruthy();
  expect(within(tray).getByRole('link', { name: 'Salvar no dispositivo' })).toHaveProperty('download', 'foto.gif');
  expect(within(tray).getByLabelText('Legenda')).toHaveProperty('value', 'A foto');
  expect(isDisabled(tray)).toBe(true);
  back();
  expect(isDisabled(tray)).toBe(false);
  expect(screen.queryByText(/assumiu este atendimento/u)).toBeNull();
});

it('a contact card stays, and its words can be copied', async () => {
  const { user, taken } = await show();
  await user.click(screen.getByRole('button', { name: 'Anexar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Contato…' }));
  const dialog = await screen.findByRole('dialog', { name: /contato/iu });
  await user.type(within(dialog).getByLabelText(/^Nome/u), 'Marta');
  taken();
  expect(within(dialog).getByLabelText(/^Nome/u)).toHaveProperty('value', 'Marta');
  expect(isDisabled(dialog)).toBe(true);
  expect(within(dialog).getByRole('button', { name: 'Copiar' })).toBeTruthy();
});

it('the address of an image stays, and isn’t sent while another has the conversation', async () => {
  const { user, submitted, taken } = await show();
  await user.click(screen.getByRole('button', { name: 'Anexar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Imagem por endereço…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enviar imagem por endereço' });
  await user.type(within(dialog).getByLabelText(/^Endereço/u), 'https://loja.example/sofa.jpg');
  taken();
  expect(isDisabled(dialog)).toBe(true);
  await user.type(within(dialog).getByLabelText(/^Endereço/u), '{Enter}');
  expect(submitted).toEqual([]);
  expect(within(dialog).getByLabelText(/^Endereço/u)).toHaveProperty('value', 'https://loja.example/sofa.jpg');
});

it.each(['', 'O sofá novo'])(
  'an image by its address, with “%s” in the composer, quotes nothing: the quote stays for what is written next',
  async (draft) => {
    const { app, user, composer, submitted } = await show();
    const of = { customerId: free.customer.id, instanceId: free.instance.id };
    const quoted = aMessage({ id: '11', ticketId: free.id, text: 'Qual sofá?' });
    act(() => {
      app.append({ type: 'chat.listed', ...of, request: 1, older: false, items: [quoted], complete: true });
      app.append({ type: 'reply.chosen', ticketId: free.id, messageId: quoted.id });
    });
    if (draft !== '') await user.type(composer, draft);
    await user.click(screen.getByRole('button', { name: 'Anexar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Imagem por endereço…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Enviar imagem por endereço' });
    await user.type(within(dialog).getByLabelText(/^Endereço/u), 'https://loja.example/sofa.jpg{Enter}');
    expect(submitted).toMatchObject([{ imageUrl: 'https://loja.example/sofa.jpg', text: draft, replyTo: null }]);
    expect(composer).toHaveProperty('value', '');
    expect(screen.getByRole('button', { name: 'Não responder a esta mensagem', hidden: true })).toBeTruthy();
  },
);

it('the attach menu names the limits of each kind', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Anexar' }));
  const hints = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(hints).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Fotos e vídeosImagem de até 25.MB, vídeo de até 16.MB$/u),
      expect.stringMatching(/^DocumentoAté 100.MB; áudio, até 16.MB$/u),
    ]),
  );
});

it('choices are checked before they are sent, by keyboard; taken by a colleague they stay', async () => {
  const { user, submitted, taken, back } = await show();
  await user.click(screen.getByRole('button', { name: 'Anexar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Botões ou lista…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enviar botões ou lista' });
  const field = (name: string | RegExp) => within(dialog).getByRole('textbox', { name });
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Enviar' }));
  await send();
  expect(within(dialog).getByText('Escreva a mensagem que vai com as opções.')).toBeTruthy();
  // At once: the next key is typed there.
  expect(document.activeElement).toBe(field(/^Mensagem/u));
  await user.keyboard('Qual cor?');
  await user.click(field(/^Botão 1/u));
  // Enter goes on to the next one, and adds as many as there may be.
  await user.keyboard('Azul{Enter}Azul{Enter}Verde{Enter}');
  expect(within(dialog).getByText('Outra opção já tem este texto.')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Adicionar botão' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Remover o botão 2' }));
  taken();
  expect(isDisabled(dialog)).toBe(true);
  back();
  await user.click(within(dialog).getByRole('radio', { name: 'Lista' }));
  // In any field, Enter goes on and sends nothing.
  await user.type(field(/^Botão que abre a lista/u), '{Enter}');
  expect(document.activeElement).toBe(field(/^Opção 1/u));
  await user.type(field(/^Descrição da opção 2/u), 'Folha{Enter}');
  await user.keyboard('Rosa{Enter}Cinza{Enter}');
  expect(submitted).toEqual([]);
  // Too many for buttons -> said, and all are there again in a list; what is blank goes.
  await user.click(within(dialog).getByRole('radio', { name: 'Botões' }));
  expect(within(dialog).getAllByText(/^São até 3 botões/u)).toHaveLength(1);
  await send();
  expect(submitted).toEqual([]);
  await user.click(within(dialog).getByRole('radio', { name: 'Lista' }));
  expect(field(/^Opção 4/u)).toHaveProperty('value', 'Cinza');
  expect(within(dialog).queryByText(/^São até 3 botões/u)).toBeNull();
  for (const number of [4, 3]) {
    await user.click(within(dialog).getByRole('button', { name: `Remover a opção ${number}` }));
  }
  const preview = within(dialog).getByRole('group', { name: 'Como o cliente vai ver' });
  expect(within(preview).getByRole('list', { name: 'Ver opções' }).textContent).toBe('AzulVerdeFolha');
  await send();
  expect(submitted).toMatchObject([
    {
      text: 'Qual cor?',
      shares: {
        choices: {
          button: 'Ver opções',
          options: [
            { title: 'Azul', description: null },
            { title: 'Verde', description: 'Folha' },
          ],
        },
      },
    },
  ]);
});

it('choices: Escape in a field closes them, and their text is the draft', async () => {
  const { user, composer } = await show();
  await user.click(screen.getByRole('button', { name: 'Anexar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Botões ou lista…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enviar botões ou lista' });
  await user.type(within(dialog).getByRole('textbox', { name: /^Mensagem/u }), 'Qual cor?');
  await user.click(within(dialog).getByRole('textbox', { name: /^Botão 1/u }));
  await user.keyboard('{Escape}');
  // What is typed next goes on there.
  await user.keyboard(' Azul?');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(composer).toHaveProperty('value', 'Qual cor? Azul?');
});

it('taken by a colleague: no note can be written any more, and one that was begun stays', async () => {
  const { user, taken, back } = await show();
  const note = () => screen.queryByRole('radio', { name: 'Nota' });
  taken();
  await waitFor(() => expect(note()).toBeNull());
  back();
  await user.click(await screen.findByRole('radio', { name: 'Nota' }));
  await user.type(await screen.findByRole('textbox', { name: 'Nota interna' }), 'Ligar amanhã');
  taken();
  expect((await screen.findByRole('alert')).textContent).toBe(`${BRUNO.name} assumiu este atendimento.`);
  expect(screen.getByRole('textbox', { name: 'Nota interna' })).toHaveProperty('value', 'Ligar amanhã');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar nota' }).disabled).toBe(true);
});

async function logOut(): Promise<void> {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: `Conta de ${CARLA.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sair' }));
}

it('what a logout erases, here and in other tabs, is said first, and Enter stays', async () => {
  const { app, commands } = openChat(ownTicket, [{ type: 'network.changed', online: false }]);
  const logouts = () => commands.filter(({ type }) => type === 'logout.send');
  const user = userEvent.setup();
  await user.type(await composerOf(ownTicket), 'Oi{Enter}Até logo');
  act(() => app.append({ type: 'ticket.finishRequested', ticketId: ownTicket.id }));
  act(() => app.append({ type: 'tab.othersUnsent', count: 2 }));

  await logOut();
  const dialog = await screen.findByRole('dialog');
  const said = within(dialog).getAllByRole('listitem');
  expect(said.map(({ textContent }) => textContent)).toEqual([
    '1 mensagem ainda não foi enviada',
    '1 atendimento ainda não foi finalizado',
    '1 rascunho',
    '2 envios de outras abas ainda estão pendentes',
  ]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(logouts()).toEqual([]);

  await logOut();
  await user.click(await screen.findByRole('button', { name: 'Sair mesmo assim' }));
  expect(logouts()).toHaveLength(1);
});

it('with nothing to lose one is logged out at once', async () => {
  const { commands } = openChat(ownTicket);
  await composerOf(ownTicket);
  await logOut();
  await waitFor(() => expect(commands.map(({ type }) => type)).toContain('logout.send'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

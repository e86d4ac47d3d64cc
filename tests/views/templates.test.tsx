import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NumberConversation } from '../../src/machines/entities/customers.ts';
import type { ListPage } from '../../src/machines/log/events-administration.ts';
import { aFailure } from '../support/builders.ts';
import './kit-render.tsx';

import { HOUR, loadLate, open, template, templates, templatesPage, ticket, WROTE_AT } from './template-support.tsx';

beforeAll(loadLate);

describe('the 24-hour window', () => {
  it('shut -> a template in place of the composer: searched, filled in and sent by keyboard; the draft is kept', async () => {
    const { app, append, answer, submitted, user } = await open(0, 'Ainda temos');
    const chooser = await screen.findByRole('region', { name: 'Escolher modelo' });
    expect(screen.queryByRole('textbox', { name: /Mensagem para/u })).toBeNull();
    expect(screen.getByText('Ainda temos')).toBeTruthy();
    const more = ['10', '11', '12'].map((id) => template({ id, name: `aviso_${id}` }));
    await answer(templatesPage([...templates, ...more]));
    await within(chooser).findAllByRole('radio');
    // It doesn't take the focus; its shortcut does.
    expect(chooser.contains(document.activeElement)).toBe(false);
    await user.keyboard('{Alt>}e{/Alt}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Buscar modelo');
    await user.keyboard('retomar{Enter}');
    expect(within(chooser).getAllByRole('radio')).toHaveLength(1);
    // On by Tab: the button that clears the search, the template, the first field.
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(within(chooser).getByRole('radio'));
    await user.tab();
    expect(document.activeElement).toBe(within(chooser).getByLabelText('Variável 1'));
    await user.keyboard('{Enter}');
    // What is missing is said, and has the focus.
    expect(within(chooser).getAllByText('Preencha este campo.')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(within(chooser).getByLabelText('Variável 1')));
    const [suggested] = within(chooser).getAllByRole('button', {
      name: `Usar nome do cliente: ${ticket.customer.name}`,
    });
    await user.click(suggested ?? expect.unreachable());
    await user.type(within(chooser).getByLabelText('Variável 2'), '  Carla  Dias ');
    // It is still there after a note was looked at.
    await user.click(screen.getByRole('radio', { name: 'Nota' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Escolher modelo' })).toBeNull());
    await user.click(screen.getByRole('radio', { name: 'Mensagem' }));
    // As it will be sent.
    const filled = `Olá, ${ticket.customer.name}! Aqui é Carla Dias.`;
    const again = await screen.findByRole('region', { name: 'Escolher modelo' });
    expect((await within(again).findByRole('figure')).textContent).toContain(filled);
    await user.click(within(again).getByLabelText('Variável 2'));
    await user.keyboard('{Enter}');
    expect(submitted).toMatchObject([
      {
        text: filled,
        ticketId: '1',
        template: { id: '7', values: { 'body.1': ticket.customer.name, 'body.2': 'Carla Dias' } },
      },
    ]);
    expect(await screen.findByText(filled)).toBeTruthy();
    // Ready for the next, of which nothing is chosen.
    const next = screen.getByRole('region', { name: 'Escolher modelo' });
    for (const radio of await within(next).findAllByRole('radio')) expect(radio).toHaveProperty('checked', false);
    expect(within(next).queryByRole('button', { name: 'Enviar modelo' })).toBeNull();
    const key = `${ticket.customer.id}@${ticket.instance.id}` as const;
    expect(app.directory.conversation(key)?.getSnapshot().context.draft).toBe('Ainda temos');
    // Refused, it can be tried again: a template needs no open window.
    const clientId = submitted[0]?.clientId ?? '';
    append({ type: 'outbox.stored', clientId });
    append({
      type: 'message.refused',
      clientId,
      failure: aFailure({ code: 'CONFLICT', key: 'error.template.unavailable' }),
    });
    expect(await screen.findByText(/Este modelo não pode mais ser enviado/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  });

  it('with a picture at its top -> its kind and limit are said before, what can’t be it too; it is kept and sent with it', async () => {
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    const { answerTemplates, kept, submitted, user } = await open(0);
    await answerTemplates();
    await user.click(await screen.findByRole('radio', { name: /Foto/u }));
    const chooser = screen.getByRole('region', { name: 'Escolher modelo' });
    // Few are seen without a search.
    expect(within(chooser).queryByRole('searchbox')).toBeNull();
    expect(within(chooser).getByText('JPG, PNG ou GIF de até 25 MB.')).toBeTruthy();
    const send = () => user.click(within(chooser).getByRole('button', { name: 'Enviar modelo' }));
    await send();
    expect(within(chooser).getByText('Escolha o arquivo que vai no topo da mensagem.')).toBeTruthy();
    const button = within(chooser).getByRole('button', { name: 'Escolher arquivo…' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    const choose = (file: File) =>
      user.upload(chooser.querySelector<HTMLInputElement>('input[data-file-field]') ?? expect.unreachable(), file);
    await choose(new File(['x'], 'tabela.pdf', { type: 'application/pdf' }));
    expect(await within(chooser).findByText(/tabela\.pdf não é do tipo que este modelo aceita/u)).toBeTruthy();
    await choose(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' }));
    expect(await within(chooser).findByText(/logo\.png não é uma imagem/u)).toBeTruthy();
    await choose(new File([], 'vazia.png', { type: 'image/png' }));
    await send();
    expect(submitted).toEqual([]);
    const file = new File(['GIF89a\x01\0\x01\0'], 'sofa.gif', { type: 'image/gif' });
    await choose(file);
    expect(await within(chooser).findByRole('img', { name: 'sofa.gif' })).toBeTruthy();
    await send();
    expect(submitted).toMatchObject([
      {
        text: 'Esta é a foto.',
        template: { id: '9' },
        file: { name: 'sofa.gif', mimeType: 'image/gif', tag: 'image' },
      },
    ]);
    expect(kept.get(submitted[0]?.clientId ?? '')).toBe(file);
  });

  it('the templates don’t load -> says so and why, and tries again; none is approved -> says where they come from', async () => {
    const { answer, failTemplates, commands, user } = await open(0);
    const chooser = await screen.findByRole('region', { name: 'Escolher modelo' });
    await failTemplates();
    const alert = await within(chooser).findByRole('alert');
    expect(alert.textContent).toContain('Não deu para carregar os modelos.');
    expect(alert.textContent).toMatch(/conexão/u);
    const asks = () => commands.filter((each) => each.type === 'list.fetch' && each.list === 'chat.templates').length;
    const before = asks();
    await user.click(within(alert).getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(asks()).toBe(before + 1));
    await answer(templatesPage([]));
    expect(await within(chooser).findByText(/não tem modelos aprovados/u)).toBeTruthy();
  });

  it('a customer without a name -> their number isn’t suggested as one', async () => {
    const customer = { ...ticket.customer, name: ticket.customer.phone };
    const { answerTemplates, user } = await open(0, '', { ...ticket, customer });
    await answerTemplates();
    await user.click(await screen.findByRole('radio', { name: /Retomar/u }));
    expect(screen.getAllByRole('button', { name: /^Usar seu nome/u })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Usar nome do cliente/u })).toBeNull();
  });

  it('of a finished conversation -> asked for, and put away again', async () => {
    const finished = { ...ticket, status: 'finished' as const, finishedAt: WROTE_AT };
    const { answerTemplates, user } = await open(0, '', finished);
    await user.click(await screen.findByRole('button', { name: 'Escolher modelo' }));
    await answerTemplates();
    // Asked for, it has the focus.
    const first = await screen.findByRole('radio', { name: /Retomar/u });
    await waitFor(() => expect(document.activeElement).toBe(first));
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByRole('button', { name: 'Escolher modelo' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /Retomar/u })).toBeNull();
  });

  it('with less than two hours left -> a countdown at the composer', async () => {
    await open(HOUR);
    expect(await screen.findByRole('timer')).toHaveProperty(
      'textContent',
      'Restam 1 h para responder com texto livre. Depois, só com um modelo.',
    );
    expect(screen.getByRole('textbox', { name: /Mensagem para/u })).toBeTruthy();
  });
});

describe('a new conversation', () => {
  const found = (changes: Partial<NumberConversation>): ListPage => ({
    list: 'chat.number',
    rows: [
      { phone: '5511987654321', customerName: null, ticketId: null, owner: null, needsTemplate: true, ...changes },
    ],
    total: 1,
  });

  it('says what is wrong with a number and who has it, begins with a template, and leads to the open one', async () => {
    const { append, answer, answerTemplates, commands, kept, user } = await open(5 * HOUR);
    await user.click(await screen.findByRole('button', { name: 'Nova conversa' }));
    const number = await screen.findByLabelText('Número do WhatsApp');
    expect(number).toHaveProperty('value', '+55 ');
    append({ type: 'instances.listFailed', failure: aFailure({ code: 'NETWORK', key: 'error.network' }) });
    expect(await screen.findByText('As instâncias não carregaram.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(commands.at(-1)).toEqual({ type: 'instances.fetch' });
    expect(screen.queryByText('As instâncias não carregaram.')).toBeNull();
    await user.click(screen.getByRole('button', { name: /Enviar pela instância/u }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    await user.type(number, '11 9876{Enter}');
    expect(await screen.findByText(/Este número não está completo/u)).toBeTruthy();
    // Behind the suggested country, with its own.
    await user.clear(number);
    await user.type(number, '+55 ');
    await user.paste('5511987654321');
    await user.keyboard('{Enter}');
    await answer(found({ owner: { id: '5', name: 'Bruno Carvalho' } }));
    expect(
      await screen.findByText(/98765-4321 já está em atendimento com Bruno Carvalho. .*peça a transferência/),
    ).toBeTruthy();

    await user.type(number, '{Backspace}2{Enter}');
    // Whose name is their number has none.
    await answer(found({ phone: '5511987654322', customerName: '5511987654322' }));
    expect(await screen.findByText(/^A conversa com \+55 11 98765-4322 começa com/u)).toBeTruthy();
    await answerTemplates();
    await user.click(await screen.findByRole('radio', { name: /Ola/u }));
    const send = () => user.click(screen.getByRole('button', { name: 'Enviar modelo' }));
    await send();
    const saves = () =>
      commands.flatMap((each) => (each.type === 'form.save' && each.form === 'chat.start' ? each : []));
    await waitFor(() => expect(saves()).toHaveLength(1));
    const [save] = saves();
    if (save === undefined) throw new Error('Nothing was sent');
    expect(save.values).toEqual({
      to_number: '5511987654322',
      instance_id: ticket.instance.id,
      template_id: '8',
      variables: [],
    });
    const { form, key, request } = save;
    append({ type: 'form.refused', form, key, request, failure: aFailure({ code: 'NETWORK', key: 'error.network' }) });
    await send();
    await waitFor(() => expect(saves()).toHaveLength(2));
    // The same try, so that nothing is sent twice.
    expect(saves()[1]).toMatchObject({ key });
    append({
      type: 'form.refused',
      form,
      key,
      request: saves()[1]?.request ?? 0,
      failure: aFailure({ code: 'NETWORK' }),
    });

    // With another file it is another try: the server keeps the first that it got under an id.
    await user.click(screen.getByRole('radio', { name: /Foto/u }));
    const file = new File(['GIF89a\x01\0\x01\0'], 'sofa.gif', { type: 'image/gif' });
    await user.upload(document.querySelector<HTMLInputElement>('input[data-file-field]') ?? expect.unreachable(), file);
    await screen.findByText('sofa.gif');
    await send();
    await waitFor(() => expect(saves()).toHaveLength(3));
    expect(saves()[2]).toMatchObject({ values: { template_id: '9', file_name: 'sofa.gif' } });
    expect(saves()[2]?.key).not.toBe(key);
    expect(kept.get(saves()[2]?.key ?? '')).toBe(file);
    // What is being sent stays chosen.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Enviar modelo/u }).getAttribute('aria-disabled')).toBe('true'),
    );
    await user.click(screen.getByRole('radio', { name: /Ola/u }));
    expect(screen.getByRole('radio', { name: /Foto/u })).toHaveProperty('checked', true);

    // So it is with another template, which would go out with this file.
    const last = saves()[2] ?? expect.unreachable();
    append({ type: 'form.refused', form, key: last.key, request: last.request, failure: aFailure() });
    await user.click(screen.getByRole('radio', { name: /Ola/u }));
    await send();
    await waitFor(() => expect(saves()).toHaveLength(4));
    expect(saves()[3]).toMatchObject({ values: { template_id: '8' } });
    expect(
      saves()
        .slice(0, 3)
        .map((each) => each.key),
    ).not.toContain(saves()[3]?.key);

    await user.clear(number);
    await user.type(number, '+351 912 345 678{Enter}');
    await answer(found({ phone: '351912345678', ticketId: '44' }));
    await waitFor(() => expect(window.location.pathname).toBe('/aurora/chat/44'));
  });

  it('an earlier answer isn’t acted on, and after a failure it is asked again', async () => {
    const { append, answer, commands, user } = await open(5 * HOUR);
    const asks = () =>
      commands.flatMap((each) => (each.type === 'list.fetch' && each.list === 'chat.number' ? each : []));
    const ask = async () => {
      await screen.findByRole('button', { name: 'Nova conversa' });
      await user.keyboard('{Alt>}c{/Alt}');
      const number = await screen.findByLabelText('Número do WhatsApp');
      await user.click(screen.getByRole('button', { name: /Enviar pela instância/u }));
      await user.click(await screen.findByRole('option', { name: 'Vendas' }));
      await user.type(number, '11 98765-4321{Enter}');
    };
    await ask();
    const taken = /já está em atendimento com/u;
    await answer(found({ owner: { id: '5', name: 'Bruno Carvalho' } }));
    expect(await screen.findByText(taken)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));

    await ask();
    await waitFor(() => expect(asks()).toHaveLength(2));
    expect(screen.queryByText(taken)).toBeNull();
    const { request } = asks()[1] ?? expect.unreachable();
    const failure = aFailure({ code: 'NETWORK', key: 'error.network' });
    append({ type: 'list.failed', list: 'chat.number', request, failure });
    expect((await screen.findByRole('dialog')).querySelector('[role="alert"]')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(asks()).toHaveLength(3));
    expect(screen.getByRole('dialog').querySelector('[role="alert"]')).toBeNull();
    await answer(found({ ticketId: '44' }));
    await waitFor(() => expect(window.location.pathname).toBe('/aurora/chat/44'));
  });
});

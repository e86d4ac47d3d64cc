import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { OwnScheduledMessage, ScheduledMessage } from '../../src/machines/entities/scheduled.ts';
import type { ListPage } from '../../src/machines/log/events-administration.ts';
import { OwnScheduledScreen } from '../../src/views/attendance/chat/scheduled/OwnScheduledScreen.tsx';
import { ScheduleDialog } from '../../src/views/attendance/chat/scheduled/ScheduleDialog.tsx';
import { Scheduled } from '../../src/views/attendance/chat/scheduled/Scheduled.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { START, aFailure, aTicket, brunoViewing } from '../support/builders.ts';
import { typeDate } from './date-support.ts';
import { renderScreen } from './administration-support.tsx';

// The dialogs' code is loaded when they are first opened.
configure({ asyncUtilTimeout: 10_000 });

const ticket = aTicket({ id: '501' });
const key = conversationKey(ticket.customer.id, ticket.instance.id);
const HOUR = 3_600_000;

const aMessage = (changes: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
  id: '9',
  conversation: key,
  text: 'Bom dia, seguem os documentos.',
  sendAt: START + HOUR,
  state: 'waiting',
  reason: null,
  author: { id: brunoViewing.userId, name: 'Bruno' },
  isReply: false,
  isChangeable: true,
  version: '1',
  ...changes,
});

/** The part of the conversation with a draft, and the composer's place for buttons. */
function Chat({ first, receivedAt = START }: { readonly first: string; readonly receivedAt?: number }) {
  const [draft, setDraft] = useState(first);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <ShortcutsProvider hasSingleKeys>
      <Scheduled
        ticket={ticket}
        slot={slot}
        draft={draft}
        quoted={null}
        receivedAt={receivedAt}
        isFinished={false}
        isOpen
        onDraft={setDraft}
        onDropReply={() => undefined}
      />
      <span ref={setSlot} />
      <textarea aria-label="Rascunho" data-composer="" value={draft} readOnly />
    </ShortcutsProvider>
  );
}

async function chat(rows: readonly ScheduledMessage[], first = '', receivedAt = START) {
  const view = await renderScreen(<Chat first={first} receivedAt={receivedAt} />, { viewer: brunoViewing });
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.scheduled')).toBe(true));
  act(() => view.answer({ list: 'chat.scheduled', rows, total: rows.length }));
  const tester = userEvent.setup();
  return { ...view, tester, press: (name: string | RegExp) => tester.click(screen.getByRole('button', { name })) };
}
const calendar: ListPage = {
  list: 'report.calendar',
  rows: [{ timezone: 'America/Sao_Paulo', today: '2026-03-02' }],
  total: 1,
};
const savesOf = (view: Pick<Awaited<ReturnType<typeof chat>>, 'given'>) =>
  view.given('form.save').map(({ form, key: of, values }) => ({ form, key: of, values }));

test('not to be loaded -> said, not taken for none, and tried again but without a network', async () => {
  const view = await renderScreen(<Chat first="" />, { viewer: brunoViewing });
  const fetches = () => view.given('list.fetch').filter(({ list }) => list === 'chat.scheduled');
  await waitFor(() => expect(fetches()).toHaveLength(1));
  const { request = 0 } = fetches()[0] ?? {};
  act(() => view.append({ type: 'list.failed', list: 'chat.scheduled', request, failure: aFailure() }));
  expect(screen.getByText('Não deu para carregar as mensagens agendadas.')).toBeTruthy();
  act(() => view.append({ type: 'network.changed', online: false }));
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  act(() => view.append({ type: 'network.changed', online: true }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(fetches()).toHaveLength(2);
  act(() => view.answer({ list: 'chat.scheduled', rows: [aMessage()], total: 1 }));
  expect(screen.queryByText('Não deu para carregar as mensagens agendadas.')).toBeNull();
  expect(screen.getByRole('button', { name: /1 mensagem agendada/ })).toBeTruthy();
});

test('none -> no strip; what is written is scheduled for a chosen time, and leaves the composer once it is', async () => {
  const view = await chat([], 'Retorno amanhã');
  expect(screen.queryByText(/agendada/)).toBeNull();
  await view.press('Agendar o envio');
  const dialog = await screen.findByRole('dialog', { name: /Agendar mensagem/ });
  expect(within(dialog).getByRole('button', { name: 'Agendar' })).toHaveProperty('disabled', true);
  act(() => view.answer(calendar));
  expect(await within(dialog).findByRole('textbox', { name: 'Mensagem' })).toHaveProperty('value', 'Retorno amanhã');
  await view.tester.click(within(dialog).getByRole('radio', { name: /Daqui a 1 hora/ }));
  await view.tester.click(within(dialog).getByRole('button', { name: 'Agendar' }));
  const [save] = savesOf(view);
  expect(save).toMatchObject({ form: 'chat.schedule', key, values: { message: 'Retorno amanhã' } });
  // While it is being saved it can't be closed, as it isn't known yet where the text belongs.
  await view.tester.keyboard('{Escape}');
  await view.tester.click(within(dialog).getByRole('button', { name: 'Fechar' }));
  await view.tester.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByRole('dialog')).toBe(dialog);
  act(() => view.refuse('chat.schedule', key, 'error.network'));
  expect(within(dialog).getByRole('alert').textContent).not.toBe('');
  expect(within(dialog).getByRole('textbox', { name: 'Mensagem' })).toHaveProperty('value', 'Retorno amanhã');
  await view.tester.click(within(dialog).getByRole('button', { name: 'Agendar' }));
  act(() => view.save('chat.schedule', key, '9', ['chat.scheduled']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Rascunho' })).toHaveProperty('value', '');
  // The same words and time, the same message.
  const [one, again] = savesOf(view);
  expect(one?.values).toEqual(again?.values);
  expect(screen.queryByRole('button', { name: 'Agendar o envio' })).toBeNull();
});

test('nothing written -> it isn’t scheduled, and says so until one writes', async () => {
  const view = await chat([], '');
  await view.tester.keyboard('{Alt>}s{/Alt}');
  const dialog = await screen.findByRole('dialog', { name: /Agendar mensagem/ });
  act(() => view.answer(calendar));
  const message = await within(dialog).findByRole('textbox', { name: 'Mensagem' });
  await view.tester.click(within(dialog).getByRole('button', { name: 'Agendar' }));
  expect(message.getAttribute('aria-invalid')).toBe('true');
  expect(savesOf(view)).toEqual([]);
  await view.tester.type(message, 'Oi');
  expect(message.getAttribute('aria-invalid')).not.toBe('true');
});

test('a time just when the window shuts is warned of, one before isn’t', async () => {
  const received = START - 23 * HOUR;
  const view = await chat([], 'Oi', received);
  await view.press('Agendar o envio');
  const dialog = await screen.findByRole('dialog', { name: /Agendar mensagem/ });
  act(() => view.answer(calendar));
  // It shuts in an hour, which is what is chosen first.
  expect(await within(dialog).findByText(/A janela de 24 horas fecha antes disso, em .*10:00/u)).toBeTruthy();
  await typeDate('Outra data e hora', '2026-03-02T09:59');
  expect(within(dialog).queryByText(/janela de 24 horas/)).toBeNull();
});

test('closed without scheduling -> what was typed is in the composer; a time after the window is warned of', async () => {
  const view = await chat([], 'Oi');
  await view.tester.keyboard('{Alt>}s{/Alt}');
  const dialog = await screen.findByRole('dialog', { name: /Agendar mensagem/ });
  act(() => view.answer(calendar));
  await view.tester.type(await within(dialog).findByRole('textbox', { name: 'Mensagem' }), ', tudo bem?');
  expect(within(dialog).queryByText(/janela de 24 horas/)).toBeNull();
  await typeDate('Outra data e hora', '2999-01-01T09:00');
  expect(within(dialog).getByText(/janela de 24 horas/)).toBeTruthy();
  await view.tester.click(within(dialog).getByRole('button', { name: 'Agendar' }));
  expect(within(dialog).getByText(/em até 90 dias/)).toBeTruthy();
  expect(savesOf(view)).toEqual([]);
  await view.tester.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByRole('textbox', { name: 'Rascunho' })).toHaveProperty('value', 'Oi, tudo bem?');
});

test('the strip says what waits and what was refused; each can be edited, sent and cancelled by who may', async () => {
  const view = await chat([
    aMessage(),
    aMessage({ id: '10', state: 'refused', reason: 'window', text: 'Segundo', version: '3' }),
    aMessage({ id: '11', isChangeable: false, text: 'De outra pessoa', author: { id: '3', name: 'Ana' } }),
  ]);
  await view.press(/1 mensagem agendada não foi enviada.*2 mensagens agendadas/);
  const dialog = await screen.findByRole('dialog', { name: 'Mensagens agendadas' });
  const [first, second, third] = within(dialog).getAllByRole('listitem');
  if (first === undefined || second === undefined || third === undefined) throw new Error('three are expected');
  expect(await within(second).findByText(/janela de 24 horas estava fechada/)).toBeTruthy();
  expect(within(third).queryByRole('button')).toBeNull();
  expect(within(third).getByText(/^Só quem escreveu/u)).toBeTruthy();
  expect([first, second].map((each) => within(each).queryByText('Não enviada') !== null)).toEqual([false, true]);
  await view.tester.click(within(second).getByRole('button', { name: 'Enviar agora' }));
  expect(savesOf(view).at(-1)).toEqual({ form: 'chat.schedule.send', key: '10', values: { version: '3' } });
  act(() => view.refuse('chat.schedule.send', '10', 'error.scheduled.sent'));
  expect(within(second).getByText(/já foi enviada/)).toBeTruthy();
  await view.tester.click(within(first).getByRole('button', { name: 'Cancelar o envio' }));
  await view.tester.click(within(first).getByRole('button', { name: 'Manter' }));
  await view.tester.click(within(first).getByRole('button', { name: 'Cancelar o envio' }));
  await view.tester.click(within(first).getByRole('button', { name: 'Cancelar o envio' }));
  expect(savesOf(view).at(-1)).toEqual({ form: 'chat.schedule.cancel', key: '9', values: {} });
  await view.tester.click(within(second).getByRole('button', { name: 'Editar' }));
  const edit = await screen.findByRole('dialog', { name: 'Editar a mensagem agendada' });
  act(() => view.answer(calendar));
  await view.tester.type(await within(edit).findByRole('textbox', { name: 'Mensagem' }), ' texto');
  await view.tester.click(within(edit).getByRole('button', { name: 'Salvar' }));
  expect(savesOf(view).at(-1)).toMatchObject({
    form: 'chat.schedule.edit',
    key: '10',
    values: { message: 'Segundo texto', version: '3' },
  });
});

test('one for SMS: as long as SMS takes, and no window is warned of', async () => {
  const { conversation: _, ...plain } = aMessage({ text: 'x'.repeat(1_521) });
  const { id, name, phone } = ticket.customer;
  const close = () => undefined;
  const dialog = {
    ticket: { customer: { id, name, phone }, instance: { id: '2', sms: true } },
    scheduled: plain,
    draft: '',
    quoted: null,
    receivedAt: START - 30 * HOUR,
  } as const;
  const view = await renderScreen(<ScheduleDialog {...dialog} onDraft={close} onDone={close} onClose={close} />, {
    viewer: brunoViewing,
  });
  act(() => view.answer(calendar));
  expect(await screen.findByText('1 caractere acima do limite de 1.520.')).toBeTruthy();
  expect(screen.queryByText(/janela de 24 horas/)).toBeNull();
});

test('another tab or person changes them -> the strip follows; lost frames -> they are asked for again', async () => {
  const view = await chat([]);
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'chat.scheduled').length;
  const before = asked();
  act(() => view.append({ type: 'list.outdated', list: 'chat.scheduled' }));
  expect(asked()).toBe(before + 1);
  act(() => view.answer({ list: 'chat.scheduled', rows: [aMessage()], total: 1 }));
  expect(screen.getByRole('button', { name: /1 mensagem agendada/ })).toBeTruthy();
  // Rows of another conversation never show here.
  act(() => view.append({ type: 'list.outdated', list: 'chat.scheduled' }));
  act(() => view.answer({ list: 'chat.scheduled', rows: [aMessage({ conversation: '77@1' })], total: 1 }));
  expect(screen.queryByRole('button', { name: /agendada/ })).toBeNull();
});

test('one’s own of all conversations -> each leads to its conversation; a passed-on one can only be cancelled', async () => {
  const view = await renderScreen(<OwnScheduledScreen />, { viewer: brunoViewing });
  const { conversation: _, ...plain } = aMessage();
  const { id, name, phone } = ticket.customer;
  const kept: OwnScheduledMessage = {
    ...plain,
    instance: { id: '1', name: 'Vendas' },
    customer: { id, name, phone },
    ticketId: '501',
    isFinished: false,
    receivedAt: START,
  };
  const passedOn = { ...kept, id: '10', customer: null, ticketId: null, receivedAt: null, isChangeable: false };
  const unnamed = { ...kept, id: '11', customer: { id: '77', name: '5511987654321', phone: '5511987654321' } };
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'scheduled')).toBe(true));
  act(() => view.answer({ list: 'scheduled', rows: [kept, passedOn, unnamed], total: 3 }));
  act(() => view.answer(calendar));
  const tester = userEvent.setup();
  const [first, second, third] = screen.getAllByRole('listitem');
  if (first === undefined || second === undefined || third === undefined) throw new Error('three are expected');
  expect(within(first).getByRole('link', { name }).getAttribute('href')).toMatch(/\/chat\/501$/);
  expect(within(third).getByRole('link', { name: '+55 11 98765-4321' })).toBeTruthy();
  expect(
    within(second)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancelar o envio']);
  await tester.click(within(second).getByRole('button', { name: 'Cancelar o envio' }));
  await tester.click(within(second).getByRole('button', { name: 'Cancelar o envio' }));
  expect(savesOf(view)).toMatchObject([{ form: 'chat.schedule.cancel', key: '10' }]);
  await tester.click(within(first).getByRole('button', { name: 'Editar' }));
  const edit = await screen.findByRole('dialog', { name: 'Editar a mensagem agendada' });
  await tester.type(await within(edit).findByRole('textbox', { name: 'Mensagem' }), '!');
  await tester.click(within(edit).getByRole('button', { name: 'Salvar' }));
  expect(savesOf(view).at(-1)).toMatchObject({ form: 'chat.schedule.edit', key: '9', values: { version: '1' } });
  act(() => view.save('chat.schedule.edit', '9', '9', ['scheduled']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => view.answer({ list: 'scheduled', rows: [], total: 0 }));
  expect(screen.getByText('Nada agendado')).toBeTruthy();
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TRANSFER_NOTE_MAX_LENGTH } from '../../contract/facts/limits.ts';
import type { Ticket, User } from '../../src/machines/entities/entities.ts';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { BulkBar } from '../../src/views/attendance/list/bulk/BulkBar.tsx';
import {
  CARLA,
  START,
  aCustomer,
  aFailure,
  aTicket,
  aTransfer,
  aUser,
  anaViewing,
  brunoViewing,
} from '../support/builders.ts';
import { greeting, listed } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

// The choice's code is loaded when it is first shown.

const three = ['Joana Dias', 'Laura Nunes', 'Pedro Alves'].map((name, at) =>
  aTicket({ id: String(501 + at), customer: aCustomer({ id: String(101 + at), name }), startedAt: START - at }),
);

const areas = { loaded: [conversationArea], failure: undefined, request: () => undefined };

function Ticked({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(tickets.map(({ id }) => id)));
  return (
    <AreasContext value={areas}>
      <BulkBar ticked={ticked} onTick={setTicked} />
    </AreasContext>
  );
}

async function bar(tickets: readonly Ticket[] = three, viewer = brunoViewing) {
  const view = await renderScreen(<Ticked tickets={tickets} />, { viewer });
  act(() => {
    for (const event of greeting(10)) view.append(event);
    view.append(listed(view.given('tickets.fetch').at(-1)?.request ?? 1, tickets, { streamPosition: 10 }));
  });
  await screen.findByText('3 selecionadas');
  const tester = userEvent.setup();
  return { ...view, tester, press: (name: string | RegExp) => tester.click(screen.getByRole('button', { name })) };
}

const lineOf = (name: string) => {
  const line = screen.getAllByRole('listitem').find((each) => within(each).queryByText(name) !== null);
  if (line === undefined) throw new Error(`No line of ${name}`);
  return line;
};

test('what is finished can only be tagged', async () => {
  const view = await bar();
  act(() => {
    for (const ticket of three) view.append({ type: 'ticket.finished', ticket: { ...ticket, finishedAt: START } });
    view.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' });
    const request = view.given('tickets.fetch').at(-1)?.request ?? 1;
    view.append(
      listed(
        request,
        three.map((ticket) => ({ ...ticket, finishedAt: START })),
        { streamPosition: 11 },
      ),
    );
  });
  await screen.findByText('3 selecionadas');
  expect(screen.queryByRole('button', { name: 'Finalizar' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Transferir' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Etiquetar' })).toBeTruthy();
});

test('finishing three: one after the other, a refusal is said at its name and tried again', async () => {
  const view = await bar();
  await view.press('Finalizar');
  const dialog = await screen.findByRole('dialog', { name: 'Finalizar 3 atendimentos?' });
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.outcomes')).toBe(true));
  const of = '501,502,503';
  act(() => view.answer({ list: 'finish.scheduled', rows: [{ tickets: of, count: 1 }], total: 1 }));
  expect(within(dialog).getByText(/^1 mensagem agendada não será enviada/)).toBeTruthy();
  const outcomes = [
    { id: '70', name: 'Resolvido' },
    { id: '71', name: 'Venda feita' },
  ];
  act(() => view.answer({ list: 'chat.outcomes', rows: outcomes, total: 2 }));
  await view.tester.click(within(dialog).getByRole('radio', { name: /Resolvido/ }));
  await view.tester.keyboard('{Enter}');
  const asked = () => view.given('ticket.finish').map(({ ticketId }) => ticketId);
  const finished = (ticket: Ticket | undefined) =>
    act(() => {
      if (ticket !== undefined) view.append({ type: 'ticket.finished', ticket: { ...ticket, finishedAt: START } });
    });
  expect(asked()).toEqual(['501']);
  finished(three[0]);
  expect(asked()).toEqual(['501', '502']);
  const failure = aFailure({ code: 'FORBIDDEN', key: 'error.ticket.notYours' });
  act(() => view.append({ type: 'ticket.finishFailed', ticketId: '502', failure }));
  expect(asked()).toEqual(['501', '502', '503']);
  finished(three[2]);
  expect(screen.getByText('2 concluídas, 1 recusada.')).toBeTruthy();
  expect(lineOf('Laura Nunes').textContent).toContain('está com outra pessoa');
  await view.press('Desfazer a finalização de Joana Dias');
  expect(view.given('form.save').map(({ form, key }) => [form, key])).toEqual([['chat.reopen', '501']]);

  // For the refused one, another outcome may be chosen.
  await view.tester.click(await within(dialog).findByRole('radio', { name: /Venda feita/ }));
  await view.press('Tentar 1 de novo');
  expect(asked()).toEqual(['501', '502', '503', '502']);
  finished(three[1]);
  expect(screen.getByText('3 concluídas.')).toBeTruthy();
  expect(view.given('ticket.finish').map(({ outcomeId }) => outcomeId)).toEqual(['70', '70', '70', '71']);
  await waitFor(() => expect(screen.queryByText(/selecionada/)).toBeNull());
});

test('marking read goes by conversation; somebody else’s is refused unasked', async () => {
  const [first, second, third] = three;
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three tickets');
  const queued = { owner: null };
  const view = await bar(
    [
      { ...first, ...queued },
      { ...second, owner: { ...CARLA, image: null } },
      { ...third, ...queued },
    ],
    anaViewing,
  );
  await view.press('Mais ações');
  await view.tester.click(await screen.findByRole('menuitem', { name: 'Marcar como lidas' }));
  const dialog = await screen.findByRole('dialog', { name: 'Marcar 3 conversas como lidas' });
  await view.tester.click(within(dialog).getByRole('button', { name: 'Marcar como lidas' }));
  for (const key of ['101@10', '103@10']) {
    await waitFor(() => expect(view.given('form.save').at(-1)).toMatchObject({ form: 'chat.bulk', key }));
    expect(view.given('form.save').at(-1)?.values).toMatchObject({ what: 'read' });
    act(() => view.save('chat.bulk', key, key, []));
  }
  expect(await screen.findByText('2 concluídas, 1 recusada.')).toBeTruthy();
  expect(lineOf('Laura Nunes').textContent).toContain('está com outra pessoa');
});

/** Chooses an entry of the bar's menu; its dialog. */
async function chosen(view: Awaited<ReturnType<typeof bar>>, entry: string, title: string | RegExp) {
  await view.press('Mais ações');
  await view.tester.click(await screen.findByRole('menuitem', { name: entry }));
  const dialog = await screen.findByRole('dialog', { name: title });
  return { dialog, go: () => view.tester.click(within(dialog).getByRole('button', { name: entry })) };
}
const lastSave = (view: Awaited<ReturnType<typeof bar>>) => view.given('form.save').at(-1);

test('taking three: who was faster is named at the refused one', async () => {
  const view = await bar(three.map((ticket) => ({ ...ticket, owner: null })));
  const { go } = await chosen(view, 'Assumir', 'Assumir 3 atendimentos');
  await go();
  for (const key of ['501', '502', '503']) {
    await waitFor(() => expect(lastSave(view)).toMatchObject({ form: 'chat.bulk', key, values: { what: 'take' } }));
    const { request = 0 } = lastSave(view) ?? {};
    const params = { name: 'Carla Reis' };
    const failure = aFailure({ code: 'CONFLICT', key: 'error.ticket.taken', params });
    act(() => {
      if (key === '502') view.append({ type: 'form.refused', form: 'chat.bulk', key, request, failure });
      else view.save('chat.bulk', key, key, []);
    });
  }
  expect(screen.getByText('2 concluídas, 1 recusada.')).toBeTruthy();
  expect(lineOf('Laura Nunes').textContent).toContain('Carla Reis já assumiu');
});

test('snoozing three until one moment', async () => {
  const view = await bar();
  const { go } = await chosen(view, 'Adiar', 'Adiar 3 conversas');
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'report.calendar')).toBe(true));
  act(() =>
    view.answer({ list: 'report.calendar', rows: [{ timezone: 'America/Sao_Paulo', today: '2026-03-02' }], total: 1 }),
  );
  await screen.findByRole('radio', { name: /Daqui a 1 hora/ });
  await go();
  const until = new Date(START + 3_600_000).toISOString();
  for (const key of ['501', '502', '503']) {
    await waitFor(() => expect(lastSave(view)).toMatchObject({ key, values: { what: 'snooze', until } }));
    act(() => view.save('chat.bulk', key, key, []));
  }
  expect(screen.getByText('3 concluídas.')).toBeTruthy();
});

test('a tag is taken off all: only those that one of them has are offered', async () => {
  const vip = { id: '7', name: 'VIP', color: 'blue' } as const;
  const view = await bar(
    three.map((ticket) =>
      ticket.id === '502' ? { ...ticket, customer: { ...ticket.customer, tags: [vip] } } : ticket,
    ),
  );
  const { dialog, go } = await chosen(view, 'Tirar etiqueta', /^Tirar uma etiqueta/);
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'choices.tags')).toBe(true));
  const rows = [vip, { ...vip, id: '8', name: 'Novo' }].map((tag) => ({ ...tag, customers: 1, version: '1' }));
  act(() => view.answer({ list: 'choices.tags', rows, total: 2 }));
  expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
  await view.tester.click(within(dialog).getByRole('radio', { name: 'VIP' }));
  await go();
  for (const key of ['101', '102', '103']) {
    await waitFor(() => expect(lastSave(view)).toMatchObject({ form: 'chat.tag', key }));
    expect(lastSave(view)?.values).toEqual({ tag_id: '7', tagged: false });
    act(() => view.save('chat.tag', key, key, []));
  }
  expect(screen.getByText('3 concluídas.')).toBeTruthy();
});

test('tagging goes by customer, and waits for each answer', async () => {
  const view = await bar();
  await view.press('Etiquetar');
  const dialog = await screen.findByRole('dialog', { name: /Etiquetar os clientes/ });
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'choices.tags')).toBe(true));
  const { request = 1 } = view.given('list.fetch').findLast(({ list }) => list === 'choices.tags') ?? {};
  act(() => view.append({ type: 'list.failed', list: 'choices.tags', request, failure: aFailure() }));
  await view.press('Tentar de novo');
  const tag = { id: '7', name: 'VIP', color: 'blue', customers: 0, version: '1' } as const;
  act(() => view.answer({ list: 'choices.tags', rows: [tag], total: 1 }));
  expect(within(dialog).getByRole('button', { name: 'Etiquetar' }).hasAttribute('disabled')).toBe(true);
  await view.tester.click(screen.getByRole('radio', { name: 'VIP' }));
  await view.tester.click(within(dialog).getByRole('button', { name: 'Etiquetar' }));
  for (const key of ['101', '102', '103']) {
    expect(view.given('form.save').at(-1)).toMatchObject({
      form: 'chat.tag',
      key,
      values: { tag_id: '7', tagged: true },
    });
    act(() => view.save('chat.tag', key, key, []));
  }
  expect(screen.getByText('3 concluídas.')).toBeTruthy();
});

test('a transfer to a colleague is offered for each, and refused with its reason', async () => {
  const view = await bar();
  await view.press('Transferir');
  const dialog = await screen.findByRole('dialog', { name: 'Transferir 3 atendimentos' });
  const candidates = (ticketId: string) =>
    act(() => view.append({ type: 'transfer.candidatesListed', ticketId, users: [aUser()] }));
  candidates('501');
  await view.tester.click(screen.getByRole('radio', { name: CARLA.name }));
  await view.tester.click(within(dialog).getByRole('button', { name: 'Transferir' }));
  for (const ticketId of ['501', '502', '503']) {
    await waitFor(() => expect(view.given('transfer.fetchCandidates').at(-1)?.ticketId).toBe(ticketId));
    candidates(ticketId);
    const offered = { ticketId, nextOwnerId: CARLA.id };
    await waitFor(() => expect(view.given('transfer.create').at(-1)).toMatchObject(offered));
    const transfer = aTransfer({ id: `9${ticketId}`, ticketId });
    const failure = aFailure({ code: 'CONFLICT', key: 'error.transfer.pending' });
    act(() =>
      view.append(
        ticketId === '502'
          ? { type: 'transfer.createFailed', ticketId, failure }
          : { type: 'transfer.created', ticketId, transfer },
      ),
    );
  }
  expect(screen.getByText('2 concluídas, 1 recusada.')).toBeTruthy();
  expect(lineOf('Laura Nunes').textContent).toContain('Já existe uma transferência');
});

async function transferring(tickets: readonly Ticket[] = three, viewer = brunoViewing) {
  const view = await bar(tickets, viewer);
  await view.press('Transferir');
  const dialog = await screen.findByRole('dialog', { name: 'Transferir 3 atendimentos' });
  const candidates = (ticketId: string, ...users: readonly User[]) =>
    act(() => view.append({ type: 'transfer.candidatesListed', ticketId, users }));
  const labels = () =>
    within(dialog)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent);
  const send = () => view.tester.click(within(dialog).getByRole('button', { name: 'Transferir' }));
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'choices.departments')).toBe(true));
  return {
    ...view,
    candidates,
    labels,
    send,
    asked: () => view.given('transfer.fetchCandidates').map((each) => each.ticketId),
  };
}

const departments = [
  { id: '8', label: 'Financeiro' },
  { id: '9', label: 'Extinto', isInactive: true as const },
];

test('who is away comes last and is marked; a note goes with each', async () => {
  const view = await transferring();
  view.candidates('501', aUser({ id: '80', name: 'Zeca', connected: false }), aUser());
  act(() => view.answer({ list: 'choices.departments', rows: departments, total: 2 }));
  expect(view.labels()).toEqual([CARLA.name, 'Zeca · ausente', 'De volta para a fila', 'Fila de Financeiro']);
  await view.tester.click(screen.getByRole('radio', { name: /^Zeca.*ausente/ }));
  const note = screen.getByRole('textbox', { name: /Recado/ });
  await view.tester.click(note);
  await view.tester.paste('x'.repeat(TRANSFER_NOTE_MAX_LENGTH + 1));
  await view.send();
  expect(view.given('transfer.create')).toEqual([]);
  await view.tester.clear(note);
  await view.tester.paste(' Pediu desconto ');
  await view.send();
  await waitFor(() => expect(view.given('transfer.fetchCandidates')).toHaveLength(2));
  view.candidates('501', aUser());
  const offered = { ticketId: '501', nextOwnerId: '80', note: 'Pediu desconto' };
  await waitFor(() => expect(view.given('transfer.create').at(-1)).toMatchObject(offered));
});

test.each([
  ['De volta para a fila', null],
  ['Fila de Financeiro', '8'],
])('%s: one after the other', async (name, departmentId) => {
  const view = await transferring();
  view.candidates('501', aUser());
  act(() => view.answer({ list: 'choices.departments', rows: departments, total: 2 }));
  await view.tester.click(screen.getByRole('radio', { name }));
  await view.tester.click(screen.getByRole('textbox', { name: /Recado/ }));
  await view.tester.paste('Sem pressa');
  await view.send();
  // Who else could get it isn’t waited for.
  for (const ticketId of ['501', '502', '503']) {
    const queued = { ticketId, departmentId, note: 'Sem pressa' };
    await waitFor(() => expect(view.given('transfer.queue').at(-1)).toMatchObject(queued));
    const failure = aFailure({ code: 'CONFLICT', key: 'error.ticket.queued' });
    act(() =>
      view.append(
        ticketId === '502'
          ? { type: 'transfer.createFailed', ticketId, failure }
          : { type: 'transfer.queued', ticketId },
      ),
    );
  }
  expect(screen.getByText('2 concluídas, 1 recusada.')).toBeTruthy();
  expect(lineOf('Laura Nunes').textContent).toContain('já está nessa fila');
});

test('the owner of one of several may get the others', async () => {
  const carla = { id: CARLA.id, name: CARLA.name, image: null };
  const mixed = three.map((ticket, at) => ({ ...ticket, owner: at === 0 ? carla : ticket.owner }));
  const view = await transferring(mixed, anaViewing);
  expect(view.asked()).toEqual(['501', '502']);
  view.candidates('501', aUser({ id: '80', name: 'Zeca' }));
  view.candidates('502', aUser({ id: '80', name: 'Zeca' }), aUser());
  expect(view.labels()).toEqual(['Zeca', CARLA.name, 'De volta para a fila']);
});

test('look-ups that fail are said, and tried again', async () => {
  const view = await transferring();
  const failure = aFailure();
  act(() => view.append({ type: 'transfer.candidatesFailed', ticketId: '501', failure }));
  // Queues can be chosen without people.
  expect(view.labels()).toEqual(['De volta para a fila']);
  await view.press('Tentar de novo');
  expect(view.asked()).toEqual(['501', '501']);
  view.candidates('501', aUser());
  const { request = 1 } = view.given('list.fetch').findLast(({ list }) => list === 'choices.departments') ?? {};
  act(() => view.append({ type: 'list.failed', list: 'choices.departments', request, failure }));
  expect(screen.getByText('Os departamentos não carregaram.')).toBeTruthy();
  await view.press('Tentar de novo');
  act(() => view.answer({ list: 'choices.departments', rows: departments, total: 2 }));
  expect(view.labels()).toEqual([CARLA.name, 'De volta para a fila', 'Fila de Financeiro']);
});

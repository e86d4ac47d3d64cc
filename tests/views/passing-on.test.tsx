import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import { AfterFinish } from '../../src/views/attendance/chat/AfterFinish.tsx';
import { NextWaiting } from '../../src/views/attendance/chat/NextWaiting.tsx';
import { useListing, wholeList } from '../../src/views/administration/list/use-listing.ts';
import { OpenAgain } from '../../src/views/attendance/chat/OpenAgain.tsx';
import { QueueCard } from '../../src/views/attendance/transfer/QueueCard.tsx';
import { OutgoingTransferCard, TransferCard } from '../../src/views/attendance/transfer/TransferCard.tsx';
import { useIsOutgoing } from '../../src/views/attendance/transfer/use-outgoing.ts';
import { TransferDialog } from '../../src/views/attendance/transfer/TransferDialog.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { aFailure, aTransfer, BRUNO, CARLA, START, aTicket, aUser } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const queued = aTicket({ owner: null });
const owned = aTicket();
const savesOf = (view: Awaited<ReturnType<typeof renderScreen>>) =>
  view.given('form.save').map(({ form, key, values }) => ({ form, key, values }));

test('a ticket of nobody’s is taken by a press or its key; who was faster is named', async () => {
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <QueueCard ticket={queued} isFree />
    </ShortcutsProvider>,
  );
  const tester = userEvent.setup();
  await screen.findByRole('button', { name: 'Assumir' });
  await tester.keyboard('a');
  expect(savesOf(view)).toEqual([{ form: 'chat.take', key: queued.id, values: {} }]);
  act(() => {
    const { request = 0 } = view.given('form.save').at(-1) ?? {};
    const failure = {
      code: 'CONFLICT',
      key: 'error.ticket.taken',
      params: { name: 'Carla Reis' },
      fields: {},
    } as const;
    view.append({
      type: 'form.refused',
      form: 'chat.take',
      key: queued.id,
      request,
      failure: { ...failure, requestId: null },
    });
  });
  expect((await screen.findByRole('alert')).textContent).toBe('Carla Reis já assumiu este atendimento.');
});

/** A conversation; the pointer over its end says that the ticket was taken. */
function Taking() {
  const [isFree, setFree] = useState(true);
  return (
    <>
      <QueueCard ticket={queued} isFree={isFree} />
      <textarea data-composer aria-label="Mensagem" />
      <button type="button" onPointerEnter={() => setFree(false)}>
        Fim
      </button>
    </>
  );
}

test('taken by a press -> its button goes, and one can write at once', async () => {
  await renderScreen(<Taking />);
  const tester = userEvent.setup();
  await tester.click(await screen.findByRole('button', { name: 'Assumir' }));
  await tester.hover(screen.getByText('Fim'));
  expect(screen.queryByRole('button', { name: 'Assumir' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mensagem' }));
});

test('one that is not free has no card', async () => {
  const view = await renderScreen(<QueueCard ticket={owned} isFree={false} />);
  await waitFor(() => expect(view.container.textContent).toBe(''));
});

/** The dialog, and what the conversation shows after it. */
function Passing({ ticket, onCreated }: { readonly ticket: typeof owned; readonly onCreated: () => void }) {
  if (useIsOutgoing(ticket.id)) return <OutgoingTransferCard ticketId={ticket.id} />;
  return <TransferDialog ticket={ticket} onClose={() => undefined} onCreated={onCreated} />;
}

async function dialog(ticket: typeof owned) {
  let created = 0;
  const view = await renderScreen(<Passing ticket={ticket} onCreated={() => void (created += 1)} />);
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: ticket.id });
    view.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
    view.append({ type: 'transfer.drafted', ticketId: ticket.id });
    view.append({ type: 'transfer.candidatesListed', ticketId: ticket.id, users: [aUser()] });
  });
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'choices.departments')).toBe(true));
  const rows = [
    { id: '70', label: 'Financeiro' },
    { id: '71', label: 'Suporte' },
    { id: '72', label: 'Pós-venda', isInactive: true },
  ];
  act(() => view.answer({ list: 'choices.departments', rows, total: 3 }));
  return { ...view, created: () => created };
}

test('who may get it could not be asked -> said, and tried again', async () => {
  const view = await dialog(owned);
  act(() => {
    view.append({ type: 'transfer.drafted', ticketId: owned.id });
    view.append({ type: 'transfer.candidatesFailed', ticketId: owned.id, failure: aFailure() });
  });
  const asked = () => view.given('transfer.fetchCandidates').length;
  const before = asked();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(asked()).toBe(before + 1);
  act(() => view.append({ type: 'transfer.candidatesListed', ticketId: owned.id, users: [aUser()] }));
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(screen.getByRole('radio', { name: new RegExp(CARLA.name) })).toBeTruthy();
});

test('without a network -> people come when it is back; one that is submitted without waits in the conversation', async () => {
  const view = await dialog(owned);
  const failure = aFailure({ code: 'NETWORK', key: 'error.network' });
  act(() => {
    view.append({ type: 'network.changed', online: false });
    view.append({ type: 'transfer.drafted', ticketId: owned.id });
    view.append({ type: 'transfer.candidatesFailed', ticketId: owned.id, failure });
  });
  expect((await screen.findByRole('status')).textContent).toContain(
    'As pessoas aparecem aqui quando a conexão voltar.',
  );
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  act(() => {
    view.append({ type: 'network.changed', online: true });
    view.append({ type: 'transfer.candidatesListed', ticketId: owned.id, users: [aUser()] });
    view.append({ type: 'network.changed', online: false });
  });
  const tester = userEvent.setup();
  await tester.click(await screen.findByRole('radio', { name: new RegExp(CARLA.name) }));
  await tester.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(view.given('transfer.create')).toEqual([]);
  expect(await screen.findByText(`A transferência para ${CARLA.name} ainda não foi enviada`)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Cancelar transferência' }));
  act(() => view.append({ type: 'network.changed', online: true }));
  expect(view.given('transfer.create')).toEqual([]);
  expect(screen.queryByText(/ainda não foi enviada/)).toBeNull();
});

test.each([
  [/De volta para a fila/, 'A devolução à fila ainda não foi enviada'],
  [/Financeiro/, 'O envio para a fila de Financeiro ainda não foi feito'],
])('without a network, nor people to choose from -> %s waits in the conversation, too', async (place, said) => {
  const view = await dialog(owned);
  const failure = aFailure({ code: 'NETWORK', key: 'error.network' });
  act(() => {
    view.append({ type: 'network.changed', online: false });
    view.append({ type: 'transfer.drafted', ticketId: owned.id });
    view.append({ type: 'transfer.candidatesFailed', ticketId: owned.id, failure });
  });
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('radio', { name: place }));
  await tester.click(screen.getByRole('button', { name: 'Enviar para a fila' }));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(view.given('transfer.queue')).toEqual([]);
  act(() => view.append({ type: 'network.changed', online: true }));
  expect(view.given('transfer.queue')).toHaveLength(1);
  expect(screen.getByText('Até lá, o atendimento continua onde está.')).toBeTruthy();
});

test('to a department, with a note: sent at once, refused with its reason, and closed when done', async () => {
  const view = await dialog({ ...owned, departmentId: '71' });
  const tester = userEvent.setup();
  // Its own department is “back to the queue”.
  expect(screen.queryByRole('radio', { name: /Suporte|Pós-venda/ })).toBeNull();
  await tester.click(await screen.findByRole('radio', { name: new RegExp(CARLA.name) }));
  await tester.click(screen.getByRole('radio', { name: /Financeiro/ }));
  await tester.type(screen.getByRole('textbox', { name: /Recado/ }), 'Segunda via do boleto.');
  await tester.click(screen.getByRole('button', { name: 'Enviar para a fila' }));
  const queued = { ticketId: owned.id, departmentId: '70', note: 'Segunda via do boleto.' };
  expect(view.given('transfer.queue')).toMatchObject([queued]);
  expect(view.given('transfer.create')).toEqual([]);
  const failure = aFailure({ code: 'CONFLICT', key: 'error.department.nobody' });
  act(() => view.append({ type: 'transfer.createFailed', ticketId: owned.id, failure }));
  expect(screen.getByRole('alert').textContent).toContain('Ninguém desse departamento');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Recado/ }).value).toBe('Segunda via do boleto.');
  await tester.click(screen.getByRole('button', { name: 'Enviar para a fila' }));
  expect(view.given('transfer.queue')).toHaveLength(2);
  const before = view.created();
  act(() => view.append({ type: 'transfer.queued', ticketId: owned.id }));
  await waitFor(() => expect(view.created()).toBe(before + 1));
});

test('who is away comes last and is marked, and what that means is said; a note that is too long isn’t sent', async () => {
  const view = await dialog(owned);
  const away = aUser({ id: '8', name: 'Abel Cruz', connected: false });
  act(() => {
    view.append({ type: 'transfer.drafted', ticketId: owned.id });
    view.append({ type: 'transfer.candidatesListed', ticketId: owned.id, users: [away, aUser({ connected: true })] });
  });
  const people = await screen.findByRole('group', { name: 'Para uma pessoa' });
  const names = [...people.querySelectorAll('strong')].map(({ textContent }) => textContent);
  expect(names).toEqual([CARLA.name, 'Abel Cruz']);
  const tester = userEvent.setup();
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Transferir' });
  expect(submit().disabled).toBe(true);
  await tester.click(screen.getByRole('radio', { name: new RegExp(CARLA.name) }));
  expect(screen.queryByText(/está ausente/u)).toBeNull();
  await tester.click(screen.getByRole('radio', { name: /Abel Cruz.*ausente/u }));
  expect(screen.getByText('Abel Cruz está ausente e verá a transferência quando voltar.')).toBeTruthy();
  const note = screen.getByRole('textbox', { name: /Recado/ });
  fireEvent.change(note, { target: { value: `${'x'.repeat(500)}  ` } });
  expect([submit().disabled, note.getAttribute('aria-invalid')]).toEqual([false, null]);
  fireEvent.change(note, { target: { value: 'x'.repeat(501) } });
  expect([submit().disabled, note.getAttribute('aria-invalid')]).toEqual([true, 'true']);
  fireEvent.change(note, { target: { value: '  ' } });
  await tester.click(submit());
  const [sent] = view.given('transfer.create');
  expect(sent).toMatchObject({ ticketId: owned.id });
  expect(sent).not.toHaveProperty('note');
});

/** The card of a transfer, once the conversation is opened. */
function Opened({ transferId, viewer }: { readonly transferId: string; readonly viewer: Viewer }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <TransferCard transferId={transferId} viewer={viewer} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Abrir
    </button>
  );
}

async function offer(viewer: Viewer) {
  const transfer = aTransfer();
  const view = await renderScreen(<Opened transferId={transfer.id} viewer={viewer} />, { viewer });
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: transfer.ticketId });
    view.append({ type: 'ticket.loaded', ticket: aTicket({ pendingTransfer: transfer }), streamPosition: 1 });
  });
  await userEvent.setup().click(button('Abrir'));
  return { ...view, of: { transferId: transfer.id } };
}
const asViewer = ({ id, name }: typeof CARLA): Viewer => ({ userId: id, name, roleName: 'atendente' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name}`, 'u') });

test('offered -> who gets it accepts or declines: on its way it keeps the focus, and the other can’t be pressed; refused it says why', async () => {
  const view = await offer(asViewer(CARLA));
  const tester = userEvent.setup();
  expect(screen.getByText(`${BRUNO.name} quer passar este atendimento para você`)).toBeTruthy();
  await tester.click(button('Aceitar'));
  expect(view.given('transfer.confirm')).toMatchObject([view.of]);
  expect(document.activeElement).toBe(button('Aceitar'));
  expect([button('Aceitar').getAttribute('aria-disabled'), button('Recusar').disabled]).toEqual(['true', true]);
  const failure = aFailure({ code: 'CONFLICT', key: 'error.transfer.full' });
  act(() => view.append({ type: 'transfer.confirmFailed', ...view.of, failure }));
  expect(screen.getByRole('alert').textContent).toContain('O limite de atendimentos do departamento');
  await tester.click(button('Recusar'));
  expect(view.given('transfer.delete')).toMatchObject([view.of]);
  expect([button('Recusar').getAttribute('aria-disabled'), button('Aceitar').disabled]).toEqual(['true', true]);
});

test('offered -> who offered it sees whom it waits for, and may only take it back', async () => {
  const view = await offer(asViewer(BRUNO));
  expect(screen.getByText(`Aguardando ${CARLA.name} aceitar`)).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancelar transferência']);
  await userEvent.setup().click(button('Cancelar transferência'));
  expect(view.given('transfer.delete')).toMatchObject([view.of]);
});

test('back to the queue only while somebody has it', async () => {
  const view = await dialog(owned);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('radio', { name: /De volta para a fila/ }));
  await tester.click(screen.getByRole('button', { name: 'Enviar para a fila' }));
  expect(view.given('transfer.queue')).toMatchObject([{ ticketId: owned.id, departmentId: null }]);
  view.unmount();
  await dialog(queued);
  expect(screen.queryByRole('radio', { name: /De volta para a fila/ })).toBeNull();
});

test('a finished conversation is opened again; with the window shut it says why not', async () => {
  const finished = aTicket({ finishedAt: START });
  const view = await renderScreen(<OpenAgain ticket={finished} shut={undefined} />);
  const tester = userEvent.setup();
  await tester.click(await screen.findByRole('button', { name: 'Reabrir conversa' }));
  const key = `${finished.customer.id}@${finished.instance.id}` as const;
  expect(savesOf(view)).toEqual([{ form: 'chat.open', key, values: {} }]);
  act(() => view.refuse('chat.open', key, 'error.customer.blacklisted'));
  expect(screen.getByRole('alert').textContent).toContain('bloqueado');
  view.unmount();
  await renderScreen(<OpenAgain ticket={finished} shut="error.window.closed" />);
  expect(screen.getByText(/mais de 24 horas/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('after a finish: undone by its key, or on to who waits longest', async () => {
  let chosen = 0;
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <AfterFinish ticketId="500" onChosen={() => void (chosen += 1)} />
    </ShortcutsProvider>,
  );
  const tester = userEvent.setup();
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.next')).toBe(true));
  const { request = 0 } = view.given('list.fetch').at(-1) ?? {};
  act(() => view.append({ type: 'list.failed', list: 'chat.next', request, failure: aFailure() }));
  await tester.click(screen.getByRole('button', { name: 'Ver de novo quem espera há mais tempo' }));
  expect(view.given('list.fetch').filter(({ list }) => list === 'chat.next')).toHaveLength(2);
  const rows = [
    // The list may have been read before the finish.
    { id: '500', customerName: 'Joana Dias', since: START - 9_000 },
    { id: '501', customerName: 'Luciana Prado', since: START - 5_000 },
  ];
  act(() => view.answer({ list: 'chat.next', rows, total: 2 }));
  expect(screen.getByRole('button', { name: 'Atender Luciana Prado' })).toBeTruthy();
  await tester.keyboard('n');
  expect(chosen).toBe(1);
  await tester.keyboard('u');
  expect(chosen).toBe(2);
  expect(savesOf(view)).toEqual([{ form: 'chat.reopen', key: '500', values: {} }]);
});

test.each([
  ['finished', () => <AfterFinish ticketId="500" onChosen={() => undefined} />, 'Desfazer'],
  ['sent and on', () => <NextWaiting ticketId="500" onEnd={() => undefined} />, undefined],
])('%s while the code of lists can’t come -> said, and tried again', async (_what, View, button) => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  prepare.mockResolvedValue(undefined);
  const { given } = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <View />
    </ShortcutsProvider>,
    { prepare },
  );
  expect(await screen.findByText('Esta parte não carregou. Verifique a conexão.')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(given('list.fetch').some(({ list }) => list === 'chat.next')).toBe(true));
  if (button !== undefined) expect(screen.getByRole('button', { name: button })).toBeTruthy();
});

test('sent and on, which failed -> the network is back: it doesn’t go on by itself', async () => {
  const ended = vi.fn<() => void>();
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValue(new TypeError('Failed to fetch'));
  await renderScreen(<NextWaiting ticketId="500" onEnd={ended} />, { prepare });
  await screen.findByText('Esta parte não carregou. Verifique a conexão.');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(ended).toHaveBeenCalledOnce();
});

test('sent and on: asked anew, then the one who waits longest is opened; it says so when nobody else waits', async () => {
  let ended = 0;
  const view = await renderScreen(
    <>
      <NextWaiting ticketId="500" onEnd={() => void (ended += 1)} />
      <Address />
    </>,
    { at: '/chat/500' },
  );
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.next')).toBe(true));
  const left = { id: '500', customerName: 'Joana Dias', since: START - 9_000 };
  act(() => view.answer({ list: 'chat.next', rows: [left], total: 1 }));
  expect(screen.getByRole('status').textContent).toBe('Ninguém mais espera uma resposta.');
  expect(ended).toBe(0);
  // Somebody waits by now, but that was asked for elsewhere.
  const next = { id: '501', customerName: 'Luciana Prado', since: START - 5_000 };
  act(() => view.append({ type: 'list.outdated', list: 'chat.next' }));
  act(() => view.answer({ list: 'chat.next', rows: [left, next], total: 2 }));
  expect(screen.getByText('/chat/500')).toBeTruthy();
  view.unmount();

  // The list is known by now, but who was in it may have been answered.
  const again = await renderScreen(<Known />, { at: '/chat/500' });
  await waitFor(() => expect(again.given('list.fetch')).toHaveLength(1));
  act(() => again.answer({ list: 'chat.next', rows: [next], total: 1 }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'send' }));
  await waitFor(() => expect(again.given('list.fetch')).toHaveLength(2));
  expect(screen.getByText('/chat/500')).toBeTruthy();
  act(() => again.answer({ list: 'chat.next', rows: [{ ...next, id: '502' }], total: 1 }));
  expect(screen.getByText('/chat/502')).toBeTruthy();
});

function Address() {
  return <p>{useLocation().pathname}</p>;
}

/** The list of who waits is open, and a press asks for the next. */
function Known() {
  useListing('chat.next', wholeList);
  const [isSent, setSent] = useState(false);
  return (
    <>
      <Address />
      <button type="button" onClick={() => setSent(true)}>
        send
      </button>
      {isSent && <NextWaiting ticketId="500" onEnd={() => undefined} />}
    </>
  );
}

import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import type { ForwardTarget } from '../../src/machines/entities/customers.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { useApp, useOnChange } from '../../src/views/app/app-context.tsx';
import { ForwardDialog } from '../../src/views/attendance/chat/tools/ForwardDialog.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { START, aFailure, aMessage, aTicket } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const ticket = aTicket({ id: '500' });
const HOUR = 3_600_000;
const target = (n: number, changes: Partial<ForwardTarget> = {}): ForwardTarget => ({
  ticketId: `${600 + n}`,
  customerId: `${200 + n}`,
  instanceId: '10',
  name: `Cliente ${n}`,
  phone: '5511987654321',
  image: null,
  instanceName: 'Vendas',
  lastReceivedAt: START,
  hasChannel: true,
  ...changes,
});

function Opened({ message, onDone }: { readonly message: Message; readonly onDone: (count: number) => void }) {
  const { directory } = useApp();
  const conversation = useOnChange(directory.changed, () =>
    directory.conversation(conversationKey(ticket.customer.id, ticket.instance.id)),
  );
  return conversation === undefined ? null : (
    <AreasContext value={{ loaded: [conversationArea], failure: undefined, request: () => undefined }}>
      <ForwardDialog messages={[message]} conversation={conversation} onClose={() => undefined} onDone={onDone} />
    </AreasContext>
  );
}

async function show(message = aMessage()) {
  const onDone = vi.fn<(count: number) => void>();
  const view = await renderScreen(<Opened message={message} onDone={onDone} />);
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: ticket.id });
    view.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  });
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'chat.forward');
  await waitFor(() => expect(asked()).toHaveLength(1));
  const answer = (rows: readonly ForwardTarget[], total = rows.length) =>
    act(() => view.answer({ list: 'chat.forward', rows, total }));
  const box = (name: RegExp) => screen.getByRole('checkbox', { name });
  return { ...view, onDone, asked, answer, box, tester: userEvent.setup() };
}
const isOpen = (box: HTMLElement) => !(box instanceof HTMLInputElement) || !box.disabled;

test('where nothing can be sent it can’t be chosen, and says why: 24 hours are over, no channel', async () => {
  const { answer, box } = await show();
  answer([
    target(1, { lastReceivedAt: START - 23 * HOUR }),
    target(2, { lastReceivedAt: START - 24 * HOUR }),
    target(3, { lastReceivedAt: null }),
    target(4, { lastReceivedAt: null, gateway: true }),
    target(5, { hasChannel: false }),
    target(6, { sms: true }),
  ]);
  expect([1, 2, 3, 4, 5, 6].map((n) => isOpen(box(new RegExp(`Cliente ${n}`, 'u'))))).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
  const said = (n: number) => screen.getByText(`Cliente ${n}`).parentElement?.querySelector('small')?.textContent;
  const reachable = '+55 11 98765-4321 · Vendas';
  const over = 'Passaram 24 horas da última mensagem';
  expect([1, 2, 3, 4, 6].map(said)).toEqual([reachable, over, over, reachable, reachable]);
  expect(said(5)).not.toMatch(/Vendas|24 horas/u);
});

test.each<[string, Partial<Message>, boolean]>([
  ['a text', {}, true],
  ['a file', { tag: 'pdf', hasFile: true }, false],
  ['a place', { tag: 'location', place: { latitude: 1, longitude: 1, name: null, address: null } }, false],
])('by SMS %s -> %s', async (_, changes, goes) => {
  const { answer, box } = await show(aMessage(changes));
  answer([target(1, { sms: true })]);
  expect(isOpen(box(/Cliente 1/u))).toBe(goes);
  expect(screen.queryByText('Por SMS só vão textos') === null).toBe(goes);
});

test('who was chosen stays in view while one searches on, and can be let go; more than are listed is said', async () => {
  const { answer, box, asked, tester, onDone, given } = await show();
  answer([target(1), target(2)], 25);
  expect(screen.getByText(/^Há mais 23 conversas/u)).toBeTruthy();
  await tester.click(box(/Cliente 1/u));
  await tester.click(box(/Cliente 2/u));
  await tester.type(screen.getByRole('searchbox'), 'tres');
  await waitFor(() => expect(asked().at(-1)?.query).toMatchObject({ search: 'tres', page: 1 }));
  answer([target(3)]);
  const listed = () => within(screen.getByRole('list')).getAllByRole('checkbox');
  expect(listed().map((each) => each instanceof HTMLInputElement && each.checked)).toEqual([true, true, false]);
  await tester.click(box(/Cliente 2/u));
  expect(listed()).toHaveLength(2);
  await tester.click(screen.getByRole('button', { name: 'Encaminhar para 1 conversa' }));
  expect(onDone.mock.calls).toEqual([[1]]);
  expect(given('outbox.put')).toHaveLength(1);
});

test('nobody else to send it to -> said; not loaded -> said, and tried again', async () => {
  const { answer, asked, append, tester } = await show();
  const { request = 0 } = asked()[0] ?? {};
  act(() => append({ type: 'list.failed', list: 'chat.forward', request, failure: aFailure() }));
  await tester.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(asked()).toHaveLength(2);
  const { customer, instance } = ticket;
  answer([target(1, { customerId: customer.id, instanceId: instance.id, ticketId: ticket.id })]);
  expect(screen.getByText('Nenhuma conversa aberta sua encontrada')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

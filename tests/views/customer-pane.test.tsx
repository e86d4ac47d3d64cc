import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { administrationArea } from '../../src/i18n/areas/administration.ts';
import { administrationErrorsArea } from '../../src/i18n/areas/administration-errors.ts';
import { channelArea } from '../../src/i18n/areas/channel.ts';
import { customerMergeArea } from '../../src/i18n/areas/customer-merge.ts';
import { customersArea } from '../../src/i18n/areas/customers.ts';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import { useApp, useOnChange } from '../../src/views/app/app-context.tsx';
import { CustomerPane } from '../../src/views/attendance/customer/CustomerPane.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { START, aCustomer, aTicket, anaViewing, brunoViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const loaded = [customersArea, customerMergeArea, administrationArea, administrationErrorsArea, channelArea];
const areas = { loaded, failure: undefined, request: () => undefined };
const onClose = vi.fn<() => void>();

function Pane({ ticket, isClosable }: { readonly ticket: Ticket; readonly isClosable: boolean }) {
  const { directory } = useApp();
  const conversation = useOnChange(directory.changed, () =>
    directory.conversation(conversationKey(ticket.customer.id, ticket.instance.id)),
  );
  return conversation === undefined ? null : (
    <AreasContext value={areas}>
      <CustomerPane conversation={conversation} ticket={ticket} isClosable={isClosable} onClose={onClose} />
    </AreasContext>
  );
}

async function show(changes: Partial<Ticket> = {}, viewer: Viewer = anaViewing, routes: string[] = ['chat']) {
  const ticket = aTicket({ id: '500', ...changes });
  const view = await renderScreen(<Pane ticket={ticket} isClosable />, { viewer });
  act(() => {
    view.append({ type: 'permissions.listed', routes });
    view.append({ type: 'ticket.opened', ticketId: ticket.id });
    view.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  });
  await screen.findByRole('button', { name: 'Fixar conversa' });
  return { ...view, ticket, tester: userEvent.setup() };
}
const factOf = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent;

it('what one reads of the ticket: whose it is, when it began, and its end only once there is one', async () => {
  const { unmount } = await show({ owner: null, protocol: '20260302-7', startedAt: START });
  expect(factOf('Protocolo')).toContain('20260302-7');
  expect(factOf('Iniciado')).toMatch(/mar\. 2026, 09:00$/u);
  expect([factOf('Finalizado'), factOf('Desfecho')]).toEqual([undefined, undefined]);
  expect(factOf('Atendente')).toBe('Sem atendente');
  unmount();
  await show({ finishedAt: START + 3_600_000, outcome: 'Venda feita' });
  expect(factOf('Finalizado')).toMatch(/10:00$/u);
  expect(factOf('Desfecho')).toBe('Venda feita');
});

it('opened over the conversation its way out has the focus; pinned and let go with one button', async () => {
  const { tester, given, ticket } = await show();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Fechar' }));
  await tester.click(screen.getByRole('button', { name: 'Fixar conversa' }));
  const pins = () => given('customer.pin').map(({ customerId, pinned }) => [customerId, pinned]);
  expect(pins()).toEqual([[ticket.customer.id, true]]);
  await tester.click(screen.getByRole('button', { name: 'Desafixar conversa' }));
  expect(pins().at(-1)).toEqual([ticket.customer.id, false]);
  await tester.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(onClose).toHaveBeenCalledOnce();
});

const blocking = ['chat', 'blocked-contacts'];
it.each<[string, Viewer, string[], boolean, string | undefined]>([
  ['an administrator, where the company blocks', anaViewing, blocking, false, 'Bloquear cliente'],
  ['an administrator, where it doesn’t', anaViewing, ['chat'], false, undefined],
  ['an administrator, of one who is blocked', anaViewing, ['chat'], true, 'Desbloquear cliente'],
  ['an attendant', brunoViewing, blocking, false, undefined],
  ['an attendant, of one who is blocked', brunoViewing, blocking, true, undefined],
])('%s -> what is offered', async (_, viewer, routes, blacklisted, button) => {
  const { tester } = await show({ customer: aCustomer({ blacklisted }) }, viewer, routes);
  // It comes with the others of the card.
  await screen.findByRole('button', { name: 'Juntar com outro cliente' });
  if (button !== undefined) await screen.findByRole('button', { name: button });
  const found = screen.queryAllByRole('button', { name: /loquear cliente$/u }).map(({ textContent }) => textContent);
  expect(found).toEqual(button === undefined ? [] : [button]);
  expect(screen.queryByText('Bloqueado') !== null).toBe(blacklisted);
  if (button === undefined) return;
  await tester.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByRole('dialog', { name: `${button.replace(' cliente', '')} Joana Dias?` })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
});

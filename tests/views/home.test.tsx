import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { wholeList } from '../../src/views/administration/list/use-listing.ts';
import { Waiting } from '../../src/views/home/Waiting.tsx';
import { START, aFailure, aMessage, aTicket } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const fetches = (view: Awaited<ReturnType<typeof renderScreen>>) =>
  view.given('list.fetch').filter(({ list }) => list === 'home.waiting');

async function open() {
  const view = await renderScreen(<Waiting />);
  await waitFor(() => expect(fetches(view)).toHaveLength(1));
  return view;
}

test('who waits longest is shown with the customer’s words, how long, and who has them', async () => {
  const view = await open();
  const words = { ...aMessage(), received: true, text: 'Meu pedido não chegou' };
  const robot = { ...aMessage(), received: false, bot: true, text: 'Olá! Em que posso ajudar?' };
  const queued = aTicket({ owner: null, lastMessage: robot, words, waitingSince: START - 42 * 60_000 });
  act(() => view.answer({ list: 'home.waiting', rows: [queued], total: 1 }));
  const link = screen.getByRole('link', { name: /Meu pedido não chegou/ });
  expect(link.textContent).toContain('há 42 min');
  expect(link.textContent).toContain('Na fila');
  expect(link.getAttribute('href')).toBe(`/chat/${queued.id}`);
});

test('how long is coloured by the company’s thresholds', async () => {
  const view = await open();
  const levels = () =>
    screen
      .getAllByRole('link', { name: /há/ })
      .map((link) => link.querySelector('[data-wait]')?.getAttribute('data-wait'));
  const rows = [25, 12, 3].map((minutes, at) =>
    aTicket({ id: String(at + 1), owner: null, waitingSince: START - minutes * 60_000 }),
  );
  act(() => view.answer({ list: 'home.waiting', rows, total: 3 }));
  expect(levels()).toEqual(['alert', 'warning', 'plain']);
  const own = { id: '2', twoFactor: false, twoFactorRequired: false, recoveryCodesLeft: 0, lockMinutes: 0 };
  act(() => view.append({ type: 'list.opened', list: 'userSettings', query: wholeList }));
  act(() =>
    view.answer({ list: 'userSettings', rows: [{ ...own, waitMinutes: { warning: 2, alert: 30 } }], total: 1 }),
  );
  await waitFor(() => expect(levels()).toEqual(['warning', 'warning', 'warning']));
});

test('asked for again while it is looked at, and no more once one has left', async () => {
  const view = await open();
  expect(fetches(view).at(-1)?.query.renewMs).toBe(15_000);
  act(() => view.append({ type: 'page.visibilityChanged', visible: false }));
  expect(fetches(view).at(-1)?.query.renewMs).toBe(null);
  act(() => view.append({ type: 'page.visibilityChanged', visible: true }));
  expect(fetches(view).at(-1)?.query.renewMs).toBe(15_000);
  view.unmount();
  expect(fetches(view).at(-1)?.query.renewMs).toBe(null);
});

test('could not be renewed -> said below the rows, also while it is tried again; renewed -> no more', async () => {
  const view = await open();
  const ticket = aTicket();
  act(() => view.answer({ list: 'home.waiting', rows: [ticket], total: 1 }));
  act(() => view.append({ type: 'page.visibilityChanged', visible: false }));
  const { request = 0 } = fetches(view).at(-1) ?? {};
  const failure = aFailure({ code: 'NETWORK', key: 'error.network' });
  act(() => view.append({ type: 'list.failed', list: 'home.waiting', request, failure }));
  expect(screen.getByRole('link', { name: new RegExp(ticket.customer.name, 'u') })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(screen.getByText('Esta lista pode estar desatualizada.')).toBeTruthy();
  act(() => view.answer({ list: 'home.waiting', rows: [ticket], total: 1 }));
  expect(screen.queryByText('Esta lista pode estar desatualizada.')).toBeNull();
});

test('nobody waits -> said; refused -> said why, and tried again', async () => {
  const view = await open();
  const { request = 0 } = fetches(view).at(-1) ?? {};
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'list.failed', list: 'home.waiting', request, failure }));
  expect(screen.getByText('Não deu para ver quem espera')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  act(() => view.answer({ list: 'home.waiting', rows: [], total: 0 }));
  expect(screen.getByText('Ninguém espera resposta')).toBeTruthy();
});

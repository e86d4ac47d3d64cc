import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { NoticeSettings } from '../../src/views/administration/account/NoticeSettings.tsx';
import { Notices } from '../../src/views/app/Notices.tsx';
import { BRUNO, aUser, brunoViewing, streamAt } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

/** A message comes to Bruno while he looks at another window, and the browser was never asked. */
async function offered() {
  const view = await renderScreen(<Notices />, { viewer: brunoViewing });
  const told = (n: number) =>
    view.append({
      type: 'notice.arrived',
      noticeId: `${n}`,
      title: 'Cliente 1',
      text: 'Oi',
      attendant: BRUNO,
      ticketId: '501',
      customerId: '101',
      customerName: 'Cliente 1',
      instanceId: '10',
      stream: streamAt(n),
    });
  act(() => {
    view.append({ type: 'tab.led' });
    view.append({ type: 'desktop.permissionChanged', permission: 'default' });
  });
  act(() => told(1));
  expect(screen.queryByText('Quer ser avisado fora desta aba?')).toBeNull();
  act(() => {
    view.append({ type: 'page.visibilityChanged', visible: false });
    told(2);
  });
  await screen.findByText('Quer ser avisado fora desta aba?');
  return view;
}

test('desktop notices are offered once one would have come, and the browser is asked only if they are wanted', async () => {
  const view = await offered();
  expect(view.given('desktop.askPermission')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Ativar avisos' }));
  expect(view.given('desktop.askPermission')).toHaveLength(1);
  expect(view.given('timer.start').at(-1)).toMatchObject({ timer: 'notice:desktop:offer:clear', ms: 300 });
});

test('the offer is declined -> the browser isn’t asked, and it is kept', async () => {
  const view = await offered();
  await userEvent.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(view.given('desktop.askPermission')).toEqual([]);
  expect(view.given('preferences.keep').at(-1)?.preferences.notices).toEqual({ desktopDeclined: true });
});

test('after a login it is asked once what was missed, if they may chat', async () => {
  for (const [routes, asked] of [
    [['chat'], ['missedNotices']],
    [['users'], []],
  ] as const) {
    const view = await renderScreen(<Notices />, { isAnonymous: true });
    await act(async () => {
      view.append({ type: 'login.submitted', path: 'rest', email: 'c@x', secret: 's', remember: false, to: null });
      view.append({
        type: 'login.succeeded',
        generation: view.given('login.send').at(-1)?.generation ?? 0,
        token: 't',
        user: aUser({ roleName: 'atendente' }),
        routes,
        originBackoffice: false,
      });
    });
    await screen.findByText('Logado com sucesso!');
    expect(view.given('list.fetch').map(({ list }) => list)).toEqual(asked);
    view.unmount();
  }
});

test('the month’s limit: an administrator is told as much as it is used, and that nothing goes out any more', async () => {
  const view = await renderScreen(<Notices />);
  const used = (percent: number, sent: number) =>
    act(() =>
      view.answer({
        list: 'messageLimit',
        rows: [{ id: '2026-03', sent, limit: 1000, percent }],
        total: 1,
      }),
    );
  await act(async () => undefined);
  // It goes on with a session: nothing was missed that its log doesn't have.
  expect(view.given('list.fetch').map(({ list }) => list)).toEqual(['messageLimit']);
  used(80, 812);
  const warning = await screen.findByText(/80/u, { selector: 'strong' });
  expect(warning.closest('li')?.textContent).toMatch(/812.*1\.000/u);
  view.append({ type: 'list.outdated', list: 'messageLimit' });
  used(100, 1000);
  const reached = await screen.findByText('Limite mensal de mensagens atingido');
  expect(reached.closest('li')?.textContent).toMatch(/1\.000.*recusados/u);
});

test('settings: volume, kinds that sound, and quiet hours are kept', async () => {
  const view = await renderScreen(<NoticeSettings />);
  const kept = () => view.given('preferences.keep').at(-1)?.preferences.notices;
  fireEvent.change(screen.getByLabelText('Volume'), { target: { value: '30' } });
  expect(kept()).toEqual({ volume: 0.3 });
  await userEvent.click(screen.getByRole('switch', { name: 'Conversa nova na fila' }));
  expect(kept()).toEqual({ volume: 0.3, silent: ['queue'] });
  await userEvent.click(screen.getByRole('button', { name: 'Testar: Transferência para mim' }));
  expect(view.given('sound.play')).toMatchObject([{ sound: 'transfer', volume: 0.3 }]);
  await userEvent.click(screen.getByRole('switch', { name: 'Conversa nova na fila' }));
  expect(kept()).toEqual({ volume: 0.3, silent: [] });
  await userEvent.click(screen.getByRole('switch', { name: /^Horário de silêncio/u }));
  expect(kept()?.quiet).toMatchObject({ days: expect.arrayContaining([1]) });
  await userEvent.click(screen.getByRole('switch', { name: /^Som das notificações/u }));
  expect(screen.queryByLabelText('Volume')).toBeNull();
});

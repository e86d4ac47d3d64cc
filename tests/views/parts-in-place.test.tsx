import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { administrationArea } from '../../src/i18n/areas/administration.ts';
import { administrationErrorsArea } from '../../src/i18n/areas/administration-errors.ts';
import { departmentsArea } from '../../src/i18n/areas/departments.ts';
import { noticesArea } from '../../src/i18n/areas/notices.ts';
import { templatesArea } from '../../src/i18n/areas/templates.ts';
import { createApp } from '../../src/machines/app.ts';
import { AdministrationScreens } from '../../src/views/administration/AdministrationScreens.tsx';
import { UserSettingsScreen } from '../../src/views/administration/account/UserSettingsScreen.tsx';
import { App } from '../../src/views/app/App.tsx';
import { ThreadLineView } from '../../src/views/attendance/chat/thread/ThreadLineView.tsx';
import { WayOut } from '../../src/views/attendance/chat/WayOut.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { part } from '../../src/views/kit/part.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { line } from '../../models/samples.ts';
import { aMessage, aTicket, networkFailure } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { composerOf, NOW, openChat, ownTicket } from './chat-support.tsx';
import { renderKit } from './kit-render.tsx';
import { handleOf } from './app-handle.ts';

/* What can't come without a network says so where it would stand, not over the page. */

vi.mock('../../src/views/administration/departments/DepartmentsScreen.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);
vi.mock('../../src/views/administration/account/NoticeSettings.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);
vi.mock('../../src/views/attendance/templates/TemplateWay.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/views/attendance/chat/scheduled/ScheduledLine.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);
vi.mock('../../src/views/app/Starred.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/views/attendance/chat/scheduled/Scheduled.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);
vi.mock('../../src/views/attendance/chat/together/UnreadNotice.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);
vi.mock('../../src/views/attendance/chat/ChannelNotice.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/views/attendance/templates/NewConversation.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch')),
);

configure({ asyncUtilTimeout: 10_000 });
vi.spyOn(console, 'error').mockImplementation(() => undefined);

const areas = {
  loaded: [administrationArea, administrationErrorsArea, departmentsArea, noticesArea, templatesArea],
  failure: undefined,
  request: () => undefined,
};
const MISSING = 'Esta parte não carregou. Verifique a conexão.';
const noticeOf = async () => {
  const text = await screen.findByText(MISSING);
  const notice = text.closest<HTMLElement>('[role=alert], [role=status]') ?? text;
  expect(within(notice).getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  // One in its place can't be closed; one over the page can.
  expect(within(notice).queryByRole('button', { name: 'Fechar' })).toBeNull();
  return notice;
};

it('a screen of the administration', async () => {
  const { container } = await renderScreen(
    <AreasContext value={areas}>
      <AdministrationScreens />
    </AreasContext>,
    { at: '/departments' },
  );
  expect(container.contains(await noticeOf())).toBe(true);
});

it('the settings of notices, among the others', async () => {
  await renderScreen(
    <AreasContext value={areas}>
      <UserSettingsScreen />
    </AreasContext>,
  );
  const notice = await noticeOf();
  const after = screen.getByRole('heading', { name: 'Sessões ativas' });
  expect(notice.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

it.each([
  [
    'the way to a template once the window is shut',
    <WayOut
      key=""
      next={undefined}
      mayGoOn
      ticket={aTicket()}
      isFinished={false}
      shut="error.window.closed"
      attendantName="Bruno"
      begun={null}
      onBegun={() => undefined}
      onTemplate={() => undefined}
    />,
  ],
  [
    'a scheduled message that wasn’t sent, in the thread',
    <ThreadLineView key="" line={line('1', { kind: 'schedule_refused' })} conversationKey="40@5" />,
  ],
])('%s', async (_what, view) => {
  await renderScreen(<AreasContext value={areas}>{view}</AreasContext>);
  expect(await noticeOf()).toBeTruthy();
});

it('in the bar: a button that says so, and tries again', async () => {
  window.history.replaceState(null, '', '/aurora/chat');
  const app = createApp({ now: () => 1_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  const handle = handleOf(app, 1_000);
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  const bar = within(await screen.findByRole('banner'));
  expect(await bar.findByRole('button', { name: `${MISSING} Tentar de novo` })).toBeTruthy();
});

it('above the composer: what is scheduled, the little time left, and that reading wasn’t told, once it wasn’t', async () => {
  const at = NOW - 23 * 3_600_000;
  const lastMessage = aMessage({ id: '80', ticketId: ownTicket.id, at });
  const { app } = openChat({ ...ownTicket, lastReceivedAt: at, unseen: 1, lastMessage });
  await composerOf(ownTicket);
  const chat = within(screen.getByRole('region', { name: /^Conversa com/u }));
  await waitFor(() => expect(chat.getAllByText(MISSING)).toHaveLength(2));
  const of = { customerId: ownTicket.customer.id, instanceId: ownTicket.instance.id };
  act(() => app.append({ type: 'unseen.resetFailed', ...of, failure: networkFailure }));
  await waitFor(() => expect(chat.getAllByText(MISSING)).toHaveLength(3));
  expect(chat.getAllByRole('button', { name: 'Tentar de novo' })).toHaveLength(3);
});

it('in the list, what begins a conversation and the saved views; at the customer, once for all that is done there', async () => {
  openChat(ownTicket, [], () => Promise.reject(new TypeError('Failed to fetch')));
  await screen.findByRole('heading', { level: 2, name: /^Conversas/u });
  const list = within(screen.getByRole('region', { name: 'Conversas' }));
  expect(await list.findByRole('button', { name: `${MISSING} Tentar de novo` })).toBeTruthy();
  const builtIn = list.getByRole('radiogroup', { name: 'Mostrar' });
  await waitFor(() => {
    const last = list.getAllByText(MISSING).at(-1) ?? builtIn;
    expect(builtIn.compareDocumentPosition(last)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
  const customer = within(screen.getByRole('complementary', { name: 'Dados do cliente' }));
  expect(await customer.findByText(MISSING)).toBeTruthy();
  expect(customer.queryByRole('button', { name: 'Juntar com outro cliente' })).toBeNull();
});

it('the button of a bar tries again', async () => {
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValue(() => 'inteira');
  const Flaky = part(load, [], { isInPlace: 'bar' });
  await renderKit(<Flaky />);
  await userEvent.setup().click(await screen.findByRole('button', { name: `${MISSING} Tentar de novo` }));
  await waitFor(() => expect(screen.getByText('inteira')).toBeTruthy());
});

import { configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type * as Texts from '../../src/i18n/areas/shortcuts.ts';
import type * as Preloads from '../../src/views/attendance/chat/preloads.ts';
import { App } from '../../src/views/app/App.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { aMessage, aSentMessage, aTicket, CARLA } from '../support/builders.ts';
import { handleOf } from './app-handle.ts';
import './kit-render.tsx';

/* A dialog is asked for while its code, or its texts, can't come. */

const network = vi.hoisted(() => ({
  isUp: true,
  through: async <Value,>(load: () => Promise<Value>): Promise<Value> => {
    if (!network.isUp) throw new TypeError('Failed to fetch');
    return load();
  },
}));

vi.mock('../../src/views/attendance/chat/preloads.ts', async (original) => {
  const all = await original<typeof Preloads>();
  const { loadFinishDialog, loadSharedContent, loadSendAgain, loadMessageTools, loadFormatting } = all;
  return {
    ...all,
    loadFinishDialog: () => network.through(loadFinishDialog),
    loadSharedContent: () => network.through(loadSharedContent),
    loadSendAgain: () => network.through(loadSendAgain),
    loadMessageTools: () => network.through(loadMessageTools),
    loadFormatting: () => network.through(loadFormatting),
    preloads: [],
    preloadAreas: [],
  };
});
vi.mock('../../src/i18n/areas/shortcuts.ts', async (original) => {
  const { shortcutsArea } = await original<typeof Texts>();
  const load: typeof shortcutsArea.load = (locale) => network.through(() => shortcutsArea.load(locale));
  return { shortcutsArea: { ...shortcutsArea, load } };
});
configure({ asyncUtilTimeout: 10_000 });
vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function open(messages: readonly Message[] = [], isUp = true) {
  network.isUp = isUp;
  window.history.replaceState(null, '', '/aurora/chat/1');
  const commands: Command[] = [];
  const app = createApp({ now: () => 2_000, onCommand: (command) => void commands.push(command) });
  app.append(opened(aStoredSession()));
  const ticket = aTicket({ id: '1', owner: { ...CARLA, image: null }, lastReceivedAt: 1_000 });
  app.append({ type: 'ticket.opened', ticketId: ticket.id });
  app.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  if (messages.length > 0) {
    const of = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
    const request = commands.findLast(({ type }) => type === 'chat.fetch');
    const asked = request?.type === 'chat.fetch' ? request.request : 0;
    app.append({ type: 'chat.listed', ...of, request: asked, older: false, items: messages, complete: true });
  }
  const handle = handleOf(app);
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  await screen.findByRole('textbox', { name: `Mensagem para ${ticket.customer.name}` });
  // What stands around the conversation has come.
  await screen.findByRole('button', { name: /Conta de/ });
  return commands;
}

const finish = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Finalizar' }));
const listShortcuts = async (): Promise<void> => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard('?');
};

// First: what has come stays.
it('a place, what wasn’t delivered and a message’s tools, whose code can’t come -> said at each; back -> there', async () => {
  const place = { latitude: -23.5, longitude: -46.6, name: 'Mercado Municipal', address: null };
  await open(
    [
      aMessage({ id: '11', ticketId: '1', tag: 'location', text: null, place }),
      aSentMessage({ id: '12', ticketId: '1', text: 'Oi', errorCode: '131026', errorKey: null }),
    ],
    false,
  );
  const line = (id: string) => within(document.querySelector<HTMLElement>(`[data-message="${id}"]`) ?? document.body);
  for (const id of ['11', '12']) {
    expect(await line(id).findByText('Esta parte não carregou. Verifique a conexão.')).toBeTruthy();
    expect(line(id).getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  }
  // What is done with a message, and the keys that format.
  const missing = () =>
    [screen.getByRole('log'), screen.getByRole('radio', { name: 'Nota' }).closest('fieldset')].flatMap((place) =>
      within(place?.parentElement ?? document.body).queryAllByText(/^Esta parte não carregou/u),
    ).length;
  await waitFor(() => expect(missing()).toBe(4));
  network.isUp = true;
  window.dispatchEvent(new Event('online'));
  expect(await line('11').findByRole('link', { name: /Mercado Municipal/u })).toBeTruthy();
  await waitFor(() => expect(missing()).toBe(0));
});

it.each([
  ['finish, whose code', finish, 'Finalizar o atendimento?'],
  ['the list of shortcuts, whose texts', listShortcuts, 'Atalhos do teclado'],
])('%s can’t come -> said; again -> said; back -> nothing opens, the focus stays', async (_what, press, title) => {
  const commands = await open();
  const user = userEvent.setup();
  network.isUp = false;
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('Uma parte da tela não carregou.');
  await press();
  await screen.findByRole('alert');

  const composer = screen.getByRole('textbox', { name: /Mensagem para/ });
  await user.type(composer, 'Já');
  network.isUp = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await user.keyboard(', já');
  expect(composer).toHaveProperty('value', 'Já, já');
  expect(screen.queryByRole('dialog')).toBeNull();

  await press();
  await screen.findByRole('dialog', { name: title });
  expect(commands.map(({ type }) => type)).not.toContain('ticket.finish');
});

it('asked whether to finish -> Enter finishes, which can be undone; Escape takes the question away', async () => {
  const commands = await open();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Finalizar' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(commands.map(({ type }) => type)).not.toContain('ticket.finish');
  await user.click(screen.getByRole('button', { name: 'Finalizar' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(commands.map(({ type }) => type)).toContain('ticket.finish'));
});

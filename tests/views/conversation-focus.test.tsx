import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { App } from '../../src/views/app/App.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { aTicket, CARLA, streamAt } from '../support/builders.ts';
import './kit-render.tsx';

const ticket = aTicket({ id: '1', owner: { ...CARLA, image: null }, lastReceivedAt: 1_000 });

async function open() {
  window.history.replaceState(null, '', '/aurora/chat/1');
  const app = createApp({ now: () => 2_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  app.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => app.append(event),
    now: () => 2_000,
    newClientId: () => 'client',
    newTempId: () => '1-temp',
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    prepareAdministration: () => Promise.reject(new Error('not here')),
  };
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  return { app, composer: await screen.findByRole('textbox', { name: `Mensagem para ${ticket.customer.name}` }) };
}

it('the page loads with a conversation -> the focus is its reader’s', async () => {
  await open();
  expect(document.activeElement).toBe(document.body);
});

it('the attendance is finished while one writes -> the focus goes to the messages', async () => {
  const { app, composer } = await open();
  composer.focus();
  act(() =>
    app.append({ type: 'ticket.closed', ticket: { ...ticket, finishedAt: 2_000 }, by: null, stream: streamAt(9) }),
  );
  expect(screen.queryByRole('textbox', { name: /Mensagem para/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

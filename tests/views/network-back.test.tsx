import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import { AppProvider } from '../../src/views/app/app-context.tsx';
import { Connection } from '../../src/views/app/Connection.tsx';
import { notifyNetworkBack, onNetworkBack } from '../../src/views/kit/network-back.ts';
import { part } from '../../src/views/kit/part.tsx';
import { greeting, listed } from '../machines/directory-support.ts';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { handleOf } from './app-handle.ts';
import { renderKit } from './kit-render.tsx';

it('a part that didn’t come, as the server was away -> said; live again -> it comes, and nothing is said any more', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isUp = false;
  const Late = part(async () => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return () => <p>Aqui está</p>;
  });
  const app = createApp({ now: () => 2_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  const handle = { ...handleOf(app), append: () => undefined };
  await renderKit(
    <AppProvider app={handle}>
      <Connection />
      <Late />
    </AppProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Uma parte da tela não carregou.');
  isUp = true;
  act(() => {
    for (const event of [...greeting(10), listed(2, [])]) app.append(event);
  });
  expect(await screen.findByText('Aqui está')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('whoever waits hears of the network and of the server -> gone: of neither', () => {
  const heard = vi.fn();
  const leave = onNetworkBack(heard);
  window.dispatchEvent(new Event('online'));
  notifyNetworkBack();
  expect(heard).toHaveBeenCalledTimes(2);
  leave();
  window.dispatchEvent(new Event('online'));
  notifyNetworkBack();
  expect(heard).toHaveBeenCalledTimes(2);
});

import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import { App } from '../../src/views/app/App.tsx';
import { opened, aStoredSession } from '../machines/session-support.ts';
import { CrashBoundary } from '../../src/views/kit/CrashBoundary.tsx';
import { PART_TIMEOUT_MS, part } from '../../src/views/kit/part.tsx';
import { handleOf } from './app-handle.ts';
import { renderKit } from './kit-render.tsx';

/* Code that comes later doesn't come: the network went between the page and the first use of it. */

vi.mock('../../src/views/shortcuts/ShortcutsDialog.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/views/kit/MenuPopover.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/views/home/HomeScreen.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/views/pages/ServerErrorPage.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
const overlay = vi.hoisted(() => ({ tries: 0 }));
vi.mock('../../src/views/maintenance/MaintenanceOverlay.tsx', () => {
  overlay.tries += 1;
  return Promise.reject(new TypeError('Failed to fetch'));
});

vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function open(path: string) {
  window.history.replaceState(null, '', `/aurora${path}`);
  const app = createApp({ now: () => 1_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  const handle = handleOf(app, 1_000);
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  await screen.findByRole('navigation', { name: 'Menu principal' });
  return app;
}

async function expectStillThere(): Promise<void> {
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Uma parte da tela não carregou.');
  expect(screen.getByRole('navigation', { name: 'Menu principal' })).toBeTruthy();
  expect(within(alert).getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
}

it('the list of shortcuts doesn’t load -> the page stays and says so', async () => {
  await open('/chat');
  await userEvent.setup().keyboard('?');
  await expectStillThere();
});

it('the account’s menu doesn’t load -> the page stays and says so; the network is back -> it doesn’t open by itself', async () => {
  await open('/chat');
  const face = await screen.findByRole('button', { name: /Conta de/ });
  await userEvent.setup().click(face);
  await expectStillThere();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(face.getAttribute('aria-expanded')).toBe('false');
});

it('what looks for a maintenance doesn’t load -> nothing is said: nobody asked for it', async () => {
  const app = await open('/chat');
  const failure = { code: 'UNAVAILABLE', key: 'error.maintenance', params: {}, fields: {}, requestId: null } as const;
  act(() => app.append({ type: 'api.responseFailed', call: 'call-1', command: 'list.fetch', failure }));
  await waitFor(() => expect(overlay.tries).toBe(1));
  await userEvent.setup().keyboard('?');
  await expectStillThere();
});

it('a screen doesn’t load, nor the error page -> the frame stays and says so', async () => {
  await open('/');
  await expectStillThere();
});

/** A part whose code comes at the second try. */
function flaky() {
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValue(() => 'inteira');
  return part(load);
}

it.each([
  ['one tries again', () => userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }))],
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
])('a part doesn’t load -> %s -> it is there', async (_what, doIt) => {
  const Flaky = flaky();
  await renderKit(<Flaky />);
  await screen.findByRole('alert');
  await doIt();
  expect(await screen.findByText('inteira')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a part doesn’t load -> one closes the notice -> asks for it anew -> it is there', async () => {
  const Flaky = flaky();
  const view = await renderKit(<Flaky />);
  await screen.findByRole('alert');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Fechar' }));
  expect(screen.queryByRole('alert')).toBeNull();
  view.rerender(<p>outra</p>);
  view.rerender(<Flaky />);
  expect(await screen.findByText('inteira')).toBeTruthy();
});

it('a part that doesn’t come in 120 seconds isn’t waited for', async () => {
  vi.useFakeTimers();
  try {
    const Slow = part(() => new Promise<() => string>(() => undefined), [], { fallback: () => <p>espera</p> });
    await renderKit(<Slow />);
    expect(screen.getByText('espera')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(PART_TIMEOUT_MS));
    expect(screen.getByRole('alert').textContent).toContain('não carregou');
  } finally {
    vi.useRealTimers();
  }
});

it('a part that breaks by itself is not taken for one that didn’t come', async () => {
  const Broken = part(async () => (): string => {
    throw new Error('broken');
  });
  await renderKit(
    <CrashBoundary fallback={<p>quebrada</p>}>
      <Broken />
    </CrashBoundary>,
  );
  expect(await screen.findByText('quebrada')).toBeTruthy();
});

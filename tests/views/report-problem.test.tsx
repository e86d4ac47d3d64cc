import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import { App } from '../../src/views/app/App.tsx';
import type { ProblemReport } from '../../src/views/app/app-context.tsx';
import { showCrash } from '../../src/views/app/CrashedApp.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import './kit-render.tsx';
import { handleOf } from './app-handle.ts';

vi.mock('../../src/views/home/HomeScreen.tsx', () => ({
  HomeScreen: () => {
    throw new Error('broken');
  },
}));

// Outside of every screen.
vi.mock('../../src/views/app/Navigator.tsx', () => ({
  Navigator: () => {
    if (window.location.pathname === '/aurora/chat/broken') throw new Error('broken');
    return null;
  },
}));

vi.spyOn(console, 'error').mockImplementation(() => undefined);

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

function open(path: string, prepareReport: () => Promise<ProblemReport>): void {
  window.history.replaceState(null, '', `/aurora${path}`);
  const app = createApp({ now: () => 1_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  const handle = { ...handleOf(app, 1_000), prepareReport };
  const page = createRoot(document.body.appendChild(document.createElement('div')), {
    onUncaughtError: () => showCrash(page, handle, 'aurora'),
  });
  page.render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  root = page;
}

it('the person’s menu -> Relatar problema -> says what the file holds -> saved', async () => {
  const save = vi.fn();
  open('/chat', async () => ({ events: 1_234, since: Date.UTC(2026, 10, 12, 13, 42), save }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /Conta de/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Relatar problema' }));
  const dialog = await screen.findByRole('dialog', { name: 'Relatar problema' });
  await waitFor(() => expect(dialog.textContent).toContain('O arquivo tem 1.234 acontecimentos desta aba'));
  expect(dialog.textContent).toContain('Das listas e dos formulários leva só os números internos');
  expect(dialog.querySelector('p')?.textContent).toContain('nem nomes, telefones, localizações ou senhas');
  expect(save).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Salvar arquivo' }));
  expect(save).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['a screen that broke', '/'],
  ['a page that broke outside of its screen', '/chat/broken'],
  ['the page of an error', '/pages/error-500'],
])('%s -> reload, Relatar problema; what can’t be prepared is said', async (_name, path) => {
  open(path, () => Promise.reject(new TypeError('Failed to fetch')));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Relatar problema' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('O arquivo não pôde ser preparado.'));
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Recarregar a página' })).toBeTruthy();
});

import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { App } from '../../src/views/app/App.tsx';
import type { ProblemReport } from '../../src/views/app/app-context.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import './kit-render.tsx';
import { noFiles } from '../support/no-files.ts';

vi.mock('../../src/views/home/HomeScreen.tsx', () => ({
  HomeScreen: () => {
    throw new Error('broken');
  },
}));

vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function open(path: string, prepareReport: () => Promise<ProblemReport>): Promise<void> {
  window.history.replaceState(null, '', `/aurora${path}`);
  const app = createApp({ now: () => 1_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => app.append(event),
    now: () => 1_000,
    ownNow: () => 1_000,
    newClientId: () => 'client',
    newTempId: () => '1-temp',
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    files: noFiles,
    prepareAdministration: () => Promise.reject(new Error('not here')),
    prepareReport,
  };
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  await screen.findByRole('navigation', { name: 'Menu principal' });
}

it('the person’s menu -> Relatar problema -> says what the file holds -> saved', async () => {
  const save = vi.fn();
  await open('/chat', async () => ({ events: 1_234, since: Date.UTC(2026, 10, 12, 13, 42), save }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /Conta de/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Relatar problema' }));
  const dialog = await screen.findByRole('dialog', { name: 'Relatar problema' });
  await waitFor(() => expect(dialog.textContent).toContain('O arquivo tem 1.234 acontecimentos desta aba'));
  expect(dialog.textContent).toContain('nomes, telefones, localizações ou senhas');
  expect(save).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Salvar arquivo' }));
  expect(save).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a screen that broke -> Relatar problema; what can’t be prepared is said', async () => {
  await open('/', () => Promise.reject(new TypeError('Failed to fetch')));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Relatar problema' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('O arquivo não pôde ser preparado.'));
});

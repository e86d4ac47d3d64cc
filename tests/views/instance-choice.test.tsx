import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { selectQuery } from '../../src/machines/inbox/inbox.selectors.ts';
import { AppProvider } from '../../src/views/app/app-context.tsx';
import { InstanceChoice } from '../../src/views/app/InstanceChoice.tsx';
import { aStoredSession, opened, preferences } from '../machines/session-support.ts';
import { anInstance } from '../support/builders.ts';
import { renderKit } from './kit-render.tsx';
import { handleOf } from './app-handle.ts';

async function start(activeInstanceId: string) {
  const commands: Command[] = [];
  const app = createApp({ now: () => 1_000, onCommand: (command) => void commands.push(command) });
  app.append(opened(aStoredSession(), { preferences: { ...preferences, activeInstanceId } }));
  const handle = handleOf(app, 1_000);
  await renderKit(
    <AppProvider app={handle}>
      <InstanceChoice />
    </AppProvider>,
  );
  const listed: AppEvent = { type: 'instances.listed', instances: [anInstance({ id: '5' }), anInstance({ id: '6' })] };
  act(() => app.append(listed));
  return { app, commands };
}

it('an instance is chosen that the person doesn’t serve -> all are', async () => {
  const { app, commands } = await start('9');
  expect(selectQuery(app.directory.inbox.getSnapshot()).instanceId).toBeNull();
  expect(commands.filter(({ type }) => type === 'tickets.fetch').at(-1)).toMatchObject({ query: { instanceId: null } });
  expect(commands).toContainEqual({
    type: 'preferences.keep',
    preferences: { ...preferences, activeInstanceId: null },
  });
});

it('one that they serve stays chosen', async () => {
  const { app } = await start('6');
  expect(selectQuery(app.directory.inbox.getSnapshot()).instanceId).toBe('6');
});

import { configure, render, screen } from '@testing-library/react';
import { createApp } from '../../src/machines/app.ts';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { App } from '../../src/views/app/App.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { CARLA, aTicket } from '../support/builders.ts';
import { noFiles } from '../support/no-files.ts';
import './kit-render.tsx';

// Parts come from the disk, maybe slowly.
configure({ asyncUtilTimeout: 10_000 });

/** What the page's clock says. */
export const NOW = 10_000_000;

/** The viewer's own, whose customer wrote a moment ago. */
export const ownTicket = aTicket({
  id: '1',
  owner: { ...CARLA, image: null },
  startedAt: NOW - 7_200_000,
  lastReceivedAt: NOW - 1_000,
});

export const composerOf = ({ customer }: Ticket) =>
  screen.findByRole('textbox', { name: `Mensagem para ${customer.name}` });

/** The page of a conversation whose ticket is known; nothing else answers. */
export function openChat(
  ticket: Ticket,
  before: readonly AppEvent[] = [],
  // Never there: its failure would be said at some time, with a retry of its own.
  prepareAdministration = () => new Promise<void>(() => undefined),
) {
  window.history.replaceState(null, '', `/aurora/chat/${ticket.id}`);
  const commands: Command[] = [];
  const app = createApp({ now: () => NOW, onCommand: (command) => commands.push(command) });
  app.append(opened(aStoredSession()));
  for (const event of before) app.append(event);
  app.append({ type: 'ticket.opened', ticketId: ticket.id });
  app.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
  const submitted: OutgoingMessage[] = [];
  let clients = 0;
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => {
      if (event.type === 'message.submitted') submitted.push(event.message);
      app.append(event);
    },
    now: () => NOW,
    ownNow: () => NOW,
    newClientId: () => `client-${(clients += 1)}`,
    newTempId: () => '1-temp',
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    files: noFiles,
    prepareAdministration,
    prepareReport: () => Promise.reject(new Error('not here')),
  };
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  return { app, submitted, commands };
}

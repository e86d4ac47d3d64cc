import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import { administration } from '../../src/machines/administration.ts';
import { App } from '../../src/views/app/App.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { aMessage, aTicket, CARLA } from '../support/builders.ts';
import { handleOf } from './app-handle.ts';
import './kit-render.tsx';

/* What an earlier page left is on the screen before anything else loads. */

test.each(['/aurora/chat/1', '/aurora/chat'])(
  '%s with known conversations -> the list, then the rest',
  async (path) => {
    window.history.replaceState(null, '', path);
    const ticket = aTicket({ id: '1', owner: { ...CARLA, image: null }, lastReceivedAt: 1_000 });
    const app = createApp({ now: () => 2_000, onCommand: () => undefined });
    app.append(opened(aStoredSession()));
    app.append({ type: 'ticket.opened', ticketId: ticket.id });
    app.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
    app.append({
      type: 'chat.listed',
      customerId: ticket.customer.id,
      instanceId: ticket.instance.id,
      request: 1,
      items: [aMessage({ id: '80', ticketId: '1', text: 'Tem em azul?' })],
      complete: true,
      older: false,
    });
    const lists: boolean[] = [];
    const handle = {
      ...handleOf(app),
      onShown: () => lists.push(document.querySelector('[data-conversations]') !== null),
      prepareAdministration: async () => administration(app.directory.add),
    };
    render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
    await waitFor(() => expect(lists).toEqual([true]));
  },
);

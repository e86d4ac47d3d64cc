import { act, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import type { MessageTemplate } from '../../src/machines/entities/customers.ts';
import { administration } from '../../src/machines/administration.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { ListPage } from '../../src/machines/log/events-administration.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { App } from '../../src/views/app/App.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { aFailure, aMessage, aTicket, CARLA } from '../support/builders.ts';
import { noFiles } from '../support/no-files.ts';
import './kit-render.tsx';

export const HOUR = 3_600_000;
export const WROTE_AT = 1_000;
export const ticket = aTicket({ id: '1', owner: { ...CARLA, image: null }, lastReceivedAt: WROTE_AT });
export const ofConversation = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
export const asked = aMessage({ id: '80', ticketId: '1', text: 'Tem em azul?' });

export const template = (changes: Partial<MessageTemplate> = {}): MessageTemplate => ({
  id: '7',
  name: 'retomar_atendimento',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  headerFile: null,
  cards: [],
  body: 'Olá, {{1}}! Aqui é {{2}}.',
  footer: null,
  buttons: ['Sim'],
  variables: [
    { key: 'body.1', part: 'body', name: '1', example: 'Marina' },
    { key: 'body.2', part: 'body', name: '2', example: null },
  ],
  ...changes,
});
export const templates = [
  template(),
  template({ id: '8', name: 'ola', body: 'Podemos conversar?', variables: [] }),
  template({ id: '9', name: 'foto', body: 'Esta é a foto.', variables: [], headerFile: 'image' }),
];

export const templatesPage = (rows: readonly MessageTemplate[]): ListPage => ({
  list: 'chat.templates',
  rows: [...rows],
  total: rows.length,
  facts: { instance: Number(ticket.instance.id) },
});

// What loads late, once for all.
export async function loadLate(): Promise<void> {
  await Promise.all([
    import('../../src/views/attendance/templates/NewConversationDialog.tsx'),
    import('../../src/views/attendance/templates/TemplateWay.tsx'),
    import('../../src/views/attendance/list/ConversationList.tsx'),
    import('../../src/views/attendance/AttendanceScreen.tsx'),
  ]);
}

export async function open(left: number, draft = '', shown = ticket) {
  window.history.replaceState(null, '', '/aurora/chat/1');
  const commands: Command[] = [];
  const now = () => WROTE_AT + 24 * HOUR - left;
  const app = createApp({ now, onCommand: (command) => commands.push(command) });
  app.append(opened(aStoredSession()));
  app.append({ type: 'ticket.opened', ticketId: ticket.id });
  app.append({ type: 'ticket.loaded', ticket: shown, streamPosition: 1 });
  app.append({ type: 'chat.listed', ...ofConversation, request: 1, items: [asked], complete: true, older: false });
  if (draft !== '') app.append({ type: 'draft.changed', ticketId: '1', text: draft });
  const instances = [
    { id: ticket.instance.id, name: 'Vendas', active: true },
    { id: '99', name: 'Suporte', active: true },
  ];
  app.append({ type: 'instances.listed', instances });
  const submitted: OutgoingMessage[] = [];
  const kept = new Map<string, Blob>();
  let clients = 0;
  const handle = {
    directory: app.directory,
    append: (event: AppEvent) => {
      if (event.type === 'message.submitted') submitted.push(event.message);
      app.append(event);
    },
    now,
    ownNow: now,
    newClientId: () => `client-${(clients += 1)}`,
    newTempId: () => `${clients}-temp`,
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    files: { ...noFiles, keep: (clientId: string, file: Blob) => void kept.set(clientId, file) },
    prepareAdministration: async () => administration(app.directory.add),
    prepareReport: () => Promise.reject(new Error('not here')),
  };
  // The wrong kind can be dropped, or chosen all the same.
  const user = userEvent.setup({ applyAccept: false });
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  const append = (event: AppEvent) => act(() => app.append(event));
  /** The server refuses the last question for the templates, as one does without a network. */
  const failTemplates = async () => {
    const asked = () => commands.findLast((each) => each.type === 'list.fetch' && each.list === 'chat.templates');
    await waitFor(() => expect(asked()).toBeDefined());
    const command = asked();
    if (command?.type !== 'list.fetch') throw new Error('Nothing was asked');
    const failure = aFailure({ code: 'NETWORK', key: 'error.network' });
    append({ type: 'list.failed', list: 'chat.templates', request: command.request, failure });
  };
  /** The server answers the last question for a list. */
  const answer = async (page: ListPage) => {
    const last = () => commands.findLast((each) => each.type === 'list.fetch' && each.list === page.list);
    await waitFor(() => expect(last()).toBeDefined());
    const command = last();
    if (command?.type === 'list.fetch')
      append({ type: 'list.answered', list: page.list, request: command.request, page });
  };
  const answerTemplates = () => answer(templatesPage(templates));
  return { app, append, answer, answerTemplates, failTemplates, commands, kept, submitted, user };
}

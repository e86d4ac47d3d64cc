import type { Attendance, Person } from '../../src/machines/entities/entities.ts';
import { selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import { selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import type { Client } from './client.ts';
import { conversationIn } from './conversation.ts';
import type { Page } from './simulation-world.ts';

/** What people do on their pages; each answers when it is to be seen there. */
type OnPage = Pick<Page, 'client'>;

export function viewerOf({ client }: OnPage): Person {
  const viewer = selectViewer(client.directory.auth.getSnapshot());
  if (viewer === null) throw new Error('Nobody is logged in');
  return { id: viewer.userId, name: viewer.name };
}

function findTicket(client: Client, phone: string): Attendance | null {
  for (const [key] of client.directory.actors()) {
    if (!key.startsWith('ticket:')) continue;
    const snapshot = client.directory.ticket(key.slice('ticket:'.length))?.getSnapshot();
    const ticket = snapshot === undefined ? null : selectTicket(snapshot);
    if (ticket !== null && ticket.customer.phone === phone && ticket.finishedAt === null) return ticket;
  }
  return null;
}

/** The open ticket of a customer's number, once the page has it. */
export function ticketOf({ client }: OnPage, phone: string): Promise<Attendance> {
  return client.waitFor(() => findTicket(client, phone));
}

/** The ticket as the page has it now. */
export function ticketNow({ client }: OnPage, id: string): Attendance | null {
  const snapshot = client.directory.ticket(id)?.getSnapshot();
  return snapshot === undefined ? null : selectTicket(snapshot);
}

/** Submits a text in a ticket's conversation; answers its client id, before anything came of it. */
export function submit({ client }: OnPage, ticket: Attendance, text: string, replyTo?: string): string {
  return client.submit({
    ticketId: ticket.id,
    customerId: ticket.customer.id,
    instanceId: ticket.instance.id,
    toNumber: ticket.customer.phone,
    text,
    ...(replyTo === undefined ? {} : { replyTo }),
  });
}

/** Submits and waits until the server has it. */
export async function say(page: OnPage, ticket: Attendance, text: string): Promise<string> {
  const clientId = submit(page, ticket, text);
  await page.client.waitFor((directory) => directory.send(clientId) === undefined);
  return clientId;
}

/** Makes a ticket the page's own by answering in it. */
export async function take(page: OnPage, phone: string, text: string): Promise<Attendance> {
  const ticket = await ticketOf(page, phone);
  await say(page, ticket, text);
  const { id } = viewerOf(page);
  await page.client.waitFor(() => ticketNow(page, ticket.id)?.owner?.id === id);
  return ticket;
}

/** Opens a conversation and waits until it is there. */
export async function openChat({ client }: OnPage, ticketId: string): Promise<void> {
  client.append({ type: 'ticket.opened', ticketId });
  await client.waitFor((directory) => conversationIn(directory, ticketId)?.matches({ chat: 'ready' }));
}

/** Offers a ticket to somebody; answers the transfer's id. */
export async function offer(page: OnPage, ticket: Attendance, nextOwner: Person): Promise<string> {
  const { client } = page;
  client.append({ type: 'transfer.drafted', ticketId: ticket.id });
  await client.waitFor((directory) => directory.transferDraft(ticket.id)?.getSnapshot().matches({ draft: 'ready' }));
  const position = client.app.log.position;
  const previousOwner = ticketNow(page, ticket.id)?.owner ?? null;
  const clientId = client.environment.uuid();
  const target = { kind: 'person', ...nextOwner } as const;
  client.append({ type: 'transfer.submitted', ticketId: ticket.id, clientId, target, previousOwner });
  return (await client.next('transfer.created', position)).transfer.id;
}

/** Accepts what is offered, once the page has it. */
export async function accept({ client }: OnPage, transferId: string): Promise<void> {
  await client.waitFor((directory) => directory.transfer(transferId)?.getSnapshot().matches('pending'));
  client.append({ type: 'transfer.confirmRequested', transferId });
  await client.waitFor((directory) => directory.transfer(transferId) === undefined);
}

/** Takes an offer back, or declines it. */
export async function refuse({ client }: OnPage, transferId: string): Promise<void> {
  await client.waitFor((directory) => directory.transfer(transferId)?.getSnapshot().matches('pending'));
  client.append({ type: 'transfer.deleteRequested', transferId });
  await client.waitFor((directory) => directory.transfer(transferId) === undefined);
}

export async function finish({ client }: OnPage, ticketId: string): Promise<void> {
  const position = client.app.log.position;
  client.append({ type: 'ticket.finishRequested', ticketId });
  await client.next('ticket.finished', position);
}

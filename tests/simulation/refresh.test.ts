import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { selectLoginFailure, selectPhase, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import type { EventType } from '../../src/machines/log/event.ts';
import type { Client } from '../support/client.ts';
import { createClock } from '../support/clock.ts';
import type { TestClock } from '../support/clock.ts';
import { createMeddledBrowser } from '../support/simulation-network.ts';
import type { MeddledBrowser } from '../support/simulation-network.ts';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import { openChat, say, submit, take } from '../support/simulation-people.ts';
import { unsentOf } from '../support/simulation-screen.ts';
import { expectReplayed, PEOPLE, startWorld, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';
import { DEMO_PASSWORD } from '../support/server.ts';

const LONGER_THAN_A_TOKEN_MS = 11 * 60_000;
const PHONE = '5511900000301';
let world: World;
let clock: TestClock;
let browser: MeddledBrowser;

beforeEach(async () => {
  clock = createClock();
  world = await startWorld({ now: clock.now });
  browser = createMeddledBrowser();
  await world.provider.saveCustomer(PHONE, 'Cliente');
  await world.provider.write(VENDAS, PHONE, 'Bom dia');
});
afterEach(() => world.stop());

/** An attendant at work in one conversation. */
async function atWork(): Promise<{ page: Page; ticket: Attendance }> {
  const page = await world.open('ana', { browser });
  const ticket = await take(page, PHONE, 'Bom dia!');
  await world.providerDone();
  await world.allHeard(page);
  return { page, ticket };
}

function happened({ events }: Client, type: EventType, after: number): number {
  return events.items.filter((event) => event.type === type && event.position > after).length;
}

function phaseOf({ directory }: Client): string {
  return selectPhase(directory.auth.getSnapshot());
}

/** Five things that a person does at once, each with a call of its own. */
function fiveThings({ client }: Page, ticket: Attendance): void {
  client.append({ type: 'ticket.opened', ticketId: ticket.id });
  client.append({ type: 'inbox.searched', search: 'Cli' });
  client.append({ type: 'customer.pinToggled', customerId: ticket.customer.id, pinned: true });
  client.append({ type: 'transfer.drafted', ticketId: ticket.id });
  client.append({ type: 'ticket.finishRequested', ticketId: ticket.id });
}

const FIVE = ['customerChats', 'chatTickets', 'pinCustomer', 'onlineUsers', 'finishChatTicket'];

describe('five calls meet an expired token at once', () => {
  test('fresh -> refreshing -> fresh: one renewal, each call twice, no failure', async () => {
    const { page, ticket } = await atWork();
    const { client } = page;
    const position = client.app.log.position;
    const from = browser.requests.length;
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    fiveThings(page, ticket);
    await Promise.all([
      client.next('chat.listed', position),
      client.next('tickets.listed', position),
      client.next('customer.pinned', position),
      client.next('transfer.candidatesListed', position),
      client.next('ticket.finished', position),
    ]);
    const since = browser.requests.slice(from);
    expect(since.filter(({ name }) => name === 'refreshToken')).toHaveLength(1);
    for (const name of FIVE) {
      const tokens = since.filter((request) => request.name === name).map(({ token }) => token);
      // The list is asked for the customer's earlier attendances as well.
      expect({ name, tokens: new Set(tokens).size, odd: tokens.length % 2 }).toEqual({ name, tokens: 2, odd: 0 });
    }
    expect(happened(client, 'token.refreshed', position)).toBe(1);
    expect(happened(client, 'api.responseFailed', position)).toBe(0);
    expect(happened(client, 'input.rejected', position)).toBe(0);
    expectReplayed(page);
  });

  test('calls that come while it is being renewed wait for the same renewal', async () => {
    const { page, ticket } = await atWork();
    const { client } = page;
    const position = client.app.log.position;
    const from = browser.requests.length;
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    const renewal = browser.holdRequest('refreshToken');
    client.append({ type: 'inbox.searched', search: 'C' });
    await renewal.reached;
    fiveThings(page, ticket);
    await client.events.count(FIVE.length + 1, (event) => event.type === 'call.expired' && event.position > position);
    renewal.go();
    await client.next('ticket.finished', position);
    await client.next('chat.listed', position);
    expect(browser.requests.slice(from).filter(({ name }) => name === 'refreshToken')).toHaveLength(1);
    expect(happened(client, 'api.responseFailed', position)).toBe(0);
    expectReplayed(page);
  });

  test('an answer to the old token that comes after the renewal is tried again without another', async () => {
    const { page, ticket } = await atWork();
    const { client } = page;
    const position = client.app.log.position;
    const from = browser.requests.length;
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    const slow = browser.holdAnswer('pinCustomer');
    client.append({ type: 'customer.pinToggled', customerId: ticket.customer.id, pinned: true });
    await slow.reached;
    client.append({ type: 'inbox.searched', search: 'Cli' });
    await client.next('tickets.listed', position);
    slow.go();
    await client.next('customer.pinned', position);
    expect(browser.requests.slice(from).filter(({ name }) => name === 'refreshToken')).toHaveLength(1);
    expect(browser.requests.slice(from).filter(({ name }) => name === 'pinCustomer')).toHaveLength(2);
    expect(happened(client, 'api.responseFailed', position)).toBe(0);
    expectReplayed(page);
  });

  test('a message on its way is sent once', async () => {
    const { page, ticket } = await atWork();
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    await say(page, ticket, 'Depois da pausa');
    await world.providerDone();
    const texts = (await world.provider.received(PHONE)).map(({ text }) => text);
    expect(texts).toEqual(['Bom dia!', 'Depois da pausa']);
    expectReplayed(page);
  });
});

describe('a renewal without an answer', () => {
  test('the message that waited for it is sent when the network is back', async () => {
    const { page, ticket } = await atWork();
    const { client } = page;
    const position = client.app.log.position;
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    const renewal = browser.holdRequest('refreshToken');
    submit(page, ticket, 'Escrito com a rede caindo');
    await renewal.reached;
    page.network.cut();
    renewal.go();
    expect((await client.next('token.refreshFailed', position)).reason).toBe('unreachable');
    page.network.heal();
    await client.waitFor(() => unsentOf(client).length === 0);
    await world.providerDone();
    const texts = (await world.provider.received(PHONE)).map(({ text }) => text);
    expect(texts).toEqual(['Bom dia!', 'Escrito com a rede caindo']);
    expect(phaseOf(client)).toBe('authenticated');
    expectReplayed(page);
  });
});

describe('a renewal that is answered after the logout', () => {
  async function expectNobody(page: Page, from: number): Promise<void> {
    const { client } = page;
    expect(phaseOf(client)).toBe('anonymous');
    // Whatever asks now goes out without a token, or not at all.
    client.adapters.run({ type: 'instances.fetch' });
    await client.next('instances.listFailed');
    const bearing = browser.requests.slice(from).filter(({ token }) => token !== null);
    // A renewal that left before says by its old token whose call it is; it renews nothing by that.
    const names = bearing.map(({ name }) => name).filter((name) => name !== 'refreshToken');
    expect(names).toEqual(['POST /api/auth/logout']);
    expect(phaseOf(client)).toBe('anonymous');
    expectReplayed(page);
    await world.kill(page);
    const again = await world.open('ana', { browser, logsIn: false });
    expect(phaseOf(again.client)).toBe('anonymous');
    // Even who still has the cookie gets nothing for it.
    again.client.adapters.run({ type: 'token.refresh', generation: 1, userId: '7' });
    expect((await again.client.next('token.refreshFailed')).reason).toBe('refused');
  }

  test.each(['the server did it before the logout', 'the server gets it after the logout'])('%s', async (which) => {
    const { page } = await atWork();
    const { client } = page;
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    const hold = which.includes('before') ? browser.holdAnswer : browser.holdRequest;
    const renewal = hold('refreshToken');
    client.append({ type: 'inbox.searched', search: 'Cli' });
    await renewal.reached;
    const from = browser.requests.length;
    client.append({ type: 'logout.requested' });
    await client.waitFor(() => phaseOf(client) === 'anonymous');
    renewal.go();
    await expectNobody(page, from);
  });
});

describe('two tabs of one browser', () => {
  test('renew at the same moment with the same cookie -> both go on', async () => {
    const { page } = await atWork();
    const other = await world.open('ana', { browser, logsIn: false });
    await other.client.live();
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    const held = [browser.holdRequest('refreshToken'), browser.holdRequest('refreshToken')];
    const positions = [page, other].map(({ client }) => client.app.log.position);
    for (const { client } of [page, other]) client.append({ type: 'inbox.searched', search: 'Cli' });
    await Promise.all(held.map(({ reached }) => reached));
    const cookie = browser.jar.value('balcao_refresh', '/aurora/graphql');
    for (const { go } of held) go();
    await Promise.all([page, other].map(({ client }, index) => client.next('tickets.listed', positions[index])));
    expect(browser.jar.value('balcao_refresh', '/aurora/graphql')).not.toBe(cookie);
    // And the next time as well, one after the other.
    for (const { client } of [page, other]) {
      clock.advance(LONGER_THAN_A_TOKEN_MS);
      const position = client.app.log.position;
      client.append({ type: 'inbox.searched', search: 'Clie' });
      await client.next('tickets.listed', position);
    }
    for (const { client } of [page, other]) expect(happened(client, 'api.responseFailed', 0)).toBe(0);
    expectReplayed(page, other);
  });

  test('somebody else logged in meanwhile -> the renewed token is theirs: the login, and they stay logged in', async () => {
    const other = await world.open('bruno', { browser, logsIn: false });
    const { page } = await atWork();
    await other.client.logIn(PEOPLE.bruno.email, DEMO_PASSWORD);
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    page.client.append({ type: 'inbox.searched', search: 'Cli' });
    await page.client.waitFor(() => phaseOf(page.client) === 'anonymous');
    expect(happened(page.client, 'token.refreshed', 0)).toBe(0);
    expect(selectLoginFailure(page.client.directory.auth.getSnapshot())?.key).toBe('error.session.expired');
    const third = await world.open('bruno', { browser, logsIn: false });
    await third.client.live();
    const viewers = [other, third].map(({ client }) => selectViewer(client.directory.auth.getSnapshot()));
    expect(viewers[1]).toEqual(viewers[0]);
    expectReplayed(page, other, third);
  });
});

describe('the session is over', () => {
  test('a renewal is refused -> login -> what was written is still there, and is sent once', async () => {
    const { page, ticket } = await atWork();
    const { client } = page;
    await openChat(page, ticket.id);
    await world.rows(`update session set revoked_at = now(), revoked_reason = 'revoked'`);
    // Nothing is awaited between here and the text: the page itself may notice that its token has run out.
    clock.advance(LONGER_THAN_A_TOKEN_MS);
    client.append({ type: 'inbox.searched', search: 'Cli' });
    submit(page, ticket, 'Antes de cair');
    await client.waitFor(() => phaseOf(client) === 'anonymous');
    expect(client.location()).toBe('/login');
    expect(selectLoginFailure(client.directory.auth.getSnapshot())?.key).toBe('error.session.expired');
    await client.logIn(PEOPLE.ana.email, DEMO_PASSWORD);
    // Refused with the session, or in doubt: then it is asked about by itself.
    for (const [key] of client.directory.actors()) {
      if (key.startsWith('send:')) client.append({ type: 'message.retried', clientId: key.slice('send:'.length) });
    }
    await client.waitFor(() => unsentOf(client).length === 0);
    await world.providerDone();
    expect((await world.provider.received(PHONE)).map(({ text }) => text)).toEqual(['Bom dia!', 'Antes de cair']);
    expectReplayed(page);
  });
});

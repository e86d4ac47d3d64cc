import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allMessages } from '../support/all-messages.ts';
import { selectLoginFailure, selectPhase } from '../../src/machines/auth/auth.selectors.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import { selectSendFailure, selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { selectMessages } from '../../src/machines/conversation/conversation.selectors.ts';
import { selectFinishFailure, selectLifecycle } from '../../src/machines/ticket/ticket.selectors.ts';
import { selectTransferFailure, selectTransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import { textLookup } from '../../src/views/app/text-lookup.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { createMeddledBrowser } from '../support/simulation-network.ts';
import { finish, offer, openChat, submit, take, ticketNow, ticketOf, viewerOf } from '../support/simulation-people.ts';
import { expectReplayed, PEOPLE, startWorld, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';
import { conversationIn, lastMessageIn } from '../support/conversation.ts';

const PHONE = '5511900000501';
let world: World;

beforeEach(async () => {
  world = await startWorld();
  await world.provider.saveCustomer(PHONE, 'Cliente');
  await world.provider.write(VENDAS, PHONE, 'Bom dia');
});
afterEach(() => world.stop());

const TABLES = ['message', 'outbox', 'ticket_transfer', 'chat_ticket', 'customer', 'event', 'session'] as const;
/** That an instance is heard of is nobody's call. */
const COUNTED: Readonly<Partial<Record<(typeof TABLES)[number], string>>> = {
  event: "event where name <> 'InstanceUpdated'",
};

/** What a half-done call would have left. */
async function holdings(): Promise<unknown> {
  const counts = TABLES.map((table) => `(select count(*) from ${COUNTED[table] ?? table}) as ${table}`).join(', ');
  const [found] = await world.rows(`select ${counts}`);
  const owners = await world.rows('select id, user_id, finished_at, last_message_id from chat_ticket order by id');
  return { found, owners };
}

/** Says the same of the server before and after. */
async function changesNothing(work: () => Promise<void>): Promise<void> {
  await world.providerDone();
  const before = await holdings();
  await work();
  expect(await holdings()).toEqual(before);
}

/** Every language has words for it, with all their values. */
async function expectClear({ key, params, requestId }: Failure): Promise<void> {
  for (const locale of ['pt_BR', 'en', 'pt'] as const) {
    const lookup = textLookup(await allMessages(locale));
    lookup.use(locale, await allMessages(locale));
    const words = (id: string): string =>
      lookup.textOf({ kind: 'message', id, values: { ...params, requestId: requestId ?? '' } });
    expect(words(key)).not.toBe(key);
    expect(words(key)).not.toMatch(/[{}]|undefined|NaN/);
    expect(words(key)).not.toBe(words('error.unknown'));
  }
}

function textOf(locale: 'pt_BR', messages: Awaited<ReturnType<typeof allMessages>>, failure: Failure): string {
  const lookup = textLookup(messages);
  lookup.use(locale, messages);
  return lookup.textOf({ kind: 'message', id: failure.key, values: failure.params });
}

/** What is on the screen of a conversation besides what the server has. */
function temps({ client }: Page, ticketId: string): readonly string[] {
  const snapshot = conversationIn(client.directory, ticketId);
  if (snapshot === undefined) return [];
  return selectMessages(snapshot).flatMap(({ kind, message }) => (kind === 'optimistic' ? [message.text] : []));
}

/** Submits, and answers why it was refused. */
async function refusalOf(page: Page, ticket: Attendance, text: string, replyTo?: string): Promise<Failure> {
  const clientId = submit(page, ticket, text, replyTo);
  return page.client.waitFor((directory) => {
    const snapshot = directory.send(clientId)?.getSnapshot();
    return snapshot !== undefined && selectSendState(snapshot) === 'failed' && selectSendFailure(snapshot);
  });
}

describe('a bad login', () => {
  test.each([
    ['rest', 'error.login.failed', 'Email ou/e senha errado(s)'],
    ['graphql', 'error.login.noToken', 'Wrong Email or Password'],
  ] as const)('over %s -> anonymous, told so', async (path, key, words) => {
    const { client } = await world.open('ana', { logsIn: false });
    await changesNothing(async () => {
      for (const [email, password] of [
        [PEOPLE.ana.email, 'errada'],
        ['ninguem@aurora.example', DEMO_PASSWORD],
        [PEOPLE.ana.email, ''],
        ['', ''],
      ] as const) {
        await client.tryLogIn(email, password, path);
        const { auth } = client.directory;
        expect(selectPhase(auth.getSnapshot())).toBe('anonymous');
        const failure = selectLoginFailure(auth.getSnapshot());
        if (failure === null) throw new Error('No reason was given');
        if (email !== '' && password !== '') expect(failure.key).toBe(key);
        await expectClear(failure);
      }
    });
    const said = { code: 'UNAUTHENTICATED', key, params: {}, fields: {}, requestId: null } as const;
    expect(textOf('pt_BR', await allMessages('pt_BR'), said)).toBe(words);
  });
});

describe('a message that can not be sent', () => {
  test.each([
    ['empty', '', 'error.message.empty'],
    ['only blanks', ' \n\t ', 'error.message.empty'],
    ['70,000 characters', 'ação '.repeat(14_000), 'error.message.tooLong'],
    ['one more than fits', 'x'.repeat(4_097), 'error.message.tooLong'],
  ])('%s -> failed, with its text', async (_, text, key) => {
    const browser = createMeddledBrowser();
    const page = await world.open('ana', { browser });
    const ticket = await take(page, PHONE, 'Oi');
    await changesNothing(async () => {
      const failure = await refusalOf(page, ticket, text);
      expect(failure.key).toBe(key);
      await expectClear(failure);
      expect(temps(page, ticket.id)).toEqual([text]);
    });
    // Also after the page was opened again.
    await page.client.events.count(3, (event) => event.type === 'outbox.stored');
    expectReplayed(page);
    await world.kill(page);
    const next = await world.open('ana', { browser, logsIn: false });
    await ticketOf(next, PHONE);
    await next.client.waitFor(() => temps(next, ticket.id).length === 1);
    expect(temps(next, ticket.id)).toEqual([text]);
  });

  test('as long as it may be -> sent', async () => {
    const page = await world.open('ana');
    const ticket = await ticketOf(page, PHONE);
    const clientId = submit(page, ticket, 'x'.repeat(4_096));
    await page.client.waitFor((directory) => directory.send(clientId) === undefined);
    await world.providerDone();
    expect((await world.provider.received(PHONE)).map(({ text }) => text.length)).toEqual([4_096]);
  });

  test.each([
    ['a number that is nobody’s', '987654321'],
    ['no number at all', 'nada'],
    ['a temporary one', '1-temp'],
  ])('a reply to a message that is not there: %s -> failed, with its text', async (_, replyTo) => {
    const page = await world.open('ana');
    const ticket = await take(page, PHONE, 'Oi');
    await changesNothing(async () => {
      const failure = await refusalOf(page, ticket, 'Sobre aquilo', replyTo);
      expect(failure.key).toBe('error.reply.notFound');
      await expectClear(failure);
      expect(temps(page, ticket.id)).toEqual(['Sobre aquilo']);
    });
    expectReplayed(page);
  });

  test('a reply to another customer’s message -> failed, with its text', async () => {
    const page = await world.open('ana');
    const ticket = await take(page, PHONE, 'Oi');
    await world.provider.saveCustomer('5511900000502', 'Outro');
    await world.provider.write(VENDAS, '5511900000502', 'Sou outro');
    const other = await ticketOf(page, '5511900000502');
    await changesNothing(async () => {
      const failure = await refusalOf(page, ticket, 'Sobre aquilo', lastMessageIn(page.client.directory, other.id)?.id);
      expect(failure.key).toBe('error.reply.notFound');
    });
  });
});

describe('a transfer', () => {
  async function offeredTo(page: Page, ticket: Attendance, nextOwner: { id: string; name: string }): Promise<Failure> {
    const { client } = page;
    client.append({ type: 'transfer.drafted', ticketId: ticket.id });
    await client.waitFor((directory) => directory.transferDraft(ticket.id)?.getSnapshot().matches({ draft: 'ready' }));
    client.append({
      type: 'transfer.submitted',
      ticketId: ticket.id,
      clientId: client.environment.uuid(),
      target: { kind: 'person', ...nextOwner },
      previousOwner: ticketNow(page, ticket.id)?.owner ?? null,
    });
    return client.waitFor((directory) => {
      const snapshot = directory.transferDraft(ticket.id)?.getSnapshot();
      return snapshot !== undefined && selectTransferState(snapshot) !== 'creating' && selectTransferFailure(snapshot);
    });
  }

  test('to oneself -> another choice can be made', async () => {
    const page = await world.open('bruno');
    page.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    const ticket = await take(page, PHONE, 'Oi');
    await changesNothing(async () => {
      const failure = await offeredTo(page, ticket, viewerOf(page));
      expect(failure).toMatchObject({
        key: 'error.transfer.toSelf',
        fields: { next_user_id: 'error.transfer.toSelf' },
      });
      await expectClear(failure);
    });
    const draft = page.client.directory.transferDraft(ticket.id)?.getSnapshot();
    expect(draft?.matches({ draft: 'ready' })).toBe(true);
    expectReplayed(page);
  });

  test.each([
    ['deleted', 'update app_user set deleted_at = now() where id = $1'],
    ['blocked', 'update app_user set is_blocked = true where id = $1'],
    ['not serving the instance any more', 'delete from user_instance where user_id = $1'],
  ])('to someone who left (%s) -> another choice can be made', async (_, leave) => {
    const carla = await world.open('carla');
    const gone = viewerOf(carla);
    const page = await world.open('ana');
    const ticket = await take(page, PHONE, 'Oi');
    await world.rows(leave, [gone.id]);
    await changesNothing(async () => {
      const failure = await offeredTo(page, ticket, gone);
      expect(failure.key).toBe('error.transfer.userGone');
      await expectClear(failure);
    });
    expect(page.client.directory.transferDraft(ticket.id)?.getSnapshot().matches({ draft: 'ready' })).toBe(true);
    expectReplayed(page);
  });

  test('confirmed after it was taken back -> the card goes, the owner stays', async () => {
    const browser = createMeddledBrowser();
    const bruno = await world.open('bruno', { browser });
    const page = await world.open('ana');
    const ticket = await take(page, PHONE, 'Oi');
    const transferId = await offer(page, ticket, viewerOf(bruno));
    await bruno.client.waitFor((directory) => directory.transfer(transferId)?.getSnapshot().matches('pending'));
    const confirm = browser.holdRequest('confirmTicketTransfer');
    // Nothing tells bruno in time.
    const socketTicket = browser.holdRequest('createSocketTicket');
    bruno.network.cut();
    await bruno.client.waitFor(({ socket }) => socket.getSnapshot().matches('waiting'));
    bruno.network.heal();
    await socketTicket.reached;
    page.client.append({ type: 'transfer.deleteRequested', transferId });
    await page.client.next('transfer.deleted');
    bruno.client.append({ type: 'transfer.confirmRequested', transferId });
    await confirm.reached;
    await changesNothing(async () => {
      confirm.go();
      const { failure } = await bruno.client.next('transfer.confirmFailed');
      expect(failure.key).toBe('error.transfer.deleted');
      await expectClear(failure);
    });
    expect(bruno.client.directory.transfer(transferId)).toBeUndefined();
    expect(bruno.client.directory.pendingTransfers.getSnapshot()).toEqual([]);
    socketTicket.go();
    await bruno.client.live();
    await world.allHeard(bruno, page);
    expect(bruno.client.directory.ticketOrder.getSnapshot().ids).toEqual([]);
    expect(ticketNow(page, ticket.id)?.owner).toMatchObject(viewerOf(page));
    expectReplayed(bruno, page);
  });
});

describe('a finish of a finished ticket', () => {
  test('from a page that has not heard of it -> told so, and it is finished there too', async () => {
    const browser = createMeddledBrowser();
    const ana = await world.open('ana', { browser });
    const other = await world.open('ana');
    const ticket = await take(ana, PHONE, 'Oi');
    await openChat(ana, ticket.id);
    await world.providerDone();
    await world.allHeard(ana, other);
    const socketTicket = browser.holdRequest('createSocketTicket');
    ana.network.cut();
    await ana.client.waitFor(({ socket }) => socket.getSnapshot().matches('waiting'));
    ana.network.heal();
    await socketTicket.reached;
    await finish(other, ticket.id);
    await changesNothing(async () => {
      ana.client.append({ type: 'ticket.finishRequested', ticketId: ticket.id });
      const { failure } = await ana.client.next('ticket.finishFailed');
      expect(failure.key).toBe('error.ticket.finished');
      await expectClear(failure);
    });
    const snapshot = ana.client.directory.ticket(ticket.id)?.getSnapshot();
    expect(snapshot && selectFinishFailure(snapshot)?.key).toBe('error.ticket.finished');
    socketTicket.go();
    await ana.client.waitFor((directory) => {
      const now = directory.ticket(ticket.id)?.getSnapshot();
      return now !== undefined && selectLifecycle(now) === 'finished';
    });
    expectReplayed(ana, other);
  });
});

describe('a webhook', () => {
  test('for an unknown number -> kept aside once, nothing else', async () => {
    const page = await world.open('ana');
    await ticketOf(page, PHONE);
    const body = {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '5511', phone_number_id: '999999999999999' },
                contacts: [{ wa_id: PHONE, profile: { name: 'Cliente' } }],
                messages: [
                  {
                    from: PHONE,
                    id: 'wamid.desconhecido',
                    timestamp: '1763600000',
                    type: 'text',
                    text: { body: 'Oi' },
                  },
                ],
              },
            },
          ],
        },
      ],
    };
    await changesNothing(async () => {
      for (let times = 0; times < 2; times += 1) expect((await world.provider.raw(body)).status).toBe(200);
    });
    const kept = await world.rows<{ reason: string; body: string }>('select reason, body from webhook_rejected');
    expect(kept).toHaveLength(1);
    const [key = ''] = (kept[0]?.reason ?? '').split(':');
    expect(key).toBe('error.webhook.unknownNumber');
    expect(kept[0]?.body).toContain('wamid.desconhecido');
    await expectClear({ code: 'NOT_FOUND', key, params: {}, fields: {}, requestId: null });
  });
});

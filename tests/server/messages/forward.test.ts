import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import type { ForwardMessageVariables } from '../../../contract/graphql/forward-message.ts';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { sample } from '../media/media-world.ts';
import { upload } from '../media/sending.ts';

let world: World;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-forward-'));
  world = await startAttendance({ config: { dataDir } });
});
afterAll(async () => {
  await world.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let last = 28_000_000;
const newPhone = (): string => `55119${(last += 1)}`;

/** A ticket of somebody's; its customer's message is `asked`. */
async function own(who: Person, text = 'Segue o comprovante'): Promise<{ ticket: ChatTicket; asked: string }> {
  const ticket = await world.open({ from: newPhone(), text });
  await world.send(who, ticket, 'Recebido');
  return { ticket, asked: ticket.customerLastChat?.id ?? '' };
}

async function forward(who: Person, id: string, to: ChatTicket, more: Partial<ForwardMessageVariables> = {}) {
  const target = { to_number: to.customer.phone_number, instance_id: to.instance.id };
  return (await world.call(who, forwardMessage, { message_id: id, ...target, client_id: randomUUID(), ...more }))
    .forwardMessage;
}

const textsOn = async (ticket: ChatTicket): Promise<string[]> =>
  (await world.emulator.received(ticket.customer.phone_number)).map(({ text }) => text);

describe('forwarding', () => {
  test('a text reaches the other customer once, in its order, marked', async () => {
    const { bruno } = world.people;
    const { asked } = await own(bruno);
    const { ticket: to } = await own(bruno);
    const client_id = randomUUID();
    const sent = await Promise.all(Array.from({ length: 6 }, () => forward(bruno, asked, to, { client_id })));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent[0]).toMatchObject({
      type: 0,
      message: 'Segue o comprovante',
      tag_type: 'stop_flow',
      is_forwarded: true,
      client_id,
      parent_id: null,
      user: { id: bruno.id },
      chatTicket: { id: to.id },
    });
    await world.send(bruno, to, 'Confira');
    await expectEventually(() => textsOn(to)).toEqual(['Recebido', 'Segue o comprovante', 'Confira']);
    const [question] = await world.chat(bruno, to);
    expect(question?.is_forwarded).toBe(false);
  });

  test('a file goes with its caption and without another upload; there is one copy of it', async () => {
    const { bruno } = world.people;
    const { ticket: from } = await own(bruno);
    const { ticket: to } = await own(bruno);
    const client_id = randomUUID();
    await upload(world.url, bruno.token, client_id, 'recibo.pdf', await sample('receipt.pdf'));
    const target = { to_number: from.customer.phone_number, instance_id: from.instance.id };
    const { sendFile: original } = await world.call(bruno, sendFile, { ...target, client_id, caption: 'Segue' });
    const files = async () =>
      (await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length;
    const before = await files();
    const sent = await forward(bruno, original.id, to);
    expect(sent).toMatchObject({
      tag_type: 'pdf',
      document_name: 'recibo.pdf',
      message: 'Segue',
      has_file: true,
      is_forwarded: true,
    });
    await expectEventually(async () =>
      (await world.emulator.received(to.customer.phone_number)).map(({ type, text }) => [type, text]),
    ).toContainEqual(['document', 'Segue']);
    expect(await files()).toBe(before);
    const { messageMedia: media } = await world.call(bruno, messageMedia, { id: sent.id });
    expect(media).toMatchObject({ state: 'ready', mime_type: 'application/pdf' });
  });

  test('a message that a customer forwarded is marked too', async () => {
    const ticket = await world.open({ from: newPhone(), text: 'Corrente', more: { context: { forwarded: true } } });
    expect(ticket.customerLastChat?.is_forwarded).toBe(true);
  });
});

describe('an undelivered message to its own customer', () => {
  /** Sends while the provider refuses, and answers the message once that is known. */
  async function refused(ticket: ChatTicket, send: () => Promise<{ id: string }>) {
    const { bruno } = world.people;
    const open = () => world.rows("select from outbox where state not in ('sent', 'failed')");
    await expectEventually(async () => (await open()).length).toBe(0);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_026, times: 1 } });
    const { id } = await send();
    const found = async () => (await world.chat(bruno, ticket)).find((message) => message.id === id);
    await expectEventually(async () => (await found())?.error_code).toBe('131026');
    return id;
  }
  const target = (ticket: ChatTicket) => ({
    to_number: ticket.customer.phone_number,
    instance_id: ticket.instance.id,
  });

  test('a file, with its caption and its quote -> sent as it was, and once only', async () => {
    const { bruno } = world.people;
    const { ticket, asked } = await own(bruno);
    const client_id = randomUUID();
    await upload(world.url, bruno.token, client_id, 'recibo.pdf', await sample('receipt.pdf'));
    const variables = { ...target(ticket), client_id, caption: 'Segue', reply_message_id: asked };
    const id = await refused(ticket, async () => (await world.call(bruno, sendFile, variables)).sendFile);
    const again = randomUUID();
    const [sent, same] = [
      await forward(bruno, id, ticket, { client_id: again }),
      await forward(bruno, id, ticket, { client_id: again }),
    ];
    expect(same.id).toBe(sent.id);
    expect(sent).toMatchObject({
      ...{ repeats_id: id, is_forwarded: false, parent_id: asked, message: 'Segue', tag_type: 'pdf', has_file: true },
    });
    expect(await refusalOf(forward(bruno, id, ticket))).toBe('CONFLICT error.forward.repeated');
    await expectEventually(() => textsOn(ticket)).toEqual(['Recebido', 'Segue']);
    const { messageMedia: media } = await world.call(bruno, messageMedia, { id: sent.id });
    expect(media).toMatchObject({ state: 'ready', mime_type: 'application/pdf' });
  });

  test('a template -> a template again, also after 24 hours', async () => {
    const { bruno } = world.people;
    const { ticket } = await own(bruno);
    const id = await refused(ticket, () => world.send(bruno, ticket, 'Sua fatura chegou'));
    const template = { id: '0', name: 'fatura', language: 'pt_BR', header: [], body: [], buttons: [] };
    await world.rows("update message set tag_type = 'template', template = $2 where id = $1", [id, template]);
    await world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [
      ticket.id,
    ]);
    const sent = await forward(bruno, id, ticket);
    expect(sent).toMatchObject({ tag_type: 'template', message: 'Sua fatura chegou', is_forwarded: false });
    const [row] = await world.rows<{ template: unknown }>('select template from message where id = $1', [sent.id]);
    expect(row?.template).toMatchObject(template);
  });

  test('one that arrived, or that goes to somebody else -> forwarded, as any', async () => {
    const { bruno } = world.people;
    const { ticket } = await own(bruno);
    const { ticket: other } = await own(bruno);
    const arrived = await world.send(bruno, ticket, 'Chegou');
    expect(await forward(bruno, arrived.id, ticket)).toMatchObject({ repeats_id: null, is_forwarded: true });
    const id = await refused(ticket, () => world.send(bruno, ticket, 'Perdida'));
    expect(await forward(bruno, id, other)).toMatchObject({ repeats_id: null, is_forwarded: true });
  });

  test('by somebody who may not see it -> not found', async () => {
    const { bruno, bia, carla } = world.people;
    const { ticket } = await own(bruno);
    const id = await refused(ticket, () => world.send(bruno, ticket, 'Perdida'));
    expect(await refusalOf(forward(bia, id, ticket))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(forward(carla, id, ticket))).toBe('NOT_FOUND error.notFound');
  });
});

describe('refused, and nothing is sent', () => {
  const expectRefused = async (work: () => Promise<unknown>, refusal: string): Promise<void> => {
    const count = () => world.rows('select (select count(*) from message) m, (select count(*) from outbox) o');
    const before = await count();
    expect(await refusalOf(work())).toBe(refusal);
    expect(await count()).toEqual(before);
  };

  test('a message that one may not see, of a colleague or of another company', async () => {
    const { ana, bruno, bia } = world.people;
    const { asked } = await own(ana);
    const { ticket: to } = await own(bruno);
    await expectRefused(() => forward(bruno, asked, to), 'NOT_FOUND error.notFound');
    const foreign = await world.open({ from: newPhone(), number: 'brisa' });
    await expectRefused(() => forward(bruno, foreign.customerLastChat?.id ?? '', to), 'NOT_FOUND error.notFound');
    await expectRefused(() => forward(bia, asked, foreign), 'NOT_FOUND error.notFound');
    await expectRefused(() => forward(bruno, 'temp-1', to), 'NOT_FOUND error.notFound');
  });

  test('to a conversation of somebody else’s, or of another company', async () => {
    const { ana, bruno, carla } = world.people;
    const { asked } = await own(bruno);
    const { ticket: others } = await own(ana);
    expect(await refusalOf(forward(bruno, asked, others))).toMatch(/^(?:NOT_FOUND|FORBIDDEN) /);
    const foreign = await world.open({ from: newPhone(), number: 'brisa' });
    await expectRefused(() => forward(bruno, asked, foreign), 'NOT_FOUND error.notFound');
    const { ticket: to } = await own(bruno);
    await expectRefused(() => forward(carla, asked, to), 'NOT_FOUND error.notFound');
    await expectRefused(() => forward(bruno, asked, to, { user_id: ana.id }), 'NOT_FOUND error.notFound');
  });

  test('after 24 hours of the other customer’s silence', async () => {
    const { bruno } = world.people;
    const { asked } = await own(bruno);
    const { ticket: to } = await own(bruno);
    await world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [to.id]);
    await expectRefused(() => forward(bruno, asked, to), 'CONFLICT error.window.closed');
  });

  test('what can’t be forwarded, a file that isn’t there, a text that is too long', async () => {
    const { bruno } = world.people;
    const { ticket: to } = await own(bruno);
    const { asked } = await own(bruno);
    const as = (values: string) => world.rows(`update message set ${values} where id = $1`, [asked]);
    await as("tag_type = 'location'");
    await expectRefused(() => forward(bruno, asked, to), 'CONFLICT error.forward.kind');
    await as("tag_type = 'image'");
    await expectRefused(() => forward(bruno, asked, to), 'CONFLICT error.forward.file');
    await as("tag_type = 'text', body = repeat('a', 5000)");
    await expectRefused(() => forward(bruno, asked, to), 'INVALID error.message.tooLong');
  });
});

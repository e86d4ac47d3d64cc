import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { messageTemplates } from '../../../contract/graphql/message-templates.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import type { SendTemplateVariables } from '../../../contract/graphql/send-template.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { syncTemplates } from '../../../server/domain/templates/sync-templates.ts';
import { flatPng } from '../media/flat-png.ts';
import { upload } from '../media/sending.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { NumberName, Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

let world: World;
let channel: WhatsAppChannel;
beforeAll(async () => {
  world = await startAttendance();
  const { graphUrl } = world.emulator;
  channel = new WhatsAppChannel({
    graphUrl: () => graphUrl,
    appSecret: 'x',
    accessToken: () => 't',
    defaultToken: 't',
  });
  await world.emulator.patchPolicy({ templatePage: 3 });
  await sync();
});
afterAll(() => world.stop());

let last = 61_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const sync = () => syncTemplates(world.server.services, channel);
/** Meta gives a template a status, and the server has been told: until then it may have the account listed again. */
async function setStatus(name: string, status: string): Promise<void> {
  const id = (await world.emulator.templates()).find((template) => template.name === name)?.id ?? '';
  await world.emulator.setTemplateStatus(id, status);
  await expectEventually(async () => (await world.emulator.webhooks()).pending).toEqual([]);
}
const isDue = () => world.rows("update template_sync set due_at = now() - interval '1 second'");
const listed = async (who: Person, number: NumberName): Promise<MessageTemplate[]> =>
  (await world.call(who, messageTemplates, { instance_id: world.instances[number] })).messageTemplates;
const namesOf = async (who: Person, number: NumberName) => (await listed(who, number)).map(({ name }) => name);
const named = async (who: Person, name: string, number: NumberName = 'suporte'): Promise<MessageTemplate> => {
  const template = (await listed(who, number)).find((each) => each.name === name);
  if (template === undefined) throw new Error(`No template ${name}`);
  return template;
};
/** A ticket of somebody's whose window is shut. */
async function shut(who: Person, number: NumberName = 'suporte'): Promise<ChatTicket> {
  const ticket = await world.open({ from: newPhone(), number });
  await world.send(who, ticket, 'oi');
  await world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [ticket.id]);
  return ticket;
}
async function send(
  who: Person,
  ticket: ChatTicket,
  template: Pick<MessageTemplate, 'id'>,
  values: Record<string, string> = {},
  more: Partial<SendTemplateVariables> = {},
) {
  const variables = Object.entries(values).map(([key, value]) => ({ key, value }));
  const target = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id };
  const input = { ...target, template_id: template.id, variables, client_id: randomUUID(), ...more };
  return (await world.call(who, sendTemplate, input)).sendTemplate;
}
const received = async (ticket: ChatTicket) =>
  (await world.emulator.received(ticket.customer.phone_number)).filter(({ type }) => type === 'template');

const SENDABLE = [
  'atualizacao_do_pedido',
  'catalogo_em_pdf',
  'foto_do_produto',
  'lembrete_de_horario',
  'ofertas_da_semana',
  'ola',
  'retomar_atendimento',
  'retorno_do_protocolo',
];

describe('templates', () => {
  test('come from the provider over several pages: approved ones that need only texts and a file, for users of the number', async () => {
    const { ana, bruno, carla, bia } = world.people;
    expect(await namesOf(bruno, 'suporte')).toEqual(SENDABLE);
    expect(await namesOf(ana, 'vendas')).toEqual(SENDABLE);
    expect((await named(bia, 'ola', 'brisa')).body).toContain('Brisa Turismo');
    expect(await named(bruno, 'retorno_do_protocolo')).toMatchObject({
      header: 'Sobre o seu atendimento',
      footer: 'Aurora Móveis',
      variables: [
        { key: 'body.cliente', example: 'Marina' },
        { key: 'body.protocolo', example: '20260302-0007' },
        { key: 'body.atendente', example: 'Bruno' },
      ],
    });
    expect(await refusalOf(listed(carla, 'vendas'))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(listed(bia, 'suporte'))).toBe('NOT_FOUND error.notFound');
  });

  test('a webhook’s status updates open pages', async () => {
    const { bruno, bia } = world.people;
    const socket = await world.socket(bruno);
    await setStatus('lembrete_de_horario', 'PAUSED');
    expect(await namesOf(bruno, 'suporte')).not.toContain('lembrete_de_horario');
    await expectEventually(async () => socket.frames.some(({ event }) => event === 'ListUpdated')).toBe(true);
    expect(await namesOf(bia, 'brisa')).toContain('lembrete_de_horario');
    // Flagged ones may still be sent.
    for (const status of ['APPROVED', 'FLAGGED', 'APPROVED']) {
      await setStatus('lembrete_de_horario', status);
      expect(await namesOf(bruno, 'suporte')).toContain('lembrete_de_horario');
    }
  });

  test('a listing that fails changes nothing, is tried again later, and an empty one isn’t believed at once', async () => {
    const { bruno } = world.people;
    const pauses = async () =>
      (await world.rows<{ attempts: number }>('select attempts from template_sync order by waba_id')).map(
        ({ attempts }) => attempts,
      );
    await world.emulator.patchPolicy({ templates: { mode: 'refuse', code: 190 } });
    await isDue();
    expect(await sync()).toBe(0);
    // The pause holds.
    expect(await sync()).toBe(0);
    expect(await pauses()).toEqual([1, 1]);
    expect(await namesOf(bruno, 'suporte')).toEqual(SENDABLE);
    await world.emulator.patchPolicy({ templates: { mode: 'accept' }, templatePage: 0 });
    await isDue();
    await sync();
    expect(await namesOf(bruno, 'suporte')).toEqual(SENDABLE);
    await world.emulator.patchPolicy({ templatePage: 3 });
    await isDue();
    expect(await sync()).toBe(2);
    expect(await pauses()).toEqual([0, 0]);
    expect(await namesOf(bruno, 'suporte')).toEqual(SENDABLE);
  });

  test('one that the provider lists twice, and an account whose templates can’t be stored -> the others are', async () => {
    const { bruno, bia } = world.people;
    const one = await world.rows<{ waba: string }>('select waba_id as waba from instance where id = $1', [
      world.instances.suporte,
    ]);
    const odd: Pick<WhatsAppChannel, 'findAccount' | 'listTemplates'> = {
      findAccount: (number) => channel.findAccount(number),
      listTemplates: async (account, token) => {
        const listing = await channel.listTemplates(account, token);
        if (listing.outcome !== 'listed') return listing;
        const [first] = listing.templates;
        if (first === undefined) return listing;
        const unfit = account === one[0]?.waba ? { ...first, name: '\u0000' } : { ...first, category: 'UTILITY' };
        return { ...listing, templates: [...listing.templates, unfit] };
      },
    };
    await isDue();
    expect(await syncTemplates(world.server.services, odd)).toBe(1);
    const failed = 'select last_error as error from template_sync where attempts > 0';
    expect(await world.rows(failed)).toEqual([{ error: 'not stored' }]);
    expect(await namesOf(bia, 'brisa')).toEqual(SENDABLE);
    expect(await namesOf(bruno, 'suporte')).toEqual(SENDABLE);
    await isDue();
    expect(await sync()).toBe(2);
  });
});

describe('sending a template', () => {
  test('refused for now -> waits as a template, which a version without templates doesn’t send, and before later texts', async () => {
    const { bruno } = world.people;
    const ticket = await world.open({ from: newPhone(), number: 'suporte' });
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
    const { id } = await send(bruno, ticket, await named(bruno, 'ola'));
    await world.send(bruno, ticket, 'depois');
    await expectEventually(() =>
      world.rows('select state from outbox where message_id = $1 and attempts > 0', [id]),
    ).toEqual([{ state: 'template' }]);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    const kinds = async () => (await world.emulator.received(ticket.customer.phone_number)).map(({ type }) => type);
    await expectEventually(kinds).toEqual(['template', 'text']);
  });

  test('reaches the customer once after the window, with its values; the conversation shows the filled text', async () => {
    const { bruno } = world.people;
    const ticket = await shut(bruno);
    expect(await refusalOf(world.send(bruno, ticket, 'livre'))).toBe('CONFLICT error.window.closed');
    const template = await named(bruno, 'atualizacao_do_pedido');
    const values = {
      'header.1': '48213',
      'body.1': 'Marina',
      'body.2': 'a  caminho\n',
      'body.3': 'sexta',
      'button.0': '48213',
    };
    const client_id = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => send(bruno, ticket, template, values, { client_id })),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    const filled =
      '*Pedido 48213*\n\nMarina, o seu pedido está *a caminho*. A previsão é sexta.\n\nDúvidas? É só responder.';
    expect(sent[0]).toMatchObject({ message: filled, tag_type: 'template', chatTicket: { id: ticket.id } });
    expect((await world.call(bruno, sentMessage, { client_id })).sentMessage?.id).toBe(sent[0]?.id);
    await expectEventually(() => received(ticket)).toHaveLength(1);
    const [atPhone] = await received(ticket);
    expect(atPhone).toMatchObject({
      text: filled,
      content: {
        name: 'atualizacao_do_pedido',
        language: { code: 'pt_BR' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '48213' }] },
          { type: 'body', parameters: [{ text: 'Marina' }, { text: 'a caminho' }, { text: 'sexta' }] },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '48213' }] },
        ],
      },
    });
    await send(bruno, ticket, await named(bruno, 'retorno_do_protocolo'), {
      'body.cliente': 'Marina',
      'body.protocolo': ticket.protocol,
      'body.atendente': 'Bruno',
    });
    await expectEventually(async () => (await received(ticket)).length).toBe(2);
  });

  test('a picture in its header is uploaded first and sent as its parameter, once, also when sent again; of another kind or missing -> refused', async () => {
    const { bruno, ana } = world.people;
    const ticket = await shut(bruno);
    const template = await named(bruno, 'foto_do_produto');
    expect(template).toMatchObject({ header: null, header_file: 'image' });
    const values = { 'body.1': 'Marina' };
    const client_id = randomUUID();
    expect(await refusalOf(send(bruno, ticket, template, values, { client_id }))).toBe(
      'NOT_FOUND error.file.notUploaded',
    );
    const put = (who: Person, id: string, name: string, bytes: Uint8Array) =>
      upload(world.url, who.token, id, name, bytes);
    const wrong = randomUUID();
    await put(bruno, wrong, 'catalogo.pdf', Buffer.from('%PDF-1.7\n'));
    expect(await refusalOf(send(bruno, ticket, template, values, { client_id: wrong }))).toBe(
      'INVALID error.template.file',
    );
    // Somebody else's upload isn't theirs to send.
    await put(ana, client_id, 'foto.png', flatPng(64));
    expect(await refusalOf(send(bruno, ticket, template, values, { client_id }))).toBe(
      'NOT_FOUND error.file.notUploaded',
    );
    await put(bruno, client_id, 'foto.png', flatPng(64));
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
    const sent = await send(bruno, ticket, template, values, { client_id });
    expect(sent).toMatchObject({ tag_type: 'image', has_file: true, is_template: true });
    expect(sent.message).toContain('Marina, esta');
    // A version that sends pictures but no such template leaves it alone.
    await expectEventually(() =>
      world.rows(
        'select state, provider_media_id is null as fresh from outbox where message_id = $1 and attempts > 0',
        [sent.id],
      ),
    ).toEqual([{ state: 'template_file', fresh: false }]);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_026, times: 1 } });
    const found = async () => (await world.chat(bruno, ticket)).find(({ id }) => id === sent.id);
    await expectEventually(found).toMatchObject({ error_code: '131026', is_template: true });
    expect((await send(bruno, ticket, template, values, { client_id })).id).toBe(sent.id);
    const target = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id };
    await world.call(bruno, forwardMessage, { ...target, message_id: sent.id, client_id: randomUUID() });
    await expectEventually(() => received(ticket)).toHaveLength(1);
    expect(await received(ticket)).toMatchObject([
      {
        media: { mimeType: 'image/jpeg' },
        content: {
          components: [
            { type: 'header', parameters: [{ type: 'image', image: { id: expect.any(String) } }] },
            { type: 'body', parameters: [{ text: 'Marina' }] },
          ],
        },
      },
    ]);
    const shown = (await world.chat(bruno, ticket)).map(({ message, is_template: is }) => [message, is]);
    expect(shown.slice(-3)).toEqual([['oi', false], ...[sent, sent].map(({ message }) => [message, true])]);
  });

  test('is refused with its reason', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const ticket = await shut(bruno);
    const ola = await named(bruno, 'ola');
    const offers = await named(bruno, 'ofertas_da_semana');
    const resume = await named(bruno, 'retomar_atendimento');
    expect(await refusalOf(send(bruno, ticket, resume, { 'body.1': 'Marina', 'body.2': '  ' }))).toBe(
      'INVALID error.template.missing',
    );
    expect(await refusalOf(send(bruno, ticket, resume, { 'body.1': 'M'.repeat(1024), 'body.2': 'Bruno' }))).toBe(
      'INVALID error.template.tooLong',
    );
    // A colleague who serves the number, another company, and another company's template.
    expect(await refusalOf(send(carla, ticket, ola))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(send(bia, ticket, ola))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(send(bruno, ticket, await named(bia, 'ola', 'brisa')))).toBe('NOT_FOUND error.notFound');
    await world.rows("update message_template set status = 'PAUSED' where id = $1", [ola.id]);
    const client_id = randomUUID();
    expect(await refusalOf(send(bruno, ticket, ola, {}, { client_id }))).toBe('CONFLICT error.template.is.paused');
    await world.rows("update message_template set status = 'APPROVED' where id = $1", [ola.id]);
    await send(bruno, ticket, ola, {}, { client_id });
    await world.rows("update message_template set status = 'PAUSED' where id = $1", [ola.id]);
    // What was accepted before stays accepted.
    expect((await send(bruno, ticket, ola, {}, { client_id })).client_id).toBe(client_id);
    await world.rows("update message_template set status = 'APPROVED', gone_at = now() where id = $1", [ola.id]);
    expect(await refusalOf(send(bruno, ticket, ola))).toBe('CONFLICT error.template.unavailable');
    await world.rows('update message_template set gone_at = null where id = $1', [ola.id]);

    const from = ticket.customer.phone_number;
    const wish = async (value: string) => {
      const preference = {
        wa_id: from,
        category: 'marketing_messages',
        value,
        timestamp: Math.floor(Date.now() / 1000),
      };
      const metadata = { display_phone_number: '1', phone_number_id: '100000000000002' };
      const change = { field: 'user_preferences', value: { metadata, user_preferences: [preference] } };
      const entry = [{ id: '900000000000001', changes: [change] }];
      expect(await world.webhook({ object: 'whatsapp_business_account', entry })).toBe(200);
    };
    const marketing = { 'body.1': 'Marina', 'body.2': '15%' };
    await wish('stop');
    expect(await refusalOf(send(bruno, ticket, offers, marketing))).toBe('CONFLICT error.customer.declinedMarketing');
    await wish('resume');
    await send(bruno, ticket, offers, marketing);
    await world.rows('update customer set is_blacklisted = true where id = $1', [ticket.customer.id]);
    expect(await refusalOf(send(ana, ticket, ola))).toBe('CONFLICT error.customer.blacklisted');
  });

  test('the provider’s refusals are shown in words, and have the account listed anew', async () => {
    const { bruno } = world.people;
    const ticket = await shut(bruno);
    const ola = await named(bruno, 'ola');
    await sync();
    // Paused at the provider, whose webhook is lost.
    await world.emulator.patchPolicy({ webhooks: { hold: 'templates' } });
    const id = (await world.emulator.templates()).find(({ name }) => name === 'ola')?.id ?? '';
    await world.emulator.setTemplateStatus(id, 'PAUSED');
    await send(bruno, ticket, ola);
    await expectEventually(async () => (await world.chat(bruno, ticket)).at(-1)?.error_key).toBe(
      'channel.error.templatePaused',
    );
    expect(await sync()).toBe(1);
    expect(await namesOf(bruno, 'suporte')).not.toContain('ola');
    await world.emulator.patchPolicy({ webhooks: { hold: 'none' } });
    await world.emulator.setTemplateStatus(id, 'APPROVED');
    await expectEventually(() => namesOf(bruno, 'suporte')).toContain('ola');
  });

  test('refused as one that changed: by each such code, and by no other, the account is listed anew', async () => {
    const { bruno } = world.people;
    const ticket = await world.open({ from: newPhone(), number: 'suporte' });
    const anew: number[] = [];
    for (const code of [131_026, 132_000, 132_001, 132_005, 132_007, 132_012, 132_016]) {
      await sync();
      await world.emulator.patchPolicy({ sends: { mode: 'refuse', code, times: 1 } });
      await world.send(bruno, ticket, 'Olá!');
      await expectEventually(async () => (await world.chat(bruno, ticket)).at(-1)?.error_code).toBe(String(code));
      const due = await world.rows('select waba_id as waba from template_sync where due_at <= now()');
      const own = await world.rows('select waba_id as waba from instance where id = $1', [world.instances.suporte]);
      if (due.length === 0) continue;
      expect(due).toEqual(own);
      anew.push(code);
    }
    expect(anew).toEqual([132_000, 132_001, 132_007, 132_012, 132_016]);
  });

  test('an instance that isn’t on Meta’s API sends nothing and has no templates', async () => {
    const { bruno } = world.people;
    const ticket = await shut(bruno);
    await world.rows('update instance set is_official = false where id = $1', [world.instances.suporte]);
    expect(await refusalOf(world.send(bruno, ticket, 'livre'))).toBe('CONFLICT error.instance.noGateway');
    expect(await namesOf(bruno, 'suporte')).toEqual([]);
    await world.rows('update instance set is_official = true where id = $1', [world.instances.suporte]);
  });
});

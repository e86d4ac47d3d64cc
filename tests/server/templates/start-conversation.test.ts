import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { customerChatText } from '../../../contract/graphql/customer-chat-text.ts';
import { customerMedia } from '../../../contract/graphql/customer-media.ts';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { conversationExport } from '../../../contract/rest/conversation-export.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { newChatNote, updateChatNote } from '../../../contract/graphql/chat-notes.ts';
import { pastChatTickets } from '../../../contract/graphql/past-chat-tickets.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { searchMessages } from '../../../contract/graphql/search-messages.ts';
import { messageTemplates } from '../../../contract/graphql/message-templates.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import type { StartConversationVariables } from '../../../contract/graphql/start-conversation.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { syncTemplates } from '../../../server/domain/templates/sync-templates.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

let world: World;
let ola: string;
beforeAll(async () => {
  world = await startAttendance();
  const { graphUrl } = world.emulator;
  const channel = new WhatsAppChannel({
    graphUrl: () => graphUrl,
    appSecret: 'x',
    accessToken: () => 't',
    defaultToken: 't',
  });
  await syncTemplates(world.server.services, channel);
  const instance_id = world.instances.suporte;
  const { messageTemplates: all } = await world.call(world.people.bruno, messageTemplates, { instance_id });
  ola = all.find(({ name }) => name === 'ola')?.id ?? '';
});
afterAll(() => world.stop());

let last = 71_000_000;
/** With its ninth digit, and without. */
const newPhone = (): { long: string; short: string } => {
  last += 1;
  return { long: `55119${last}`, short: `5511${last}` };
};
const look = async (who: Person, to_number: string) =>
  (await world.call(who, numberConversation, { to_number, instance_id: world.instances.suporte })).numberConversation;
const start = async (who: Person, to_number: string, more: Partial<StartConversationVariables> = {}) => {
  const target = { to_number, instance_id: world.instances.suporte, template_id: ola, client_id: randomUUID() };
  return (await world.call(who, startConversation, { ...target, ...more })).startConversation;
};

describe('a conversation that the company begins', () => {
  test('opens once with its template, and is the customer’s when they answer, with the ninth digit or without', async () => {
    const { bruno } = world.people;
    const { long, short } = newPhone();
    expect(await look(bruno, `+${short}`)).toEqual({
      phone_number: long,
      customer_name: null,
      ticket_id: null,
      owner: null,
      needs_template: true,
    });
    const client_id = randomUUID();
    const opened = await Promise.all(
      Array.from({ length: 3 }, (_, index) => start(bruno, index === 0 ? long : short, { client_id })),
    );
    const [ticket] = opened;
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(ticket).toMatchObject({
      user: { id: bruno.id },
      customer: { phone_number: long, name: long },
      last_received_at: null,
      customerLastChat: { tag_type: 'template', client_id },
    });
    await expectEventually(async () => (await world.emulator.received(long)).length).toBe(1);
    expect(await refusalOf(start(bruno, long, { template_id: null, client_id: randomUUID() }))).toBe('not refused');
    // WhatsApp still has old numbers without the nine.
    await world.write({ from: short, number: 'suporte', name: 'Marina', text: 'Oi' });
    const now = await world.ticketOf(bruno, long);
    expect(now).toMatchObject({ id: ticket?.id, customer: { name: 'Marina' }, customerLastChat: { message: 'Oi' } });
    expect((await look(bruno, short)).ticket_id).toBe(ticket?.id);
    expect(await world.rows('select from customer where phone_number in ($1, $2)', [long, short])).toHaveLength(1);
  });

  test('returns the open ticket, or says who has it; colleagues’ messages aren’t revealed', async () => {
    const { ana, bruno, carla } = world.people;
    const { long } = newPhone();
    const queued = await world.open({ from: long, number: 'suporte' });
    expect(await look(bruno, long)).toMatchObject({ ticket_id: queued.id, owner: null });
    expect((await start(bruno, long)).id).toBe(queued.id);
    expect(await world.emulator.received(long)).toEqual([]);
    await world.send(carla, queued, 'oi');
    expect(await look(bruno, long)).toEqual({
      phone_number: long,
      customer_name: null,
      ticket_id: null,
      owner: { id: carla.id, name: 'Carla Mendes' },
      needs_template: true,
    });
    expect(await refusalOf(start(bruno, long))).toBe('CONFLICT error.ticket.taken');
    expect((await look(ana, long)).ticket_id).toBe(queued.id);
    await world.call(carla, finishChatTicket, { id: queued.id });
    expect(await look(bruno, long)).toMatchObject({ customer_name: null, owner: null, needs_template: false });
    expect((await look(ana, long)).needs_template).toBe(false);
    expect(await look(carla, long)).toMatchObject({ customer_name: 'Luciana Moraes', needs_template: false });
    const again = await start(carla, long, { template_id: null });
    expect(again).toMatchObject({ user: { id: carla.id }, finished_at: null });
    expect(again.id).not.toBe(queued.id);
  });

  test('a customer served by colleagues can be messaged; the earlier history stays hidden', async () => {
    const { ana, bruno, carla } = world.people;
    const { long } = newPhone();
    const image = { id: '7001', mime_type: 'image/jpeg', sha256: 'x', caption: 'Sigilo azul' };
    const picture = { type: 'image', text: undefined, image };
    const before = await world.open({ from: long, number: 'suporte', more: picture });
    const of = { customer_id: before.customer.id, instance_id: before.instance.id };
    await world.send(carla, before, 'Sigilo verde');
    await world.call(carla, newChatNote, { ...of, message: 'Sigilo roxo', mention_ids: [], client_id: randomUUID() });
    await world.call(carla, finishChatTicket, { id: before.id });
    const old = before.customerLastChat?.id ?? '';
    const textsOf = async (who: Person, more: Record<string, string> = {}) => {
      const all = { ...of, all_users: true, finished_tickets: true, ...more };
      return (await world.call(who, customerChats, all)).customerChats.map(({ message }) => message);
    };
    const linesOf = async (who: Person) =>
      (await world.call(who, customerChatEvents, of)).customerChatEvents.map(({ message }) => message);
    const foundBy = async (who: Person, where: Partial<typeof of>) =>
      (await world.call(who, searchMessages, { search: 'sigilo', ...where })).searchMessages.items.length;
    const filesOf = async (who: Person, where: { instance_id?: string }) => {
      const group = { customer_id: of.customer_id, group: 'pictures', ...where };
      return (await world.call(who, customerMedia, group)).customerMedia.items.map(({ id }) => id);
    };
    const exportedBy = async (who: Person) => {
      const query = new URLSearchParams({ ...of, format: 'json' }).toString();
      const headers = { authorization: `Bearer ${who.token}` };
      return (await fetch(`${world.url}${conversationExport.path}?${query}`, { headers })).text();
    };
    /** Nothing of what was before, whichever way. */
    const expectHidden = async (who: Person) => {
      for (const texts of [await textsOf(who), await linesOf(who)])
        expect(texts.filter((text) => text?.includes('Sigilo'))).toEqual([]);
      for (const where of [of, {}, { customer_id: of.customer_id }]) expect(await foundBy(who, where)).toBe(0);
      for (const more of [{ before_id: old }, { after_id: old }, { around_id: old }])
        expect(await refusalOf(textsOf(who, more))).toMatch(/^NOT_FOUND/);
      expect(await refusalOf(world.call(who, customerChatText, { id: old }))).toMatch(/^NOT_FOUND/);
      expect(await refusalOf(world.call(who, messageMedia, { id: old }))).toMatch(/^NOT_FOUND/);
      for (const where of [{}, { instance_id: of.instance_id }]) expect(await filesOf(who, where)).toEqual([]);
      const exported = await exportedBy(who);
      expect(exported).toContain(begun.protocol);
      expect(exported).not.toMatch(/Sigilo|Carla/);
      const past = await world.call(who, pastChatTickets, { customer_id: of.customer_id });
      expect(past.pastChatTickets.items.map(({ id }) => id)).not.toContain(before.id);
    };
    // Freely, while the window is open: the list shows nothing of the conversation either.
    const begun = await start(bruno, long, { template_id: null });
    expect(begun).toMatchObject({ user: { id: bruno.id }, customerLastChat: null });
    expect((await world.ticketOf(bruno, long))?.customerLastChat).toBeNull();
    await expectHidden(bruno);
    await world.send(bruno, begun, 'Bom dia');
    await world.write({ from: long, number: 'suporte', text: 'Bom dia!' });
    expect(await textsOf(bruno)).toEqual(['Bom dia', 'Bom dia!']);
    await expectHidden(bruno);
    // Nor by the next one that he opens himself.
    await world.call(bruno, finishChatTicket, { id: begun.id });
    await start(bruno, long, { template_id: null });
    await expectHidden(bruno);
    expect(await textsOf(bruno)).toEqual(['Bom dia', 'Bom dia!']);
    // She reads her own, administrators everything.
    expect(await textsOf(carla)).toEqual(['Sigilo azul', 'Sigilo verde']);
    expect(await filesOf(carla, {})).toEqual([old]);
    expect(await exportedBy(carla)).toContain('Sigilo roxo');
    expect(await textsOf(ana)).toEqual(['Sigilo azul', 'Sigilo verde', 'Bom dia', 'Bom dia!']);
    // Passed on to her, she reads hers and his.
    await world.rows('update chat_ticket set user_id = $1 where customer_id = $2 and finished_at is null', [
      carla.id,
      of.customer_id,
    ]);
    expect(await textsOf(carla)).toEqual(['Sigilo azul', 'Sigilo verde', 'Bom dia', 'Bom dia!']);
    expect(await foundBy(carla, of)).toBe(2);
  });

  test('its later changes aren’t sent to the owner of the next ticket, nor counted for them', async () => {
    const { bruno, carla } = world.people;
    const { long } = newPhone();
    const number = 'suporte';
    const said = await world.write({ from: long, number, text: 'Sigilo azul' });
    const before = await world.open({ from: long, number, text: 'E verde?' });
    const of = { customer_id: before.customer.id, instance_id: before.instance.id };
    await world.send(carla, before, 'Sigilo verde');
    const noted = { ...of, message: 'Sigilo roxo', mention_ids: [], client_id: randomUUID() };
    const { id } = (await world.call(carla, newChatNote, noted)).newChatNote;
    await world.call(carla, finishChatTicket, { id: before.id });
    const begun = await start(bruno, long, { template_id: null });
    expect(begun.unseenMsg).toBe(0);
    const [ofBruno, ofCarla] = [await world.socket(bruno), await world.socket(carla)];
    const unseenOf = () =>
      world.rows('select id, unseen_count as count from chat_ticket where customer_id = $1 order by id', [
        of.customer_id,
      ]);
    const read = (who: Person) =>
      world.call(who, resetCustomerUnseenMsgs, { id: of.customer_id, instance_id: of.instance_id });
    // He reads nothing of hers, and she only hers.
    await world.write({ from: long, number, text: 'Qual azul?', more: { context: { id: said } } });
    await read(bruno);
    expect(await unseenOf()).toMatchObject([{ count: 2 }, { count: 0 }]);
    await world.write({ from: long, number, text: 'E então?' });
    await ofBruno.pong();
    const resets = () => ofBruno.names.filter((name) => name === 'CustomerUnseenMsgsReset').length;
    const known = resets();
    await read(carla);
    expect(await unseenOf()).toMatchObject([{ count: 0 }, { count: 1 }]);
    await world.call(carla, updateChatNote, { id, message: 'Sigilo rosa', mention_ids: [] });
    await ofCarla.frame('CustomerChatEventChanged', ({ data }) => data.customerChatEvent.id === id);
    await ofBruno.pong();
    expect(JSON.stringify(ofBruno.frames)).not.toContain('Sigilo');
    expect(JSON.stringify(await world.chat(bruno, begun))).not.toContain('Sigilo');
    expect(ofBruno.names).toContain('CustomerChatCreated');
    expect([known, resets()]).toEqual([1, 1]);
  });

  test('begun by several, one after the other -> each reads their own alone, also once they have the last one', async () => {
    const { ana, bruno, carla } = world.people;
    const { long } = newPhone();
    const before = await world.open({ from: long, number: 'suporte', text: 'Sigilo azul' });
    await world.send(carla, before, 'Sigilo verde');
    await world.call(carla, finishChatTicket, { id: before.id });
    const his = await start(bruno, long, { template_id: null });
    await world.send(bruno, his, 'Oferta um');
    await world.call(bruno, finishChatTicket, { id: his.id });
    const hers = await start(carla, long, { template_id: null });
    expect([his.unseenMsg, hers.unseenMsg]).toEqual([0, 1]);
    await world.send(carla, hers, 'Sigilo rosa');
    await world.call(carla, finishChatTicket, { id: hers.id });
    // Ana’s is given to him, and is read from itself on.
    const last = await start(ana, long, { template_id: null });
    await world.send(ana, last, 'Oferta dois');
    await world.rows('update chat_ticket set user_id = $2, history_from = id where id = $1', [last.id, bruno.id]);
    const textsOf = async () => (await world.chat(bruno, last)).map(({ message }) => message);
    expect(await textsOf()).toEqual(['Oferta um', 'Oferta dois']);
    const found = async (search: string, where: object) =>
      (await world.call(bruno, searchMessages, { search, ...where })).searchMessages.items.length;
    for (const where of [{ customer_id: before.customer.id, instance_id: before.instance.id }, {}]) {
      expect(await found('sigilo', where)).toBe(0);
    }
    expect(await found('oferta', { customer_id: before.customer.id })).toBe(2);
  });

  test('merged with another customer -> its list shows nothing of the hidden history', async () => {
    const { ana, bruno, carla } = world.people;
    const { long } = newPhone();
    const other = await world.open({ from: newPhone().long, number: 'suporte' });
    const before = await world.open({ from: long, number: 'suporte', text: 'Sigilo azul' });
    await world.call(carla, takeChatTicket, { id: before.id });
    await world.call(ana, finishChatTicket, { id: other.id });
    await world.call(carla, finishChatTicket, { id: before.id });
    const begun = await start(bruno, long, { template_id: null });
    await world.call(ana, mergeCustomers, { id: before.customer.id, other_id: other.customer.id });
    const row = await world.ticketOf(bruno, long);
    expect(row).toMatchObject({ id: begun.id, customerLastChat: null, unseenMsg: 0 });
  });

  test('known from another instance only -> begins with a template', async () => {
    const { bruno } = world.people;
    const { long } = newPhone();
    await world.send(bruno, await world.open({ from: long, number: 'vendas', name: 'Lia' }), 'oi');
    expect(await look(bruno, long)).toMatchObject({ customer_name: 'Lia', ticket_id: null, needs_template: true });
    expect(await start(bruno, long)).toMatchObject({ user: { id: bruno.id }, customer: { name: 'Lia' } });
  });

  test('with one of a merged customer’s numbers -> goes to that one, without the other one’s window', async () => {
    const { bruno } = world.people;
    const [phone, other] = [newPhone().long, newPhone().long];
    const [first, second] = [
      await world.open({ from: phone, number: 'suporte' }),
      await world.open({ from: other, number: 'suporte' }),
    ];
    for (const { id } of [first, second]) await world.call(bruno, finishChatTicket, { id });
    await world.call(bruno, mergeCustomers, { id: first.customer.id, other_id: second.customer.id });
    const counts = async () => [
      (await world.emulator.received(phone)).length,
      (await world.emulator.received(other)).length,
    ];
    expect([await look(bruno, phone), await look(bruno, other)]).toMatchObject([
      { needs_template: true },
      { needs_template: false },
    ]);
    const started = await start(bruno, phone);
    expect(started.last_received_at).toBeNull();
    await expectEventually(counts).toEqual([1, 0]);
    await world.call(bruno, finishChatTicket, { id: started.id });
    await start(bruno, other);
    await expectEventually(counts).toEqual([1, 1]);
  });

  test('repeated, but passed on since, or for another number or instance -> not found', async () => {
    const { bruno, carla } = world.people;
    const { long } = newPhone();
    const client_id = randomUUID();
    const { id } = await start(bruno, long, { client_id });
    expect((await start(bruno, long, { client_id })).id).toBe(id);
    const refusal = 'NOT_FOUND error.notFound';
    expect(await refusalOf(start(bruno, newPhone().long, { client_id }))).toBe(refusal);
    const instance_id = world.instances.vendas;
    expect(await refusalOf(start(bruno, long, { client_id, instance_id }))).toBe(refusal);
    await world.rows('update chat_ticket set user_id = $2 where id = $1', [id, carla.id]);
    expect(await refusalOf(start(bruno, long, { client_id }))).toBe(refusal);
    expect(await refusalOf(start(bruno, long))).toBe('CONFLICT error.ticket.taken');
  });

  test('is refused with its reason', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const { long } = newPhone();
    for (const malformed of ['', 'abc', '5511', '551198765', '55119876543210']) {
      expect(await refusalOf(look(bruno, malformed))).toBe('INVALID error.form.invalid');
    }
    await world.write({ from: long, number: 'suporte' });
    await world.rows('update customer set is_blacklisted = true where phone_number = $1', [long]);
    expect(await refusalOf(look(bruno, long))).toBe('CONFLICT error.customer.blacklisted');
    expect(await refusalOf(start(ana, long))).toBe('CONFLICT error.customer.blacklisted');
    const other = newPhone().long;
    // Bia's company has neither the instance nor the template; Carla doesn't serve Vendas.
    expect(await refusalOf(look(bia, other))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(start(bia, other))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(start(bia, other, { instance_id: world.instances.brisa }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(start(carla, other, { instance_id: world.instances.vendas }))).toBe(
      'NOT_FOUND error.notFound',
    );
    const known = await world.open({ from: newPhone().long, number: 'suporte' });
    await world.call(bruno, finishChatTicket, { id: known.id });
    const free = () => start(bruno, known.customer.phone_number, { template_id: null });
    await world.rows('update instance set activated = false where id = $1', [world.instances.suporte]);
    expect(await refusalOf(start(bruno, other))).toBe('CONFLICT error.instance.disconnected');
    expect(await refusalOf(free())).toBe('CONFLICT error.instance.disconnected');
    expect(await refusalOf(look(bruno, other))).toBe('CONFLICT error.instance.disconnected');
    await world.rows('update instance set activated = true, is_official = false where id = $1', [
      world.instances.suporte,
    ]);
    expect(await refusalOf(look(bruno, other))).toBe('CONFLICT error.instance.noGateway');
    await world.rows('update instance set is_official = true where id = $1', [world.instances.suporte]);
    expect(await world.rows('select from customer where phone_number = $1', [other])).toEqual([]);
  });
});

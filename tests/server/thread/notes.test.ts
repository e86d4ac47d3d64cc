import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { NOTE_MAX_LENGTH } from '../../../contract/facts/chat-events.ts';
import { chatReaders, deleteChatNote, newChatNote, updateChatNote } from '../../../contract/graphql/chat-notes.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 48_000_000;
/** Bruno's, of Vendas, which Carla doesn't serve. */
const ofBruno = async (): Promise<ChatTicket> => {
  const ticket = await world.open({ from: `55119${(last += 1)}` });
  await world.send(world.people.bruno, ticket, 'Olá!');
  return ticket;
};
const idsOf = (ticket: ChatTicket) => ({ customer_id: ticket.customer.id, instance_id: ticket.instance.id });
const write = async (
  who: Person,
  ticket: ChatTicket,
  message: string,
  mentions: Person[] = [],
  client: string = randomUUID(),
) =>
  (
    await world.call(who, newChatNote, {
      ...idsOf(ticket),
      message,
      mention_ids: mentions.map(({ id }) => id),
      client_id: client,
    })
  ).newChatNote;
const notesOf = async (who: Person, ticket: ChatTicket) =>
  (await world.call(who, customerChatEvents, idsOf(ticket))).customerChatEvents.filter(({ kind }) => kind === 'note');

describe('a note', () => {
  test('follows the last message, is pushed to those who see the conversation, and never reaches the customer', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await ofBruno();
    const [ofAna, ofCarla] = [await world.socket(ana), await world.socket(carla)];
    const before = await world.rows('select * from chat_ticket where id = $1', [ticket.id]);
    const queued = await world.rows('select from outbox');
    const note = await write(bruno, ticket, '  @Ana Ribeiro, veja isto ', [ana]);
    expect(note).toMatchObject({
      kind: 'note',
      message: '@Ana Ribeiro, veja isto',
      mentions: [{ id: ana.id }],
      user: { id: bruno.id },
      after_id: (await world.chat(bruno, ticket)).at(-1)?.id,
      version: 1,
    });
    const frame = await ofAna.frame('CustomerChatEventChanged');
    expect(frame.data.customerChatEvent).toEqual(note);
    await ofCarla.pong();
    expect(ofCarla.names).not.toContain('CustomerChatEventChanged');
    expect(await notesOf(ana, ticket)).toEqual([note]);
    expect(await world.rows('select * from chat_ticket where id = $1', [ticket.id])).toEqual(before);
    expect(await world.rows('select from outbox')).toEqual(queued);
  });

  test('written twice with one client id -> once', async () => {
    const { bruno } = world.people;
    const ticket = await ofBruno();
    const client = randomUUID();
    const first = await write(bruno, ticket, 'uma vez', [], client);
    expect(await write(bruno, ticket, 'uma vez', [], client)).toEqual(first);
    expect(await notesOf(bruno, ticket)).toHaveLength(1);
  });

  test('its author changes it; an administrator may only delete it, and its text is gone', async () => {
    const { ana, bruno } = world.people;
    const ticket = await ofBruno();
    const { id } = await write(bruno, ticket, 'errado');
    const change = (who: Person) => world.call(who, updateChatNote, { id, message: 'certo', mention_ids: [] });
    expect((await change(bruno)).updateChatNote).toMatchObject({ message: 'certo', version: 2 });
    expect(await refusalOf(change(ana))).toBe('FORBIDDEN error.forbidden');
    const gone = (await world.call(ana, deleteChatNote, { id })).deleteChatNote;
    expect(gone).toMatchObject({ message: null, mentions: [], version: 3 });
    expect((await world.call(bruno, deleteChatNote, { id })).deleteChatNote).toEqual(gone);
    expect(await refusalOf(change(bruno))).toBe('NOT_FOUND error.notFound');
    expect(await world.rows('select body from conversation_event where id = $1', [id])).toEqual([{ body: null }]);
  });

  test('who is mentioned already stays when the note is changed, even if they no longer see it', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
    const { id } = await write(bruno, ticket, '@Carla veja', [carla]);
    await world.send(bruno, ticket, 'é comigo');
    const change = (mention_ids: string[]) =>
      world.call(bruno, updateChatNote, { id, message: '@Carla olhe', mention_ids });
    const { mentions } = (await change([carla.id, ana.id])).updateChatNote;
    expect(mentions.map((person) => person.id)).toEqual([carla.id, ana.id]);
    await change([]);
    expect(await refusalOf(change([carla.id]))).toBe('NOT_FOUND error.note.mention');
  });

  test('blank, too long, of a wrong client id -> refused', async () => {
    const { bruno } = world.people;
    const ticket = await ofBruno();
    expect(await refusalOf(write(bruno, ticket, '   '))).toBe('INVALID error.form.invalid');
    expect(await refusalOf(write(bruno, ticket, 'x'.repeat(NOTE_MAX_LENGTH + 1)))).toMatch(/^INVALID/u);
    expect(await refusalOf(write(bruno, ticket, 'oi', [], 'not-a-uuid'))).toBe('INVALID error.invalid');
    expect(await notesOf(bruno, ticket)).toEqual([]);
  });
});

describe('who may', () => {
  test('who doesn’t see the conversation, and another company: not found', async () => {
    const { bruno, carla, bia } = world.people;
    const ticket = await ofBruno();
    const { id } = await write(bruno, ticket, 'segredo');
    for (const who of [carla, bia]) {
      const calls = [
        () => write(who, ticket, 'oi'),
        () => world.call(who, updateChatNote, { id, message: 'oi', mention_ids: [] }),
        () => world.call(who, deleteChatNote, { id }),
        () => world.call(who, chatReaders, idsOf(ticket)),
      ];
      for (const call of calls) expect(await refusalOf(call())).toBe('NOT_FOUND error.notFound');
    }
    expect((await notesOf(bruno, ticket))[0]?.message).toBe('segredo');
  });

  test('only those who see it are offered, and only they can be mentioned', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const ticket = await ofBruno();
    const { chatReaders: readers } = await world.call(bruno, chatReaders, idsOf(ticket));
    expect(readers.map(({ id }) => id)).toEqual([ana.id]);
    for (const hidden of [carla, bia]) {
      expect(await refusalOf(write(bruno, ticket, 'oi', [hidden]))).toBe('NOT_FOUND error.note.mention');
    }
    const queued = await world.open({ from: `55119${(last += 1)}`, number: 'suporte' });
    const all = (await world.call(bruno, chatReaders, idsOf(queued))).chatReaders.map(({ id }) => id);
    expect(all).toEqual([ana.id, carla.id]);
    // A colleague's note is read by who sees the ticket, and nobody's to change but its author's.
    const { id } = await write(bruno, queued, 'minha');
    const change = () => world.call(carla, updateChatNote, { id, message: 'dela', mention_ids: [] });
    for (const deed of [change, () => world.call(carla, deleteChatNote, { id })])
      expect(await refusalOf(deed())).toBe('FORBIDDEN error.forbidden');
    expect((await notesOf(carla, queued)).map(({ message }) => message)).toEqual(['minha']);
    expect((await world.call(bruno, deleteChatNote, { id })).deleteChatNote.message).toBeNull();
    await world.rows('update app_user set is_blocked = true where id = $1', [carla.id]);
    const left = (await world.call(bruno, chatReaders, idsOf(queued))).chatReaders;
    await world.rows('update app_user set is_blocked = false where id = $1', [carla.id]);
    expect(left.map((reader) => reader.id)).toEqual([ana.id]);
  });
});

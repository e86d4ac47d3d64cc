import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { sendReaction } from '../../../contract/graphql/send-reaction.ts';
import type { SendReactionVariables } from '../../../contract/graphql/send-reaction.ts';
import { isEmoji } from '../../../server/domain/messages/emoji.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 27_000_000;
const newPhone = (): string => `55119${(last += 1)}`;

/** A ticket of Bruno's with a message of his that the provider has. */
async function begun(): Promise<{ ticket: ChatTicket; asked: string; answer: CustomerChat }> {
  const ticket = await world.open({ from: newPhone(), text: 'Tem em azul?' });
  const { id } = await world.send(world.people.bruno, ticket, 'Tem sim');
  let answer: CustomerChat | undefined;
  await expectEventually(async () => {
    answer = (await world.chat(world.people.bruno, ticket)).find((message) => message.id === id);
    return answer?.whatsapp_message_id ?? '';
  }).toMatch(/^wamid/);
  if (answer === undefined) throw new Error('no answer');
  return { ticket, asked: ticket.customerLastChat?.id ?? '', answer };
}

async function react(who: Person, id: string, emoji: string, more: Partial<SendReactionVariables> = {}) {
  return (await world.call(who, sendReaction, { message_id: id, emoji, ...more })).sendReaction;
}

/** What is shown at a message, with whose it is. */
async function reactionsOf(ticket: ChatTicket, id: string): Promise<string[]> {
  const message = (await world.chat(world.people.bruno, ticket)).find((each) => each.id === id);
  return (message?.childCustomerChats ?? []).map((each) => `${each.user?.name ?? 'customer'} ${each.message}`);
}

async function onPhone(ticket: ChatTicket): Promise<string[]> {
  const messages = await world.emulator.received(ticket.customer.phone_number);
  return messages.flatMap(({ reactions }) => reactions.map(({ emoji }) => emoji));
}

describe('a reaction', () => {
  test('reaches the phone and everybody’s screen, is replaced and taken back', async () => {
    const { ticket, answer } = await begun();
    const socket = await world.socket(world.people.ana);
    const first = await react(world.people.bruno, answer.id, '👍', { client_id: randomUUID() });
    expect(first).toMatchObject({
      type: 0,
      tag_type: 'reaction',
      message: '👍',
      parent_id: answer.id,
      user: { id: world.people.bruno.id },
    });
    const shown = await socket.frame('CustomerChatCreated', ({ data }) => data.customerChat.id === first.id);
    expect(shown.data.customerChat.parentCustomerChat?.id).toBe(answer.id);
    await expectEventually(() => onPhone(ticket)).toEqual(['👍']);
    expect(await reactionsOf(ticket, answer.id)).toEqual(['Bruno Carvalho 👍']);
    // Whoever of the company reacts later replaces it, as the provider has one a side.
    await react(world.people.ana, answer.id, '❤️');
    await expectEventually(() => onPhone(ticket)).toEqual(['❤️']);
    expect(await reactionsOf(ticket, answer.id)).toEqual([expect.stringMatching(/^Ana .*❤️$/)]);
    await react(world.people.bruno, answer.id, '');
    await expectEventually(() => onPhone(ticket)).toEqual([]);
    expect(await reactionsOf(ticket, answer.id)).toEqual([]);
  });

  test('is no answer: the customer waits on, and the company’s month isn’t charged', async () => {
    const { ticket, answer } = await begun();
    await world.write({ from: ticket.customer.phone_number, text: 'E em verde?' });
    const state = () =>
      world.rows(
        `select is_not_responded, waiting_since is not null as waits,
          (select coalesce(sum(sent), 0) from message_tally) as sent from chat_ticket where id = $1`,
        [ticket.id],
      );
    const before = await state();
    await react(world.people.bruno, answer.id, '🙏');
    expect(before).toMatchObject([{ is_not_responded: true, waits: true }]);
    expect(await state()).toEqual(before);
  });

  test('goes out behind the messages before it, once', async () => {
    const { ticket, asked } = await begun();
    const client_id = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => react(world.people.bruno, asked, '👏', { client_id })),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await reactionsOf(ticket, asked)).toEqual(['Bruno Carvalho 👏']);
    await expectEventually(() => world.rows('select state from outbox where message_id = $1', [sent[0]?.id])).toEqual([
      { state: 'sent' },
    ]);
  });

  test('that the provider refuses is gone from its message, with the reason on it', async () => {
    const { ticket, answer } = await begun();
    await react(world.people.bruno, answer.id, '👍');
    await expectEventually(() => onPhone(ticket)).toEqual(['👍']);
    const socket = await world.socket(world.people.bruno);
    await world.emulator.patchPolicy({ statuses: { failWith: 131047 } });
    const refused = await react(world.people.bruno, answer.id, '❤️');
    const { data } = await socket.frame(
      'CustomerChatAckChanged',
      (frame) => frame.data.id === refused.id && frame.data.error_code !== null,
    );
    await world.emulator.patchPolicy({ statuses: { failWith: null } });
    expect(data.error_key).toBe('channel.error.window');
    expect(await reactionsOf(ticket, answer.id)).toEqual(['Bruno Carvalho 👍']);
  });
});

describe('refused', () => {
  const count = () =>
    world.rows('select (select count(*) from message) messages, (select count(*) from outbox) outbox');
  const expectRefused = async (work: () => Promise<unknown>, refusal: string): Promise<void> => {
    const before = await count();
    expect(await refusalOf(work())).toBe(refusal);
    expect(await count()).toEqual(before);
  };

  test('a text that isn’t an emoji', async () => {
    const { asked } = await begun();
    for (const emoji of ['ok', '👍👍', '1', '#', ' ', '👍 ', 'a'.repeat(99)]) {
      await expectRefused(() => react(world.people.bruno, asked, emoji), 'INVALID error.reaction.emoji');
    }
    for (const emoji of ['👍🏽', '👩‍👩‍👧', '🇧🇷', '1️⃣', '❤️']) expect(isEmoji(emoji)).toBe(true);
  });

  test('to another’s conversation, of the company or of another', async () => {
    const { asked } = await begun();
    // Carla doesn't serve that instance, and Bia is of another company.
    await expectRefused(() => react(world.people.carla, asked, '👍'), 'NOT_FOUND error.notFound');
    await expectRefused(() => react(world.people.bia, asked, '👍'), 'NOT_FOUND error.notFound');
    await expectRefused(
      () => react(world.people.bruno, asked, '👍', { user_id: world.people.ana.id }),
      'NOT_FOUND error.notFound',
    );
    const mine = await world.open({ from: newPhone() });
    await world.send(world.people.ana, mine, 'Comigo');
    const id = mine.customerLastChat?.id ?? '';
    await expectRefused(() => react(world.people.bruno, id, '👍'), 'NOT_FOUND error.notFound');
    for (const unknown of ['999999999', 'temp-1', '']) {
      await expectRefused(() => react(world.people.bruno, unknown, '👍'), 'NOT_FOUND error.notFound');
    }
  });

  test('where nobody has the ticket, or it is finished', async () => {
    const free = await world.open({ from: newPhone() });
    const id = free.customerLastChat?.id ?? '';
    await expectRefused(() => react(world.people.bruno, id, '👍'), 'FORBIDDEN error.reaction.unowned');
    const { ticket, asked } = await begun();
    await world.call(world.people.bruno, finishChatTicket, { id: ticket.id });
    await expectRefused(() => react(world.people.bruno, asked, '👍'), 'CONFLICT error.ticket.finished');
  });

  test('after 24 hours of silence', async () => {
    const { ticket, asked } = await begun();
    await world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [
      ticket.id,
    ]);
    await expectRefused(() => react(world.people.bruno, asked, '👍'), 'CONFLICT error.window.closed');
  });

  test('to a message that the provider doesn’t have, and to a reaction', async () => {
    const { asked, answer } = await begun();
    // A status that is still under way brings its id back: then once more.
    await expectEventually(async () => {
      await world.rows('update message set whatsapp_message_id = null where id = $1', [answer.id]);
      return refusalOf(react(world.people.bruno, answer.id, '👍')).catch(() => 'none');
    }).toBe('CONFLICT error.reaction.undelivered');
    const reaction = await react(world.people.bruno, asked, '👍');
    await expectRefused(() => react(world.people.bruno, reaction.id, '👍'), 'NOT_FOUND error.notFound');
  });
});

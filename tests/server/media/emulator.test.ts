import { afterAll, beforeAll, test } from 'vitest';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { NUMBERS, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

test('a customer of the emulator sends a file of each kind -> each is ready', async () => {
  const from = '5511988880000';
  await world.emulator.saveCustomer(from, 'Marina Alves');
  for (const type of ['image', 'document', 'audio', 'video', 'sticker'] as const) {
    await world.emulator.write(NUMBERS.vendas, from, { type });
  }
  const { ana } = world.people;
  await expectEventually(async () => (await world.ticketOf(ana, from))?.customer.phone_number).toBe(from);
  const ticket = await world.ticketOf(ana, from);
  if (ticket === undefined) throw new Error('No ticket');
  const types = async () => {
    const messages = await world.chat(ana, ticket);
    const files = await Promise.all(messages.map(({ id }) => world.call(ana, messageMedia, { id })));
    return files.map((file) => file.messageMedia.mime_type);
  };
  await expectEventually(types).toEqual(['image/jpeg', 'application/pdf', 'audio/ogg', 'video/mp4', 'image/webp']);
});

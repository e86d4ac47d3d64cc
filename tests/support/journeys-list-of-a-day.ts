import { listOfADay } from '../../models/journeys/list-of-a-day.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectLines } from '../../src/machines/conversation/conversation.selectors.ts';
import type { ConversationKey } from '../../src/machines/entities/ids.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { rowOf, ticketOf } from './journeys-looks.ts';
import type { Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly provider: EmulatorClient;
  readonly bruno: Office;
  readonly one: Customer;
  readonly two: Customer;
  /** Nobody of the company has ever heard of them. */
  readonly stranger: Customer;
  readonly ticketId: string;
  readonly key: ConversationKey;
  viewId: string;
  noteId: string;
  begunId: string;
}

const VENDAS = '100000000000001';
const HOUR_MS = 3_600_000;
const [NOTE, CHANGED] = ['Pediu desconto.', 'Pediu desconto de 10%.'];
const LATER = 'O seu pedido chegou.';

type Scope = 'mine' | 'queue' | 'all';

async function seesRow(
  { bruno }: Pick<Path, 'bruno'>,
  scope: Scope,
  customer: Customer,
  isThere = true,
): Promise<void> {
  bruno.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope });
  await bruno.waits(
    `${customer.name} ${isThere ? '' : 'not '}among ${scope}`,
    ({ directory }) => (rowOf(directory, customer) !== null) === isThere,
  );
}

const idOf = ({ bruno }: Path, customer: Customer) => rowOf(bruno.client.directory, customer)?.id ?? '';

async function seesUnread({ bruno, key }: Path, count: number): Promise<void> {
  await bruno.waits(`${count} unread`, ({ directory }) => {
    const counter = directory.unseen(key)?.getSnapshot();
    return (counter === undefined ? 0 : selectUnseenCount(counter)) === count;
  });
}

async function seesNotes({ bruno, ticketId }: Path, texts: readonly string[]): Promise<void> {
  await bruno.waits(`the notes ${texts.join()}`, ({ directory }) => {
    const conversation = ticketOf(directory, ticketId)?.conversation;
    const lines = (conversation && selectLines(conversation)) ?? [];
    return (
      lines.flatMap((line) => (line.kind === 'note' && line.text !== '' ? [line.text] : [])).join() === texts.join()
    );
  });
}

const view = (name: string) => ({
  name,
  view: 'mine',
  sort_name: 'last_message',
  instance_id: null,
  department_id: null,
  user_id: null,
  tag_id: null,
  unseen: true,
  not_responded: false,
  blacklisted: false,
});

async function seesView({ bruno, viewId }: Path, name: string | null): Promise<void> {
  await bruno.listed('chat.views', {}, (rows) => (rows.find(({ id }) => id === viewId)?.name ?? null) === name);
}

const onPhone = ({ provider }: Path, { phone }: Customer) => provider.received(phone);

const deeds = {
  'Bruno takes one': async ({ bruno, ticketId }) => {
    bruno.visit('/chat');
    await bruno.press('chat.take', ticketId);
  },
  'Bruno marks it as unread': async ({ bruno, key }) => void (await bruno.press('chat.unread', key)),
  'Bruno reads it': async ({ bruno, key }) => void (await bruno.press('chat.read', key)),
  'Bruno saves the list as a view': async (path) => {
    path.viewId = await path.bruno.press('chat.view', 'new', view(`Não lidas de ${path.one.name}`));
  },
  'Bruno renames the view': async ({ bruno, viewId }) => {
    await bruno.press('chat.view', viewId, view('Por responder'));
  },
  'Bruno deletes the view': async ({ bruno, viewId }) => void (await bruno.press('chat.view.delete', viewId)),
  'Bruno writes a note': async (path) => {
    const { bruno, key, ticketId } = path;
    bruno.visit(`/chat/${ticketId}`);
    bruno.client.append({ type: 'ticket.opened', ticketId });
    const values = { message: NOTE, client_id: crypto.randomUUID(), mentions: [] };
    path.noteId = await bruno.press('note', key, values);
  },
  'Bruno changes the note': async ({ bruno, key, noteId }) => {
    await bruno.press('note.edit', `${key}:${noteId}`, { message: CHANGED, mentions: [] });
  },
  'Bruno deletes the note': async ({ bruno, noteId }) => void (await bruno.press('note.delete', noteId)),
  'Bruno sends at once what was for later': async ({ bruno, key, world }) => {
    const values = {
      message: LATER,
      send_at: new Date(world.now() + HOUR_MS).toISOString(),
      client_id: crypto.randomUUID(),
    };
    await bruno.press('chat.schedule', key, values);
    bruno.visit('/scheduled-messages');
    const [row] = await bruno.listed('scheduled', {}, (rows) => rows.some(({ text }) => text === LATER));
    await bruno.press('chat.schedule.send', row?.id ?? '', { version: row?.version ?? '' });
  },
  'Bruno takes all that wait': async (path) => {
    await seesRow(path, 'queue', path.two);
    await path.bruno.press('chat.bulk', idOf(path, path.two), { what: 'take' });
  },
  'Bruno finishes it, and opens it again': async (path) => {
    const { bruno, key, one, ticketId } = path;
    bruno.client.append({ type: 'ticket.finishRequested', ticketId });
    await seesRow(path, 'mine', one, false);
    path.begunId = await bruno.press('chat.open', key);
  },
  'Bruno writes to a number first': async (path) => {
    const { bruno, key, stranger } = path;
    const [, instance = ''] = key.split('@');
    const filters = { number: stranger.phone, instance };
    await bruno.listed('chat.number', filters, ([row]) => row?.needsTemplate === true && row.ticketId === null);
    const templates = await bruno.listed('chat.templates', { instance }, (rows) => rows.length > 0);
    const found = templates.find(({ name }) => name === 'retomar_atendimento');
    const variables = (found?.variables ?? []).map(({ key: name }) => ({ key: name, value: 'Bruno' }));
    path.begunId = await bruno.press('chat.start', crypto.randomUUID(), {
      to_number: stranger.phone,
      instance_id: instance,
      template_id: found?.id ?? '',
      variables,
    });
  },
} satisfies Record<DeedOf<typeof listOfADay>, Act<Path>>;

const scenes = {
  'two wait in the queue': async (path) => {
    for (const customer of [path.one, path.two]) await seesRow(path, 'queue', customer);
  },
  'one is his': async (path) => {
    await seesRow(path, 'mine', path.one);
    await seesRow(path, 'mine', path.two, false);
    await seesRow(path, 'queue', path.one, false);
  },
  unread: (path) => seesUnread(path, 1),
  read: (path) => seesUnread(path, 0),
  'a view of his': (path) => seesView(path, `Não lidas de ${path.one.name}`),
  'the view has another name': (path) => seesView(path, 'Por responder'),
  'no view': (path) => seesView(path, null),
  noted: (path) => seesNotes(path, [NOTE]),
  'noted otherwise': (path) => seesNotes(path, [CHANGED]),
  'no note': async (path) => {
    await seesNotes(path, []);
    if ((await onPhone(path, path.one)).length > 0) throw new Error('The customer got something');
  },
  'sent before its time': async (path) => {
    await expectEventually(async () => (await onPhone(path, path.one)).map(({ text }) => text)).toEqual([LATER]);
    await path.bruno.listed('scheduled', {}, (rows) => rows.every(({ text }) => text !== LATER));
  },
  'both are his': async (path) => {
    for (const customer of [path.one, path.two]) await seesRow(path, 'mine', customer);
  },
  'a second attendance': async (path) => {
    await seesRow(path, 'mine', path.one);
    if (idOf(path, path.one) !== path.begunId || path.begunId === path.ticketId)
      throw new Error('It is the one before');
  },
  'a conversation that he began': async (path) => {
    await seesRow(path, 'mine', path.stranger);
    if (idOf(path, path.stranger) !== path.begunId) throw new Error('It is another one');
    await expectEventually(async () => (await onPhone(path, path.stranger)).map(({ type }) => type)).toEqual([
      'template',
    ]);
  },
} satisfies Record<SceneOf<typeof listOfADay>, Act<Path>>;

export const listOfADaySteps: Steps<Path, OfficeWorld> = {
  journey: listOfADay,
  begin: async (world) => {
    const provider = new EmulatorClient(world.url);
    const bruno = await world.at('bruno');
    bruno.visit('/instances/list/choose-instance');
    const number = world.next();
    const [one, two, stranger] = ['Um', 'Dois', 'Nova'].map((word, at) => ({
      name: `${word} ${number}`,
      phone: `5511944${String(number).padStart(5, '0')}${at}`,
    }));
    if (one === undefined || two === undefined || stranger === undefined) throw new Error('Nobody');
    for (const { name, phone } of [one, two, stranger]) await provider.saveCustomer(phone, name);
    for (const { phone } of [one, two]) await provider.write(VENDAS, phone, 'Bom dia');
    await seesRow({ bruno }, 'queue', one);
    const row = rowOf(bruno.client.directory, one);
    if (row === null) throw new Error(`${one.name} is not listed`);
    const key = conversationKey(row.ticket.customer.id, row.ticket.instance.id);
    return { world, provider, bruno, one, two, stranger, ticketId: row.id, key, viewId: '', noteId: '', begunId: '' };
  },
  deeds,
  scenes,
};

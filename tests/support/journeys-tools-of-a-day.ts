import { insertedReply, partsOfReply } from '../../contract/facts/quick-replies.ts';
import { filledTemplate } from '../../contract/facts/templates.ts';
import { toolsOfADay } from '../../models/journeys/tools-of-a-day.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import { selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import { selectLastReceivedAt, selectLines } from '../../src/machines/conversation/conversation.selectors.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { selectNotice } from '../../src/machines/notification/notification.selectors.ts';
import { selectIsGone, selectLifecycle } from '../../src/machines/ticket/ticket.selectors.ts';
import { closedReason } from '../../src/views/attendance/chat/closed-reason.ts';
import { mentionsIn } from '../../src/views/attendance/chat/note/mentions.ts';
import { matchingReplies } from '../../src/views/attendance/chat/quick/matching.ts';
import { givenName } from '../../src/views/attendance/given-name.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { entriesOf, rowOf, ticketOf } from './journeys-looks.ts';
import type { HeldTicket } from './journeys-looks.ts';
import type { Customer, MessageLooks } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';
import { DEMO_PASSWORD } from './server.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly provider: EmulatorClient;
  readonly ana: Office;
  /** At another computer once a day has passed. */
  bruno: Office;
  readonly customer: Customer;
  readonly ticketId: string;
  /** The customer with another number, whom nobody knows as the same person. */
  readonly other: Customer;
}

const VENDAS = '100000000000001';
const HOUR_MS = 3_600_000;
const OUTCOME = 'Venda feita';
const GREETING = 'Olá! Em que posso ajudar?';
const BACK = 'Voltei!';
const IN_VAIN = 'Alguém me ouve?';
const [FIRST, CHANGED] = ['Chegou o seu pedido.', 'O seu pedido chega amanhã.'];

/** What Bruno's page holds of the ticket. */
function held({ bruno, ticketId }: Path): HeldTicket {
  const found = ticketOf(bruno.client.directory, ticketId);
  if (found === null) throw new Error(`Nothing is known of ${ticketId}`);
  return found;
}

const keyOf = ({ ticket: { customer, instance } }: HeldTicket) => conversationKey(customer.id, instance.id);
/** As the lists of one conversation are asked for. */
const filtersOf = ({ ticket: { customer, instance } }: HeldTicket) => ({
  customer: customer.id,
  instance: instance.id,
});
const noteOf = ({ customer }: Path) => `@Ana Ribeiro, o prazo de ${customer.name} vale ainda?`;
const later = ({ world }: Path, hours: number) => new Date(world.now() + hours * HOUR_MS).toISOString();

function show({ client }: Office, scope: 'mine' | 'queue' | 'snoozed' | 'all'): void {
  client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope });
}

async function seesRow(office: Office, scope: 'mine' | 'queue' | 'snoozed' | 'all', customer: Customer): Promise<void> {
  show(office, scope);
  await office.waits(`${customer.name} among ${scope}`, ({ directory }) => rowOf(directory, customer) !== null);
}

async function seesNoRow(office: Office, scope: 'mine' | 'snoozed', customer: Customer): Promise<void> {
  show(office, scope);
  await office.waits(`no ${customer.name} among ${scope}`, ({ directory }) => rowOf(directory, customer) === null);
}

const seesMessage = ({ bruno, ticketId }: Path, message: MessageLooks) =>
  bruno.waits(`once ${message.text}`, ({ directory }) => {
    const conversation = ticketOf(directory, ticketId)?.conversation;
    return conversation !== undefined && entriesOf(conversation, message).length === 1;
  });

/** Why Bruno can't write; undefined where he can. */
async function seesClosed({ bruno, ticketId }: Path, why: MessageId | undefined): Promise<void> {
  await bruno.waits(`a composer, or ${why}`, ({ directory, environment }) => {
    const viewer = selectViewer(directory.auth.getSnapshot());
    const { ticket, snapshot, conversation } = ticketOf(directory, ticketId) ?? {};
    if (viewer === null || ticket === undefined || snapshot === undefined || conversation === undefined) return false;
    const closed = closedReason({
      ticket,
      receivedAt: selectLastReceivedAt(conversation),
      lifecycle: selectLifecycle(snapshot),
      now: environment.now(),
      viewer,
      isGone: selectIsGone(snapshot),
    });
    return closed === why;
  });
}

/** What reached the customer's phone last. */
async function seesOnPhone({ provider, customer }: Path, type: string, text: string): Promise<void> {
  await expectEventually(async () => {
    const last = (await provider.received(customer.phone)).at(-1);
    return [last?.type, last?.text];
  }).toEqual([type, text]);
}

function write(path: Path, text: string, template?: Parameters<Office['client']['submit']>[0]['template']): void {
  const { ticket } = held(path);
  const { append, submit } = path.bruno.client;
  append({ type: 'draft.changed', ticketId: ticket.id, text });
  submit({
    ticketId: ticket.id,
    customerId: ticket.customer.id,
    instanceId: ticket.instance.id,
    toNumber: ticket.customer.phone,
    text,
    ...(template !== undefined && { template }),
  });
}

/** The company's reply with what it names filled in, as the composer does. */
async function quickReply(path: Path): Promise<string> {
  const { bruno } = path;
  const rows = await bruno.listed('chat.quickReplies', {}, (all) => all.length > 0);
  const [reply] = matchingReplies(rows, { start: 0, typed: 'retor' });
  const { ticket } = held(path);
  return insertedReply(
    partsOfReply(reply?.text ?? '', {
      cliente: givenName(ticket.customer.name),
      atendente: 'Bruno Carvalho',
      protocolo: ticket.protocol,
      saudacao: 'Bom dia',
    }),
  );
}

/** The template, and what it says once it is filled in. */
async function template(path: Path) {
  const { instance } = filtersOf(held(path));
  const rows = await path.bruno.listed('chat.templates', { instance }, (all) => all.length > 0);
  const found = rows.find(({ name }) => name === 'retomar_atendimento');
  if (found === undefined) throw new Error('The template is not offered');
  const values = Object.fromEntries(
    found.variables.map(({ key }, at) => [key, [path.customer.name, 'Bruno'][at] ?? '…'] as const),
  );
  return { id: found.id, values, text: filledTemplate(found, values) };
}

async function scheduledId(path: Path, text: string): Promise<{ id: string; version: string }> {
  const rows = await path.bruno.listed(
    'chat.scheduled',
    filtersOf(held(path)),
    ([row, ...others]) => row?.text === text && row.state === 'waiting' && others.length === 0,
  );
  return { id: rows[0]?.id ?? '', version: rows[0]?.version ?? '' };
}

async function otherCustomer({ bruno, other }: Path): Promise<{ readonly id: string; readonly ticketId: string }> {
  await seesRow(bruno, 'all', other);
  const row = rowOf(bruno.client.directory, other);
  if (row === null) throw new Error(`${other.name} is not listed`);
  return { id: row.ticket.customer.id, ticketId: row.id };
}

async function merge(path: Path): Promise<void> {
  const { id } = await otherCustomer(path);
  const { customer } = held(path).ticket;
  await path.bruno.open('chat.merge', customer.id, { other_id: id, take_name: false, take_image: false });
  path.bruno.submit('chat.merge', customer.id);
}

const deeds = {
  'Bruno mentions Ana in a note': async (path) => {
    const text = noteOf(path);
    const readers = await path.bruno.listed('chat.readers', filtersOf(held(path)), (all) => all.length > 0);
    const values = { message: text, client_id: crypto.randomUUID(), mentions: mentionsIn(text, readers) };
    await path.bruno.press('note', keyOf(held(path)), values);
  },
  'Bruno answers with a quick reply': async (path) => write(path, await quickReply(path)),
  'a day passes': async (path) => {
    const { world, ticketId } = path;
    const { owner } = world.server;
    await owner.query("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [
      ticketId,
    ]);
    await owner.query(
      `update message set sent_at = sent_at - interval '25 hours', created_at = created_at - interval '25 hours'
      where ticket_id = $1`,
      [ticketId],
    );
    path.bruno = world.stranger('Bruno on the next day', 'aurora');
    await path.bruno.client.logIn('bruno@aurora.example', DEMO_PASSWORD, 'rest');
    await seesRow(path.bruno, 'mine', path.customer);
    path.bruno.client.append({ type: 'ticket.opened', ticketId });
  },
  'Bruno sends a template': async (path) => {
    const { text, ...sent } = await template(path);
    write(path, text, sent);
  },
  'the customer writes': async ({ provider, customer }) => void (await provider.write(VENDAS, customer.phone, BACK)),
  'Bruno schedules a message': async (path) => {
    const values = { message: FIRST, send_at: later(path, 2), client_id: crypto.randomUUID() };
    await path.bruno.press('chat.schedule', keyOf(held(path)), values);
  },
  'Bruno changes it': async (path) => {
    const { id, version } = await scheduledId(path, FIRST);
    await path.bruno.press('chat.schedule.edit', id, { message: CHANGED, send_at: later(path, 3), version });
  },
  'Bruno cancels it': async (path) => {
    await path.bruno.press('chat.schedule.cancel', (await scheduledId(path, CHANGED)).id, {});
  },
  'Bruno puts it off': async (path) => {
    await path.bruno.press('chat.snooze', path.ticketId, { until: later(path, 24) });
  },
  'Bruno brings it back': async ({ bruno, ticketId }) => {
    await bruno.press('chat.snooze', ticketId, { until: null });
  },
  'Ana blocks the customer': async (path) => {
    const { ana, provider, customer } = path;
    await ana.press('chat.block', held(path).ticket.customer.id, { blacklisted: true });
    await provider.write(VENDAS, customer.phone, IN_VAIN);
    await expectEventually(async () => (await provider.state()).pendingWebhooks).toBe(0);
  },
  'Ana lets them write again': async (path) => {
    const { ana, provider, customer } = path;
    await ana.press('chat.block', held(path).ticket.customer.id, { blacklisted: false });
    await provider.write(VENDAS, customer.phone, BACK);
  },
  'the customer writes from another number': async ({ provider, other }) => {
    await provider.saveCustomer(other.phone, other.name);
    await provider.write(VENDAS, other.phone, 'Mudei de número.');
  },
  'Bruno merges the two': merge,
  'Bruno finishes the earlier one, and merges': async (path) => {
    const { bruno, ticketId } = path;
    bruno.client.append({ type: 'ticket.finishRequested', ticketId });
    await seesClosed(path, 'attendance.closed.finished');
    const found = await otherCustomer(path);
    const values = { other_id: found.id, take_name: false, take_image: false };
    await bruno.press('chat.merge', held(path).ticket.customer.id, values);
    bruno.client.append({ type: 'ticket.opened', ticketId: found.ticketId });
  },
  'Bruno finishes with an outcome': async ({ bruno, ticketId }) => {
    const rows = await bruno.listed('chat.outcomes', {}, (all) => all.some(({ name }) => name === OUTCOME));
    const outcomeId = rows.find(({ name }) => name === OUTCOME)?.id ?? '';
    bruno.client.append({ type: 'ticket.finishRequested', ticketId, outcomeId });
  },
  'Bruno undoes the finish': async ({ bruno, ticketId }) => {
    await bruno.press('chat.reopen', ticketId, {});
  },
} satisfies Record<DeedOf<typeof toolsOfADay>, Act<Path>>;

const scenes = {
  attending: async (path) => {
    await seesRow(path.bruno, 'mine', path.customer);
    await seesClosed(path, undefined);
    await path.bruno.waits(
      'it with Bruno, and with no outcome',
      ({ directory }) =>
        ticketOf(directory, path.ticketId)?.ticket.owner?.name === 'Bruno Carvalho' &&
        ticketOf(directory, path.ticketId)?.ticket.outcome === undefined,
    );
  },
  noted: async (path) => {
    const text = noteOf(path);
    await path.bruno.waits('the note in the thread', ({ directory }) => {
      const conversation = ticketOf(directory, path.ticketId)?.conversation;
      const notes = (conversation && selectLines(conversation))?.filter((line) => line.kind === 'note') ?? [];
      return (
        notes.length === 1 && notes[0]?.text === text && notes[0].mentions.some(({ name }) => name === 'Ana Ribeiro')
      );
    });
    await path.ana.waits('that she is mentioned', ({ directory }) =>
      directory.notices.getSnapshot().some((id) => {
        const actor = directory.notice(id);
        const notice = actor && selectNotice(actor.getSnapshot());
        return notice?.kind === 'mention' && notice.body.kind === 'words' && notice.body.words === text;
      }),
    );
    await seesOnPhone(path, 'text', GREETING);
  },
  answered: async (path) => {
    const text = `Bom dia, ${path.customer.name}! O protocolo é ${held(path).ticket.protocol}.`;
    await seesMessage(path, { by: 'me', text });
    await seesOnPhone(path, 'text', text);
  },
  shut: (path) => seesClosed(path, 'error.window.closed'),
  'asked by template': async (path) => {
    const { text } = await template(path);
    await seesMessage(path, { by: 'me', text });
    await expectEventually(async () => (await path.provider.received(path.customer.phone)).at(-1)?.type).toBe(
      'template',
    );
    await seesClosed(path, 'error.window.closed');
  },
  scheduled: async (path) => {
    await scheduledId(path, FIRST);
    await seesOnPhone(path, 'text', GREETING);
  },
  'scheduled otherwise': async (path) => void (await scheduledId(path, CHANGED)),
  'nothing scheduled': async (path) => {
    await path.bruno.listed('chat.scheduled', filtersOf(held(path)), (rows) => rows.length === 0);
  },
  'put off': async ({ bruno, customer }) => {
    await seesRow(bruno, 'snoozed', customer);
    await seesNoRow(bruno, 'mine', customer);
  },
  blocked: (path) => seesClosed(path, 'error.customer.blacklisted'),
  'heard again': async (path) => {
    await seesClosed(path, undefined);
    await seesMessage(path, { by: 'customer', text: BACK });
    const lost = entriesOf(held(path).conversation, { by: 'customer', text: IN_VAIN });
    if (lost.length > 0) throw new Error('What a blocked customer wrote is shown');
  },
  'two of one person': ({ bruno, other }) => seesRow(bruno, 'queue', other),
  'told that both are open': (path) =>
    path.bruno.seesForm('chat.merge', held(path).ticket.customer.id, {
      phase: 'refused',
      failure: 'error.merge.bothOpen',
    }),
  // The newer attendance is under the first name and number, and both conversations are one.
  'one customer': async (path) => {
    const { bruno, customer, other } = path;
    const { customer: id } = filtersOf(held(path));
    await bruno.listed('chat.customer', { customer: id }, ([card]) => card?.numbers?.includes(other.phone) === true);
    await seesRow(bruno, 'queue', customer);
    await seesMessage(path, { by: 'customer', text: 'Bom dia' });
    await seesMessage(path, { by: 'customer', text: 'Mudei de número.' });
  },
  'finished with its outcome': async (path) => {
    await seesClosed(path, 'attendance.closed.finished');
    await path.bruno.waits(
      'the outcome',
      ({ directory }) => ticketOf(directory, path.ticketId)?.ticket.outcome === OUTCOME,
    );
    await path.bruno.waits('that the finish can be undone', ({ directory }) =>
      directory.notices.getSnapshot().some((id) => {
        const actor = directory.notice(id);
        return actor !== undefined && selectNotice(actor.getSnapshot()).undoOf === path.ticketId;
      }),
    );
    await seesNoRow(path.bruno, 'mine', path.customer);
  },
} satisfies Record<SceneOf<typeof toolsOfADay>, Act<Path>>;

/** The company's quick reply and outcome, once in each world. */
const prepared = new WeakSet<OfficeWorld>();

async function prepare(world: OfficeWorld, ana: Office): Promise<void> {
  if (prepared.has(world)) return;
  prepared.add(world);
  const text = '{{saudacao}}, {{cliente}}! O protocolo é {{protocolo}}.';
  await ana.save('quickReply', 'company', { shortcut: 'retorno', text });
  await ana.save('outcome', 'new', { name: OUTCOME });
}

export const toolsOfADaySteps: Steps<Path, OfficeWorld> = {
  journey: toolsOfADay,
  begin: async (world) => {
    const provider = new EmulatorClient(world.url);
    const [ana, bruno] = [await world.at('ana'), await world.at('bruno')];
    await prepare(world, ana);
    const number = 1_000 + world.next();
    const customer = { name: `Marina ${number}`, phone: `5511986${String(number).padStart(6, '0')}` };
    const other = { name: `Marina ${number} (novo)`, phone: `5511985${String(number).padStart(6, '0')}` };
    await provider.saveCustomer(customer.phone, customer.name);
    await provider.write(VENDAS, customer.phone, 'Bom dia');
    await seesRow(bruno, 'queue', customer);
    const ticketId = rowOf(bruno.client.directory, customer)?.id ?? '';
    bruno.client.append({ type: 'ticket.opened', ticketId });
    const path: Path = { world, provider, ana, bruno, customer, ticketId, other };
    await seesMessage(path, { by: 'customer', text: 'Bom dia' });
    write(path, GREETING);
    await seesOnPhone(path, 'text', GREETING);
    return path;
  },
  deeds,
  scenes,
};

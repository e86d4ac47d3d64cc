import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Flow, FlowNodeOf } from '../../../contract/flows/flow.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import { withTenant } from '../../../server/db/database.ts';
import { ticketFrame } from '../../../server/domain/views/ticket-view.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

let world: FlowsWorld;
beforeAll(async () => {
  world = await startFlows();
});
afterAll(() => world.stop());

type Nodes = Flow['nodes'];
const flowOf = (start: string, nodes: Nodes, variables: Flow['variables'] = {}): Flow => ({
  schema: 1,
  kind: 'passive',
  start,
  variables,
  nodes: Object.values(nodes).some(({ kind }) => kind === 'ask') ? { ...nodes, sai: end(null) } : nodes,
});
const say = (text: string, next: string): Nodes[string] => ({
  kind: 'say',
  label: null,
  content: { of: 'text', text },
  exits: { next, failed: next },
});
const end = (text: string | null, finishes = true): Nodes[string] => ({
  kind: 'end',
  label: null,
  text,
  finishes,
  exits: {},
});
const ask = (text: string, saves: string, next: string): Nodes[string] => ({
  kind: 'ask',
  label: null,
  text,
  again: null,
  expects: 'text',
  options: [],
  saves,
  tries: 2,
  minutes: 60,
  exits: { answer: next, other: 'sai', media: 'sai', timeout: 'sai' },
});

const TEXTS = { nome: { type: 'text' }, assunto: { type: 'text' } } as const;

/** A row of the company's; its id. */
async function addRow(into: string, values: readonly string[]): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    `insert into ${into} select tenant_id, ${values.map((_, at) => `$${at + 2}`).join(', ')} from app_user where id = $1
     returning id`,
    [world.people.ana.id, ...values],
  );
  return row?.id ?? '';
}

describe('what flows do', () => {
  test.each([
    ['a text', 'Maria'],
    ['a long one', '👍🏽 '.repeat(150)],
  ])('%s is answered -> the ticket that pages are told of is as a query finds it', async (_kind, text) => {
    const next = flowOf(
      'q1',
      { q1: ask('Qual o seu nome?', 'nome', 'q2'), q2: ask('E o assunto?', 'assunto', 'sai') },
      TEXTS,
    );
    await world.answering(next);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.says(phone, text);
    const [ticket] = await world.ticketsOf(phone);
    const [event] = await world.rows<{ tenantId: string; told: ChatTicketFrame }>(
      `select tenant_id::text as "tenantId", data->'chatTicket' as told from event
       where name = 'CustomerChatCreated' and data->'chatTicket'->>'id' = $1 order by position desc limit 1`,
      [ticket?.id],
    );
    const tenantId = event?.tenantId ?? '';
    const now = await withTenant(world.server.services.db, tenantId, (tx) =>
      ticketFrame(tx, tenantId, ticket?.id ?? ''),
    );
    expect(event?.told.customerLastReceivedChat?.type).toBe(1);
    expect(event?.told).toEqual(now);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.says(phone, 'Nada mais');
  });

  test('fields and tags of the customer are set, the ticket goes to the department; erased with the customer', async () => {
    const { ana } = world.people;
    const tag = await addRow('tag (tenant_id, name, color)', ['Retorno', 'blue']);
    const field = await addRow('customer_field (tenant_id, name, type)', ['Cidade', 'text']);
    const department = await addRow('department (tenant_id, name)', ['Matriz']);
    await world.answering(
      flowOf(
        'cidade',
        {
          cidade: ask('De que cidade você é?', 'cidade', 'campo'),
          campo: {
            kind: 'set',
            label: null,
            target: { of: 'field', field_id: field, value: 'cidade' },
            exits: { next: 'marca' },
          },
          marca: { kind: 'set', label: null, target: { of: 'tag', tag_id: tag, on: true }, exits: { next: 'matriz' } },
          matriz: { kind: 'handoff', label: null, to: { of: 'department', id: department }, text: null, exits: {} },
        },
        { cidade: { type: 'text' } },
      ),
    );
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.says(phone, 'Recife');
    const ticket = await world.ticketOf(ana, phone);
    expect(ticket).toMatchObject({
      department_id: department,
      isNotResponded: true,
      customer: { tags: [{ name: 'Retorno' }] },
    });
    const id = ticket?.customer.id ?? '';
    const { customerDetails: details } = await world.call(ana, customerDetails, { id });
    expect(details.values).toContainEqual({ field_id: field, value: 'Recife' });
    await world.finish(ana, ticket?.id ?? '');
    await world.rows("update outbox set state = 'sent' where customer_id = $1", [id]);
    await world.call(ana, eraseCustomer, { id, phone_number: phone });
    const left = await world.rows(
      `select r.vars, s.saved from flow_run r join flow_step s on s.run_id = r.id
       where r.ticket_id = $1 and (r.vars <> '{}' or s.saved <> '{}')`,
      [ticket?.id],
    );
    expect(left).toEqual([]);
  });

  test('handed to somebody -> theirs from now on; blocked or elsewhere by now, or a closed department -> the queue', async () => {
    const { ana, bruno } = world.people;
    const department = await addRow('department (tenant_id, name)', ['Fechada']);
    const of = (to: FlowNodeOf<'handoff'>['to']) =>
      flowOf(
        'quem',
        {
          quem: ask('Com quem?', 'nome', 'passa'),
          passa: { kind: 'handoff', label: null, to, text: 'Um momento.', exits: {} },
        },
        { nome: { type: 'text' } },
      );
    const handed = async () => {
      const phone = world.aPhone();
      await world.says(phone, 'Oi');
      await world.says(phone, 'Bruno');
      expect((await world.runsOf(phone)).map(({ status }) => status)).toEqual(['handed_off']);
      return world.ticketOf(ana, phone);
    };
    await world.answering(of({ of: 'person', id: bruno.id }));
    const socket = await world.socket(bruno);
    const his = await handed();
    const now = new Date(world.now()).toISOString();
    expect(his).toMatchObject({ user: { id: bruno.id }, isNotResponded: true, waiting_since: now, owned_since: now });
    const told = await socket.frame('ChatTicketTransferred', ({ data }) => data.chatTicket.id === his?.id);
    expect(told.data).toMatchObject({ user: null, chatTicket: { user: { id: bruno.id }, in_flow: false } });
    await world.rows('update app_user set is_blocked = true where id = $1', [bruno.id]);
    const blocked = await handed();
    await world.rows('update app_user set is_blocked = false where id = $1', [bruno.id]);
    const link = [bruno.id, world.instances.vendas];
    await world.rows('delete from user_instance where user_id = $1 and instance_id = $2', link);
    const elsewhere = await handed();
    await world.rows(
      'insert into user_instance (tenant_id, user_id, instance_id) select tenant_id, $1, id from instance where id = $2',
      link,
    );
    await world.answering(of({ of: 'department', id: department }));
    await world.rows('update department set activated = false where id = $1', [department]);
    for (const ticket of [blocked, elsewhere, await handed()])
      expect(ticket).toMatchObject({ user: null, department_id: null, isNotResponded: true, waiting_since: now });
  });

  test('a called flow gives back, one that is gone to doesn’t; each has its own variables', async () => {
    const called = await world.draft(
      flowOf(
        'nome',
        { nome: ask('Seu nome?', 'texto', 'tchau'), tchau: end('Obrigado, {{texto}}.', false) },
        { texto: { type: 'text' } },
      ),
    );
    const other = await world.draft(flowOf('fim', { fim: end('Aqui acaba.') }));
    for (const draft of [called, other]) expect(await world.publish(draft)).toMatchObject({ is_published: true });
    await world.answering(
      flowOf(
        'primeiro',
        {
          primeiro: ask('Seu bairro?', 'texto', 'chama'),
          chama: { kind: 'call', label: null, flow_id: called.id, exits: { next: 'resumo' } },
          resumo: say('Bairro: {{texto}}.', 'vai'),
          vai: { kind: 'goto', label: null, flow_id: other.id, exits: {} },
        },
        { texto: { type: 'text' } },
      ),
    );
    const phone = world.aPhone();
    for (const text of ['Oi', 'Centro', 'Ana']) await world.says(phone, text);
    expect(await world.told(phone)).toEqual([
      'Seu bairro?',
      'Seu nome?',
      'Obrigado, Ana.',
      'Bairro: Centro.',
      'Aqui acaba.',
    ]);
    expect(await world.ticketsOf(phone)).toMatchObject([{ isOpen: false }]);
  });

  test('a pause until a time of day -> in the company’s time zone; a message ends it', async () => {
    const flow = flowOf('espera', {
      espera: { kind: 'pause', label: null, lasts: { until: '14:30' }, exits: { next: 'hora', message: 'escreveu' } },
      hora: end('São duas e meia.'),
      escreveu: end('Já voltou!'),
    });
    await world.answering(flow);
    const [first, second] = [world.aPhone(), world.aPhone()];
    for (const phone of [first, second]) await world.says(phone, 'Oi');
    const due = await world.rows<{ due_at: Date }>("select due_at from flow_run where status = 'running'");
    expect(due.map(({ due_at }) => due_at.toISOString())).toEqual(Array(2).fill('2026-03-11T17:30:00.000Z'));
    await world.says(second, 'voltei');
    await world.pass(4 * 60 + 29);
    expect(await world.told(first)).toEqual([]);
    await world.pass(1);
    expect(await world.told(first)).toEqual(['São duas e meia.']);
    expect(await world.told(second)).toEqual(['Já voltou!']);
  });
});

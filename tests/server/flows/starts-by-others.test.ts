import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deleteFlowKey,
  hasStartableFlow,
  newFlowKey,
  setCampaignFlow,
  setFlowStarts,
  startableFlows,
  startTicketFlow,
} from '../../../contract/graphql/flow-starts.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { filledTemplate } from '../../../contract/facts/templates.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { newFlowStart } from '../../../contract/rest/flow-starts.ts';
import { refusalOf } from '../../support/attendance.ts';
import { set } from '../../flows/builders.ts';
import { ANYTIME, GOODBYE, QUESTION, startStarts } from './starts-world.ts';
import type { StartsWorld } from './starts-world.ts';

let world: StartsWorld;
beforeAll(async () => {
  world = await startStarts();
});
afterAll(() => world.stop());

/** Says the order and its price, with what they are until somebody says otherwise. */
function withVariables(): Flow {
  const of = world.outreach();
  const { start, ...nodes } = of.nodes;
  if (start?.kind !== 'say' || start.content.of !== 'template') throw new Error('Begins otherwise');
  const values = { 'body.1': '{{first_name}}', 'body.2': '{{pedido}} de {{valor}}' };
  const variables = {
    pedido: { type: 'text', initial: 'seu  pedido' },
    valor: { type: 'number', initial: 0 },
    dia: { type: 'date' },
  } as const;
  return { ...of, variables, nodes: { ...nodes, start: { ...start, content: { ...start.content, values } } } };
}

describe('by its key', () => {
  const post = async (key: string | null, body: unknown): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${world.url}${newFlowStart.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };

  test('a known and an unknown number -> started in their turn; the same key again -> the same start', async () => {
    const { id } = await world.starting();
    const { newFlowKey: key } = await world.call(world.people.ana, newFlowKey, { id });
    expect((await world.viewOf(id)).key_hint).toBe(key.slice(-4));
    const [known = ''] = await world.customers(1);
    const unknown = world.aPhone();
    const first = await post(key, { number: `+${unknown}`, name: 'Rui', key: 'pedido-1' });
    expect(first).toMatchObject({ status: 200, body: { status: 'waiting', reason: null } });
    expect((await post(key, { number: known, key: 'pedido-2' })).status).toBe(200);
    await world.settle();
    expect(await post(key, { number: `+${unknown}`, name: 'Rui', key: 'pedido-1' })).toMatchObject({
      body: { id: newFlowStart.answer.parse(first.body).id, status: 'started' },
    });
    await world.settle();
    expect(await world.told(unknown)).toEqual([expect.stringContaining('Olá, Rui!')]);
    expect(await world.told(known)).toHaveLength(1);
  });

  test('with values -> the flow has them as its variables, typed; without, what they begin with', async () => {
    const { id } = await world.starting({}, withVariables());
    const { newFlowKey: key } = await world.call(world.people.ana, newFlowKey, { id });
    const [given = '', plain = ''] = await world.customers(2);
    await post(key, { number: given, key: '1', variables: { pedido: 'A\0-7', valor: '12.5', dia: '2026-03-01' } });
    await post(key, { number: plain, key: '2' });
    await world.settle();
    expect(await world.told(given)).toEqual([expect.stringContaining('A-7 de 12,5')]);
    expect(await world.told(plain)).toEqual([expect.stringContaining('seu pedido de 0')]);
    const kept = await world.rows(
      `select r.vars from flow_run r join chat_ticket t on t.id = r.ticket_id join customer c on c.id = t.customer_id
       where c.phone_number = $1`,
      [given],
    );
    expect(kept).toEqual([{ vars: { pedido: 'A-7', valor: 12.5, dia: '2026-03-01' } }]);
    const wrong = { outra: 'x', valor: 'muito', dia: '31/02/2026' };
    const refused = await post(key, { number: plain, key: '3', variables: { pedido: 'B', ...wrong } });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      {
        error: {
          fields: {
            'variables.outra': 'error.field.invalid',
            'variables.valor': 'error.field.invalid',
            'variables.dia': 'error.field.invalid',
          },
        },
      },
    ]);
    for (const pedido of [null, '', ' \0', 'x'.repeat(1_001)]) {
      const { body } = await post(key, { number: plain, key: '3', variables: { pedido } });
      expect(body).toMatchObject({ error: { fields: { 'variables.pedido': 'error.field.invalid' } } });
    }
    expect(await world.startsOf(plain)).toHaveLength(1);
  });

  test('a number that was full for a day -> what was asked for so long ago doesn’t start', async () => {
    const { id } = await world.starting();
    const { newFlowKey: key } = await world.call(world.people.ana, newFlowKey, { id });
    const number = world.aPhone();
    await world.rows("update number_pace set held_until = now() + interval '1 hour'");
    await post(key, { number, key: 'lembrete' });
    await world.settle();
    await world.rows('update number_pace set held_until = null');
    await world.pass(24 * 60);
    await world.settle();
    expect(await world.startsOf(number)).toMatchObject([{ status: 'skipped', reason: 'instance_off' }]);
  });

  test('no key, a wrong or withdrawn one, a malformed number, a flow that is off -> refused', async () => {
    const { ana } = world.people;
    const { id } = await world.starting();
    const body = { number: world.aPhone(), key: 'a' };
    const { newFlowKey: old } = await world.call(ana, newFlowKey, { id });
    const { newFlowKey: key } = await world.call(ana, newFlowKey, { id });
    const other = await world.starting();
    const { newFlowKey: others } = await world.call(ana, newFlowKey, { id: other.id });
    const forged = `balcao_${world.tenantId}_${id}_${others.split('_').slice(3).join('_')}`;
    for (const wrong of [null, '', 'balcao_1_1_x', old, forged, ana.token])
      expect((await post(wrong, body)).status).toBe(401);
    // Without a key nothing is told of the body.
    expect((await post(old, {})).status).toBe(401);
    expect((await post(key, {})).body).toMatchObject({ error: { fields: { number: 'error.field.required' } } });
    expect((await post(key, { ...body, number: '12' })).body).toMatchObject({
      error: { fields: { number: 'error.number.malformed' } },
    });
    await world.call(ana, setFlowStarts, { id, ...ANYTIME, is_active: false });
    expect((await post(key, body)).body).toMatchObject({ error: { key: 'error.flow.unpublished' } });
    expect(await world.rows('select from customer where phone_number = $1', [body.number])).toEqual([]);
    await world.call(ana, deleteFlowKey, { id });
    expect((await post(key, body)).status).toBe(401);
  });
});

describe('by an attendant', () => {
  test('in their ticket -> it is nobody’s, the template is sent, whatever the hour; others see the flow', async () => {
    const { bruno } = world.people;
    const { id, name } = await world.starting({ starts_from: 20, starts_to: 22 });
    const phone = world.aPhone();
    const ticket = await world.open({ from: phone, at: new Date(world.now()) });
    await world.call(bruno, takeChatTicket, { id: ticket.id });
    expect(await world.call(bruno, hasStartableFlow, { ticket_id: ticket.id })).toEqual({ hasStartableFlow: true });
    expect((await world.call(bruno, startableFlows, { ticket_id: ticket.id })).startableFlows).toContainEqual({
      id,
      name,
      says: expect.stringContaining('Ficamos sem concluir'),
      variables: [],
    });
    const started = await world.call(bruno, startTicketFlow, { ticket_id: ticket.id, flow_id: id });
    expect(started.startTicketFlow).toMatchObject({ flow_id: id, is_running: true, node: 'espera' });
    expect(await world.ticketsOf(phone)).toMatchObject([{ user_id: null, waits: false, isOpen: true }]);
    expect(await world.told(phone)).toEqual([expect.stringContaining('Ficamos sem concluir')]);
    expect(await world.startsOf(phone)).toMatchObject([{ status: 'started', source: 'attendant' }]);
    const again = world.call(bruno, startTicketFlow, { ticket_id: ticket.id, flow_id: id });
    expect(await refusalOf(again)).toBe('CONFLICT error.flowStart.in_flow');
  });

  test('a flow whose first message has variables -> shown as it is sent, with room for their values', async () => {
    const { bruno } = world.people;
    const of = withVariables();
    const taxa = { type: 'number', initial: 5e-7 } as const;
    const { id } = await world.starting({}, { ...of, variables: { ...of.variables, taxa } });
    const phone = world.aPhone();
    const { id: ticket_id } = await world.open({ from: phone, at: new Date(world.now()) });
    const { startableFlows: able } = await world.call(bruno, startableFlows, { ticket_id });
    const { says, variables } = able.find((each) => each.id === id) ?? { says: '', variables: [] };
    expect(says).toContain('{{pedido}} de {{valor}}');
    expect(variables).toContainEqual({ name: 'taxa', type: 'number', initial: '0.0000005' });
    await world.call(bruno, startTicketFlow, { ticket_id, flow_id: id });
    const shown = { header: null, body: says ?? '', footer: null };
    expect(await world.told(phone)).toEqual([
      filledTemplate(shown, { 'body.pedido': 'seu pedido', 'body.valor': '0' }),
    ]);
  });

  test('values for its variables -> it begins with them; each that is wrong is refused by its name', async () => {
    const { bruno } = world.people;
    const { id } = await world.starting({}, withVariables());
    const phone = world.aPhone();
    const { id: ticket_id } = await world.open({ from: phone, at: new Date(world.now()) });
    const { startableFlows: able } = await world.call(bruno, startableFlows, { ticket_id });
    expect(able.find((each) => each.id === id)?.variables).toContainEqual({
      name: 'valor',
      type: 'number',
      initial: '0',
    });
    const start = { ticket_id, flow_id: id };
    const variables = (all: Readonly<Record<string, string>>) =>
      Object.entries(all).map(([name, value]) => ({ name, value }));
    const wrong = { outra: 'x', valor: 'muito', dia: '31/02/2026', pedido: ' ' };
    await expect(world.call(bruno, startTicketFlow, { ...start, variables: variables(wrong) })).rejects.toMatchObject({
      errors: [
        {
          extensions: {
            fields: {
              'variables.outra': 'error.field.invalid',
              'variables.valor': 'error.field.invalid',
              'variables.dia': 'error.field.invalid',
              'variables.pedido': 'error.field.invalid',
            },
          },
        },
      ],
    });
    expect(await world.told(phone)).toEqual([]);
    const right = { valor: '12.5', dia: '2026-03-01', pedido: 'A-7' };
    await world.call(bruno, startTicketFlow, { ...start, variables: variables(right) });
    expect(await world.rows('select vars from flow_run where ticket_id = $1', [ticket_id])).toEqual([
      { vars: { ...right, valor: 12.5 } },
    ]);
  });

  test('a colleague’s ticket, who is blocked or opted out, a flow that is off -> refused', async () => {
    const { ana, bruno } = world.people;
    const { id } = await world.starting();
    const phone = world.aPhone();
    const ticket = await world.open({ from: phone, at: new Date(world.now()) });
    const start = { ticket_id: ticket.id, flow_id: id };
    await world.call(ana, takeChatTicket, { id: ticket.id });
    expect(await refusalOf(world.call(bruno, startTicketFlow, start))).toMatch(/^(?:FORBIDDEN|NOT_FOUND) /);
    await world.rows("update customer set whatsapp_consent = 'revoked' where phone_number = $1", [phone]);
    expect(await refusalOf(world.call(ana, startTicketFlow, start))).toBe('CONFLICT error.flowStart.opted_out');
    await world.rows('update customer set whatsapp_consent = null, is_blacklisted = true where phone_number = $1', [
      phone,
    ]);
    expect(await refusalOf(world.call(ana, startTicketFlow, start))).toBe('CONFLICT error.flowStart.blocked');
    await world.rows('update customer set is_blacklisted = false where phone_number = $1', [phone]);
    await world.call(ana, setFlowStarts, { id, ...ANYTIME, is_active: false });
    expect(await refusalOf(world.call(ana, startTicketFlow, start))).toBe('CONFLICT error.flowStart.flow_off');
    expect((await world.call(ana, startableFlows, { ticket_id: ticket.id })).startableFlows).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect(await world.told(phone)).toEqual([]);
  });
});

describe('by a campaign', () => {
  test('whoever answers goes on behind the flow’s template, with their answer; the second answer is the flow’s', async () => {
    const { ana } = world.people;
    const { id } = await world.starting();
    const [phone = ''] = await world.customers(1);
    const campaign_id = await world.campaignTo([phone]);
    await world.call(ana, setCampaignFlow, { campaign_id, flow_id: id });
    expect((await world.viewOf(id)).campaigns).toEqual([{ id: campaign_id, name: 'Volta' }]);
    await world.says(phone, 'Quero');
    expect(await world.told(phone)).toEqual(['Volte!', expect.stringContaining(QUESTION)]);
    expect(await world.startsOf(phone)).toMatchObject([{ status: 'started', source: 'campaign' }]);
    await world.taps(phone, 'Opção sim');
    expect((await world.told(phone)).at(-1)).toBe(GOODBYE);
    await world.call(ana, setCampaignFlow, { campaign_id, flow_id: null });
    expect((await world.viewOf(id)).campaigns).toEqual([]);
  });

  test('without the permission for campaigns, or for flows that write first -> refused', async () => {
    const { bruno } = world.people;
    const { id } = await world.starting();
    const campaign_id = await world.campaignTo([]);
    const choose = () => world.call(bruno, setCampaignFlow, { campaign_id, flow_id: id });
    const permitted = `insert into role_permission (tenant_id, role_id, route_name)
      select tenant_id, role_id, $2 from app_user where id = $1`;
    const taken = `delete from role_permission p using app_user u
      where u.id = $1 and p.tenant_id = u.tenant_id and p.role_id = u.role_id and p.route_name = $2`;
    await world.rows(permitted, [bruno.id, 'active-chat-flow']);
    expect(await refusalOf(choose())).toBe('FORBIDDEN error.forbidden');
    await world.rows(permitted, [bruno.id, 'campaigns']);
    expect(await choose()).toEqual({ setCampaignFlow: true });
    await world.rows(taken, [bruno.id, 'active-chat-flow']);
    expect(await refusalOf(choose())).toBe('FORBIDDEN error.forbidden');
    await world.rows(taken, [bruno.id, 'campaigns']);
  });

  test('a flow that this server can’t read -> the answer is taken in without it', async () => {
    const flow = await world.starting();
    const [phone = ''] = await world.customers(1);
    const campaign_id = await world.campaignTo([phone]);
    await world.call(world.people.ana, setCampaignFlow, { campaign_id, flow_id: flow.id });
    await world.spoil(flow);
    await world.says(phone, 'Quero');
    expect(await world.told(phone)).toEqual(['Volte!']);
    expect(await world.runsOf(phone)).toEqual([]);
    expect(await world.ticketsOf(phone)).toMatchObject([{ isOpen: true, waits: true }]);
  });

  test('a flow that begins otherwise -> refused; one for another number -> not, and why is noted', async () => {
    const { ana } = world.people;
    const of = world.outreach();
    const nodes = { antes: set('fonte', '"campanha"', 'start'), ...of.nodes };
    const variables = { fonte: { type: 'text' } } as const;
    const otherwise = await world.starting({}, { ...of, start: 'antes', variables, nodes });
    const fine = await world.starting();
    const [phone = ''] = await world.customers(1);
    const campaign_id = await world.campaignTo([phone]);
    const choose = (flow_id: string) => world.call(ana, setCampaignFlow, { campaign_id, flow_id });
    expect(await refusalOf(choose(otherwise.id))).toBe('CONFLICT error.flow.campaign');
    await choose(fine.id);
    await world.call(ana, setFlowStarts, { id: fine.id, ...ANYTIME, instance_ids: [world.instances.suporte] });
    await world.says(phone, 'Quero');
    expect(await world.startsOf(phone)).toMatchObject([{ status: 'skipped', reason: 'instance_off' }]);
  });

  test('an answer that wants no more, one in an open ticket, a flow that is off -> not, and why is noted', async () => {
    const { ana } = world.people;
    const { id } = await world.starting();
    const phones = await world.customers(3);
    const [out = '', busy = '', late = ''] = phones;
    await world.says(busy, 'Oi');
    const campaign_id = await world.campaignTo(phones);
    await world.call(ana, setCampaignFlow, { campaign_id, flow_id: id });
    await world.says(out, 'SAIR');
    await world.says(busy, 'Quero');
    await world.call(ana, setFlowStarts, { id, ...ANYTIME, is_active: false });
    await world.says(late, 'Quero');
    const reasons = await Promise.all(phones.map(async (phone) => (await world.startsOf(phone)).at(-1)?.reason));
    expect(reasons).toEqual(['opted_out', 'in_attendance', 'flow_off']);
    for (const phone of phones) expect(await world.runsOf(phone)).toEqual([]);
  });
});

describe('customers who wait for a flow', () => {
  test('erased -> what waits is gone, and the key of what was; merged -> the other has it', async () => {
    const { ana } = world.people;
    const { id } = await world.starting();
    const [gone = '', one = '', other = ''] = await world.customers(3);
    const start = (phone: string, key: string, status: string) =>
      world.rows(
        `insert into flow_start (tenant_id, flow_id, source, customer_id, instance_id, key, status, reason, due_at, created_at)
         select tenant_id, $1, 'api', id, $2, $3, $4, case when $4 = 'skipped' then 'in_flow' end, '2100-01-01', now()
         from customer where phone_number = $5`,
        [id, world.instances.vendas, key, status, phone],
      );
    await start(gone, 'pedido de Luciana', 'waiting');
    await start(gone, 'outro de Luciana', 'skipped');
    await start(one, 'a', 'waiting');
    const goneId = await world.customerId(gone);
    await world.call(ana, eraseCustomer, { id: goneId, phone_number: gone });
    expect(await world.rows('select key, status from flow_start where customer_id = $1', [goneId])).toEqual([
      { key: null, status: 'skipped' },
    ]);
    await world.call(ana, mergeCustomers, { id: await world.customerId(other), other_id: await world.customerId(one) });
    expect(await world.startsOf(other)).toMatchObject([{ status: 'waiting', source: 'api' }]);
  });
});

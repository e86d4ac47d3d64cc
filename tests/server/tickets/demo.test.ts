import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audienceCount, audiences } from '../../../contract/graphql/audiences.ts';
import { campaigns, cancelCampaign } from '../../../contract/graphql/campaigns.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { flowFunnel, flows } from '../../../contract/graphql/flows.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { quickReplies } from '../../../contract/graphql/quick-replies.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { seedFlows } from '../../../server/demo/store-flows.ts';
import { seedBase } from '../../../server/demo/store-base.ts';
import { seedCampaigns } from '../../../server/demo/store-campaigns.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';

let world: World;
let filled: string[];
const now = new Date();
beforeAll(async () => {
  world = await startAttendance();
  // The demo's own people serve both instances.
  await world.rows(
    `insert into user_instance (tenant_id, user_id, instance_id) select i.tenant_id, $1, i.id from instance i
    where i.id = $2`,
    [world.people.carla.id, world.instances.vendas],
  );
  filled = await seedDemo(world.server.db, now);
});
afterAll(() => world.stop());

const counts = async (slug: string) =>
  (
    await world.rows<Record<string, number>>(
      `
  select (select count(*)::int from customer where tenant_id = t.id) customers,
    (select count(*)::int from message where tenant_id = t.id) messages,
    (select count(*)::int from chat_ticket where tenant_id = t.id and finished_at is null) open,
    (select count(*)::int from chat_ticket where tenant_id = t.id and finished_at is null and user_id is null) queued,
    (select count(*)::int from message where tenant_id = t.id and unseen) unseen,
    (select count(*)::int from ticket_transfer where tenant_id = t.id and transferred_at is null) offers
  from tenant t where slug = $1`,
      [slug],
    )
  )[0];

describe('the demo', () => {
  test('has the customers and conversations it promises', async () => {
    expect(filled).toEqual(['aurora', 'brisa']);
    const aurora = await counts('aurora');
    expect(aurora).toMatchObject({ customers: 300, open: 61, queued: 14, offers: 3 });
    expect(aurora?.['messages']).toBeGreaterThan(3_800);
    expect(aurora?.['unseen']).toBeGreaterThan(20);
    expect((await counts('brisa'))?.['customers']).toBe(60);
  });

  test('is as the rules have it: counters, order, protocols, windows', async () => {
    expect(
      await world.rows(`select from chat_ticket t where unseen_count <>
      (select count(*) from message m where m.ticket_id = t.id and m.unseen)`),
    ).toEqual([]);
    expect(
      await world.rows(`select from (select tenant_id, sent_at, lag(sent_at) over (partition by tenant_id order by id) before
      from message) m where before > sent_at`),
    ).toEqual([]);
    expect(await world.rows('select from message where sent_at > $1', [now])).toEqual([]);
    expect(
      await world.rows(
        `select from chat_ticket where unseen_count > 0 and last_received_at < now() - interval '24 hours'`,
      ),
    ).toEqual([]);
    // Some windows are shut, and some soon will be.
    const [windows] = await world.rows<{ shut: number; short: number }>(
      `select count(*) filter (where age > interval '24 hours')::int shut,
        count(*) filter (where age between interval '22 hours' and interval '24 hours')::int short
      from (select $1::timestamptz - last_received_at as age from chat_ticket where finished_at is null) open`,
      [now],
    );
    expect(windows?.shut).toBeGreaterThan(0);
    expect(windows?.short).toBeGreaterThan(0);
    expect(
      await world.rows(
        'select customer_id from chat_ticket where finished_at is null group by customer_id, instance_id having count(*) > 1',
      ),
    ).toEqual([]);
  });

  test('shows what attendants keep and tell each other: tags, fields, quick replies, notes, transfers', async () => {
    const { ana, bruno, carla } = world.people;
    const tagged = await world.rows(
      'select distinct tag_id from customer_tag join tag using (tenant_id) where id = tag_id',
    );
    expect(tagged.length).toBeGreaterThan(5);
    expect(
      await world.rows(`select f.name from customer_field f join tenant t on t.id = f.tenant_id where slug = 'aurora'
        and exists (select from customer_value v where v.tenant_id = f.tenant_id and v.field_id = f.id)`),
    ).toHaveLength(5);
    const shortcutsOf = async (person: typeof ana) =>
      (await world.call(person, quickReplies, {})).quickReplies.flatMap(({ shortcut, personal }) =>
        personal ? [shortcut] : [],
      );
    expect(await shortcutsOf(bruno)).toEqual(['foto', 'volto']);
    expect(await shortcutsOf(carla)).toEqual(['troca']);

    const [mentioning] = await world.rows<{ customer_id: string; instance_id: string }>(
      `select t.customer_id, t.instance_id from conversation_event e join chat_ticket t on t.id = e.ticket_id
      where e.kind = 'note' and e.mentions->0->>'id' = $1 and t.finished_at is null order by e.id limit 1`,
      [ana.id],
    );
    const [transferred] = await world.rows<{ customer_id: string; instance_id: string; note: string }>(
      `select t.customer_id, t.instance_id, x.note from ticket_transfer x join chat_ticket t on t.id = x.ticket_id
      where x.transferred_at is not null and x.note is not null and t.finished_at is null order by x.id limit 1`,
    );
    if (mentioning === undefined || transferred === undefined) throw new Error('The demo lacks them');
    const linesOf = async ({ customer_id, instance_id }: typeof mentioning) =>
      (await world.call(ana, customerChatEvents, { customer_id, instance_id })).customerChatEvents;
    const notes = (await linesOf(mentioning)).filter(({ kind }) => kind === 'note');
    expect(notes.map(({ mentions }) => mentions.map(({ name }) => name)).slice(-2)).toEqual([['Ana Ribeiro'], []]);
    const kinds = (await linesOf(transferred)).map(({ kind }) => kind).filter((kind) => kind !== 'note');
    expect(kinds.slice(-4)).toEqual(['opened', 'taken', 'transfer_offered', 'transfer_accepted']);
    const offered = (await linesOf(transferred)).findLast(({ kind }) => kind === 'transfer_offered');
    expect(offered?.message).toBe(transferred.note);
  });

  test('is read through the contract, and a waiting customer can be answered', async () => {
    const { bruno } = world.people;
    const { items } = (await world.call(bruno, chatTickets, { all_users: true, pagination_limit: 100 })).chatTickets;
    for (const { customer, instance } of items) {
      const conversation = {
        customer_id: customer.id,
        instance_id: instance.id,
        all_users: true,
        finished_tickets: true,
      };
      expect((await world.call(bruno, customerChats, conversation)).customerChats.length).toBeGreaterThan(0);
    }
    const waiting = items.find((ticket) => ticket.unseenMsg > 0 && ticket.user?.id === bruno.id);
    if (waiting === undefined) throw new Error('Nobody waits for Bruno');
    expect((await world.send(bruno, waiting, 'Já vejo para você')).ack).toBe(0);
    const next = await world.open({ from: '5511900000099' });
    const [last] = await world.rows<{ protocol: string }>('select protocol from chat_ticket order by id desc limit 1');
    expect(last?.protocol).toBe(next.protocol);
  });

  test('has a campaign that is over and one that goes on, with counts that add up', async () => {
    const components = [{ type: 'BODY', text: '{{1}}, esta semana temos {{2}} de desconto.' }];
    const template = { id: '1', name: 'ofertas_da_semana', language: 'pt_BR', category: 'MARKETING', components };
    await seedCampaigns(world.server.db, now, ['aurora'], [{ ...template, tenant: 'aurora', accountId: '1' }]);
    const { items } = (await world.call(world.people.ana, campaigns, {})).campaigns;
    const [running, finished] = items;
    expect([running?.status, finished?.status]).toEqual(['running', 'finished']);
    const { total = 0, ...states } = finished?.counts ?? {};
    const { answered = 0, ...others } = states as Record<string, number>;
    expect(total).toBeGreaterThan(100);
    expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(answered).toBeGreaterThan(0);
    await world.call(world.people.ana, cancelCampaign, { id: running?.id ?? '' });
  });

  test('has a base of 5,000 with numbers of nobody, and audiences that have some of them', async () => {
    const { ana } = world.people;
    await seedBase(world.server.db, now, filled);
    expect(await counts('aurora')).toMatchObject({ customers: 5_000, open: 61 + 1 });
    expect((await counts('brisa'))?.['customers']).toBe(60);
    const [base] = await world.rows<Record<string, number>>(
      `select count(*)::int as all, count(*) filter (where phone_number ~ '^55[1-9][0-9]90[0-9]{7}$')::int as nobodys,
        count(whatsapp_consent)::int as said, count(*) filter (where exists (select from customer_tag t
          where t.customer_id = c.id))::int as tagged
      from customer c where not exists (select from chat_ticket t where t.customer_id = c.id)
        and tenant_id = (select id from tenant where slug = 'aurora')`,
    );
    expect(base?.['nobodys']).toBeGreaterThan(4_600);
    expect(base?.['said']).toBeGreaterThan(3_000);
    expect(base?.['tagged']).toBeGreaterThan(1_500);
    const { audiences: built } = await world.call(ana, audiences, {});
    expect(built).toHaveLength(3);
    for (const { tree } of built) {
      const { total } = (await world.call(ana, audienceCount, { tree })).audienceCount;
      expect(total).toBeGreaterThan(50);
      expect(total).toBeLessThan(2_500);
    }
  });

  test('is laid out once', async () => {
    const before = await counts('aurora');
    expect(await seedDemo(world.server.db, now)).toEqual([]);
    expect(await counts('aurora')).toEqual(before);
  });
});

describe('its flows', () => {
  test('are published and answer, with conversations that ended and that are under way, none of which is sent', async () => {
    await seedFlows(world.server.services, filled);
    const { ana } = world.people;
    const listed = (await world.call(ana, flows, {})).flows;
    expect(listed.map(({ name, is_active, running }) => [name, is_active, running > 0])).toEqual([
      ['Menu principal', true, true],
      ['Pesquisa de satisfação', true, true],
    ]);
    for (const { id: flow_id } of listed) {
      const steps = (await world.call(ana, flowFunnel, { flow_id, version: 1 })).flowFunnel;
      expect(steps.length).toBeGreaterThan(4);
      for (const { entered, left, waiting, dropped } of steps) expect(entered).toBe(left + waiting + dropped);
    }
    const statuses = await world.rows<{ status: string }>('select distinct status from flow_run order by status');
    expect(statuses.map(({ status }) => status)).toEqual(['ended', 'handed_off', 'running']);
    const theirs = 'join chat_ticket t on t.customer_id = c.id join flow_run r on r.ticket_id = t.id';
    expect(
      await world.rows(`select o.state from outbox o join customer c on c.id = o.customer_id ${theirs}
        where o.state <> 'sent'`),
    ).toEqual([]);
    expect(
      await world.rows(`select from customer c ${theirs} where t.unseen_count <>
        (select count(*) from message m where m.ticket_id = t.id and m.unseen)`),
    ).toEqual([]);
  });
});

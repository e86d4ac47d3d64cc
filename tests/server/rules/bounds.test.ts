import { afterAll, afterEach, beforeAll, describe, expect, test as it } from 'vitest';
import { RULE_DAILY_MAX } from '../../../contract/facts/rules.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { importRules, ruleBench, setRuleActive } from '../../../contract/graphql/rules.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { runRules } from '../../../server/domain/rules/run-rules.ts';
import { tellWaits } from '../../../server/domain/rules/waits.ts';
import { refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { act, all, on, rule, startRulesWorld, test } from './rules-world.ts';
import type { RulesWorld } from './rules-world.ts';

let world: RulesWorld;
beforeAll(async () => {
  world = await startRulesWorld();
});
afterEach(async () => {
  await world.rows('update flow set is_active = false');
  await world.clear();
});
afterAll(() => world.stop());

const RECEIVED = on('message.received');

async function says(text: string, phone = world.aPhone()) {
  await world.says(phone, text);
  await world.settled();
  const ticket = await world.ticketOf(world.people.ana, phone);
  return { phone, customerId: ticket?.customer.id ?? '', id: ticket?.id ?? '' };
}
/** What each of the last execution's actions was left out for. */
const skipped = async () => (await world.executions())[0]?.steps.map((step) => step.skipped);
const tagged = (id: string, tag: string) =>
  world.call(world.people.ana, tagCustomer, { id, tag_id: tag, tagged: true });

describe('whom rules write to', () => {
  it('who wants to hear nothing -> no answer to that, nor later by itself; what they ask then is answered', async () => {
    const tag = await world.has('tag', { name: 'Promo', color: 'red' });
    await world.add(rule(RECEIVED, all(), [act('send', null, 'Já vamos.')]), 'Responde');
    await world.add(rule(on('customer.tagged', [tag]), all(), [act('send', null, 'Promoção!')]), 'Promo');
    const { phone, customerId } = await says('SAIR');
    expect(await skipped()).toEqual(['optedOut']);
    await tagged(customerId, tag);
    await world.settled();
    expect(await skipped()).toEqual(['optedOut']);
    await says('Oi', phone);
    expect(await world.told(phone)).toEqual(['Já vamos.']);
  });
});

describe('a ticket that a flow has', () => {
  it('a rule on its opening -> leaves it; one that asks for words takes it, and its own text is still sent', async () => {
    const department = await world.addDepartment('Financeiro');
    await world.answering(menu());
    await world.add(rule(on('ticket.opened'), all(), [act('department', department)]), 'Abriu');
    await world.add(
      rule(RECEIVED, all(test('text', 'has', 'atendente')), [
        act('send', null, 'Um momento…'),
        act('department', department),
      ]),
      'Chama',
    );
    const { phone } = await says('Oi');
    expect(await skipped()).toEqual(['inFlow']);
    expect((await world.runsOf(phone)).map(({ status }) => status)).toEqual(['running']);
    await says('atendente', phone);
    expect(await skipped()).toEqual([null, null]);
    expect((await world.runsOf(phone)).map(({ status }) => status)).toEqual(['stopped']);
    const texts = await world.rows<{ body: string; error: string | null }>(
      `select m.body, o.last_error as error from message m join outbox o on o.message_id = m.id
       where m.body = 'Um momento…'`,
    );
    expect(texts).toEqual([{ body: 'Um momento…', error: null }]);
  });
});

describe('rules that don’t come to an end', () => {
  it('another machine answers, each time in a new ticket -> stopped for a day, and people are told once', async () => {
    await world.add(rule(RECEIVED, all(), [act('send', null, 'Fechado.'), act('finish')]), 'Fechado');
    const phone = world.aPhone();
    await says('Resposta', phone);
    // As if it had gone on like that.
    await world.rows(`insert into rule_execution (tenant_id, rule_id, number, position, event, at, ticket_id, customer_id,
        outcome, steps, chain, caused_from, caused_to)
      select tenant_id, rule_id, number, -again, event, at, ticket_id, customer_id, outcome, steps, chain, 0, 0
      from rule_execution, generate_series(1, 18) as again`);
    for (const text of ['De novo', 'De novo', 'De novo']) await says(text, phone);
    await world.travel(world.now() + 11 * 60_000);
    await says('De novo', phone);
    expect(await world.told(phone)).toHaveLength(2);
    expect((await world.did()).slice(-2)).toEqual(['Fechado done', 'Fechado often']);
    const tickets = await world.ticketsOf(phone);
    expect([tickets.length, tickets.filter(({ isOpen }) => isOpen).length]).toEqual([3, 1]);
    const notes = await world.rows<{ author: string }>(
      "select author from conversation_event where ticket_id = $1 and kind = 'note'",
      [tickets.at(-1)?.id],
    );
    expect(notes.map(({ author }) => author)).toEqual(['Regra: Fechado']);
    await world.travel(world.now() + 24 * 3_600_000);
    await says('Bom dia', phone);
    expect(await world.told(phone)).toHaveLength(3);
  });

  it('not often, but the whole day long -> stopped as well', async () => {
    await world.add(rule(RECEIVED, all(), [act('note', null, 'x')]), 'R');
    const { phone } = await says('Oi');
    const again = (count: number) =>
      world.rows(
        `insert into rule_execution (tenant_id, rule_id, number, position, event, at, ticket_id, customer_id,
           outcome, steps, chain, caused_from, caused_to)
         select tenant_id, rule_id, number, -n, event, at - interval '2 hours', ticket_id, customer_id, outcome, steps,
           chain, 0, 0 from rule_execution, generate_series(1, $1::integer) n`,
        [count],
      );
    await again(RULE_DAILY_MAX - 2);
    await says('De novo', phone);
    await says('De novo', phone);
    expect((await world.executions()).slice(0, 2).map(({ outcome }) => outcome)).toEqual(['often', 'done']);
  });

  it('through a flow that waits -> can’t be published; one that came by an import is stopped', async () => {
    const { ana } = world.people;
    const tag = await world.has('tag', { name: 'Roda', color: 'red' });
    const set = (isOn: boolean, next: string): Flow['nodes'][string] => ({
      kind: 'set',
      label: null,
      target: { of: 'tag', tag_id: tag, on: isOn },
      exits: { next },
    });
    const circle: Flow = {
      schema: 1,
      kind: 'passive',
      start: 'espera',
      variables: {},
      nodes: {
        espera: { kind: 'pause', label: null, lasts: { minutes: 1 }, exits: { next: 'tira', message: 'tira' } },
        tira: set(false, 'poe'),
        poe: set(true, 'fim'),
        fim: { kind: 'end', label: null, text: null, finishes: false, exits: {} },
      },
    };
    const flow = await world.draft(menu(), 'Da roda');
    await world.publish(flow);
    const definition = rule(on('customer.tagged', [tag]), all(), [act('flow', flow.id)]);
    const { id: ruleId } = await world.add(definition, 'Começa');
    const drawn = await world.save({ ...flow, version: await versionOf(flow.id) }, circle);
    expect(await refusalOf(world.publish(drawn))).toBe('CONFLICT error.rule.loop');

    await world.call(ana, setRuleActive, { id: ruleId, is_active: false });
    expect((await world.publish(drawn)).is_published).toBe(true);
    const file = JSON.stringify({ schema: 1, rules: [{ name: 'Vinda', is_active: true, definition }], names: {} });
    const { importRules: done } = await world.call(ana, importRules, { file, keeps_active: true });
    expect(done.map(({ loop }) => loop)).toEqual(['“Vinda” → “Vinda”']);
    const { phone, customerId } = await says('Oi');
    await tagged(customerId, tag);
    await world.settled();
    await world.pass(2);
    await world.settled();
    expect(await world.did()).toEqual(['Vinda done', 'Vinda again']);
    expect(await world.runsOf(phone)).toHaveLength(1);
  });

  it('an event at which the database fails again and again -> left out in the end, and the next one is looked at', async () => {
    const tag = await world.has('tag', { name: 'Presa', color: 'red' });
    await world.rows(`create function stall_tags() returns trigger language plpgsql as
      $$ begin raise exception 'too long' using errcode = '57014'; end $$`);
    await world.rows('create trigger stalled before insert on customer_tag for each row execute function stall_tags()');
    await world.add(rule(RECEIVED, all(test('text', 'is', 'presa')), [act('tag', tag)]), 'Prende');
    await world.add(rule(RECEIVED, all(test('text', 'is', 'livre')), [act('note', null, 'x')]), 'Segue');
    const phone = world.aPhone();
    await world.says(phone, 'presa');
    await world.says(phone, 'livre');
    const stumbles = new Map();
    const run = () => runRules(world.server.services, world.tenantId, stumbles);
    for (let at = 0; at < 10; at += 1) await expect(run()).rejects.toThrow('too long');
    while (await run());
    await world.rows('drop function stall_tags cascade');
    expect(await world.did()).toEqual(['Segue done']);
  });
});

describe('two nodes', () => {
  it('that read the same event -> one looks at it: the other doesn’t, once what was done makes another rule’s condition hold', async () => {
    const tag = await world.has('tag', { name: 'Visto', color: 'red' });
    await world.add(rule(RECEIVED, all(test('tag', 'in', tag)), [act('note', null, 'de novo')]), 'De novo');
    await world.add(rule(RECEIVED, all(test('tag', 'notIn', tag)), [act('tag', tag)]), 'Marca');
    await world.says(world.aPhone(), 'Oi');
    const { services, databaseUrl } = world.server;
    const db = openDatabase({ url: databaseUrl, log: services.log });
    // Both have read, and wait for the company.
    const holding = await world.server.owner.connect();
    await holding.query('begin');
    await holding.query('select from tenant where id = $1 for update', [world.tenantId]);
    const running = [services.db, db].map((each) => runRules({ ...services, db: each }, world.tenantId));
    await expectEventually(async () => {
      const { rows } = await holding.query('select from pg_locks where not granted');
      return rows.length;
    }).toBe(2);
    await holding.query('rollback');
    holding.release();
    await Promise.all(running);
    await world.settled();
    await db.close();
    expect(await world.did()).toEqual(['Marca done']);
  });
});

describe('what was before', () => {
  it('who had waited so long before the rule was switched on -> isn’t told of', async () => {
    await says('Oi');
    await world.travel(world.now() + 31 * 60_000);
    await world.add(rule(on('ticket.waiting', [], 30), all(), [act('note', null, 'espera')]), 'Espera');
    const told = await tellWaits(world.server.services);
    await world.travel(world.now() + 60_000);
    expect([told, await tellWaits(world.server.services)]).toEqual([0, 0]);
  });
});

describe('the bench', () => {
  it('of conversations that whoever tries doesn’t see -> neither who wrote nor what', async () => {
    const { bruno } = world.people;
    await world.rows('delete from event');
    const permitted = `insert into role_permission (tenant_id, role_id, route_name)
      select tenant_id, role_id, 'rules' from app_user where id = $1`;
    await world.rows(permitted, [bruno.id]);
    const { id } = await says('segredo');
    await world.rows('update chat_ticket set user_id = $1 where id = $2', [world.people.carla.id, id]);
    const definition = JSON.stringify(rule(RECEIVED, all(test('text', 'has', 'oi')), [act('finish')]));
    const trialsOf = async (who = bruno) =>
      (await world.call(who, ruleBench, { name: 'N', definition })).ruleBench.trials.map(
        ({ customer, chatTicket, text, misses }) => [customer === null, chatTicket === null, text, misses[0]?.actual],
      );
    expect(await trialsOf(world.people.ana)).toEqual([[false, false, 'segredo', 'segredo']]);
    expect(await trialsOf()).toEqual([[true, true, '', null]]);
    await world.rows("delete from role_permission where route_name = 'rules'");
  });
});

async function versionOf(flowId: string): Promise<string> {
  const [row] = await world.rows<{ version: string }>('select version::text as version from flow where id = $1', [
    flowId,
  ]);
  return row?.version ?? '';
}

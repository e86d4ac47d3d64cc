import { afterAll, afterEach, beforeAll, describe, expect, test as it } from 'vitest';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { ticketRules } from '../../../contract/graphql/rules.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { tellWaits } from '../../../server/domain/rules/waits.ts';
import { refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { act, all, any, on, rule, startRulesWorld, test } from './rules-world.ts';
import type { RulesWorld } from './rules-world.ts';

let world: RulesWorld;
beforeAll(async () => {
  world = await startRulesWorld();
});
afterEach(() => world.clear());
afterAll(() => world.stop());

const RECEIVED = on('message.received');

/** A customer writes, and the rules looked at it; their ticket. */
async function says(text: string, phone = world.aPhone(), more: Record<string, unknown> = {}) {
  await world.says(phone, text, more);
  await world.settled();
  const ticket = await world.ticketOf(world.people.ana, phone);
  return { phone, ticket, id: ticket?.id ?? '' };
}

describe('what rules do', () => {
  it('words in a message -> tag, field, note and notice; the next rule sees the tag', async () => {
    const { ana } = world.people;
    const tag = await world.has('tag', { name: 'Reclamação', color: 'red' });
    const field = await world.has('customer_field', { name: 'Motivo', type: 'text' });
    await world.add(
      rule(RECEIVED, any(test('text', 'has', 'reclamar', 'procon'), test('kind', 'in', 'audio')), [
        act('tag', tag),
        act('field', field, 'reclamação'),
        act('note', null, 'Cuidado com este cliente'),
        act('notify', ana.id, 'olhe já'),
      ]),
      'Reclamação',
    );
    await world.add(rule(RECEIVED, all(test('tag', 'in', tag)), [act('finish')]), 'Encerra');
    const { phone, ticket } = await says('Vou ao PROCON amanhã');
    expect(ticket).toBeUndefined();
    expect(await world.tagsOf(phone)).toEqual(['Reclamação']);
    expect(await world.did()).toEqual(['Reclamação done', 'Encerra done']);
    const finished = await world.ticketOf(ana, phone, true);
    const { customer, instance } = finished ?? {};
    const { customerDetails: card } = await world.call(ana, customerDetails, { id: customer?.id ?? '' });
    expect(card.values).toContainEqual({ field_id: field, value: 'reclamação' });
    const { customerChatEvents: lines } = await world.call(ana, customerChatEvents, {
      customer_id: customer?.id ?? '',
      instance_id: instance?.id ?? '',
    });
    const notes = lines.filter(({ kind }) => kind === 'note');
    expect(notes.map(({ user, message, mentions }) => [user?.name, message, mentions.length])).toEqual([
      ['Regra: Reclamação', 'Cuidado com este cliente', 0],
      ['Regra: Reclamação', expect.stringMatching(/^@Ana .* olhe já$/), 1],
    ]);
  });

  it('other words -> nothing; another word that has them inside -> nothing', async () => {
    await world.add(rule(RECEIVED, all(test('text', 'has', 'oi')), [act('note', null, 'x')]));
    await says('coisa');
    expect(await world.did()).toEqual([]);
  });

  it('stop here -> those after it don’t see the event; once a ticket -> the second message is nobody’s', async () => {
    await world.add(rule(RECEIVED, all(test('text', 'has', 'vip')), [act('note', null, 'a')], { stops: true }), 'A');
    await world.add(rule(RECEIVED, all(), [act('note', null, 'b')], { once: true }), 'B');
    const { phone } = await says('sou vip');
    await says('bom dia', phone);
    await says('boa tarde', phone);
    expect(await world.did()).toEqual(['A done', 'B done']);
  });

  it('to a department, to somebody, back to the queue -> each as if a person had done it; what can’t be is left out', async () => {
    const { ana, bruno, carla } = world.people;
    const department = await world.addDepartment('Financeiro');
    await world.add(rule(RECEIVED, all(test('text', 'is', 'boleto')), [act('department', department)]), 'Move');
    await world.add(rule(RECEIVED, all(test('text', 'is', 'bruno')), [act('assign', bruno.id)]), 'Dá');
    await world.add(rule(RECEIVED, all(test('text', 'is', 'fila')), [act('queue')]), 'Fila');
    await world.rows('delete from user_instance where user_id = $1', [carla.id]);
    await world.add(rule(RECEIVED, all(test('text', 'is', 'carla')), [act('assign', carla.id)]), 'Não dá');
    const told = async () =>
      (
        await world.rows(
          `select from event where tenant_id = $1 and name = 'ListUpdated' and data ->> 'list' = 'ticket_rules'`,
          [world.tenantId],
        )
      ).length;
    const before = await told();
    const { phone, ticket } = await says('boleto');
    expect(ticket).toMatchObject({ department_id: department, user: null });
    expect((await says('bruno', phone)).ticket?.user?.id).toBe(bruno.id);
    expect((await says('fila', phone)).ticket?.user).toBeNull();
    const { id } = await says('carla', phone);
    expect(await world.did()).toEqual(['Move done', 'Dá done', 'Fila done', 'Não dá skipped']);
    const { ticketRules: shown } = await world.call(ana, ticketRules, { ticket_id: id });
    expect(await told()).toBe(before + 4);
    expect(shown[0]).toMatchObject({ rule: { name: 'Não dá' }, steps: [{ do: 'assign', skipped: 'cannot' }] });
    expect(await refusalOf(world.call(world.people.bia, ticketRules, { ticket_id: id }))).toBe(
      'NOT_FOUND error.notFound',
    );
  });

  it('a text -> sent once, filled in, and the customer goes on waiting; outside the window -> left out', async () => {
    await world.add(rule(RECEIVED, all(), [act('send', null, '{{saudacao}}, {{cliente}}! Já vamos.')]), 'Avisa');
    const { phone, ticket } = await says('Oi');
    await expectEventually(() => world.told(phone)).toEqual(['Bom dia, Luciana! Já vamos.']);
    expect(ticket).toMatchObject({ isNotResponded: true, waiting_since: expect.any(String) });
    await world.rows("update instance set activated = false where name = 'Vendas'");
    await says('Oi?', phone);
    await world.rows("update instance set activated = true where name = 'Vendas'");
    const [latest] = await world.executions();
    expect(latest).toMatchObject({ outcome: 'skipped', steps: [{ skipped: 'window' }] });
    expect(await world.told(phone)).toHaveLength(1);
  });

  it('a reply of the company’s -> by the hour, with who has the ticket; a person’s own isn’t one', async () => {
    const { bruno } = world.people;
    const body = '{{saudacao}}! {{atendente}} já responde. {{protocolo}}';
    const shared = await world.has('quick_reply', { shortcut: 'ja', body });
    const own = await world.has('quick_reply', { shortcut: 'meu', body, user_id: bruno.id });
    await world.add(rule(RECEIVED, all(test('text', 'is', 'oi')), [act('reply', shared)]), 'Responde');
    const { phone, ticket, id } = await says('oi');
    await world.call(bruno, takeChatTicket, { id });
    const ten = world.now();
    for (const hours of [2, 8]) {
      await world.travel(ten + hours * 3_600_000);
      await says('oi', phone);
    }
    expect(
      (await world.told(phone)).map((text) => text.replaceAll(/\s+/gu, ' ').replace(ticket?.protocol ?? '', '#')),
    ).toEqual([
      'Bom dia! já responde. #',
      'Boa tarde! Bruno Carvalho já responde. #',
      'Boa noite! Bruno Carvalho já responde. #',
    ]);
    const definition = rule(RECEIVED, all(), [act('reply', own)]);
    await expect(world.add(definition, 'De outro')).rejects.toThrow('error.rule.gone');
    await world.rows('update quick_reply set user_id = $2 where id = $1', [shared, bruno.id]);
    await says('oi', phone);
    expect((await world.executions())[0]?.steps).toMatchObject([{ do: 'reply', skipped: 'gone' }]);
  });

  it('finished with an outcome -> it has it; with one that was removed since, or a tag too many -> left out', async () => {
    const { ana } = world.people;
    const outcome = await world.has('outcome', { name: 'Resolvido' });
    const tag = await world.has('tag', { name: 'Mais uma', color: 'red' });
    await world.add(rule(RECEIVED, all(test('text', 'is', 'fim')), [act('finish', outcome)]), 'Encerra');
    await world.add(rule(RECEIVED, all(test('text', 'is', 'marca')), [act('tag', tag)]), 'Marca');
    const { phone } = await says('fim');
    expect((await world.ticketOf(ana, phone, true))?.outcome).toBe('Resolvido');
    await world.rows('update outcome set deleted_at = now() where id = $1', [outcome]);
    const other = await says('fim');
    expect(other.ticket?.finished_at).toBeNull();
    await world.rows(
      `with made as (insert into tag (tenant_id, name, color)
         select $1, 'Nº ' || n, 'blue' from generate_series(1, 20) n returning tenant_id, id)
       insert into customer_tag (tenant_id, customer_id, tag_id) select tenant_id, $2, id from made`,
      [world.tenantId, other.ticket?.customer.id],
    );
    await says('marca', other.phone);
    const skips = (await world.executions()).flatMap(({ steps }) => steps.map(({ skipped }) => skipped));
    expect(skips).toEqual(['tooManyTags', 'gone', null]);
    await world.rows('delete from customer_tag where customer_id = $1', [other.ticket?.customer.id]);
  });

  it('a published flow -> begins; of a ticket that somebody has -> left out', async () => {
    const { bruno } = world.people;
    const flow = await world.draft(menu());
    await world.publish(flow);
    await world.add(rule(RECEIVED, all(test('text', 'has', 'ajuda')), [act('flow', flow.id)]), 'Fluxo');
    const { phone } = await says('ajuda');
    expect((await world.runsOf(phone)).map(({ status }) => status)).toEqual(['running']);
    const other = await says('oi');
    await world.call(bruno, takeChatTicket, { id: other.id });
    await says('ajuda', other.phone);
    const [latest] = await world.executions();
    expect(latest).toMatchObject({ outcome: 'skipped', steps: [{ skipped: 'owned' }] });
  });

  it('a rule that fails -> nothing of it stays, the others go on', async () => {
    const tag = await world.has('tag', { name: 'Quebra', color: 'red' });
    await world.rows(`create function break_tags() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`);
    await world.rows('create trigger broken before insert on customer_tag for each row execute function break_tags()');
    await world.add(rule(RECEIVED, all(), [act('note', null, 'some'), act('tag', tag)]), 'Quebra');
    await world.add(rule(RECEIVED, all(), [act('note', null, 'fica')]), 'Segue');
    const { id } = await says('Oi');
    await world.rows('drop function break_tags cascade');
    expect(await world.did()).toEqual(['Quebra failed', 'Segue done']);
    const notes = await world.rows<{ body: string }>(
      "select body from conversation_event where ticket_id = $1 and kind = 'note'",
      [id],
    );
    expect(notes.map(({ body }) => body)).toEqual(['fica']);
  });
});

describe('what rules wait for', () => {
  it('a customer is new, changed, tagged, untagged, has another value -> each its own event', async () => {
    const { ana } = world.people;
    const tag = await world.has('tag', { name: 'VIP', color: 'blue' });
    const other = await world.has('tag', { name: 'Outra', color: 'blue' });
    const field = await world.has('customer_field', { name: 'Plano', type: 'text' });
    const seen = await world.has('customer_field', { name: 'Visto', type: 'text' });
    const mark = (text: string) => [act('field', seen, text)];
    await world.add(rule(on('customer.created'), all(), mark('novo')), 'Novo');
    await world.add(rule(on('customer.changed'), all(), mark('mudou')), 'Mudou');
    await world.add(rule(on('customer.tagged', [tag]), all(), mark('vip')), 'Tagged');
    await world.add(rule(on('customer.untagged', [tag]), all(), mark('não é mais')), 'Untagged');
    await world.add(rule(on('customer.field', [field]), all(), mark('plano')), 'Plano');
    const phone = world.aPhone();
    const { newCustomer: made } = await world.call(ana, newCustomer, { name: 'Caio', phone_number: phone, values: [] });
    const { id } = made.customer;
    await world.call(ana, updateCustomer, { id, name: 'Caio Lima', values: [] });
    await world.call(ana, tagCustomer, { id, tag_id: tag, tagged: true });
    await world.call(ana, tagCustomer, { id, tag_id: other, tagged: true });
    await world.call(ana, tagCustomer, { id, tag_id: tag, tagged: false });
    await world.call(ana, updateCustomer, {
      id,
      name: 'Caio Lima',
      values: [{ field_id: field, value: 'ouro' }],
    });
    await world.settled();
    expect(await world.did()).toEqual(['Novo done', 'Mudou done', 'Tagged done', 'Untagged done', 'Plano done']);
  });

  it('opened, taken, finished, by whom it may be -> each its own event', async () => {
    const { bruno } = world.people;
    const noted = (name: string) => [act('note', null, name)];
    await world.add(rule(on('ticket.opened'), all(test('first', 'is', 'true')), noted('abriu')), 'Abriu');
    await world.add(rule(on('ticket.taken'), all(test('owner', 'in', bruno.id)), noted('pegou')), 'Pegou');
    await world.add(rule(on('ticket.finished'), all(test('outcome', 'empty')), noted('fechou')), 'Fechou');
    const { id } = await says('Oi');
    await world.call(bruno, takeChatTicket, { id });
    await world.finish(bruno, id);
    await world.settled();
    expect(await world.did()).toEqual(['Abriu done', 'Pegou done', 'Fechou done']);
  });

  it('a customer waits as long as a rule says -> once for each wait', async () => {
    await world.add(rule(on('ticket.waiting', [], 30), all(), [act('note', null, 'espera')]), 'Espera');
    const { phone, ticket } = await says('Oi');
    const later = async (minutes: number) => {
      await world.travel(world.now() + minutes * 60_000);
      await tellWaits(world.server.services);
      await tellWaits(world.server.services);
      await world.settled();
    };
    await later(29);
    expect(await world.did()).toEqual([]);
    await later(2);
    await later(60);
    expect(await world.did()).toEqual(['Espera done']);
    if (ticket === undefined) throw new Error('No ticket');
    await world.send(world.people.bruno, ticket, 'Olá!');
    await says('E aí?', phone);
    await later(31);
    expect(await world.did()).toEqual(['Espera done', 'Espera done']);
  });

  it('what was before a rule was switched on -> not looked at, however far behind the others are', async () => {
    const { phone } = await says('antes');
    await world.add(rule(RECEIVED, all(), [act('note', null, 'x')]), 'R');
    await world.rows('update rule_cursor set position = 0');
    await world.settled();
    expect(await world.did()).toEqual([]);
    await says('depois', phone);
    expect(await world.did()).toEqual(['R done']);
  });

  it('another company’s message -> nothing', async () => {
    await world.add(rule(RECEIVED, all(), [act('note', null, 'x')]), 'R');
    await world.write({ from: world.aPhone(), number: 'brisa', at: new Date(world.now()) });
    await world.settled();
    expect(await world.did()).toEqual([]);
  });
});

describe('causes', () => {
  it('five rules that cause one another act; the sixth is stopped', async () => {
    const tags = await Promise.all(
      Array.from({ length: 7 }, (_, at) => world.has('tag', { name: `T${at}`, color: 'blue' })),
    );
    const [first = '', ...others] = tags;
    await world.add(rule(RECEIVED, all(), [act('tag', first)]), 'R0');
    for (const [at, next] of others.entries())
      await world.add(rule(on('customer.tagged', [tags[at] ?? '']), all(), [act('tag', next)]), `R${at + 1}`);
    const { phone } = await says('Oi');
    expect(await world.did()).toEqual(['R0 done', 'R1 done', 'R2 done', 'R3 done', 'R4 done', 'R5 deep']);
    expect(await world.tagsOf(phone)).toEqual(['T0', 'T1', 'T2', 'T3', 'T4']);
    expect((await world.executions())[0]?.causes).toEqual(['R0', 'R1', 'R2', 'R3', 'R4']);
  });

  it('often on one ticket -> stopped: another machine answers', async () => {
    await world.add(rule(RECEIVED, all(), [act('note', null, 'x')]), 'R');
    const phone = world.aPhone();
    for (let at = 0; at < 21; at += 1) await world.says(phone, `Olá ${at}`);
    await world.settled();
    const did = await world.did();
    expect([did.length, did.at(-1), did.filter((each) => each === 'R done').length]).toEqual([21, 'R often', 20]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test as it } from 'vitest';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import {
  exportRules,
  importRules,
  ruleBench,
  setRuleActive,
  ticketRules,
  updateRule,
} from '../../../contract/graphql/rules.ts';
import type { RuleStep } from '../../../contract/entities/rule.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { refusalOf } from '../../support/attendance.ts';
import { act, all, on, rule, startRulesWorld, test } from './rules-world.ts';
import type { RulesWorld } from './rules-world.ts';

/* What rules don't do. */

let world: RulesWorld;
beforeAll(async () => {
  world = await startRulesWorld();
});
afterEach(() => world.clear());
afterAll(() => world.stop());

const RECEIVED = on('message.received');
const NOTE = act('note', null, 'x');

async function says(phone: string, text: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = await world.says(phone, text, more);
  await world.settled();
  return id;
}

/** What was left out of what a rule did last, and why. */
async function steps(): Promise<readonly (readonly [string, RuleStep['skipped']])[]> {
  const [latest] = await world.executions();
  return latest?.steps.map(({ do: name, skipped }) => [name, skipped] as const) ?? [];
}

describe('a rule that acts', () => {
  it('once a ticket, and a part of it was left out -> not a second time', async () => {
    await world.add(rule(RECEIVED, all(), [NOTE, act('untag', await aTag())], { once: true }), 'Uma vez');
    const phone = world.aPhone();
    for (const text of ['Oi', 'Oi?']) await says(phone, text);
    expect(await world.did()).toEqual(['Uma vez partly']);
  });

  it('on what a customer changed afterwards -> not: it isn’t another message', async () => {
    await world.add(rule(RECEIVED, all(), [NOTE]), 'R');
    const phone = world.aPhone();
    const id = await says(phone, 'Rua A');
    const edit = { original_message_id: id, message: { type: 'text', text: { body: 'Rua B' } } };
    await says(phone, '', { text: undefined, type: 'edit', edit });
    expect(await world.did()).toEqual(['R done']);
  });

  it('by a text once the month’s messages are used up -> left out', async () => {
    await world.add(rule(RECEIVED, all(), [act('send', null, 'Já vamos.')]));
    await world.rows("update tenant set message_limit = 0 where slug = 'aurora'");
    const phone = world.aPhone();
    await says(phone, 'Oi');
    await world.rows('update tenant set message_limit = null');
    expect(await steps()).toEqual([['send', 'limit']]);
    expect(await world.told(phone)).toEqual([]);
  });

  it.each(['conversation-bot', 'passive-chat-flow'])(
    'by a flow while the company hasn’t %s -> left out',
    async (option) => {
      const flow = await world.draft(menu());
      await world.publish(flow);
      await world.add(rule(RECEIVED, all(), [act('flow', flow.id)]));
      await world.rows('insert into tenant_feature (tenant_id, option, enabled) values ($1, $2, false)', [
        world.tenantId,
        option,
      ]);
      const phone = world.aPhone();
      await says(phone, 'Oi');
      await world.rows('delete from tenant_feature where option = $1', [option]);
      expect(await steps()).toEqual([['flow', 'gone']]);
      expect(await world.runsOf(phone)).toEqual([]);
    },
  );

  it('on a ticket that is offered to somebody -> leaves it to them', async () => {
    const { ana, bruno, carla } = world.people;
    const flow = await world.draft(menu());
    await world.publish(flow);
    const phone = world.aPhone();
    await says(phone, 'Oi');
    const ticket_id = (await world.ticketOf(ana, phone))?.id ?? '';
    await world.call(bruno, createTicketTransfer, {
      chat_ticket_id: ticket_id,
      next_user_id: carla.id,
      previous_user_id: null,
    });
    const actions = [act('flow', flow.id), act('assign', bruno.id), act('finish')];
    await world.add(rule(RECEIVED, all(), actions));
    await says(phone, 'Oi?');
    expect(await steps()).toEqual(actions.map(({ do: name }) => [name, 'transfer']));
    expect(await world.ticketOf(ana, phone)).toMatchObject({ id: ticket_id, user: null });
  });

  it('on a conversation -> is told to who sees it alone', async () => {
    const { ana, bruno, carla } = world.people;
    await world.add(rule(RECEIVED, all(), [NOTE]), 'R');
    const phone = world.aPhone();
    await says(phone, 'Oi');
    const ticket_id = (await world.ticketOf(ana, phone))?.id ?? '';
    await world.rows('delete from user_instance where user_id = $1', [carla.id]);
    const told = await world.call(bruno, ticketRules, { ticket_id });
    expect(told.ticketRules.map((each) => each.rule.name)).toEqual(['R']);
    expect(await refusalOf(world.call(carla, ticketRules, { ticket_id }))).toBe('NOT_FOUND error.notFound');
  });

  it('is saved as it is while it is behind -> goes on with what it hasn’t seen yet', async () => {
    const { ana } = world.people;
    const definition = rule(RECEIVED, all(), [NOTE]);
    const { id } = await world.add(definition, 'R');
    await world.says(world.aPhone(), 'Oi');
    const form = { name: 'R', definition: JSON.stringify(definition), is_active: true };
    await world.call(ana, updateRule, { id, version: null, ...form });
    await world.settled();
    expect(await world.did()).toEqual(['R done']);
  });
});

describe('a rule that is off', () => {
  it('stops nothing on the bench', async () => {
    const { ana } = world.people;
    await world.rows('delete from event');
    const { id } = await world.add(rule(RECEIVED, all(), [NOTE], { stops: true }), 'Para');
    await says(world.aPhone(), 'Oi');
    const tried = async () => {
      const definition = JSON.stringify(rule(RECEIVED, all(test('text', 'has', 'oi')), [NOTE]));
      return (await world.call(ana, ruleBench, { name: 'N', definition })).ruleBench;
    };
    expect(await tried()).toMatchObject({ matched: 0, unreached: 1 });
    await world.call(ana, setRuleActive, { id, is_active: false });
    expect(await tried()).toMatchObject({ matched: 1, unreached: 0 });
  });

  it('closes no circle in a file', async () => {
    const { ana } = world.people;
    const [x, y] = [await aTag(), await aTag()];
    await world.add(rule(on('customer.tagged', [x]), all(), [act('tag', y)]), 'Vai');
    const { id } = await world.add(rule(RECEIVED, all(), [NOTE]), 'Volta', false);
    const file = JSON.parse((await world.call(ana, exportRules, {})).exportRules);
    const back = rule(on('customer.tagged', [y]), all(), [act('tag', x)]);
    await world.rows('delete from rule where id <> $1', [id]);
    const loops = async (isActive: boolean) => {
      const rules = [
        { name: 'Volta de novo', is_active: isActive, definition: back },
        ...file.rules.filter(({ name }: { name: string }) => name === 'Vai'),
      ];
      const text = JSON.stringify({ ...file, rules });
      const { importRules: done } = await world.call(ana, importRules, { file: text, keeps_active: true });
      await world.rows('delete from rule where id <> $1', [id]);
      return done.map(({ loop }) => loop !== null);
    };
    expect(await loops(true)).toEqual([false, true]);
    expect(await loops(false)).toEqual([false, false]);
  });
});

let tags = 0;
const aTag = () => world.has('tag', { name: `Etiqueta ${(tags += 1)}`, color: 'red' });

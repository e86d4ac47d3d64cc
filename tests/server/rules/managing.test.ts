import { afterAll, afterEach, beforeAll, describe, expect, test as it } from 'vitest';
import {
  deleteRule,
  exportRules,
  importRules,
  newRule,
  orderRules,
  ruleBench,
  ruleChoices,
  ruleExecutions,
  rules,
  setRuleActive,
  updateRule,
} from '../../../contract/graphql/rules.ts';
import { RULE_COUNT_DAYS, RULES_MAX } from '../../../contract/facts/rules.ts';
import type { RuleDefinition } from '../../../contract/entities/rule.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { fieldsOf, Refused, refusalOf } from '../../support/attendance.ts';
import { act, all, on, rule, startRulesWorld, test } from './rules-world.ts';
import type { RulesWorld } from './rules-world.ts';

let world: RulesWorld;
beforeAll(async () => {
  world = await startRulesWorld();
});
afterEach(() => world.clear());
afterAll(() => world.stop());

const RECEIVED = on('message.received');
const NOTE = [act('note', null, 'x')];
const refused = (definition: RuleDefinition) => world.add(definition).catch((error: unknown) => error);
const chainOf = async (definition: RuleDefinition): Promise<unknown> => {
  const error = await refused(definition);
  if (!(error instanceof Refused)) return 'not refused';
  return error.errors[0]?.extensions?.params?.['chain'] ?? error.key;
};

describe('managing rules', () => {
  it('created, changed, ordered, switched, deleted -> the list says so; an outdated version is refused', async () => {
    const { ana } = world.people;
    const a = await world.add(rule(RECEIVED, all(), NOTE), 'A');
    const b = await world.add(rule(on('ticket.opened'), all(), NOTE), 'B', false);
    const c = await world.add(rule(on('ticket.opened'), all(), NOTE), 'C', false);
    const listed = async () =>
      (await world.call(ana, rules, {})).rules.map(({ name, is_active, number }) => [name, is_active, number]);
    // Those that aren't named keep their places.
    await world.call(ana, orderRules, { ids: [c.id, a.id] });
    expect((await listed()).map(([name]) => name)).toEqual(['C', 'B', 'A']);
    await world.call(ana, deleteRule, { id: c.id });
    expect(await listed()).toEqual([
      ['B', false, 1],
      ['A', true, 1],
    ]);
    const form = {
      id: a.id,
      name: 'A',
      definition: JSON.stringify(rule(RECEIVED, all(), [act('finish')])),
      is_active: true,
    };
    const changed = (await world.call(ana, updateRule, { ...form, version: a.version })).updateRule;
    expect(changed.number).toBe(2);
    expect(await refusalOf(world.call(ana, updateRule, { ...form, version: a.version }))).toBe(
      'CONFLICT error.form.conflict',
    );
    const switched = await world.call(ana, setRuleActive, { id: b.id, is_active: true });
    expect(switched.setRuleActive.version).toBe(b.version);
    await world.call(ana, deleteRule, { id: a.id });
    expect(await listed()).toEqual([['B', true, 1]]);
    const audited = await world.rows<{ action: string }>(
      "select action from audit where action like 'rule.%' order by id",
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'rule.create',
      'rule.create',
      'rule.create',
      'rule.order',
      'rule.delete',
      'rule.update',
      'rule.activate',
      'rule.delete',
    ]);
  });

  it('how often it acted of late -> shown on it, and each time in the list of its own', async () => {
    const { ana } = world.people;
    const busy = await world.add(rule(RECEIVED, all(), NOTE), 'Ativa');
    const tag = await world.has('tag', { name: 'Nada', color: 'red' });
    const idle = await world.add(rule(RECEIVED, all(), [act('untag', tag)]), 'Ociosa');
    for (let times = 0; times < 2; times += 1) await world.says(world.aPhone(), 'Oi');
    await world.settled();
    await world.rows('update rule_execution set at = now()');
    const acted = async () => (await world.call(ana, rules, {})).rules.map(({ id, acted: times }) => [id, times]);
    // What was left out is no deed.
    expect(await acted()).toEqual([
      [busy.id, 2],
      [idle.id, 0],
    ]);
    const listed = await world.executions(busy.id);
    expect(listed.map((each) => [each.rule.id, each.outcome])).toEqual([
      [busy.id, 'done'],
      [busy.id, 'done'],
    ]);
    expect(Number(listed[0]?.id)).toBeGreaterThan(Number(listed[1]?.id));
    const { ruleExecutions: page } = await world.call(ana, ruleExecutions, { pagination_page: 2, pagination_limit: 3 });
    expect(page).toMatchObject({ total_items: 4, total_pages: 2, items: [{ rule: { id: busy.id } }] });
    await world.rows('update rule_execution set at = at - make_interval(days => $1) where id = $2', [
      RULE_COUNT_DAYS + 1,
      listed[0]?.id,
    ]);
    expect((await acted())[0]).toEqual([busy.id, 1]);
  });

  it('as many as there may be -> no more', async () => {
    await world.add(rule(RECEIVED, all(), NOTE), 'Primeira');
    await world.rows(
      `insert into rule (tenant_id, name, definition, position, since)
       select tenant_id, 'Nº ' || n, definition, n, since from rule, generate_series(1, $1::integer) n where is_active`,
      [RULES_MAX - 2],
    );
    await world.add(rule(RECEIVED, all(), NOTE), 'Última');
    expect(await refusalOf(world.add(rule(RECEIVED, all(), NOTE), 'Uma a mais'))).toBe('CONFLICT error.rule.tooMany');
  });

  it('what isn’t a rule, a taken name, another company’s tag -> refused by path; without the permission -> forbidden', async () => {
    const { ana, bruno } = world.people;
    await world.add(rule(RECEIVED, all(), NOTE), 'A');
    const tried = (definition: unknown, name = 'B') =>
      fieldsOf(world.call(ana, newRule, { name, definition: JSON.stringify(definition), is_active: true }));
    expect(await tried(rule(RECEIVED, all(), []))).toEqual({ actions: 'error.rule.noAction' });
    expect(await tried(rule(RECEIVED, all(test('text', 'has')), [act('tag')]))).toEqual({
      'condition.groups.0.tests.0.values': 'error.field.required',
      'actions.0.id': 'error.field.required',
    });
    expect(await tried(rule(on('ticket.opened'), all(test('text', 'has', 'oi')), NOTE))).toEqual({
      condition: 'error.rule.unknownThere',
    });
    expect(await tried(rule(RECEIVED, all(), NOTE), 'a')).toEqual({ name: 'error.rule.nameTaken' });
    const [foreign] = await world.rows<{ id: string }>(
      `insert into tag (tenant_id, name, color) select tenant_id, 'Deles', 'red' from app_user where id = $1
       returning id::text as id`,
      [world.people.bia.id],
    );
    const id = foreign?.id ?? '';
    expect(await tried(rule(RECEIVED, all(test('tag', 'in', id)), [act('tag', id)]))).toEqual({
      'condition.groups.0.tests.0.values': 'error.rule.gone',
      'actions.0.id': 'error.rule.gone',
    });
    expect(await refusalOf(world.call(bruno, rules, {}))).toBe('FORBIDDEN error.forbidden');
    const choices = (await world.call(ana, ruleChoices, {})).ruleChoices;
    expect(choices.some((choice) => choice.id === id && choice.kind === 'tag')).toBe(false);
  });

  it('one that would cause itself, alone or through others -> refused with the chain; what can’t follow isn’t one', async () => {
    const [x, y] = [
      await world.has('tag', { name: 'X', color: 'red' }),
      await world.has('tag', { name: 'Y', color: 'red' }),
    ];
    const field = await world.has('customer_field', { name: 'Etapa', type: 'text' });
    expect(await chainOf(rule(on('customer.tagged', [x]), all(), [act('tag', x)]))).toBe('“Regra 1” → “Regra 1”');
    await world.add(rule(on('customer.tagged', [x]), all(), [act('tag', y)]), 'Primeira');
    expect(await chainOf(rule(on('customer.tagged', [y]), all(), [act('tag', x)]))).toBe(
      '“Regra 2” → “Primeira” → “Regra 2”',
    );
    const is = (value: string) => ({ ...test('field', 'is', value), field_id: field });
    expect(await chainOf(rule(on('customer.field', [field]), all(is('a')), [act('field', field, 'b')]))).toBe(
      'not refused',
    );
    expect(await chainOf(rule(on('ticket.taken'), all(), [act('queue')]))).toBe('“Regra 4” → “Regra 4”');
  });

  it('a file of rules comes back by names; what is missing is named; a circle is told, and stopped when it happens', async () => {
    const { ana } = world.people;
    const x = await world.has('tag', { name: 'Xis', color: 'red' });
    await world.add(rule(RECEIVED, all(), [act('tag', x)]), 'Marca');
    const file = (await world.call(ana, exportRules, {})).exportRules;
    expect(JSON.parse(file)).toMatchObject({ rules: [{ name: 'Marca' }], names: { [`tag ${x}`]: 'Xis' } });
    const circle = {
      schema: 1,
      rules: [
        { name: 'Marca', is_active: true, definition: rule(RECEIVED, all(), [act('tag', '1')]) },
        {
          name: 'Em roda',
          is_active: true,
          definition: rule(on('customer.tagged', ['1']), all(), [act('untag', '1'), act('tag', '1')]),
        },
        { name: 'Sem isso', is_active: true, definition: rule(RECEIVED, all(), [act('tag', '2')]) },
      ],
      names: { 'tag 1': 'xis', 'tag 2': 'Sumiu' },
    };
    const { importRules: done } = await world.call(ana, importRules, {
      file: JSON.stringify(circle),
      keeps_active: true,
    });
    expect(done.map(({ name, id, missing, loop }) => [name, id !== null, missing, loop])).toEqual([
      ['Marca (2)', true, [], null],
      ['Em roda', true, [], '“Em roda” → “Em roda”'],
      ['Sem isso', false, ['Sumiu'], null],
    ]);
    const phone = world.aPhone();
    await world.says(phone, 'Oi');
    await world.settled();
    expect(await world.did()).toEqual(['Marca done', 'Marca (2) skipped', 'Em roda done', 'Em roda again']);
    expect(await fieldsOf(world.call(ana, importRules, { file: '{}', keeps_active: true }))).toEqual({
      file: 'error.rule.file',
    });
  });
});

describe('the bench', () => {
  it('says which matched, what failed, what would be done, and does nothing', async () => {
    const { ana } = world.people;
    await world.rows('delete from event');
    const tag = await world.has('tag', { name: 'Banca', color: 'red' });
    await world.add(rule(RECEIVED, all(test('text', 'has', 'pare')), NOTE, { stops: true }), 'Para');
    const phone = world.aPhone();
    for (const text of ['quero reclamar', 'bom dia', 'pare de reclamar']) await world.says(phone, text);
    await world.settled();
    const before = await world.did();
    const definition = rule(RECEIVED, all(test('text', 'has', 'reclamar')), [act('tag', tag), act('tag', tag)]);
    const { ruleBench: bench } = await world.call(ana, ruleBench, {
      name: 'N',
      definition: JSON.stringify(definition),
    });
    expect([bench.matched, bench.missed, bench.unreached, bench.loop]).toEqual([1, 1, 1, null]);
    expect(
      bench.trials.map(({ verdict, by, misses, steps }) => [verdict, by, misses, steps.map(({ skipped }) => skipped)]),
    ).toEqual([
      ['unreached', 'Para', [], []],
      ['missed', null, [{ group: 0, test: 0, actual: 'bom dia' }], []],
      ['matched', null, [], [null, 'same']],
    ]);
    expect(await world.tagsOf(phone)).toEqual([]);
    expect(await world.did()).toEqual(before);
  });
});

describe('customers’ data', () => {
  it('a customer is merged -> their executions follow; erased -> nothing of theirs is in them', async () => {
    const { ana } = world.people;
    await world.add(rule(RECEIVED, all(), NOTE), 'R');
    const [one, other] = [world.aPhone(), world.aPhone()];
    for (const phone of [one, other]) await world.says(phone, 'Oi');
    await world.settled();
    const idOf = async (phone: string) => (await world.ticketOf(ana, phone))?.customer.id ?? '';
    const [id, otherId] = [await idOf(one), await idOf(other)];
    for (const phone of [one, other]) await world.finish(ana, (await world.ticketOf(ana, phone))?.id ?? '');
    await world.call(ana, mergeCustomers, { id, other_id: otherId });
    expect((await world.executions()).map(({ customer }) => customer?.id)).toEqual([id, id]);
    await world.rows("update outbox set state = 'sent'");
    await world.call(ana, eraseCustomer, { id, phone_number: one });
    const [latest] = await world.executions();
    expect(latest?.customer?.name).toBe(`#${id}`);
  });
});

import { afterAll, afterEach, beforeAll, expect, test as it } from 'vitest';
import type { RuleDefinition, RuleExecution } from '../../../contract/entities/rule.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { newFlowKey, setFlowStarts } from '../../../contract/graphql/flow-starts.ts';
import { importRules, newRule, ruleBench, ruleChoices, ruleExecutions } from '../../../contract/graphql/rules.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { newFlowStart } from '../../../contract/rest/flow-starts.ts';
import { runRules } from '../../../server/domain/rules/run-rules.ts';
import { end } from '../../flows/builders.ts';
import { refusalOf } from '../../support/attendance.ts';
import { ANYTIME, startStarts } from '../flows/starts-world.ts';
import type { StartsWorld } from '../flows/starts-world.ts';
import { act, all, on, rule } from './rules-world.ts';

let world: StartsWorld;
let tag: string;
beforeAll(async () => {
  world = await startStarts();
  tag = await addTag('Convidar');
});
afterEach(async () => {
  for (const table of ['rule_execution', 'rule_cause', 'rule_cursor', 'rule']) await world.rows(`delete from ${table}`);
});
afterAll(() => world.stop());

async function addTag(name: string): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    "insert into tag (tenant_id, name, color) values ($1, $2, 'red') returning id::text as id",
    [world.tenantId, name],
  );
  return row?.id ?? '';
}
const add = (name: string, definition: RuleDefinition) =>
  world.call(world.people.ana, newRule, { name, definition: JSON.stringify(definition), is_active: true });
const tagged = async (phone: string) =>
  world.call(world.people.ana, tagCustomer, { id: await world.customerId(phone), tag_id: tag, tagged: true });
async function settle(): Promise<void> {
  const run = () => runRules(world.server.services, world.tenantId);
  while (await run());
  await world.settle();
  while (await run());
}
/** What rules did, the first first. */
async function executions(): Promise<RuleExecution[]> {
  const variables = { rule_id: null, pagination_limit: 100 };
  return (await world.call(world.people.ana, ruleExecutions, variables)).ruleExecutions.items.toReversed();
}
const did = async () => (await executions()).map((each) => `${each.rule.name} ${each.outcome}`);
const invites = (flowId: string) => rule(on('customer.tagged', [tag]), all(), [act('flow', flowId)]);

it('a rule that starts a flow which writes first -> offered by its kind, started once, also for a customer without a ticket', async () => {
  const { id } = await world.starting();
  const { ruleChoices: choices } = await world.call(world.people.ana, ruleChoices, {});
  expect(choices.find((choice) => choice.kind === 'flow' && choice.id === id)?.detail).toBe('active');
  await add('Convida', invites(id));
  const [phone = ''] = await world.customers(1);
  await tagged(phone);
  await settle();
  expect(await world.startsOf(phone)).toEqual([{ status: 'started', reason: null, source: 'rule' }]);
  expect(await world.told(phone)).toHaveLength(1);
  expect(await did()).toEqual(['Convida done']);
  // Nobody takes its place by the API.
  const [start] = await world.rows<{ key: string }>('select key from flow_start where flow_id = $1', [id]);
  expect(newFlowStart.body.safeParse({ number: phone, key: 'rule' }).success).toBe(true);
  expect(newFlowStart.body.safeParse({ number: phone, key: start?.key }).success).toBe(false);
  // Looked at once more, as if the node had died.
  await world.rows('delete from rule_execution');
  await world.rows('update rule_cursor set position = 0');
  await world.rows('update rule set since = 0');
  await settle();
  expect(await world.startsOf(phone)).toHaveLength(1);
});

it('blocked, opted out, waiting for a person, outside of its hours, off -> left out, counted with the reason and said on the execution', async () => {
  const { ana } = world.people;
  const { id } = await world.starting();
  await add('Convida', invites(id));
  const phones = await world.customers(5);
  const [blocked = '', out = '', busy = '', late = '', off = ''] = phones;
  await world.rows('update customer set is_blacklisted = true where phone_number = $1', [blocked]);
  await world.rows("update customer set whatsapp_consent = 'revoked' where phone_number = $1", [out]);
  await world.says(busy, 'Oi');
  for (const phone of [blocked, out, busy]) await tagged(phone);
  const { ruleBench: bench } = await world.call(ana, ruleBench, {
    id: null,
    name: 'x',
    definition: JSON.stringify(invites(id)),
  });
  expect(bench.trials.slice(0, 3).map(({ steps }) => steps[0]?.skipped)).toEqual(['attended', 'optedOut', 'blocked']);
  await settle();
  await world.call(ana, setFlowStarts, { id, ...ANYTIME, starts_from: 20, starts_to: 22 });
  await tagged(late);
  await settle();
  await world.call(ana, setFlowStarts, { id, ...ANYTIME, is_active: false });
  await tagged(off);
  await settle();
  const skipped = (await executions()).map(({ steps }) => steps[0]?.skipped);
  expect(skipped).toEqual(['blocked', 'optedOut', 'attended', 'quietHours', 'flowOff']);
  const reasons = await Promise.all(phones.map(async (phone) => (await world.startsOf(phone)).at(-1)?.reason));
  expect(reasons).toEqual(['blocked', 'opted_out', 'in_attendance', 'quiet_hours', undefined]);
  expect((await world.viewOf(id)).counts).toMatchObject({ started: 0, skipped: 4 });
});

it('what the flow does -> is caused by the rule: refused at saving if it leads back, stopped if it came by an import', async () => {
  const { ana } = world.people;
  const { nodes, ...of } = world.outreach();
  const sets = (isOn: boolean, next: string): Flow['nodes'][string] => ({
    kind: 'set',
    label: null,
    target: { of: 'tag', tag_id: tag, on: isOn },
    exits: { next },
  });
  // Takes the tag off and puts it on again, a day later.
  const circle: Flow = {
    ...of,
    nodes: { ...nodes, sem: sets(false, 'poe'), poe: sets(true, 'acaba'), acaba: end(null) },
  };
  const { id } = await world.starting({}, circle);
  expect(await refusalOf(add('Roda', invites(id)))).toBe('CONFLICT error.rule.loop');
  const opens = rule(on('ticket.opened'), all(), [act('flow', id)]);
  expect(await refusalOf(add('Abre', opens))).toBe('CONFLICT error.rule.loop');

  const rules = [
    { name: 'Roda', is_active: true, definition: invites(id) },
    { name: 'Abre', is_active: true, definition: opens },
  ];
  const file = JSON.stringify({ schema: 1, rules, names: {} });
  await world.call(ana, importRules, { file, keeps_active: true });
  const [phone = ''] = await world.customers(1);
  await tagged(phone);
  await settle();
  // Its ticket was opened by the rule's flow.
  expect(await did()).toEqual(['Roda done', 'Abre skipped']);
  await world.pass(24 * 60);
  await settle();
  expect(await did()).toEqual(['Roda done', 'Abre skipped', 'Roda again']);
  const causes = (await executions()).map((execution) => execution.causes);
  expect(causes).toEqual([[], ['Roda'], ['Roda']]);
  expect((await world.startsOf(phone)).filter(({ status }) => status === 'started')).toHaveLength(1);
});

it('a customer whom a start by the API adds -> is new to rules', async () => {
  const { id } = await world.starting();
  const { newFlowKey: key } = await world.call(world.people.ana, newFlowKey, { id });
  await add('Nova', rule(on('customer.created'), all(), [act('tag', tag)]));
  const response = await fetch(`${world.url}${newFlowStart.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ number: world.aPhone(), key: 'a' }),
  });
  expect(response.status).toBe(200);
  await settle();
  expect(await did()).toEqual(['Nova done']);
});

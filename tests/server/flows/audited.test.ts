import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newCampaign } from '../../../contract/graphql/campaigns.ts';
import {
  deleteFlowKey,
  newFlowKey,
  setCampaignFlow,
  setFlowStarts,
  startTicketFlow,
  stopFlowLaunch,
} from '../../../contract/graphql/flow-starts.ts';
import { orderFlows, setFlowAnswers } from '../../../contract/graphql/flows.ts';
import {
  deleteRule,
  exportRules,
  importRules,
  newRule,
  orderRules,
  setRuleActive,
  updateRule,
} from '../../../contract/graphql/rules.ts';
import { VARIABLES } from '../campaigns/campaign-world.ts';
import { act, all, on, rule } from '../rules/rules-world.ts';
import { say, flow } from '../../flows/builders.ts';
import { EVERYBODY } from './flows-world.ts';
import { ANYTIME, startStarts } from './starts-world.ts';
import type { StartsWorld } from './starts-world.ts';

let world: StartsWorld;
let from = '0';
beforeAll(async () => {
  world = await startStarts();
});
afterAll(() => world.stop());

/** What is written down from here on. */
async function begin(): Promise<void> {
  from = (await world.rows<{ id: string }>('select coalesce(max(id), 0)::text as id from audit'))[0]?.id ?? '0';
}
beforeEach(begin);

/** What was written down, each by Ana: the action, of what, and how. */
async function written(): Promise<readonly unknown[]> {
  const entries = await world.rows<{ who: string; action: string; subject: string | null; details: unknown }>(
    'select user_id::text as who, action, subject, details from audit where id > $1 order by id',
    [from],
  );
  expect(entries.filter(({ who }) => who !== world.people.ana.id)).toEqual([]);
  return entries.map(({ action, subject, details }) => [action, subject, details]);
}

const was = (before: unknown, after: unknown) => ({ from: before, to: after });

test('rules: each change -> who, which rule, and what is otherwise; what changes nothing -> nothing', async () => {
  const { ana } = world.people;
  const note = (text: string) => JSON.stringify(rule(on('message.received'), all(), [act('note', null, text)]));
  const form = { name: 'Visto', definition: note('a'), is_active: true };
  const { id } = (await world.call(ana, newRule, form)).newRule;
  await world.call(ana, updateRule, { ...form, id, version: null });
  await world.call(ana, updateRule, { ...form, id, version: null, name: 'Lido', definition: note('b') });
  await world.call(ana, setRuleActive, { id, is_active: false });
  await world.call(ana, setRuleActive, { id, is_active: false });
  await world.call(ana, setRuleActive, { id, is_active: true });
  const file = (await world.call(ana, exportRules, {})).exportRules;
  const [copy] = (await world.call(ana, importRules, { file, keeps_active: false })).importRules;
  for (let times = 0; times < 2; times += 1) await world.call(ana, orderRules, { ids: [copy?.id ?? '', id] });
  await world.call(ana, deleteRule, { id });
  expect(await written()).toEqual([
    ['rule.create', `rule:${id}`, { name: 'Visto', is_active: true }],
    ['rule.update', `rule:${id}`, { name: was('Visto', 'Lido'), number: was(1, 2) }],
    ['rule.deactivate', `rule:${id}`, { name: 'Lido' }],
    ['rule.activate', `rule:${id}`, { name: 'Lido' }],
    ['rule.import', null, { count: 1 }],
    ['rule.order', null, { rule_ids: was([id, copy?.id], [copy?.id, id]) }],
    ['rule.delete', `rule:${id}`, { name: 'Lido' }],
  ]);
});

test('active flows: each change -> who, which flow, and what is otherwise; what changes nothing -> nothing', async () => {
  const { ana } = world.people;
  const { id, name } = await world.starting();
  const number = { instance_ids: [world.instances.vendas] };
  const [phone = ''] = await world.customers(1);
  const group_id = await world.group([phone]);
  const { newCampaign: campaign } = await world.call(ana, newCampaign, {
    name: 'Volta',
    template_id: world.templateId,
    variables: VARIABLES,
    ...number,
    window_from: 0,
    window_to: 24,
    group_id,
  });
  await world.says(phone, 'Oi');
  const ticket = await world.ticketOf(ana, phone);
  await begin();
  await world.call(ana, setFlowStarts, { id, ...ANYTIME, ...number });
  await world.call(ana, setFlowStarts, { id, ...ANYTIME, ...number, starts_from: 8, requires_consent: true });
  const starts_at = new Date(world.now() + 3_600_000).toISOString();
  const { launches } = await world.launch(id, { group_id, repeats: 'weekly', starts_at });
  for (let times = 0; times < 2; times += 1) await world.call(ana, stopFlowLaunch, { id: launches[0]?.id ?? '' });
  await world.call(ana, setCampaignFlow, { campaign_id: campaign.id, flow_id: id });
  await world.call(ana, newFlowKey, { id });
  for (let times = 0; times < 2; times += 1) await world.call(ana, deleteFlowKey, { id });
  await world.call(ana, startTicketFlow, { ticket_id: ticket?.id ?? '', flow_id: id });
  expect(await written()).toEqual([
    ['flow.starts', `flow:${id}`, { starts_from: was(0, 8), requires_consent: was(false, true) }],
    ['flow.launch', `flow:${id}`, { name, repeats: 'weekly', starts_at }],
    ['flow.stopLaunch', `flow:${id}`, {}],
    ['campaign.flow', `campaign:${campaign.id}`, { name: 'Volta', flow: id }],
    ['flow.newKey', `flow:${id}`, { name }],
    ['flow.deleteKey', `flow:${id}`, { name }],
    ['ticket.startFlow', `ticket:${ticket?.id}`, { flow: id }],
  ]);
});

test('the bot: which flow answers whom, and the order -> who, which flow, and what is otherwise', async () => {
  const { ana } = world.people;
  const { id } = await world.draft(flow({ start: say('Oi', { next: 'bye' }) }));
  await world.publish({ id, version: '1' });
  const { id: last } = await world.draft(flow({ start: say('Até', { next: 'bye' }) }));
  await begin();
  const answers = { id, ...EVERYBODY, bot_name: 'Nina', starts: 'keyword' as const, keywords: ['boleto'] };
  await world.call(ana, setFlowAnswers, answers);
  await world.call(ana, setFlowAnswers, answers);
  for (let times = 0; times < 2; times += 1) await world.call(ana, orderFlows, { ids: [last, id] });
  expect(await written()).toEqual([
    [
      'flow.answers',
      `flow:${id}`,
      {
        is_active: was(false, true),
        bot_name: was(null, 'Nina'),
        starts: was('any', 'keyword'),
        keywords: was([], ['boleto']),
      },
    ],
    ['flow.order', null, { flow_ids: was([id, last], [last, id]) }],
  ]);
  const [ordered] = await world.rows<{ named: string[] }>(
    `select array(select n->>'of' from jsonb_array_elements(names) n order by 1) as named from audit
     where action = 'flow.order' and id > $1`,
    [from],
  );
  expect(ordered?.named).toEqual([`flow:${id}`, `flow:${last}`].toSorted());
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MessageRate } from '../../../contract/entities/message-rate.ts';
import { campaignDryRun, cancelCampaign } from '../../../contract/graphql/campaigns.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { deleteMessageRate, messageRates, setMessageRate } from '../../../contract/graphql/message-rates.ts';
import { fieldsOf, refusalOf, statusBody } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startCampaigning } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await startCampaigning();
});
afterAll(() => world.stop());

const brl: MessageRate = { category: 'utility', prefix: '', since: '2020-01-01', currency: 'BRL', amount: 0.5 };
const set = (rate: Partial<MessageRate>) => world.call(world.people.ana, setMessageRate, { ...brl, ...rate });

test('what a draft would cost: unknown without rates, then by category, country and the day’s rate', async () => {
  const { ana, bruno, bia } = world.people;
  const group = await world.group(4);
  await world.rows(`update customer set phone_number = '14155550100' where id = $1`, [group.customers[0]]);
  const [offer] = await world.rows<{ id: string }>(
    `select t.id from message_template t where t.name = 'ofertas_da_semana' and t.tenant_id = $1`,
    [world.tenantId],
  );
  const { id } = await world.draft({ group_id: group.id });
  const costs = async (of = id) => (await world.call(ana, campaignDryRun, { id: of })).campaignDryRun.costs;
  expect(await costs()).toEqual([{ category: 'utility', currency: null, messages: 4, amount: null }]);
  await set({});
  await set({ prefix: '55', amount: 0.1 });
  // Not yet.
  await set({ prefix: '55', amount: 9, since: '2999-01-01' });
  expect(await costs()).toEqual([{ category: 'utility', currency: 'BRL', messages: 4, amount: 0.8 }]);
  // A correction of the same day, and another currency.
  await set({ prefix: '1', currency: 'USD', amount: 0.03 });
  await set({ prefix: '55', amount: 0.2 });
  expect(await costs()).toEqual([
    { category: 'utility', currency: 'BRL', messages: 3, amount: expect.closeTo(0.6) },
    { category: 'utility', currency: 'USD', messages: 1, amount: 0.03 },
  ]);
  const halves = await world.draft({
    group_id: group.id,
    batches: [50, 50],
    part_messages: [
      {
        batch: 2,
        template_id: offer?.id ?? '',
        variables: [
          { key: 'body.1', source: 'text', text: 'a' },
          { key: 'body.2', source: 'text', text: 'b' },
        ],
      },
    ],
  });
  expect(await costs(halves.id)).toContainEqual({ category: 'marketing', currency: null, messages: 2, amount: null });
  expect((await world.call(ana, messageRates, {})).messageRates).toHaveLength(4);
  expect((await world.call(bia, messageRates, {})).messageRates).toEqual([]);
  // Taken out: that of all countries counts.
  const key = { category: brl.category, prefix: '55', since: brl.since };
  const deleted = (by: Person) => world.call(by, deleteMessageRate, key);
  expect(await refusalOf(deleted(bia))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(deleted(bruno))).toBe('FORBIDDEN error.forbidden');
  expect((await deleted(ana)).deleteMessageRate).toHaveLength(3);
  expect(await costs()).toContainEqual({ category: 'utility', currency: 'BRL', messages: 3, amount: 1.5 });
  expect(await refusalOf(deleted(ana))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(world.call(bruno, setMessageRate, brl))).toBe('FORBIDDEN error.forbidden');
  expect(await fieldsOf(set({ currency: 'real', prefix: '0' }))).toEqual({
    currency: 'error.field.invalid',
    prefix: 'error.field.invalid',
  });
  const off = "insert into tenant_feature (tenant_id, option, enabled) values ($1, 'campaigns', false)";
  await world.rows(off, [world.tenantId]);
  const refusals = [
    await refusalOf(set({})),
    await refusalOf(world.call(ana, deleteMessageRate, brl)),
    await refusalOf(world.call(ana, messageRates, {})),
  ];
  await world.rows('delete from tenant_feature where tenant_id = $1', [world.tenantId]);
  expect(refusals).toEqual(Array.from({ length: 3 }, () => 'FORBIDDEN error.feature.off'));
});

test('what it cost: as the statuses say, free ones too, once it is over', async () => {
  const { ana } = world.people;
  await set({ prefix: '55', amount: 0.2 });
  await world.emulator.patchPolicy({ statuses: { send: false } });
  const group = await world.group(3);
  const id = await world.start({ group_id: group.id, per_minute: 600 });
  const told = async (at: number, pricing: object) => {
    const [sent] = await world.emulator.received(group.phones[at]);
    const more = { biz_opaque_callback_data: sent?.callbackData, pricing };
    await world.webhook(statusBody('vendas', { id: sent?.id ?? '', status: 'delivered', ...more }));
  };
  await expectEventually(async () => (await world.ledger(group.phones)).includes(1)).toBe(true);
  const probe = (await world.ledger(group.phones)).indexOf(1);
  await told(probe, { billable: true, category: 'utility' });
  await expectEventually(() => world.ledger(group.phones)).toEqual([1, 1, 1]);
  const [second = 0, third = 0] = [0, 1, 2].filter((at) => at !== probe);
  await told(second, { billable: false, category: 'service' });
  await told(third, { billable: true, category: 'marketing_lite' });
  await world.until(id, 'finished');
  expect(new Set((await world.details(id)).costs)).toEqual(
    new Set([
      { category: 'utility', currency: 'BRL', messages: 1, amount: 0.2 },
      { category: 'service', currency: null, messages: 1, amount: 0 },
      { category: 'marketing_lite', currency: null, messages: 1, amount: null },
    ]),
  );
  const before = (await world.details(id)).costs;
  const erased = { id: group.customers[probe] ?? '', phone_number: group.phones[probe] ?? '' };
  await world.call(ana, eraseCustomer, erased);
  expect((await world.details(id)).costs).toEqual(before);
  const draft = await world.draft({ group_id: group.id });
  await world.call(ana, cancelCampaign, { id: draft.id });
  expect((await world.details(draft.id)).costs).toEqual([]);
});

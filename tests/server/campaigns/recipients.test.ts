import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  campaignDryRun,
  campaignRecipients,
  campaigns,
  newCampaign,
  startCampaign,
  testCampaign,
} from '../../../contract/graphql/campaigns.ts';
import { customerCampaigns } from '../../../contract/graphql/customer-campaigns.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { campaignSheet } from '../../../contract/rest/campaign-sheet.ts';
import { campaignsSheet, customerGroupsSheet, templatesSheet } from '../../../contract/rest/list-sheets.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startCampaigning, VARIABLES } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await startCampaigning();
});
afterAll(() => world.stop());

describe('its own pace and parts', () => {
  test('no faster than it may, whatever its number does for others', async () => {
    const group = await world.group(3);
    const id = await world.start({ group_id: group.id, per_minute: 1 });
    await expectEventually(async () => (await world.details(id)).campaign.status).toBe('running');
    const other = await world.group(3);
    await world.until(await world.start({ group_id: other.id }), 'finished');
    expect((await world.ledger(group.phones)).toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
    expect((await world.details(id)).queue).toEqual([{ reason: 'due', count: 2, until: null }]);
    await world.rows('update campaign set per_minute = null where id = $1', [id]);
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1]);
  });

  test('a later part waits for its time, and each is in one', async () => {
    const group = await world.group(4);
    const id = await world.start({ group_id: group.id, batches: [50, 50], batch_minutes: 600 });
    await expectEventually(async () => (await world.details(id)).campaign.counts.pending).toBe(2);
    await expectEventually(async () => (await world.details(id)).campaign.status).toBe('running');
    const { queue, numbers } = await world.details(id);
    expect(queue).toEqual([{ reason: 'later', count: 2, until: expect.any(String) }]);
    expect(numbers).toEqual([
      { instance_id: world.instances.vendas, name: 'Vendas', sent: 2, last_minute: 2, room: null },
    ]);
    expect((await world.ledger(group.phones)).toSorted((one, other) => one - other)).toEqual([0, 0, 1, 1]);
    expect((await world.recipients(id)).map(({ batch }) => batch).toSorted((one, other) => one - other)).toEqual([
      1, 1, 2, 2,
    ]);
    await world.rows(`update campaign_recipient set next_attempt_at = now() where campaign_id = $1 and batch = 2`, [
      id,
    ]);
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1, 1]);
    const later = (await world.recipients(id)).find(({ batch }) => batch === 2);
    await world.write({ from: later?.address ?? '', text: 'Quero!' });
    const all = { total: 2, sent: 2, delivered: 2, read: 2 };
    await expectEventually(async () => (await world.details(id)).parts).toEqual([
      { batch: 1, ...all, answered: 0 },
      { batch: 2, ...all, answered: 1 },
    ]);
    const customer_id = later?.customer.id ?? '';
    expect((await world.call(world.people.ana, customerCampaigns, { customer_id })).customerCampaigns).toMatchObject({
      total_items: 1,
      items: [{ campaign: { id, name: 'Volta' }, state: 'read', answered_at: expect.any(String) }],
    });
    const form = { name: 'Partes', instance_ids: [world.instances.vendas], template_id: world.templateId };
    const parts = { ...form, variables: VARIABLES, batches: [50, 40] };
    expect(await fieldsOf(world.call(world.people.ana, newCampaign, parts))).toEqual({
      batches: 'error.campaign.batches',
    });
  });
});

test('what is left of the account’s limit of a day is told before and while it runs', async () => {
  const { ana } = world.people;
  const limit = (most: string) =>
    world.rows(
      `insert into whatsapp_account (tenant_id, waba_id, daily_limit) select tenant_id, waba_id, $2::integer from instance
       where id = $1 on conflict (tenant_id, waba_id) do update set daily_limit = excluded.daily_limit`,
      [world.instances.vendas, most],
    );
  await limit('0');
  const group = await world.group(2);
  const { id } = await world.draft({ group_id: group.id });
  expect((await world.call(ana, campaignDryRun, { id })).campaignDryRun).toMatchObject({ reached: 2, room: 0 });
  await world.call(ana, startCampaign, { id });
  expect(await world.until(id, 'waiting')).toMatchObject({ reason: 'limit' });
  expect((await world.details(id)).numbers[0]?.room).toBe(0);
  await limit('100000');
  await world.until(id, 'finished');
  expect((await world.details(id)).numbers[0]?.room).toBeGreaterThan(90_000);
});

describe('who got what', () => {
  test('found by name, number and state, as a file, and not by another company', async () => {
    const { ana } = world.people;
    const group = await world.group(3);
    const [phone = ''] = group.phones;
    await world.rows(`update customer set name = 'Zenaide Lima' where id = $1`, [group.customers[1]]);
    const id = await world.start({ group_id: group.id, name: 'Procurada' });
    await world.until(id, 'finished');
    const found = async (more: object) => {
      const { campaignRecipients: page } = await world.call(ana, campaignRecipients, { id, ...more });
      return page.items.map(({ customer }) => customer.id);
    };
    expect(await found({ search: 'zenai' })).toEqual([group.customers[1]]);
    expect(await found({ search: phone.slice(-8) })).toEqual([group.customers[0]]);
    expect(await found({ search: 'zenai', states: ['failed'] })).toEqual([]);
    expect(await found({ answered: true })).toEqual([]);
    await world.write({ from: phone, text: 'Oi' });
    await expectEventually(() => found({ answered: true })).toEqual([group.customers[0]]);
    const { campaigns: page } = await world.call(ana, campaigns, { search: ' PROCU ', statuses: ['finished'] });
    expect(page.items.map(({ name }) => name)).toEqual(['Procurada']);
    const file = (person: typeof ana) =>
      fetch(`${world.url}${campaignSheet.path}?campaign_id=${id}&format=csv&locale=en`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
    const [head, ...lines] = (await (await file(ana)).text()).trim().split('\r\n');
    expect(head).toContain('Customer;Phone;Instance;Part;Message;State;Reason;Code;Sent at;Answered at');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^Zenaide Lima;\d+;Vendas;1;retomar_atendimento;/u);
    expect((await file(world.people.bia)).status).toBe(404);
    expect((await file(world.people.bruno)).status).toBe(403);
    // A hundred at a time, whatever is asked.
    await world.rows(
      `with made as (insert into customer (tenant_id, name, phone_number)
         select tenant_id, 'Muita gente', '5531' || (900000000 + n)::text from campaign, generate_series(1, 98) n
         where id = $1 returning tenant_id, id, phone_number)
       insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, params, zone, state,
         skip_reason, batch, next_attempt_at)
       select tenant_id, $1, id, phone_number, $2, '{}', 'America/Sao_Paulo', 'skipped', 'blocked', 1, now() from made`,
      [id, world.instances.vendas],
    );
    const read = async (after_id: string | null) =>
      (await world.call(ana, campaignRecipients, { id, after_id, limit: 1_000 })).campaignRecipients;
    const first = await read(null);
    expect([first.items.length, first.next]).toEqual([100, first.items.at(-1)?.customer.id]);
    const rest = await read(first.next);
    expect([rest.items.length, rest.next]).toEqual([1, null]);
    expect(Number(rest.items[0]?.customer.id)).toBeGreaterThan(Number(first.next));
  });

  test('an erased customer leaves nothing of theirs, and the counts stand', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    const [phone = ''] = group.phones;
    const id = await world.start({ group_id: group.id });
    await world.until(id, 'finished');
    const { counts } = (await world.details(id)).campaign;
    await world.call(ana, eraseCustomer, { id: group.customers[0] ?? '', phone_number: phone });
    const kept = await world.rows<{ all: string }>(
      'select r::text as all from campaign_recipient r where campaign_id = $1',
      [id],
    );
    expect(kept.filter(({ all }) => all.includes(phone))).toEqual([]);
    expect((await world.details(id)).campaign.counts.total).toBe(counts.total);
    const { id: next } = await world.draft({ group_id: group.id });
    expect((await world.call(ana, campaignDryRun, { id: next })).campaignDryRun.total).toBe(1);
  });
});

describe('lists as sheets', () => {
  const sheetOf = async (path: string, person = world.people.ana) => {
    const response = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${person.token}` } });
    const [head = '', ...lines] = (await response.text()).replace('\uFEFF', '').trim().split('\r\n');
    return { head: head.split(';'), lines: lines.map((line) => line.split(';')), status: response.status };
  };

  test('campaigns: as the list finds them, with their counts; their company’s alone; audited', async () => {
    const group = await world.group(2);
    const id = await world.start({ group_id: group.id, name: 'Em planilha' });
    await world.until(id, 'finished');
    await expectEventually(async () => (await world.details(id)).campaign.counts.read).toBe(2);
    await world.draft({ group_id: group.id, name: 'Em planilha também' });
    const path = `${campaignsSheet.path}?search=planilha&locale=en`;
    const { head, lines } = await sheetOf(`${path}&tab=over`);
    const cells = Object.fromEntries(head.map((name, at) => [name, lines[0]?.[at]]));
    expect(lines).toHaveLength(1);
    expect(cells).toMatchObject({
      Name: 'Em planilha',
      State: 'Finished',
      For: expect.stringMatching(/^Grupo /u),
      Message: 'retomar_atendimento',
      Prepared: '2',
      'In the queue': '0',
      Sent: '2',
      Delivered: '2',
      Read: '2',
      Answered: '0',
    });
    expect((await sheetOf(path)).lines.map(([name]) => name)).toEqual(['Em planilha também', 'Em planilha']);
    expect((await sheetOf(path, world.people.bia)).lines).toEqual([]);
    expect(
      await world.rows("select from audit where action = 'sheet.download' and details->>'sheet' = 'campaigns'"),
    ).toHaveLength(3);
  });

  test('more than a page -> each once', async () => {
    await world.rows(
      `insert into campaign (tenant_id, name, instance_ids, template_id)
       select $1, 'Enésima ' || n, array[$2::bigint], $3 from generate_series(1, 101) n`,
      [world.tenantId, world.instances.vendas, world.templateId],
    );
    const { lines } = await sheetOf(`${campaignsSheet.path}?search=en%C3%A9sima`);
    expect(new Set(lines.map(([name]) => name)).size).toBe(101);
    expect(lines).toHaveLength(101);
  });

  test('groups and templates: as found, with what the screens say; their company’s alone', async () => {
    const { bia } = world.people;
    const { id } = await world.group(2);
    await world.rows("update customer_group set name = 'Grupo único' where id = $1", [id]);
    const groups = await sheetOf(`${customerGroupsSheet.path}?search=GRUPO`);
    expect(groups.head).toEqual(['Nome', 'Clientes', 'Público', 'Preenchido em']);
    expect(groups.lines).toContainEqual(['Grupo único', '2', 'Clientes escolhidos um a um', '']);
    expect((await sheetOf(`${customerGroupsSheet.path}?search=nada-disso`)).lines).toEqual([]);
    expect((await sheetOf(customerGroupsSheet.path, bia)).lines).toEqual([]);
    const found = await sheetOf(`${templatesSheet.path}?search=retomar&status=approved`);
    expect(found.lines.map(([name, state, category, language]) => [name, state, category, language])).toEqual([
      ['retomar_atendimento', 'Aprovado', 'Utilidade', 'Português (Brasil)'],
    ]);
    const none = await sheetOf(`${templatesSheet.path}?search=retomar&status=rejected`);
    expect([none.status, none.lines]).toEqual([200, []]);
    await world.rows("update message_template set name = 'so_da_aurora' where id = $1", [world.templateId]);
    const [ours, theirs] = [await sheetOf(templatesSheet.path), await sheetOf(templatesSheet.path, bia)];
    expect(ours.lines.flat()).toContain('so_da_aurora');
    expect(theirs.lines.flat()).not.toContain('so_da_aurora');
  });
});

test('a test to a further number of who wants no messages -> refused as to their main one', async () => {
  const { id: group_id, customers, phones } = await world.group(1);
  const { id } = await world.draft({ group_id });
  const further = '5511988887776';
  await world.rows('insert into customer_number (tenant_id, address, customer_id) values ($1, $2, $3)', [
    world.tenantId,
    further,
    customers[0],
  ]);
  await world.rows(`update customer set whatsapp_consent = 'revoked' where id = $1`, [customers[0]]);
  for (const to_number of [phones[0] ?? '', further]) {
    const to = { id, instance_id: world.instances.vendas, to_number };
    expect(await refusalOf(world.call(world.people.ana, testCampaign, to))).toBe(
      'CONFLICT error.campaign.testOptedOut',
    );
  }
});

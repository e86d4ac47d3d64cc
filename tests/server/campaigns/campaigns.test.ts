import { CAMPAIGN_VARIABLES_MAX } from '../../../contract/facts/campaigns.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  campaignDryRun,
  campaigns,
  cancelCampaign,
  newCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  startCampaign,
  testCampaign,
  unscheduleCampaign,
  updateCampaign,
} from '../../../contract/graphql/campaigns.ts';
import { newAudience, updateAudience } from '../../../contract/graphql/audiences.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { fieldsOf, refusalOf, statusBody } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startCampaigning, ALL_DAY, VARIABLES } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await startCampaigning();
});
afterAll(() => world.stop());

const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

describe('a campaign', () => {
  test('reaches each customer once, leaves out with a reason, and its counts are the table’s and the provider’s', async () => {
    const { ana } = world.people;
    const group = await world.group(12);
    const [blocked, listed, optedOut] = group.customers;
    const odd = group.customers[4];
    await world.rows('update customer set is_blacklisted = true where id = $1', [blocked]);
    await world.rows(
      'insert into blocked_contact (tenant_id, address) select tenant_id, phone_number from customer where id = $1',
      [listed],
    );
    await world.rows(`update customer set whatsapp_consent = 'revoked' where id = $1`, [optedOut]);
    await world.open({ from: group.phones[3] ?? '', number: 'suporte' });
    await world.rows(`update customer set phone_number = 'BR.1234567' where id = $1`, [odd]);
    const reasons = [
      { reason: 'blocked', count: 2 },
      { reason: 'in_attendance', count: 1 },
      { reason: 'no_number', count: 1 },
      { reason: 'opted_out', count: 1 },
    ];
    const { id } = await world.draft({ group_id: group.id });
    const { campaignDryRun: dry } = await world.call(ana, campaignDryRun, { id });
    expect(dry).toMatchObject({ total: 12, reached: 7, left_out: reasons, seconds: 1 });
    const socket = await world.socket(ana);
    await world.call(ana, startCampaign, { id });
    const { counts } = await world.until(id, 'finished');
    await expectEventually(async () => (await world.details(id)).campaign.counts.read).toBe(7);
    expect(counts).toMatchObject({ total: 12, pending: 0, sending: 0, uncertain: 0, skipped: 5, failed: 0 });
    expect((await world.details(id)).skipped).toEqual(reasons);
    const all = await world.recipients(id);
    expect(all.map(({ customer }) => customer.id)).toEqual(group.customers);
    expect(all.map(({ skip_reason: reason }) => reason).slice(0, 6)).toEqual([
      'blocked',
      'blocked',
      'opted_out',
      'in_attendance',
      'no_number',
      null,
    ]);
    expect(all.at(-1)).toMatchObject({ state: 'read', attempts: 1, price_category: 'service' });
    expect(await world.ledger(group.phones)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
    const [got] = await world.emulator.received(group.phones[5]);
    expect(got?.text).toContain('Olá, Cliente! Aqui é Ana');
    expect(got?.callbackData).toBe(`campaign:${id}:${group.customers[5]}:1`);
    // Nobody has a ticket for having been written to.
    expect(await world.ticketOf(ana, group.phones[5] ?? '')).toBeUndefined();
    await socket.frame('CampaignUpdated', ({ data }) => data.campaign.counts?.read === 7);
    const told = socket.frames.flatMap((frame) =>
      frame.event === 'CampaignUpdated' && frame.data.campaign.id === id ? [frame.data.campaign] : [],
    );
    const versions = told.map(({ version }) => version ?? 0);
    expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
    expect(told.map(({ status }) => status)).toEqual(expect.arrayContaining(['preparing', 'probing', 'finished']));
    const { campaigns: page } = await world.call(ana, campaigns, { statuses: ['finished'] });
    expect(page.items.map((each) => each.id)).toContain(id);
  });

  test('is heard of only by those with its screen', async () => {
    const group = await world.group(1);
    const socket = await world.socket(world.people.bruno);
    await world.until(await world.start({ group_id: group.id }), 'finished');
    await world.open({ from: '5511970000123' });
    await socket.frame('CustomerCreatedToChat');
    expect(socket.frames.map(({ event }) => event)).not.toContain('CampaignUpdated');
  });

  test('stands in the ticket once it is answered, and quoted by the answer', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    const [phone = ''] = group.phones;
    const id = await world.start({ group_id: group.id });
    await world.until(id, 'finished');
    const [sent] = await world.emulator.received(phone);
    await world.write({ from: phone, text: 'Quero!', more: { context: { id: sent?.id } } });
    const ticket = await world.ticketOf(ana, phone);
    if (ticket === undefined) throw new Error('no ticket');
    await world.write({ from: phone, text: 'Ainda dá?' });
    const chat = await world.chat(ana, ticket);
    expect(chat.map(({ message }) => message)).toEqual([sent?.text, 'Quero!', 'Ainda dá?']);
    expect(chat[0]).toMatchObject({ type: 0, tag_type: 'template' });
    expect(chat[1]?.parent_id).toBe(chat[0]?.id);
    await expectEventually(async () => (await world.details(id)).campaign.counts.answered).toBe(1);
    const [answered, silent] = await world.recipients(id);
    expect(answered).toMatchObject({ ticket_id: ticket.id });
    expect(silent).toMatchObject({ ticket_id: null, answered_at: null });
    // What they write a month later answers something else.
    await world.rows(
      "update campaign_recipient set sent_at = now() - interval '30 days 1 minute' where customer_id = $1",
      [group.customers[1]],
    );
    const later = await world.open({ from: group.phones[1] ?? '', text: 'Bom dia' });
    expect((await world.chat(ana, later)).map(({ message }) => message)).toEqual(['Bom dia']);
    expect((await world.recipients(id))[1]).toMatchObject({ ticket_id: null, answered_at: null });
  });

  test.each(['SAIR', ' pare '])('ends for who answers %j, even blocked', async (word) => {
    const group = await world.group(2);
    const [phone = ''] = group.phones;
    await world.until(await world.start({ group_id: group.id }), 'finished');
    await world.rows('update customer set is_blacklisted = $2 where phone_number = $1', [phone, word !== 'SAIR']);
    await world.write({ from: phone, text: 'vou sair agora' });
    await world.write({ from: phone, text: word });
    await world.rows('update customer set is_blacklisted = false where phone_number = $1', [phone]);
    const id = await world.start({ group_id: group.id, skip_in_attendance: false });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 2]);
    expect((await world.details(id)).skipped).toEqual([{ reason: 'opted_out', count: 1 }]);
    expect(
      await world.rows('select origin, evidence from consent where customer_id = $1', [group.customers[0]]),
    ).toEqual([{ origin: 'customer', evidence: word.trim() }]);
  });

  test('as a free text goes only to those within their 24 hours', async () => {
    const group = await world.group(2);
    await world.open({ from: group.phones[0] ?? '' });
    // As many variables as there may be.
    const others = Array.from({ length: CAMPAIGN_VARIABLES_MAX - 1 }, (_, at) => `v${at}`);
    const id = await world.start({
      group_id: group.id,
      template_id: null,
      message: `Olá, {{nome}}${others.map((key) => `{{${key}}}`).join('')}`,
      variables: [
        { key: 'body.nome', source: 'first_name', fallback: 'você' },
        ...others.map((key) => ({ key: `body.${key}`, source: 'text' as const, text: '.' })),
      ],
      skip_in_attendance: false,
    });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 0]);
    expect((await world.details(id)).skipped).toEqual([{ reason: 'window', count: 1 }]);
  });
});

describe('while it runs', () => {
  test('paused it stops, blocked meanwhile gets nothing, twenty clicks resume it once, cancelled it ends', async () => {
    const { ana } = world.people;
    const group = await world.group(90);
    // Slow enough to be paused and cancelled in the middle.
    await world.pace(5);
    const id = await world.start({ group_id: group.id });
    await expectEventually(async () => (await world.details(id)).campaign.status).toBe('running');
    await world.call(ana, pauseCampaign, { id });
    const state = async () => (await world.details(id)).campaign;
    await expectEventually(async () => (await state()).counts.sending).toBe(0);
    const taken = (await world.ledger(group.phones)).filter((count) => count > 0).length;
    expect(await state()).toMatchObject({ status: 'paused', reason: 'person' });
    const last = group.customers.at(-1) ?? '';
    const [pending] = await world.rows<{ count: number }>(
      `select count(*)::int from campaign_recipient where campaign_id = $1 and state = 'pending'`,
      [id],
    );
    expect(taken + (pending?.count ?? 0)).toBe(90);
    // Blocked between the preparation and its turn.
    await world.rows(`update customer set is_blacklisted = true where id = $1`, [last]);
    expect((await world.ledger(group.phones)).filter((count) => count > 0)).toHaveLength(taken);
    await Promise.all(Array.from({ length: 20 }, () => world.call(ana, resumeCampaign, { id })));
    await expectEventually(
      async () => (await world.ledger(group.phones)).filter((count) => count > 0).length,
    ).toBeGreaterThan(taken);
    const claimed = () =>
      world.rows<{ sum: number }>(
        'select sum(attempts)::integer as sum from campaign_recipient where campaign_id = $1',
        [id],
      );
    await world.call(ana, cancelCampaign, { id });
    const before = await claimed();
    // With room for all of them at once.
    await world.pace(10_000);
    const { counts } = await world.until(id, 'cancelled');
    expect(await claimed()).toEqual(before);
    await world.pace(80);
    const ledger = await world.ledger(group.phones);
    expect(Math.max(...ledger)).toBe(1);
    expect(ledger.at(-1)).toBe(0);
    const reached = ledger.filter((count) => count > 0).length;
    expect(counts.total - counts.cancelled - counts.skipped).toBe(reached);
    expect(await refusalOf(world.call(ana, resumeCampaign, { id }))).toBe('CONFLICT error.campaign.state');
  });

  test('blocked between the preparation and its turn: left out', async () => {
    const { ana } = world.people;
    const group = await world.group(3);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131042 } });
    const id = await world.start({ group_id: group.id });
    // The probe was refused for what all would be refused for.
    expect(await world.until(id, 'paused')).toMatchObject({ reason: 'channel.error.payment', counts: { total: 3 } });
    await world.rows('update customer set is_blacklisted = true where id = $1', [group.customers[1]]);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.call(ana, resumeCampaign, { id });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 0, 1]);
    expect((await world.details(id)).skipped).toEqual([{ reason: 'blocked', count: 1 }]);
  });

  test('its audience edited and customers added meanwhile: those of the beginning get it', async () => {
    const { ana } = world.people;
    const { phones, customers } = await world.group(3);
    await world.rows(`update customer set name = 'Frozenia ' || id where id = any($1::bigint[])`, [customers]);
    const treeOf = (value: string) => JSON.stringify({ all: [{ field: 'name', op: 'has', value }] });
    const { newAudience: audience } = await world.call(ana, newAudience, { name: 'F', tree: treeOf('frozenia') });
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131042 } });
    const id = await world.start({ group_id: null, audience_id: audience.id });
    await world.until(id, 'paused');
    await world.call(ana, updateAudience, { id: audience.id, name: 'F', tree: treeOf('ninguem') });
    const late = await world.group(2);
    await world.rows(`update customer set name = 'Frozenia ninguem' where id = any($1::bigint[])`, [late.customers]);
    await world.rows(`update customer set name = 'Outra pessoa' where id = $1`, [customers[0]]);
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.call(ana, resumeCampaign, { id });
    const { counts } = await world.until(id, 'finished');
    expect(counts.total).toBe(3);
    expect(await world.ledger([...phones, ...late.phones])).toEqual([1, 1, 1, 0, 0]);
  });

  test('a number that is too fast rests and goes on, one that can’t be reached fails and is sent again when asked', async () => {
    const { ana } = world.people;
    const group = await world.group(3);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 130429, times: 1 } });
    const id = await world.start({ group_id: group.id });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1]);
    const other = await world.group(2);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131026, times: 1 } });
    const failing = await world.start({ group_id: other.id });
    await world.until(failing, 'finished');
    expect((await world.details(failing)).failed).toEqual([
      { error_code: '131026', error_key: 'channel.error.undeliverable', count: 1 },
    ]);
    await world.call(ana, retryCampaign, { id: failing });
    await world.until(failing, 'finished');
    expect(await world.ledger(other.phones)).toEqual([1, 1]);
    expect(await refusalOf(world.call(ana, retryCampaign, { id: failing }))).toBe(
      'CONFLICT error.campaign.nothingFailed',
    );
  });

  test('who the provider says wants no marketing is noted, and an unknown answer is never sent again', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131050, times: 1 } });
    const unwanted = await world.start({ group_id: group.id });
    await world.until(unwanted, 'finished');
    expect(await refusalOf(world.call(ana, retryCampaign, { id: unwanted }))).toBe(
      'CONFLICT error.campaign.nothingFailed',
    );
    expect(await world.rows('select whatsapp_consent from customer where id = $1', [group.customers[0]])).toEqual([
      { whatsapp_consent: 'revoked' },
    ]);
    const other = await world.group(2);
    // Neither an answer nor a status: nobody knows.
    await world.emulator.patchPolicy({ sends: { mode: 'cut', times: 1 }, statuses: { send: false } });
    const id = await world.start({ group_id: other.id });
    await expectEventually(async () => (await world.details(id)).failed).toEqual([
      { error_code: 'uncertain', error_key: 'error.send.uncertain', count: 1 },
    ]);
    await world.until(id, 'finished');
    await world.emulator.patchPolicy({ statuses: { send: true } });
    expect(await world.ledger(other.phones)).toEqual([1, 1]);
    expect(await refusalOf(world.call(ana, retryCampaign, { id }))).toBe('CONFLICT error.campaign.nothingFailed');
  });

  test('a template that the provider stops is waited for', async () => {
    const group = await world.group(2);
    const [stored] = (await world.emulator.templates()).filter(({ name }) => name === 'retomar_atendimento');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await world.draft({ group_id: group.id, starts_at: later });
    await world.call(world.people.ana, startCampaign, { id });
    await world.emulator.setTemplateStatus(stored?.id ?? '', 'PAUSED');
    const paused = () =>
      world.rows(`select from message_template where id = $1 and status = 'PAUSED'`, [world.templateId]);
    await expectEventually(async () => (await paused()).length).toBe(1);
    await world.rows('update campaign set starts_at = now() where id = $1', [id]);
    expect(await world.until(id, 'waiting')).toMatchObject({ reason: 'template' });
    expect(await world.ledger(group.phones)).toEqual([0, 0]);
    await world.emulator.setTemplateStatus(stored?.id ?? '', 'APPROVED');
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1]);
  });
});

describe('a recipient', () => {
  test('only rises, whatever the order of the statuses, and not by another company’s', async () => {
    const group = await world.group(1);
    const [phone = ''] = group.phones;
    await world.emulator.patchPolicy({ statuses: { send: false } });
    const id = await world.start({ group_id: group.id });
    await expectEventually(() => world.ledger([phone])).toEqual([1]);
    const [sent] = await world.emulator.received(phone);
    const stateAfter = async (number: 'vendas' | 'brisa', status: string, more: object = {}) => {
      const callback = { biz_opaque_callback_data: sent?.callbackData, ...more };
      await world.webhook(statusBody(number, { id: sent?.id ?? '', status, ...callback }));
      return (await world.recipients(id))[0]?.state;
    };
    await expectEventually(async () => (await world.recipients(id))[0]?.state).toBe('sent');
    const errors = [{ code: 131026, title: 'Undeliverable' }];
    expect(await stateAfter('brisa', 'failed', { errors })).toBe('sent');
    expect(await stateAfter('vendas', 'read')).toBe('read');
    expect(await stateAfter('vendas', 'delivered')).toBe('read');
    expect(await stateAfter('vendas', 'failed', { errors })).toBe('read');
    await world.emulator.patchPolicy({ statuses: { send: true } });
    await world.until(id, 'finished');
  });

  test('waits while the company’s option is off', async () => {
    const group = await world.group(3);
    await world.pace(1);
    const id = await world.start({ group_id: group.id });
    await world.rows(`insert into tenant_feature (tenant_id, option, enabled) values ($1, 'campaigns', false)`, [
      world.tenantId,
    ]);
    const standing = () => world.rows('select status, reason from campaign where id = $1', [id]);
    await expectEventually(standing).toEqual([{ status: 'waiting', reason: 'feature' }]);
    expect(await refusalOf(world.details(id))).toBe('FORBIDDEN error.feature.off');
    await world.rows(`delete from tenant_feature where tenant_id = $1 and option = 'campaigns'`, [world.tenantId]);
    await world.pace(80);
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1]);
  });

  test('merged into another one hears of a campaign once', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    const [kept = '', gone = ''] = group.customers;
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131042 } });
    const id = await world.start({ group_id: group.id, skip_in_attendance: false });
    await world.until(id, 'paused');
    await world.emulator.patchPolicy({ sends: { mode: 'accept' } });
    await world.call(ana, mergeCustomers, { id: kept, other_id: gone });
    await world.call(ana, resumeCampaign, { id });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 0]);
    expect((await world.recipients(id)).map(({ customer }) => customer.id)).toEqual([kept]);
    expect((await world.details(id)).campaign.counts.total).toBe(1);
  });
});

describe('a draft', () => {
  test('is changed until it begins, and sent to one number to see it', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const draft = await world.draft({ group_id: group.id });
    const form = {
      name: 'Outra',
      group_id: group.id,
      instance_ids: [world.instances.vendas],
      template_id: world.templateId,
      variables: VARIABLES,
      ...ALL_DAY,
    };
    const { updateCampaign: changed } = await world.call(ana, updateCampaign, {
      id: draft.id,
      version: draft.version,
      ...form,
    });
    expect(changed).toMatchObject({ name: 'Outra', version: draft.version + 1, status: 'draft' });
    expect(await refusalOf(world.call(ana, updateCampaign, { id: draft.id, version: draft.version, ...form }))).toBe(
      'CONFLICT error.form.conflict',
    );
    const to_number = '5511988887777';
    await world.call(ana, testCampaign, { id: draft.id, instance_id: world.instances.vendas, to_number });
    await expectEventually(async () => (await world.details(draft.id)).tests.map(({ state }) => state)).toEqual([
      'sent',
    ]);
    const [got] = await world.emulator.received(to_number);
    expect(got?.text).toContain('Olá, cliente! Aqui é Ana');
    await world.call(ana, startCampaign, { id: draft.id });
    await world.until(draft.id, 'finished');
    expect(await refusalOf(world.call(ana, updateCampaign, { id: draft.id, ...form }))).toBe(
      'CONFLICT error.campaign.begun',
    );
    expect(await world.emulator.received(to_number)).toHaveLength(1);
    await world.rows(`update customer set whatsapp_consent = 'revoked' where id = $1`, [group.customers[0]]);
    const gone = { id: draft.id, instance_id: world.instances.vendas, to_number: group.phones[0] ?? '' };
    expect(await refusalOf(world.call(ana, testCampaign, gone))).toBe('CONFLICT error.campaign.testOptedOut');
  });

  test('is discarded, and then can’t begin', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const { id } = await world.draft({ group_id: group.id });
    await world.call(ana, cancelCampaign, { id });
    expect((await world.details(id)).campaign.status).toBe('cancelled');
    expect(await refusalOf(world.call(ana, startCampaign, { id }))).toBe('CONFLICT error.campaign.begun');
    const { id: scheduled } = await world.draft({ group_id: group.id, starts_at: tomorrow() });
    await world.call(ana, startCampaign, { id: scheduled });
    await world.call(ana, cancelCampaign, { id: scheduled });
    await world.until(scheduled, 'cancelled');
    const { campaigns: over } = await world.call(ana, campaigns, { statuses: ['cancelled'], pagination_limit: 100 });
    const listed = over.items.map((each) => each.id);
    expect([listed.includes(id), listed.includes(scheduled)]).toEqual([false, true]);
  });

  test('is taken back once it was scheduled -> changed, it goes as it is then', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const starts_at = tomorrow();
    const { id } = await world.draft({ group_id: group.id, starts_at });
    await world.call(ana, startCampaign, { id });
    // As of a message that versions before its kind don't know.
    await world.rows(
      `insert into campaign_part (tenant_id, campaign_id, batch, template_id, variables, content)
       select tenant_id, id, 1, template_id, variables, content from campaign where id = $1`,
      [id],
    );
    const takeBack = async () => (await world.call(ana, unscheduleCampaign, { id })).unscheduleCampaign;
    expect(await takeBack()).toMatchObject({ status: 'draft', starts_at });
    // Twice clicked.
    const { version, ...rest } = await takeBack();
    const frozen = `select from campaign m where id = $1 and (content is not null or exists (
      select from campaign_part p where p.campaign_id = m.id))`;
    expect(await world.rows(frozen, [id])).toEqual([]);
    await world.call(ana, updateCampaign, { ...rest, id, version, name: 'Outra', starts_at: null });
    await world.call(ana, startCampaign, { id });
    expect((await world.until(id, 'finished')).name).toBe('Outra');
    expect(await world.ledger(group.phones)).toEqual([1]);
    expect(await refusalOf(takeBack())).toBe('CONFLICT error.campaign.state');
  });

  test('from instances of two accounts -> its template is refused by field, whichever comes first', async () => {
    const { ana } = world.people;
    const { vendas, suporte } = world.instances;
    const form = { name: 'Duas contas', template_id: world.templateId, variables: VARIABLES };
    const ids = [vendas, suporte];
    const [before] = await world.rows<{ id: string }>('select waba_id as id from instance where id = $1', [suporte]);
    await world.rows(`update instance set waba_id = '999' where id = $1`, [suporte]);
    for (const instance_ids of [ids, ids.toReversed()]) {
      expect(await fieldsOf(world.call(ana, newCampaign, { ...form, instance_ids }))).toEqual({
        template_id: 'error.campaign.otherAccount',
      });
    }
    await world.rows('update instance set waba_id = $2 where id = $1', [suporte, before?.id]);
  });

  test('needs a value for every variable, and the permission', async () => {
    const { ana, bruno } = world.people;
    const form = { name: 'Sem valores', instance_ids: [world.instances.vendas], template_id: world.templateId };
    expect(await fieldsOf(world.call(ana, newCampaign, form))).toEqual({ variables: 'error.campaign.variables' });
    expect(await fieldsOf(world.call(ana, newCampaign, { ...form, template_id: null }))).toEqual({
      template_id: 'error.field.required',
    });
    expect(await refusalOf(world.call(bruno, newCampaign, form))).toBe('FORBIDDEN error.forbidden');
  });
});

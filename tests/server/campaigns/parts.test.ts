import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignForm } from '../../../contract/entities/campaign.ts';
import { newCampaign, startCampaign, testCampaign, updateCampaign } from '../../../contract/graphql/campaigns.ts';
import { campaignSheet } from '../../../contract/rest/campaign-sheet.ts';
import { deleteTemplate } from '../../../contract/rest/message-templates.ts';
import { withTenant } from '../../../server/db/database.ts';
import { dueOf } from '../../../server/domain/campaigns/claim.ts';
import { lockCampaign } from '../../../server/domain/campaigns/campaign-rows.ts';
import { dueTurns } from '../../../server/domain/campaigns/due.ts';
import { CAPITAL } from '../../../server/domain/campaigns/zones.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { ALL_DAY, startCampaigning, VARIABLES } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

let world: CampaignWorld;
let offer: NonNullable<CampaignForm['part_messages']>[number];
beforeAll(async () => {
  world = await startCampaigning();
  offer = { batch: 2, template_id: await templateNamed('ofertas_da_semana', 'vendas'), variables: OFFER };
});
afterAll(() => world.stop());

const OFFER: NonNullable<CampaignForm['variables']> = [
  { key: 'body.1', source: 'number', fallback: 'cliente' },
  { key: 'body.2', source: 'text', text: '15%' },
];
const HALVES = { batches: [50, 50], batch_minutes: 600 };

async function templateNamed(name: string, instance: 'vendas' | 'outra'): Promise<string> {
  const is = instance === 'vendas' ? '=' : '<>';
  const [found] = await world.rows<{ id: string }>(
    `select t.id from message_template t where t.name = $1
       and t.tenant_id ${is} (select tenant_id from instance where id = $2) limit 1`,
    [name, world.instances.vendas],
  );
  return found?.id ?? '';
}

/** The second part's time has come. */
const hasten = (id: string) =>
  world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1 and batch = 2', [id]);

describe('a part with a message of its own', () => {
  test('goes to its customers with their values, stands in their tickets, and is in the file', async () => {
    const { ana } = world.people;
    const group = await world.group(4);
    const draft = await world.draft({ group_id: group.id, ...HALVES, part_messages: [offer] });
    expect(draft.part_messages).toMatchObject([{ batch: 2, template_name: 'ofertas_da_semana', message: null }]);
    await world.call(ana, startCampaign, { id: draft.id });
    await expectEventually(async () => (await world.details(draft.id)).campaign.counts.read).toBe(2);
    await hasten(draft.id);
    await world.until(draft.id, 'finished');
    const all = await world.recipients(draft.id);
    for (const { address, batch } of all) {
      const got = await world.emulator.received(address);
      expect(got.map(({ text }) => text)).toEqual([
        expect.stringContaining(batch === 1 ? 'Olá, Cliente! Aqui é Ana' : `${address}, esta semana temos 15%`),
      ]);
    }
    const ofOffer = all.find(({ batch }) => batch === 2)?.address ?? '';
    await world.write({ from: ofOffer, text: 'Quero ver' });
    const ticket = await world.ticketOf(ana, ofOffer);
    if (ticket === undefined) throw new Error('no ticket');
    expect((await world.chat(ana, ticket))[0]?.message).toContain('esta semana temos 15%');
    await expectEventually(async () => (await world.details(draft.id)).parts.map(({ answered }) => answered)).toEqual([
      0, 1,
    ]);
    const file = await fetch(`${world.url}${campaignSheet.path}?campaign_id=${draft.id}&format=csv&locale=en`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    const lines = (await file.text()).trim().split('\r\n');
    expect(lines.filter((line) => line.includes(';2;ofertas_da_semana;'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes(';1;retomar_atendimento;'))).toHaveLength(2);
  });

  test('is tested by itself', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const { id } = await world.draft({ group_id: group.id, ...HALVES, part_messages: [offer] });
    const to = { id, instance_id: world.instances.vendas, to_number: '5511988880001' };
    const sent = await world.call(ana, testCampaign, { ...to, batch: 2 });
    expect(sent.testCampaign).toMatchObject({ batch: 2, state: 'pending' });
    await expectEventually(async () =>
      (await world.emulator.received('5511988880001')).map(({ text }) => text),
    ).toEqual([expect.stringContaining('cliente, esta semana temos 15%')]);
    expect(await refusalOf(world.call(ana, testCampaign, { ...to, batch: 3 }))).toBe('NOT_FOUND error.notFound');
  });

  test('of a text goes to those who wrote last, and is gone once it is taken out', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    for (const from of group.phones) await world.open({ from });
    const text = { template_id: null, message: 'Olá!', variables: [], skip_in_attendance: false };
    const draft = await world.draft({
      group_id: group.id,
      ...text,
      ...HALVES,
      part_messages: [{ batch: 2, message: 'Oi, tudo bem?' }],
    });
    const form = { name: 'Volta', ...ALL_DAY, ...text, ...HALVES, instance_ids: [world.instances.vendas] };
    const again = { ...form, id: draft.id, group_id: group.id };
    const one = await world.call(ana, updateCampaign, { ...again, part_messages: [] });
    expect(one.updateCampaign.part_messages).toEqual([]);
    const part_messages = [{ batch: 2, message: 'E aí?' }];
    await world.call(ana, updateCampaign, { ...again, batch_minutes: 600, part_messages });
    await world.call(ana, startCampaign, { id: draft.id });
    await expectEventually(async () => (await world.details(draft.id)).campaign.counts.read).toBe(1);
    await hasten(draft.id);
    await world.until(draft.id, 'finished');
    const received = await Promise.all(group.phones.map((phone) => world.emulator.received(phone)));
    expect(new Set(received.map((got) => got.at(-1)?.text))).toEqual(new Set(['E aí?', 'Olá!']));
  });

  test('waits alone for its template, which is kept meanwhile', async () => {
    const { ana } = world.people;
    const group = await world.group(2);
    const id = await world.start({ group_id: group.id, ...HALVES, part_messages: [offer] });
    const set = (status: string) =>
      world.rows('update message_template set status = $2 where id = $1', [offer.template_id, status]);
    await set('PAUSED');
    // The first part isn't held up.
    await expectEventually(async () => (await world.details(id)).campaign.counts.read).toBe(1);
    const deleted = await fetch(`${world.url}${deleteTemplate.path}`, {
      method: deleteTemplate.method,
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: offer.template_id }),
    });
    expect(await deleted.json()).toMatchObject({ error: { key: 'error.template.inUse' } });
    await hasten(id);
    expect(await world.until(id, 'waiting')).toMatchObject({ reason: 'template' });
    await set('APPROVED');
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1]);
  });

  test('whose template is refused -> the parts before and after go on; then it is waited for', async () => {
    // Two of the first part, one of each other.
    const group = await world.group(4);
    const third = { ...offer, batch: 3, template_id: world.templateId, variables: VARIABLES };
    const thirds = { batches: [34, 33, 33], batch_minutes: 600 };
    const id = await world.start({ group_id: group.id, ...thirds, part_messages: [offer, third] });
    const set = (status: string) =>
      world.rows('update message_template set status = $2 where id = $1', [offer.template_id, status]);
    await expectEventually(async () => (await world.details(id)).campaign.status).toBe('running');
    await set('PAUSED');
    await world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1', [id]);
    expect(await world.until(id, 'waiting')).toMatchObject({ reason: 'template' });
    const states = async () => (await world.recipients(id)).map(({ batch, state }) => `${batch} ${state}`).toSorted();
    await expectEventually(states).toEqual(['1 read', '1 read', '2 pending', '3 read']);
    await set('APPROVED');
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1, 1]);
  });

  test('waits among thousands that are due -> a claim reads those of the others alone', async () => {
    const group = await world.group(4_000);
    const { id } = await world.draft({ group_id: group.id, ...HALVES, part_messages: [offer] });
    await world.rows(
      `insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, zone, state, batch,
         next_attempt_at)
       select $1, $2, m.customer_id, m.customer_id, $4, $5, 'pending', case when m.customer_id % 100 = 0 then 2 else 1 end,
         '2020-01-01' from customer_group_member m where m.group_id = $3`,
      [world.tenantId, id, group.id, world.instances.vendas, CAPITAL],
    );
    const turn = { batch: 2, instanceId: world.instances.vendas, zone: CAPITAL };
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await world.rows('analyze campaign_recipient');
      const plan = await withTenant(world.server.db, world.tenantId, async (tx) => {
        const campaign = await lockCampaign(tx, world.tenantId, id);
        const wanted = { batches: [2], instanceIds: [world.instances.vendas], zones: ['America/Manaus', CAPITAL] };
        expect(await dueTurns(tx, campaign, new Date(), wanted)).toEqual([turn]);
        const { rows } = await sql<Record<string, string>>`
          explain (analyze, costs off, timing off) ${dueOf(campaign, new Date(), turn, 100)}`.execute(tx);
        return rows.map((row) => Object.values(row).join(' ')).join('\n');
      });
      expect(plan).toContain('using campaign_recipient_due');
      expect(plan).not.toContain('Rows Removed by Filter');
    }
  });

  test('is refused without its values, of another kind, of a part that isn’t there and with another company’s', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const form = { name: 'Volta', instance_ids: [world.instances.vendas], group_id: group.id, ...HALVES };
    const draft = (part_messages: CampaignForm['part_messages']) =>
      world.call(ana, newCampaign, { ...form, template_id: world.templateId, variables: VARIABLES, part_messages });
    expect(await fieldsOf(draft([{ ...offer, variables: [] }]))).toEqual({
      'part_messages.0.variables': 'error.campaign.variables',
    });
    expect(await fieldsOf(draft([{ batch: 2, message: 'Oi' }]))).toEqual({
      part_messages: 'error.campaign.partMessage',
    });
    expect(await fieldsOf(draft([{ ...offer, batch: 3 }]))).toEqual({ part_messages: 'error.field.invalid' });
    expect(await fieldsOf(draft([offer, offer]))).toEqual({ part_messages: 'error.field.invalid' });
    const theirs = await templateNamed('ofertas_da_semana', 'outra');
    expect(await refusalOf(draft([{ ...offer, template_id: theirs }]))).toBe('NOT_FOUND error.notFound');
  });
});

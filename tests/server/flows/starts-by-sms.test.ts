import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectEventually } from '../../support/expect-eventually.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { hasStartableFlow, setCampaignFlow, startableFlows } from '../../../contract/graphql/flow-starts.ts';
import { refusalOf } from '../../support/attendance.ts';
import { addSmsInstance, NUMBERS_WITH_SMS } from '../../support/sms.ts';
import { end, flow, menu, pause, say } from '../../flows/builders.ts';
import { startStarts } from './starts-world.ts';
import type { StartsWorld } from './starts-world.ts';

/* An active flow that goes by SMS: it begins with a text, from numbers of SMS alone. */

let world: StartsWorld;
let smsId: string;
beforeAll(async () => {
  world = await startStarts({ emulator: { numbers: NUMBERS_WITH_SMS } });
  smsId = (await addSmsInstance(world, 'twilio')).id;
});
afterAll(() => world.stop());

const TEXTS: Flow = {
  ...flow(
    {
      start: say('{{first_name}}, seu pedido saiu.', { next: 'espera', failed: 'fim' }),
      espera: pause(24 * 60, { next: 'fim', message: 'fim' }),
      fim: end(null),
    },
    { kind: 'active' },
  ),
  channel: 'sms',
};

test('a text first -> published; started from the number of SMS, without a window, as each wants it', async () => {
  const { id, channel } = await world.starting({ instance_ids: [] }, TEXTS);
  expect([channel, (await world.starting()).channel]).toEqual(['sms', 'whatsapp']);
  const phones = await world.customers(4);
  const [fine = '', out = '', elsewhere = '', blocked = ''] = phones;
  await world.rows("update customer set sms_consent = 'revoked' where phone_number = $1", [out]);
  await world.rows("update customer set whatsapp_consent = 'revoked' where phone_number = $1", [elsewhere]);
  await world.rows('update customer set is_blacklisted = true where phone_number = $1', [blocked]);
  await world.launch(id, { group_id: await world.group(phones) });
  // A number of SMS sends one a second.
  await expectEventually(async () => {
    await world.settle();
    const came = await Promise.all(phones.map(async (phone) => (await world.startsOf(phone))[0]));
    return came.map((start) => start?.reason ?? start?.status);
  }).toEqual(['started', 'opted_out', 'started', 'blocked']);
  expect(await world.told(fine)).toEqual(['Luciana, seu pedido saiu.']);
  const used = await world.rows('select distinct instance_id::text as id from flow_start where flow_id = $1', [id]);
  expect(used).toEqual([{ id: smsId }]);
});

test('a question first -> an attendant who would start it reads the question', async () => {
  const asks = menu('Chegou, {{first_name}}?', { sim: 'fim', other: 'fim', media: 'fim', timeout: 'fim' });
  const of = { ...flow({ start: asks, fim: end(null) }, { kind: 'active' }), channel: 'sms' } as const;
  const [phone = ''] = await world.customers(1);
  const { id } = await world.starting({ instance_ids: [] }, of);
  await world.launch(id, { group_id: await world.group([phone]) });
  const open = () =>
    world.rows<{ id: string }>(
      `select t.id::text as id from chat_ticket t join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
       where c.phone_number = $1 and t.instance_id = $2`,
      [phone, smsId],
    );
  await expectEventually(async () => {
    await world.settle();
    return (await open()).length;
  }).toBe(1);
  const [ticket] = await open();
  const listed = await world.call(world.people.bruno, startableFlows, { ticket_id: ticket?.id ?? '' });
  expect(listed.startableFlows.find((each) => each.id === id)?.says).toMatch(/^Chegou, Luciana\?/u);
});

test('numbers of WhatsApp alone, a campaign -> it can’t go by them', async () => {
  const chosen = await world.starting({}, TEXTS);
  const [phone = ''] = await world.customers(1);
  await world.rows('update flow set is_active = id = $1', [chosen.id]);
  const ticket = await world.open({ from: phone, at: new Date(world.now()) });
  const has = await world.call(world.people.ana, hasStartableFlow, { ticket_id: ticket.id });
  expect(has).toEqual({ hasStartableFlow: false });
  const launched = world.launch(chosen.id, { group_id: await world.group([phone]) });
  expect(await refusalOf(launched)).toBe('CONFLICT error.flow.noNumber');
  const [campaign] = await world.rows<{ id: string }>(
    `insert into campaign (tenant_id, name, status, instance_ids, message, content)
     values ($1, 'Volta', 'finished', array[$2::bigint], 'Oi', '{"kind": "text", "text": "Volte!"}') returning id`,
    [world.tenantId, world.instances.vendas],
  );
  const answered = (flow_id: string) =>
    world.call(world.people.ana, setCampaignFlow, { campaign_id: campaign?.id ?? '', flow_id });
  expect(await refusalOf(answered(chosen.id))).toBe('CONFLICT error.flow.campaign');
  // Nor does one that goes by WhatsApp follow a campaign by SMS.
  const { id: elsewhere } = await world.starting();
  await world.rows("update campaign set channel = 'sms', content = null where id = $1", [campaign?.id]);
  expect(await refusalOf(answered(elsewhere))).toBe('CONFLICT error.flow.campaign');
});

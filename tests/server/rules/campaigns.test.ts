import { afterAll, beforeAll, expect, test as it } from 'vitest';
import { newRule } from '../../../contract/graphql/rules.ts';
import { runRules } from '../../../server/domain/rules/run-rules.ts';
import { startCampaigning } from '../campaigns/campaign-world.ts';
import { act, all, on, rule, test } from './rules-world.ts';

let world: Awaited<ReturnType<typeof startCampaigning>>;
beforeAll(async () => {
  world = await startCampaigning();
});
afterAll(() => world.stop());

it('a campaign is answered -> its rule acts on the answer, another campaign’s doesn’t', async () => {
  const group = await world.group(1);
  const id = await world.start({ group_id: group.id });
  await world.until(id, 'finished');
  const other = await world.start({ group_id: (await world.group(1)).id });
  await world.until(other, 'finished');
  const add = async (name: string, campaign: string) => {
    const wants = all(test('text', 'has', 'quero'));
    const definition = rule(on('campaign.answered', [campaign]), wants, [act('note', null, 'Quer')]);
    const form = { name, definition: JSON.stringify(definition), is_active: true };
    await world.call(world.people.ana, newRule, form);
  };
  await add('Desta', id);
  await add('De outra', other);
  for (const text of ['Quero!', 'Quero mesmo']) await world.write({ from: group.phones[0] ?? '', text });
  while (await runRules(world.server.services, world.tenantId));
  const did = await world.rows<{ name: string }>('select r.name from rule_execution e join rule r on r.id = e.rule_id');
  expect(did).toEqual([{ name: 'Desta' }]);
});

import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { fillGroups, wantFilledSince } from '../customer-groups/fill-group.ts';
import { fillingBehind } from '../customer-groups/groups-behind.ts';
import { lockCampaign, publishCampaign } from './campaign-rows.ts';

/** Chunks of customers that a look fills a group by: the company's other campaigns wait for it. */
const CHUNKS = 2;

/**
 * Whether the groups that decide whom a due campaign is for are filled; goes on with filling them, and says on the campaign that
 * it waits for them: it would miss, or reach, whom they don't hold yet.
 */
export async function areGroupsFilled(
  services: Pick<Services, 'db' | 'now' | 'log'>,
  tenantId: Id,
  { id, audience_id: audienceId, group_id: groupId }: Row<'campaign'>,
  since: Date,
): Promise<boolean> {
  const { db } = services;
  const tree = sql`(select a.tree from audience a where a.tenant_id = ${tenantId} and a.id = ${audienceId})`;
  const filling = () =>
    withTenant(db, tenantId, (tx) => fillingBehind(tx, tenantId, groupId === null ? { tree } : { groupId }));
  if (groupId !== null) await wantFilledSince(services, tenantId, groupId, since);
  const sound = (await filling()).filter(({ isFailing }) => !isFailing).map((group) => group.id);
  // One that fails is tried again in a while, with all others.
  await fillGroups(services, tenantId, sound, CHUNKS);
  const left = await filling();
  if (left.length === 0) return true;
  const reason = left.some(({ isFailing }) => isFailing) ? 'groupFailing' : 'groupFilling';
  await changeTenant(db, tenantId, async (change) => {
    const campaign = await lockCampaign(change.tx, tenantId, id);
    if (campaign.status !== 'scheduled' || campaign.reason === reason) return;
    await sql`update campaign set reason = ${reason}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(change.tx);
    await publishCampaign(change, id);
  });
  return false;
}

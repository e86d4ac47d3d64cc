import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { fillGroups, wantFilledSince } from '../customer-groups/fill-group.ts';
import { fillingBehind } from '../customer-groups/groups-behind.ts';
import type { FillingGroup, GroupsOf } from '../customer-groups/groups-behind.ts';
import { lockCampaign, publishCampaign } from './campaign-rows.ts';

/** Chunks of customers that a look fills a group by: the company's other campaigns wait for it. */
const CHUNKS = 2;

/** The campaign's reason for each, the ones that a person may have to look after first. */
const REASONS = [
  ['failing', 'groupFailing'],
  ['importing', 'groupImporting'],
  ['filling', 'groupFilling'],
] as const;

type Awaiting = Row<'campaign'>;

function targetOf({ tenant_id: tenantId, audience_id: audienceId, group_id: groupId }: Awaiting): GroupsOf {
  if (groupId !== null) return { groupId };
  return { tree: sql`(select a.tree from audience a where a.tenant_id = ${tenantId} and a.id = ${audienceId})` };
}

/** The groups that decide whom a campaign is for and aren't full yet. */
export function awaitedGroups(tx: Tx, campaign: Awaiting): Promise<FillingGroup[]> {
  return fillingBehind(tx, campaign.tenant_id, targetOf(campaign));
}

/**
 * Whether the groups that select a due campaign's recipients are filled. If not, continues filling them, and marks the campaign as
 * waiting: half-filled groups would add or omit recipients.
 */
export async function areGroupsFilled(
  services: Pick<Services, 'db' | 'now' | 'log'>,
  tenantId: Id,
  campaign: Awaiting,
  since: Date,
): Promise<boolean> {
  const { db } = services;
  const awaited = () => withTenant(db, tenantId, (tx) => awaitedGroups(tx, campaign));
  await wantFilledSince(services, tenantId, targetOf(campaign), since);
  // One that fails is tried again in a while, with all others.
  const sound = (await awaited()).filter(({ why }) => why === 'filling').map((group) => group.id);
  await fillGroups(services, tenantId, sound, CHUNKS);
  const left = new Set((await awaited()).map(({ why }) => why));
  const [, reason] = REASONS.find(([why]) => left.has(why)) ?? [];
  if (reason === undefined) return true;
  await changeTenant(db, tenantId, async (change) => {
    const { status, reason: before } = await lockCampaign(change.tx, tenantId, campaign.id);
    if (status !== 'scheduled' || before === reason) return;
    await sql`update campaign set reason = ${reason}, version = version + 1
      where tenant_id = ${tenantId} and id = ${campaign.id}`.execute(change.tx);
    await publishCampaign(change, campaign.id);
  });
  return false;
}

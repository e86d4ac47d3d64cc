import { campaignLifeModel } from '../../models/server/campaign-life.model.ts';
import type { CampaignLifeEvent, CampaignLifeState } from '../../models/server/campaign-life.model.ts';
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  startCampaign,
  unscheduleCampaign,
} from '../../contract/graphql/campaigns.ts';
import type { CampaignStatus } from '../../contract/facts/campaigns.ts';
import type { SendResult } from '../../server/channels/channel.ts';
import { advanceCampaigns } from '../../server/domain/campaigns/advance.ts';
import { claimRecipients } from '../../server/domain/campaigns/claim.ts';
import { settleTogether } from '../../server/domain/campaigns/settle-sends.ts';
import { statusBody } from './attendance.ts';
import type { StatesSteps } from './states-walk.ts';
import { NEVER_MS } from './states-world.ts';
import type { StatesWorld } from './states-world.ts';

interface Path {
  readonly world: StatesWorld;
  readonly id: string;
  readonly templateId: string;
  /** Who has got it, and needn't get it once more. */
  readonly heard: Set<string>;
  /** As it was looked at last, for all that has to hold of it. */
  now: Found | undefined;
}

interface Found {
  readonly status: CampaignStatus;
  readonly reason: string | null;
  readonly isStarted: boolean;
  readonly isEnded: boolean;
  /** How many of its recipients are so. */
  readonly open: number;
  readonly sent: number;
  readonly failed: number;
  readonly isCounted: boolean;
  /** What was told of it last. */
  readonly told: CampaignStatus | null;
}

async function look({ world, id }: Pick<Path, 'world' | 'id'>): Promise<Found> {
  const [found] = await world.rows<Found>(
    `select m.status, m.reason, m.started_at is not null as "isStarted", m.finished_at is not null as "isEnded",
      r.open, r.sent, r.failed, r.of = t.of as "isCounted",
      (select e.data->'campaign'->>'status' from event e where e.tenant_id = m.tenant_id
        and e.name = 'CampaignUpdated' and e.data->'campaign'->>'id' = m.id::text order by e.position desc limit 1) as told
    from campaign m cross join lateral (
      select count(*) filter (where state in ('pending', 'sending', 'uncertain'))::integer as open,
        count(*) filter (where state = 'sent')::integer as sent,
        count(*) filter (where state = 'failed')::integer as failed,
        array[count(*) filter (where state = 'pending'), count(*) filter (where state = 'sent'),
          count(*) filter (where state = 'failed'), count(*) filter (where state = 'cancelled'), count(*)] as of
      from campaign_recipient r where r.tenant_id = m.tenant_id and r.campaign_id = m.id) r
    cross join lateral (
      select array[coalesce(sum(count) filter (where state = 'pending'), 0),
        coalesce(sum(count) filter (where state = 'sent'), 0), coalesce(sum(count) filter (where state = 'failed'), 0),
        coalesce(sum(count) filter (where state = 'cancelled'), 0), coalesce(sum(count), 0)]::bigint[] as of
      from campaign_tally y where y.tenant_id = m.tenant_id and y.campaign_id = m.id) t
    where m.id = $1`,
    [id],
  );
  if (found === undefined) throw new Error('There is no campaign');
  return found;
}

/** Accepted by the provider is enough for the probe: it would have to wait for a status. */
function advance({ services, tenantId }: StatesWorld): Promise<void> {
  return advanceCampaigns(services, tenantId, { uncertainMs: NEVER_MS, probeMs: -1, chunk: 10 });
}

/** Sends all that may go out, one claim after the other; what is left for a later moment is due. */
async function send({ world, id, heard }: Path, result: SendResult): Promise<void> {
  const { services, tenantId } = world;
  await world.rows(
    "update campaign_recipient set next_attempt_at = now() - interval '1 second' where campaign_id = $1",
    [id],
  );
  const node = { id: 'the node of the walk', leaseMs: NEVER_MS, limit: 10 };
  for (;;) {
    const { claims } = await claimRecipients(services, tenantId, node);
    if (claims.length === 0) break;
    for (const { campaignId, customerId } of claims) {
      if (campaignId !== id) throw new Error('Another’s was claimed');
      if (heard.has(customerId)) throw new Error('Somebody gets it twice');
      if (result.outcome === 'accepted') heard.add(customerId);
    }
    const settled = await settleTogether(
      { services, tenantId, uncertainMs: NEVER_MS },
      claims.map((claim) => ({ claim, result })),
    );
    if (settled.size !== claims.length) throw new Error('They were not settled');
  }
  // As a node would anyway; where nothing was sent it would only go on.
  const { status } = await look({ world, id });
  if (status === 'probing' || status === 'running') await advance(world);
}

/** Of one whom it reached, the provider says that it should be sent another day. */
async function wantOnceMore({ world, id, heard }: Path): Promise<void> {
  const [sent] = await world.rows<{ customer: string; attempts: number }>(
    `update campaign_recipient r set was_put_off = false where campaign_id = $1 and customer_id = (
      select min(customer_id) from campaign_recipient where campaign_id = $1 and state = 'sent'
        and not exists (select from campaign_recipient f where f.campaign_id = $1 and f.state = 'failed'))
    returning customer_id as customer, attempts`,
    [id],
  );
  if (sent === undefined) return;
  const { customer, attempts } = sent;
  const callback = { biz_opaque_callback_data: `campaign:${id}:${customer}:${attempts}` };
  const errors = [{ code: 131049, title: 'Failed' }];
  const answer = await world.webhook(
    statusBody('vendas', { id: `wamid.${id}`, status: 'failed', ...callback, errors }),
  );
  if (answer !== 200) throw new Error(`The webhook was answered ${answer}`);
  heard.delete(customer);
}

function setTemplate({ world, templateId }: Path, status: 'APPROVED' | 'PAUSED'): Promise<object[]> {
  return world.rows('update message_template set status = $2 where id = $1', [templateId, status]);
}

async function pauseTemplate(path: Path): Promise<void> {
  const { status } = await look(path);
  await setTemplate(path, 'PAUSED');
  if (status === 'probing' || status === 'running' || status === 'waiting') await advance(path.world);
  // It is in the way of one that waits for it alone.
  if ((await look(path)).status !== 'waiting') await setTemplate(path, 'APPROVED');
}

const deeds = {
  started: ({ world, id }) => world.call(world.people.ana, startCampaign, { id }),
  'taken back': ({ world, id }) => world.call(world.people.ana, unscheduleCampaign, { id }),
  paused: async (path) => {
    const { world, id } = path;
    await world.call(world.people.ana, pauseCampaign, { id });
    // By the time that somebody goes on.
    await setTemplate(path, 'APPROVED');
  },
  resumed: ({ world, id }) => world.call(world.people.ana, resumeCampaign, { id }),
  cancelled: ({ world, id }) => world.call(world.people.ana, cancelCampaign, { id }),
  retried: ({ world, id }) => world.call(world.people.ana, retryCampaign, { id }),
  'looked after': ({ world }) => advance(world),
  sent: (path) => send(path, { outcome: 'accepted', providerMessageId: `wamid.${path.id}`, recipient: undefined }),
  failed: (path) =>
    send(path, {
      outcome: 'refused',
      code: 131026,
      retryable: false,
      key: 'channel.error.undeliverable',
      details: undefined,
    }),
  'wanted once more': wantOnceMore,
  'template paused': pauseTemplate,
  'template back': async (path) => {
    await setTemplate(path, 'APPROVED');
    if ((await look(path)).status === 'waiting') await advance(path.world);
  },
} satisfies Record<CampaignLifeEvent, (path: Path) => Promise<unknown>>;

export const campaignLifeSteps: StatesSteps<CampaignLifeState, CampaignLifeEvent, Path> = {
  model: campaignLifeModel,
  begin: async (world) => {
    // What other paths left isn't claimed from any more.
    await world.rows("update campaign set status = 'cancelled' where status not in ('cancelled', 'finished')");
    await world.rows('update number_pace set tokens = 1000, per_second = 10000, held_until = null');
    const [template] = await world.rows<{ id: string }>(
      `insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components)
      select tenant_id, waba_id, $2, $2, language, category, status, components from message_template where id = $1
      returning id`,
      [world.templateId, `vida_${world.next()}`],
    );
    const templateId = template?.id ?? '';
    const { id: group_id } = await world.group(2);
    const { id } = await world.draft({ group_id, template_id: templateId });
    return { world, id, templateId, heard: new Set(), now: undefined };
  },
  deeds,
  state: async (path) => {
    path.now = await look(path);
    const { status, open, sent, failed } = path.now;
    if (status === 'finished' && failed > 0) return sent > 0 ? `${status}, one failed` : `${status}, both failed`;
    if ((status === 'cancelling' || status === 'cancelled') && sent > 0) return `${status}, one sent`;
    if (status === 'cancelling' && open > 0) return 'cancelling, some left';
    const isSplit = status === 'running' || status === 'paused' || status === 'waiting';
    return isSplit && sent === 0 ? `${status}, unproven` : status;
  },
  kept: look,
  invariants: {
    'whoever follows it was told of its state': holds(({ told, status }) => told === status),
    'it has begun once it was due, and has ended just while it is over': holds(
      ({ isStarted, isEnded, status }, state) => {
        const isOver = status === 'finished' || status === 'cancelled';
        const isEarly = state === 'draft' || state === 'scheduled';
        // Cancelled, it may be either.
        const isEither = status === 'cancelling' || status === 'cancelled';
        return isEnded === isOver && (isEither || isStarted !== isEarly);
      },
    ),
    'over, nothing of it is left to be sent': holds(({ isEnded, open }) => !isEnded || open === 0),
    'its counts are those of its recipients': holds(({ isCounted }) => isCounted),
    'it waits just for what is in its way': holds(
      ({ status, reason }) =>
        (status === 'waiting') === (reason === 'template') && (status === 'paused') === (reason === 'person'),
    ),
  },
};

function holds(is: (found: Found, state: CampaignLifeState) => boolean) {
  return async ({ now }: Path, state: CampaignLifeState): Promise<boolean> => now !== undefined && is(now, state);
}

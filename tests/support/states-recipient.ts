import { recipientModel } from '../../models/server/recipient.model.ts';
import type { RecipientEvent, RecipientState } from '../../models/server/recipient.model.ts';
import { blacklistCustomer } from '../../contract/graphql/blacklist-customer.ts';
import { cancelCampaign, retryCampaign } from '../../contract/graphql/campaigns.ts';
import type { SendResult } from '../../server/channels/channel.ts';
import { advanceCampaigns } from '../../server/domain/campaigns/advance.ts';
import { claimRecipients } from '../../server/domain/campaigns/claim.ts';
import type { CampaignClaim } from '../../server/domain/campaigns/claim.ts';
import { settleAbandoned } from '../../server/domain/campaigns/settle.ts';
import { settleTogether } from '../../server/domain/campaigns/settle-sends.ts';
import { Refused, statusBody } from './attendance.ts';
import type { StatesSteps } from './states-walk.ts';
import { NEVER_MS } from './states-world.ts';
import type { StatesWorld } from './states-world.ts';

interface Path {
  readonly world: StatesWorld;
  readonly campaignId: string;
  readonly customerId: string;
  readonly phone: string;
  /** What the provider calls the message. */
  readonly providerId: string;
  /** How often it was claimed. */
  claims: number;
}

interface Recipient {
  readonly state: string;
  readonly attempts: number;
  readonly error_code: string | null;
  readonly locked_by: string | null;
  readonly provider_message_id: string | null;
}

async function rowOf({ world, campaignId, customerId }: Path): Promise<Recipient> {
  const [row] = await world.rows<{ row: Recipient }>(
    'select to_jsonb(r) as row from campaign_recipient r where campaign_id = $1 and customer_id = $2',
    [campaignId, customerId],
  );
  if (row === undefined) throw new Error('There is no recipient');
  return row.row;
}

function advance({ services, tenantId }: StatesWorld): Promise<void> {
  return advanceCampaigns(services, tenantId, { uncertainMs: NEVER_MS, probeMs: NEVER_MS, chunk: 10 });
}

/** Sets a column of the recipient, as the time that passes does, in one state. */
function passes({ world, campaignId }: Path, state: string, column: string): Promise<object[]> {
  return world.rows(
    `update campaign_recipient set ${column} = now() - interval '1 second' where campaign_id = $1 and state = $2`,
    [campaignId, state],
  );
}

async function claim(path: Path): Promise<number> {
  const { services, tenantId } = path.world;
  await passes(path, 'pending', 'next_attempt_at');
  const node = { id: 'the node of the walk', leaseMs: NEVER_MS, limit: 10 };
  const { claims } = await claimRecipients(services, tenantId, node);
  if (claims.some(({ campaignId }) => campaignId !== path.campaignId)) throw new Error('Another’s was claimed');
  path.claims += claims.length;
  return claims.length;
}

async function claimBlocked(path: Path): Promise<void> {
  const { world, customerId: id } = path;
  const { ana } = world.people;
  await world.call(ana, blacklistCustomer, { id, blacklisted: true });
  const claimed = await claim(path);
  await world.call(ana, blacklistCustomer, { id, blacklisted: false });
  if (claimed > 0) throw new Error('Somebody who is blocked was claimed');
}

/** Settles what the provider answered to the last try. */
async function settle(path: Path, result: SendResult): Promise<void> {
  const { world, campaignId, customerId, phone } = path;
  const { attempts } = await rowOf(path);
  const claimed: CampaignClaim = {
    tenantId: world.tenantId,
    messageId: `campaign:${campaignId}:${customerId}:${attempts}`,
    kind: 'recipient',
    campaignId,
    customerId,
    instanceId: world.instances.vendas,
    attempts,
    wasPutOff: false,
    address: phone,
    content: { kind: 'text', text: '' },
    params: {},
    phoneNumberId: null,
    sealedToken: null,
  };
  const settling = { services: world.services, tenantId: world.tenantId, uncertainMs: NEVER_MS };
  const settled = await settleTogether(settling, [{ claim: claimed, result }]);
  if (settled.size !== 1) throw new Error('It was not settled');
}

async function tell(path: Path, status: string, code?: number): Promise<void> {
  const { world, campaignId, customerId, providerId: id } = path;
  const { attempts } = await rowOf(path);
  const callback = { biz_opaque_callback_data: `campaign:${campaignId}:${customerId}:${attempts}` };
  const errors = code === undefined ? {} : { errors: [{ code, title: 'Failed' }] };
  const answer = await world.webhook(statusBody('vendas', { id, status, ...callback, ...errors }));
  if (answer !== 200) throw new Error(`The webhook was answered ${answer}`);
}

/** Whether the campaign can be so any more is the campaign's own matter. */
async function orRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
}

const refusal = { key: 'channel.error.undeliverable', details: undefined } as const;

const deeds = {
  claimed: claim,
  'claimed while blocked': claimBlocked,
  'answered: accepted': (path) =>
    settle(path, { outcome: 'accepted', providerMessageId: path.providerId, recipient: undefined }),
  'answered: refused': (path) => settle(path, { outcome: 'refused', code: 131026, retryable: false, ...refusal }),
  'answered: later': (path) =>
    settle(path, { outcome: 'retryable', code: 131000, retryAfterMs: undefined, ...refusal }),
  'answer lost': (path) => settle(path, { outcome: 'unknown', reason: 'connection' }),
  'node died': async (path) => {
    await passes(path, 'sending', 'locked_until');
    await settleAbandoned(path.world.server.db, path.world.tenantId, NEVER_MS);
  },
  'timed out': async (path) => {
    await passes(path, 'uncertain', 'next_attempt_at');
    await settleAbandoned(path.world.server.db, path.world.tenantId, NEVER_MS);
  },
  'told: sent': (path) => tell(path, 'sent'),
  'told: delivered': (path) => tell(path, 'delivered'),
  'told: read': (path) => tell(path, 'read'),
  'told: failed': (path) => tell(path, 'failed', 131026),
  'told: once more tomorrow': (path) => tell(path, 'failed', 131049),
  retried: async ({ world, campaignId: id }) => {
    // Where nothing is under way any more it is finished.
    await advance(world);
    await orRefused(world.call(world.people.ana, retryCampaign, { id }));
  },
  cancelled: async ({ world, campaignId: id }) => {
    await orRefused(world.call(world.people.ana, cancelCampaign, { id }));
    await advance(world);
  },
} satisfies Record<RecipientEvent, (path: Path) => Promise<unknown>>;

export const recipientSteps: StatesSteps<RecipientState, RecipientEvent, Path> = {
  model: recipientModel,
  begin: async (world) => {
    // What other paths left isn't claimed from any more.
    await world.rows("update campaign set status = 'cancelled' where status not in ('cancelled', 'finished')");
    await world.rows('update number_pace set tokens = 1000, per_second = 10000, held_until = null');
    const { id: group_id, customers, phones } = await world.group(1);
    const campaignId = await world.start({ group_id });
    // Due, and whom it is for.
    for (let times = 0; times < 2; times += 1) await advance(world);
    const [customerId = '', phone = ''] = [customers[0], phones[0]];
    return { world, campaignId, customerId, phone, providerId: `wamid.walk-${customerId}`, claims: 0 };
  },
  deeds,
  state: async (path) => {
    const { state, error_code: code } = await rowOf(path);
    return state === 'failed' && code === 'uncertain' ? 'failed, never confirmed' : state;
  },
  kept: rowOf,
  invariants: {
    'a try is counted for each claim, and for nothing else': async (path) =>
      (await rowOf(path)).attempts === path.claims,
    'a node has it just while it is sent': async (path, state) =>
      ((await rowOf(path)).locked_by !== null) === (state === 'sending'),
    'what arrived is known by the provider’s name': async (path, state) =>
      (state !== 'delivered' && state !== 'read') || (await rowOf(path)).provider_message_id === path.providerId,
    'its campaign has it once, in this state': async ({ world, campaignId }, state) => {
      const own = await world.recipients(campaignId, state.split(',')[0]);
      return own.length === 1 && (await world.details(campaignId)).campaign.counts.total === 1;
    },
  },
};

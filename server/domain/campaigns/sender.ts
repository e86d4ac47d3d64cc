import { setTimeout as pause } from 'node:timers/promises';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { NOT_REGISTERED } from '../../channels/channel.ts';
import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { HEADER_FILES } from '../../../contract/facts/templates.ts';
import type { FullChannel, OutboundContent, SendResult } from '../../channels/channel.ts';
import { channelOf } from '../../channels/sms/address.ts';
import type { SmsErrorKey } from '../../channels/sms/errors.ts';
import { KeyedQueue } from '../../db/keyed-queue.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { openToken } from '../instances/access-token.ts';
import type { InstanceWatch } from '../instances/instance-watch.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { sentCards, UNKNOWN_FILE, VOICE } from '../outbound/deliver.ts';
import { TenantWorker } from '../tenant-worker.ts';
import type { WorkerOptions } from '../tenant-worker.ts';
import { ADVANCE_DEFAULTS, advanceCampaigns, findCampaigning } from './advance.ts';
import type { AdvanceOptions } from './advance.ts';
import { claimRecipients, renewClaims } from './claim.ts';
import type { CampaignClaim } from './claim.ts';
import type { FrozenFile } from './campaign-files.ts';
import { filledContent } from './content.ts';
import type { FilledContent } from './content.ts';
import { HeaderMedia } from './header-media.ts';
import { settleAlone, settleTogether } from './settle-sends.ts';
import type { Outcome } from './settle-sends.ts';

export type CampaignOptions = WorkerOptions & AdvanceOptions;

export const CAMPAIGN_DEFAULTS: CampaignOptions = {
  ...ADVANCE_DEFAULTS,
  // At a thousand a second, and a quarter of a second each, a company has half of them under way.
  concurrency: 512,
  batch: 50,
  pollMs: 1_000,
  leaseMs: 6_000,
};

/** How long a stopping node waits for the provider's answers; the remaining sends are uncertain. */
const STOP_MS = 3_000;
const RETRY_MS = 500;
/** So many outcomes are settled together, and the next ones collected for so long: one by one they cost five times as much. */
const SETTLED_MAX = 200;
const COLLECTED_MS = 25;

/** An outcome to be settled; `done` hears whether it was so together with others. */
type Waiting = { outcome: Outcome; done: (isSettled: boolean) => void };

/** `stop`: claims nothing more, and waits for the sends in progress. */
export type CampaignSender = { stop: () => Promise<void> };

/**
 * Runs campaigns: prepares their recipients, and sends to each at most once as far as the provider allows. A recipient
 * whose send may have happened is never sent to again. Safe on any number of nodes with one database.
 */
export function startCampaigns(
  services: Services,
  channel: Pick<FullChannel, 'send' | 'uploadMedia'>,
  files: Pick<MediaFiles, 'onDisk'>,
  metrics: Registry,
  watch: Pick<InstanceWatch, 'sawActivity' | 'refused'>,
  options: Partial<CampaignOptions> = {},
): CampaignSender {
  const all = { ...CAMPAIGN_DEFAULTS, ...options };
  const { uncertainMs } = all;
  const abort = new AbortController();
  const sends = new Counter({
    name: 'campaign_sends_total',
    help: 'Sends of campaigns to the provider by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const media = new HeaderMedia(services, channel, files);
  const advancing = new Set<Id>();
  let isEnding = false;

  /** Retries until it is stored or the server stops: then the claim's lease runs out and it is uncertain. */
  const stored = async (write: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (isEnding) throw error;
        services.log.warn({ err: error }, 'the outcome of a send could not be stored; retrying');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  const together = new KeyedQueue<Waiting>(SETTLED_MAX, async (tenantId, waiting) => {
    const outcomes = waiting.map(({ outcome }) => outcome);
    const settled = await settleTogether({ services, tenantId, uncertainMs }, outcomes).catch((error: unknown) => {
      services.log.warn({ err: error }, 'outcomes of sends could not be stored together');
      return new Set<string>();
    });
    for (const { outcome, done } of waiting) done(settled.has(outcome.claim.messageId));
    await pause(COLLECTED_MS);
  });

  const settle = async (outcome: Outcome): Promise<void> => {
    const { tenantId } = outcome.claim;
    const isSettled = await new Promise<boolean>((done) => together.add(tenantId, { outcome, done }));
    if (!isSettled) await stored(() => settleAlone({ services, tenantId, uncertainMs }, outcome));
  };

  const handle = async (claim: CampaignClaim): Promise<boolean> => {
    const result = await send({ services, channel, media, signal: abort.signal }, claim);
    sends.inc({ outcome: result.outcome });
    if (result.outcome === 'accepted') watch.sawActivity(claim);
    if (result.outcome === 'refused') watch.refused(claim, result.key);
    if (result.outcome === 'refused' || result.outcome === 'retryable') {
      const { code, details } = result;
      services.log.warn({ message: claim.messageId, code, details }, 'a send was refused');
    }
    await settle({ claim, result });
    return true;
  };

  const worker: TenantWorker<CampaignClaim> = new TenantWorker<CampaignClaim>(
    services,
    {
      failure: 'campaigns could not be processed; retrying',
      findDue: async (wake) => {
        for (const tenantId of await findCampaigning(services)) {
          if (worker.isStopping) return;
          // A long preparation doesn't hold up the other companies.
          if (!advancing.has(tenantId)) {
            advancing.add(tenantId);
            worker.track(
              advanceCampaigns(services, tenantId, all)
                .then(() => wake(tenantId))
                .finally(() => advancing.delete(tenantId)),
            );
          }
          wake(tenantId);
        }
      },
      claim: async (tenantId, node) => {
        const { claims, waitMs } = await claimRecipients(services, tenantId, node);
        if (waitMs !== undefined) setTimeout(() => worker.wake(tenantId), Math.ceil(waitMs)).unref();
        return claims;
      },
      renew: (tenantId, node, ids) => renewClaims(services, tenantId, node, ids),
      handle,
    },
    all,
  );
  return {
    stop: async () => {
      isEnding = true;
      const timeout = setTimeout(() => abort.abort(), STOP_MS);
      await worker.stop();
      clearTimeout(timeout);
    },
  };
}

/** With their own values it is longer than every provider takes. */
const SMS_TOO_LONG: SmsErrorKey = 'channel.error.sms.tooLong';

type Tools = { services: Services; channel: Pick<FullChannel, 'send'>; media: HeaderMedia; signal: AbortSignal };

async function send({ services, channel, media, signal }: Tools, claim: CampaignClaim): Promise<Outcome['result']> {
  const { phoneNumberId, sealedToken, address, content, params, messageId } = claim;
  if (phoneNumberId === null) return refused(NOT_REGISTERED);
  let filled;
  try {
    filled = filledContent(content, params);
  } catch (error) {
    if (error instanceof DomainError) return refused(error.key);
    throw error;
  }
  if (channelOf(phoneNumberId) === 'sms' && filled.text.length > SMS_MAX_LENGTH) return refused(SMS_TOO_LONG);
  const accessToken = sealedToken === null ? undefined : openToken(services, claim, sealedToken);
  const number = { phoneNumberId, accessToken };
  const { file } = content;
  const mediaId = file === undefined ? '' : await media.idFor(claim, number, file);
  // Nothing was sent, as its file isn't at the provider: tried again, or refused for everybody.
  if (typeof mediaId !== 'string') return { ...mediaId, reaction: mediaId.outcome === 'retryable' ? 'later' : 'pause' };
  const cards = filled.template?.cards ?? [];
  const ids: string[] = [];
  for (const card of cards) {
    const id = await media.idFor(claim, number, card.file);
    if (typeof id !== 'string') return { ...id, reaction: id.outcome === 'retryable' ? 'later' : 'pause' };
    ids.push(id);
  }
  try {
    const message = {
      ...(file === undefined ? filled.sent : withFile(filled, file, mediaId)),
      ...(cards.length > 0 && { cards: sentCards(cards, ids) }),
      ...number,
      to: address,
      replyToProviderId: undefined,
      callbackData: messageId,
    };
    const result = await channel.send(message, signal);
    const sentFiles = file === undefined ? cards.map((card) => card.file) : [file];
    if (sentFiles.length === 0 || result.outcome !== 'refused' || !UNKNOWN_FILE.includes(result.code)) return result;
    for (const each of sentFiles) media.forget(claim, number, each);
    return { ...result, reaction: 'later' };
  } catch (error) {
    // Channels don't throw for remote errors; whether our own error came before or after sending is unknown.
    services.log.error({ err: error, message: messageId }, 'a send failed unexpectedly');
    return { outcome: 'unknown', reason: 'connection' };
  }
}

/** A template's header, or the file that the text is the caption of. */
function withFile({ sent, text }: FilledContent, file: FrozenFile, mediaId: string): OutboundContent {
  const { kind, name, mimeType } = file;
  if (sent.kind === 'template') {
    const header = HEADER_FILES.find((each) => each === kind);
    return { ...sent, ...(header !== undefined && { headerFile: { kind: header, mediaId, name } }) };
  }
  const voice = kind === 'audio' && mimeType === VOICE && { voice: true };
  return { kind, source: { mediaId }, ...(text.trim() === '' ? {} : { caption: text }), filename: name, ...voice };
}

function refused(key: string): SendResult {
  return { outcome: 'refused', code: 0, key, details: undefined, retryable: false };
}

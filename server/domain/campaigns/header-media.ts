import type { FullChannel, OurNumber, SendResult } from '../../channels/channel.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import type { Services } from '../context.ts';
import { mediaPath } from '../media/media-files.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { FrozenFile } from './campaign-files.ts';
import type { CampaignClaim } from './claim.ts';

type NotSent = Exclude<SendResult, { outcome: 'accepted' | 'unknown' }>;

/** The provider keeps a file for longer. */
const KEPT_MS = DAY_MS;

/** The provider's ids of campaigns' files: one upload of a node for all recipients of a number. */
export class HeaderMedia {
  private readonly uploads = new Map<string, { at: number; id: Promise<string | NotSent> }>();
  private readonly services: Pick<Services, 'log' | 'now'>;
  private readonly channel: Pick<FullChannel, 'uploadMedia'>;
  private readonly files: Pick<MediaFiles, 'onDisk'>;

  constructor(
    services: Pick<Services, 'log' | 'now'>,
    channel: Pick<FullChannel, 'uploadMedia'>,
    files: Pick<MediaFiles, 'onDisk'>,
  ) {
    this.services = services;
    this.channel = channel;
    this.files = files;
  }

  /** The id for a claim's number, or why there is none: then nothing was sent. */
  async idFor(claim: CampaignClaim, number: OurNumber, file: FrozenFile): Promise<string | NotSent> {
    const key = keyOf(claim, number, file);
    const now = this.services.now().getTime();
    for (const [each, { at }] of this.uploads) if (now - at > KEPT_MS) this.uploads.delete(each);
    const begun = this.uploads.get(key) ?? { at: now, id: this.upload(claim, number, file) };
    this.uploads.set(key, begun);
    const id = await begun.id;
    if (typeof id !== 'string' && this.uploads.get(key) === begun) this.uploads.delete(key);
    return id;
  }

  /** The provider doesn't know the file any more: the next one uploads it anew. */
  forget(claim: CampaignClaim, number: OurNumber, file: FrozenFile): void {
    this.uploads.delete(keyOf(claim, number, file));
  }

  private async upload(claim: CampaignClaim, number: OurNumber, file: FrozenFile): Promise<string | NotSent> {
    const { sha256, mimeType, name } = file;
    try {
      const result = await this.files.onDisk(mediaPath(claim.tenantId, sha256, 'original'), (path) =>
        this.channel.uploadMedia(number, { path, mimeType, name }),
      );
      return result.outcome === 'uploaded' ? result.mediaId : result;
    } catch (error) {
      this.services.log.error({ err: error, campaign: claim.campaignId }, "a campaign's file could not be uploaded");
      // The disk may fail for now only.
      return { outcome: 'retryable', code: 0, key: 'error.file.lost', details: undefined, retryAfterMs: undefined };
    }
  }
}

function keyOf({ tenantId }: CampaignClaim, { phoneNumberId }: OurNumber, { id }: FrozenFile): string {
  return `${tenantId} ${id} ${phoneNumberId}`;
}

import { CAMPAIGN_FILES } from '../../../contract/facts/campaigns.ts';
import type { CampaignFile } from '../../../contract/facts/campaigns.ts';
import type { AnswerOf, BodyOf } from '../../../contract/rest/call.ts';
import type { uploadCampaignFile as uploadCall } from '../../../contract/rest/campaign-files.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { requireActive } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { discardFile, keepFile } from '../media/keep-file.ts';
import type { FileTools } from '../media/keep-file.ts';
import { parseName, receiveChecked, refused } from '../media/upload-file.ts';
import type { IncomingFile } from '../media/upload-file.ts';
import { parseClientId } from '../messages/client-id.ts';
import { requirePermission } from '../permissions.ts';

type Uploaded = AnswerOf<typeof uploadCall>;

/** The file of a template's header or of a card, or one with a text, as it is sent. */
export type FrozenFile<Kind extends CampaignFile = CampaignFile> = {
  id: Id;
  kind: Kind;
  name: string;
  mimeType: string;
  sha256: string;
};

/** Who may upload the file of a header: campaigns and flows have it, and attendants send carousels. */
const requireCampaignFiles = (actor: Actor): void =>
  requirePermission(actor, 'campaigns', 'chat', 'passive-chat-flow', 'active-chat-flow');

/** Receives a file for the header of a campaign's template, for a card, or for a campaign's text, and keeps it. Refuses as the call says. */
export async function uploadCampaignFile(
  services: Services,
  tools: FileTools,
  actor: Actor,
  input: BodyOf<typeof uploadCall>,
  incoming: IncomingFile,
): Promise<Uploaded> {
  requireCampaignFiles(actor);
  const { tenantId, userId } = actor;
  const clientId = parseClientId(input.client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  const name = parseName(input.name);
  const find = (tx: Tx): Promise<Uploaded | undefined> =>
    tx
      .selectFrom('campaign_file')
      .select(['id', 'name', 'kind'])
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();
  const earlier = await withTenant(services.db, tenantId, find);
  if (earlier !== undefined) return earlier;
  const { checked, ...as } = await receiveChecked(tools, name, incoming);
  try {
    const kind = CAMPAIGN_FILES.find((each) => each === as.sentAs);
    if (kind === undefined) throw refused('file', 'error.template.file');
    await keepFile(services, tools.files, tenantId, checked);
    return await withTenant(services.db, tenantId, async (tx) => {
      await requireActive(tx, services, actor, requireCampaignFiles);
      const { mimeType, sizeBytes, sha256, width, height, hasPreview } = checked.media;
      // The same upload twice at a time: the first one counts.
      await tx
        .insertInto('campaign_file')
        .values({
          tenant_id: tenantId,
          user_id: userId,
          client_id: clientId,
          kind,
          name,
          mime_type: mimeType,
          size_bytes: sizeBytes,
          sha256,
          width,
          height,
          has_preview: hasPreview,
        })
        .onConflict((twice) => twice.doNothing())
        .execute();
      const uploaded = await find(tx);
      if (uploaded === undefined) throw new Error('The file is not there');
      return uploaded;
    });
  } finally {
    await discardFile(tools.files, checked);
  }
}

/** A file of the company's, or of the user's if one is given; not found for another's. */
export async function campaignFile(tx: Tx, tenantId: Id, id: Id, userId: Id | null = null): Promise<FrozenFile> {
  const found = tx
    .selectFrom('campaign_file')
    .select(['id', 'kind', 'name', 'mime_type as mimeType', 'sha256'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id);
  const file = await (userId === null ? found : found.where('user_id', '=', userId)).executeTakeFirst();
  if (file === undefined) throw notFound();
  return file;
}

import type { FastifyInstance } from 'fastify';
import { uploadCampaignFile as call } from '../../contract/rest/campaign-files.ts';
import { uploadCampaignFile } from '../domain/campaigns/campaign-files.ts';
import type { Services } from '../domain/context.ts';
import type { FileTools } from '../domain/media/keep-file.ts';
import { addUpload } from './outgoing-files.ts';

/** `PUT /api/campaigns/files/:client_id`: the file of a template's header or card, as a stream of bytes. */
export function addCampaignFiles(app: FastifyInstance, services: Services, tools: FileTools): Promise<void> {
  return addUpload(app, services, call, (actor, input, file) =>
    uploadCampaignFile(services, tools, actor, input, file),
  );
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../contract/rest/message-templates.ts';
import type { FullChannel } from '../../channels/channel.ts';
import type { Services } from '../../domain/context.ts';
import type { MediaFiles } from '../../domain/media/media-files.ts';
import { deleteTemplate } from '../../domain/templates/editing/delete-template.ts';
import { submitTemplate } from '../../domain/templates/editing/submit-template.ts';
import { uploadTemplateFile } from '../../domain/templates/editing/upload-template-file.ts';
import { addUpload } from '../outgoing-files.ts';
import { addActorCall } from './call.ts';

/** What the provider is asked for about message templates. */
export async function addMessageTemplates(
  app: FastifyInstance,
  services: Services,
  channel: FullChannel,
  files: MediaFiles,
): Promise<void> {
  addActorCall(app, services, calls.submitTemplate, (body, actor) => submitTemplate(services, channel, actor, body));
  addActorCall(app, services, calls.deleteTemplate, (body, actor) => deleteTemplate(services, channel, actor, body));
  await addUpload(app, services, calls.uploadTemplateFile, (actor, input, file) =>
    uploadTemplateFile(services, files, channel, actor, input, file),
  );
}

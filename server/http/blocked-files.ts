import type { FastifyInstance } from 'fastify';
import { readBlockedFile as call } from '../../contract/rest/blocked-contacts.ts';
import type { Services } from '../domain/context.ts';
import { readBlockedFile } from '../domain/customers/blocked-file.ts';
import type { MediaFiles } from '../domain/media/media-files.ts';
import { addUpload } from './outgoing-files.ts';

/** `PUT /api/blocked-contacts/file/:client_id`: a list of numbers, as a stream of bytes. */
export function addBlockedFiles(app: FastifyInstance, services: Services, files: MediaFiles): Promise<void> {
  return addUpload(app, services, call, (actor, _, file) => readBlockedFile(files, actor, file));
}

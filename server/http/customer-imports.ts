import type { FastifyInstance } from 'fastify';
import { uploadImport } from '../../contract/rest/customer-imports.ts';
import type { Services } from '../domain/context.ts';
import { uploadImport as receiveImport } from '../domain/imports/upload-import.ts';
import type { MediaFiles } from '../domain/media/media-files.ts';
import { addUpload } from './outgoing-files.ts';

/** `PUT /api/customer-imports/:client_id`: a file of customers, as a stream of bytes. */
export function addImportUploads(app: FastifyInstance, services: Services, files: MediaFiles): Promise<void> {
  return addUpload(app, services, uploadImport, (actor, input, file) =>
    receiveImport(services, files, actor, input, file),
  );
}

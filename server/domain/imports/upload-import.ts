import { FILE_NAME_MAX_LENGTH } from '../../../contract/facts/outgoing-file.ts';
import { IMPORT_FILE_MAX } from '../../../contract/facts/imports.ts';
import type { AnswerOf, BodyOf } from '../../../contract/rest/call.ts';
import type { uploadImport as uploadCall } from '../../../contract/rest/customer-imports.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { keepFile } from '../media/keep-file.ts';
import { TooManyBytes } from '../media/media-files.ts';
import type { MediaFiles, StagedFile } from '../media/media-files.ts';
import { parseName, refused, tooLarge } from '../media/upload-file.ts';
import type { IncomingFile } from '../media/upload-file.ts';
import { parseClientId } from '../messages/client-id.ts';
import { requireImports } from './list-imports.ts';

/** Receives a file of customers and creates an import. Idempotent by user and client id. Refusals: see the contract. */
export async function uploadImport(
  services: Services,
  files: MediaFiles,
  caller: Actor,
  input: BodyOf<typeof uploadCall>,
  incoming: IncomingFile,
): Promise<AnswerOf<typeof uploadCall>> {
  requireImports(caller);
  const { tenantId, userId } = caller;
  const clientId = parseClientId(input.client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  const name = parseName(input.name).slice(0, FILE_NAME_MAX_LENGTH);
  const earlier = await withTenant(services.db, tenantId, (tx) =>
    tx
      .selectFrom('customer_import')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('created_by', '=', userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst(),
  );
  if (earlier !== undefined) return earlier;
  const file = await receive(files, incoming);
  try {
    await keepFile(services, files, tenantId, { file, preview: null });
    return await changeAsActor(services, caller, requireImports, async (change, actor) => {
      const { tx, append } = change;
      const { id } = await tx
        .insertInto('customer_import')
        .values({
          tenant_id: tenantId,
          client_id: clientId,
          name,
          size_bytes: String(file.sizeBytes),
          sha256: file.sha256,
          created_by: userId,
          created_at: services.now(),
          touched_at: services.now(),
        })
        // Two concurrent uploads of the same file: the first one counts.
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'created_by', 'client_id']).doUpdateSet({ client_id: clientId }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await auditAction(tx, actor, { action: 'import.upload', subject: `import:${id}`, details: { name } });
      append('ListUpdated', { list: 'customer_imports' }, { to: 'route', route: 'customers-base' });
      return { id };
    });
  } finally {
    await files.discard(file);
  }
}

async function receive(files: MediaFiles, { bytes, declaredBytes }: IncomingFile): Promise<StagedFile> {
  if (declaredBytes !== undefined && declaredBytes > IMPORT_FILE_MAX) throw tooLarge(IMPORT_FILE_MAX);
  const file = await files.stage(bytes, IMPORT_FILE_MAX).catch((error: unknown) => {
    throw error instanceof TooManyBytes ? tooLarge(IMPORT_FILE_MAX) : error;
  });
  if (file.sizeBytes > 0) return file;
  await files.discard(file);
  throw refused('file', 'error.file.empty');
}

import { FILE_NOT_UPLOADED } from '../../../contract/facts/errors.ts';
import type { SentAs } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { DomainError } from '../errors.ts';

/** An uploaded file, as far as its message needs it. */
export type OutgoingFile = { name: string; tagType: TagType; sentAs: SentAs; mimeType: string };

/** The user's own uploaded file, locked until the transaction ends. Not found if it isn't there. */
export async function takeOutgoingFile(
  tx: Tx,
  { tenantId, userId, clientId }: { tenantId: Id; userId: Id; clientId: string | null },
): Promise<OutgoingFile> {
  const file = await tx
    .selectFrom('outgoing_file')
    .select(['name', 'tag_type as tagType', 'sent_as as sentAs', 'mime_type as mimeType'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  if (file === undefined) throw new DomainError('NOT_FOUND', FILE_NOT_UPLOADED);
  return file;
}

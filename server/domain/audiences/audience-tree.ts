import { audienceTreeSchema } from '../../../contract/entities/audience-tree.ts';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** The conditions of an audience of the company; null for another id. */
export async function treeOf(tx: Tx, tenantId: Id, id: Id): Promise<AudienceNode | null> {
  const found = await tx
    .selectFrom('audience')
    .select('tree')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found === undefined ? null : audienceTreeSchema.parse(found.tree);
}

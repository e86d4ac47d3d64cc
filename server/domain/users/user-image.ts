import { randomBytes } from 'node:crypto';
import { portraitProblem, portraitType } from '../../../contract/facts/portrait.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';

type Picture = { mimeType: string; bytes: Buffer };

/** A change of a user's image: unchanged, a URL or none, or a picture to store. */
export type ImageChange =
  | { kind: 'stays' }
  | { kind: 'address'; address: string | null }
  | ({ kind: 'picture' } & Picture);

/** Parses an image; refuses by the field `image` what is none, or too large. */
export function parseImage(input: string | null | undefined): ImageChange {
  if (input === undefined) return { kind: 'stays' };
  if (input === null || !input.startsWith('data:')) return { kind: 'address', address: input };
  const bytes = Buffer.from(input.slice(input.indexOf(',') + 1), 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mimeType = portraitType(view);
  const problem = portraitProblem(view);
  if (mimeType === undefined || problem !== undefined)
    throw invalid('error.form.invalid', { image: problem ?? 'error.image.invalid' });
  return { kind: 'picture', mimeType, bytes };
}

/** Sets a user's image in the transaction of the change, and deletes the previous picture. */
export async function setImage(
  tx: Tx,
  of: { tenantId: Id; userId: Id; before: string | null },
  change: ImageChange,
): Promise<void> {
  if (change.kind === 'stays' || (change.kind === 'address' && change.address === of.before)) return;
  const { tenantId, userId } = of;
  // Another local URL would show another user's picture, or none.
  if (change.kind === 'address' && change.address?.startsWith('/') === true) {
    throw invalid('error.form.invalid', { image: 'error.image.invalid' });
  }
  await tx.deleteFrom('user_image').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
  const image = change.kind === 'address' ? change.address : await store(tx, of, change);
  await tx.updateTable('app_user').set({ image }).where('tenant_id', '=', tenantId).where('id', '=', userId).execute();
}

/**
 * Sets a customer's picture in the transaction of the change, and deletes the previous one. Refuses a URL: pictures
 * on other servers can't be trusted.
 */
export async function setCustomerImage(
  tx: Tx,
  { tenantId, customerId, before }: { tenantId: Id; customerId: Id; before: string | null },
  change: ImageChange,
): Promise<void> {
  if (change.kind === 'stays' || (change.kind === 'address' && change.address === before)) return;
  if (change.kind === 'address' && change.address !== null) {
    throw invalid('error.form.invalid', { image: 'error.image.invalid' });
  }
  await tx
    .deleteFrom('customer_image')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)
    .execute();
  const key = randomBytes(16).toString('base64url');
  if (change.kind === 'picture') {
    const { mimeType, bytes } = change;
    const values = { tenant_id: tenantId, key, customer_id: customerId, mime_type: mimeType, bytes };
    await tx.insertInto('customer_image').values(values).execute();
  }
  await tx
    .updateTable('customer')
    .set({ image: change.kind === 'picture' ? addressOf(tenantId, key) : null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', customerId)
    .execute();
}

const addressOf = (tenantId: Id, key: string): string => `/api/user-images/${tenantId}/${key}`;

function customerImage(tx: Tx, tenantId: Id, key: string) {
  return tx
    .selectFrom('customer_image')
    .select(['mime_type', 'bytes'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirst();
}

async function store(tx: Tx, { tenantId, userId }: { tenantId: Id; userId: Id }, picture: Picture): Promise<string> {
  const key = randomBytes(16).toString('base64url');
  const { mimeType, bytes } = picture;
  await tx
    .insertInto('user_image')
    .values({ tenant_id: tenantId, key, user_id: userId, mime_type: mimeType, bytes })
    .execute();
  return addressOf(tenantId, key);
}

/** A stored picture of a user or a customer, for whoever has its URL; else NOT_FOUND. */
export function userImage(services: Pick<Services, 'db'>, rawTenantId: string, key: string): Promise<Picture> {
  const tenantId = parseId(rawTenantId);
  return withTenant(services.db, tenantId, async (tx) => {
    const row = await tx
      .selectFrom('user_image')
      .select(['mime_type', 'bytes'])
      .where('tenant_id', '=', tenantId)
      .where('key', '=', key)
      .executeTakeFirst();
    const found = row ?? (await customerImage(tx, tenantId, key));
    if (found === undefined) throw notFound();
    return { mimeType: found.mime_type, bytes: found.bytes };
  });
}

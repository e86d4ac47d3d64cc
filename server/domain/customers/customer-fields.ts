import { sql } from 'kysely';
import { CUSTOMER_FIELDS_MAX } from '../../../contract/facts/customers.ts';
import { customerFieldFormSchema } from '../../../contract/entities/customer-field.ts';
import type { CustomerField, CustomerFieldForm } from '../../../contract/entities/customer-field.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { changedFields } from '../changed-fields.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';

const READERS = [
  'chat',
  'customers',
  'customers-base',
  'customer-fields',
  'target-audience',
  'campaigns',
  'passive-chat-flow',
  'active-chat-flow',
] as const;
const requireFieldsPermission = (actor: Actor): void => requirePermission(actor, 'customer-fields');
/** The list that open screens refetch after a change. */
const LIST = { list: 'customer_fields' } as const;

/** The fields that the company keeps of its customers, for whoever serves customers, keeps the base, manages the fields or draws flows. */
export function listCustomerFields(services: Services, actor: Actor): Promise<CustomerField[]> {
  requirePermission(actor, ...READERS);
  return withTenant(services.db, actor.tenantId, (tx) => customerFieldViews(tx, actor.tenantId));
}

/** Adds a field; needs the permission to manage them. Refuses a taken name by field. */
export function newCustomerField(
  services: Services,
  caller: Actor,
  variables: CustomerFieldForm,
): Promise<CustomerField> {
  requireFieldsPermission(caller);
  const input = parseInput(customerFieldFormSchema, withoutNulls(variables));
  return changeAsActor(services, caller, requireFieldsPermission, async ({ tx, tenantId, append }, actor) => {
    await requireFreeName(tx, tenantId, input.name, null);
    if ((await customerFieldViews(tx, tenantId)).length >= CUSTOMER_FIELDS_MAX) {
      throw conflict('error.customerField.tooMany');
    }
    const { id } = await tx
      .insertInto('customer_field')
      .values({ tenant_id: tenantId, type: input.type, options: '[]', ...columnsOf(input) })
      .returning('id')
      .executeTakeFirstOrThrow();
    append('ListUpdated', LIST, { to: 'all' });
    const subject = `customer_field:${id}`;
    await auditAction(tx, actor, { action: 'customer_field.create', subject, details: { ...input } });
    return customerFieldView(tx, tenantId, id);
  });
}

/**
 * Changes a field. Refuses as `newCustomerField` does, another type once a customer has a value, and with CONFLICT
 * `error.form.conflict` an outdated version. A choice's removed options stay with the customers who have them.
 */
export function updateCustomerField(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: CustomerFieldForm & { id: string; version?: string | null | undefined },
): Promise<CustomerField> {
  requireFieldsPermission(caller);
  const id = parseId(rawId);
  const input = parseInput(customerFieldFormSchema, withoutNulls(variables));
  return changeAsActor(services, caller, requireFieldsPermission, async ({ tx, tenantId, append }, actor) => {
    const before = await customerFieldView(tx, tenantId, id);
    if (version !== undefined && version !== null && version !== before.version) throw conflict('error.form.conflict');
    await requireFreeName(tx, tenantId, input.name, id);
    if (input.type !== before.type && (await hasValues(tx, tenantId, id))) {
      throw invalid('error.form.invalid', { type: 'error.customerField.typeInUse' });
    }
    await tx
      .updateTable('customer_field')
      .set({ type: input.type, ...columnsOf(input), version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    append('ListUpdated', LIST, { to: 'all' });
    const after = await customerFieldView(tx, tenantId, id);
    const details = changedFields(['name', 'type', 'options', 'position'], before, after);
    await auditAction(tx, actor, { action: 'customer_field.update', subject: `customer_field:${id}`, details });
    return after;
  });
}

/** Deletes a field with all its values. */
export function deleteCustomerField(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireFieldsPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireFieldsPermission, async ({ tx, tenantId, append }, actor) => {
    const { name } = await customerFieldView(tx, tenantId, id);
    await tx.deleteFrom('customer_field').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    append('ListUpdated', LIST, { to: 'all' });
    const subject = `customer_field:${id}`;
    await auditAction(tx, actor, { action: 'customer_field.delete', subject, details: { name } });
    return true;
  });
}

/** The company's fields in their order. */
export async function customerFieldViews(tx: Tx, tenantId: Id, id: Id | null = null): Promise<CustomerField[]> {
  const { rows } = await sql<CustomerField>`
    select id::text as id, name, type, options, position, version::text as version from customer_field
    where tenant_id = ${tenantId} and (${id}::bigint is null or id = ${id})
    order by position, lower(name), id`.execute(tx);
  return rows;
}

async function customerFieldView(tx: Tx, tenantId: Id, id: Id): Promise<CustomerField> {
  const [field] = await customerFieldViews(tx, tenantId, id);
  if (field === undefined) throw notFound();
  return field;
}

/** GraphQL's null means omitted. */
function withoutNulls(input: CustomerFieldForm): unknown {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function columnsOf({ name, type, options, position }: CustomerFieldForm) {
  return {
    name,
    ...(options === undefined ? {} : { options: JSON.stringify(type === 'choice' ? options : []) }),
    ...(position === undefined ? {} : { position }),
  };
}

async function requireFreeName(tx: Tx, tenantId: Id, name: string, id: Id | null): Promise<void> {
  const { rows } = await sql`
    select from customer_field where tenant_id = ${tenantId} and lower(name) = lower(${name})
      and id is distinct from ${id}`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { name: 'error.customerField.nameTaken' });
}

async function hasValues(tx: Tx, tenantId: Id, id: Id): Promise<boolean> {
  const { rows } = await sql`
    select from customer_value where tenant_id = ${tenantId} and field_id = ${id} limit 1`.execute(tx);
  return rows.length > 0;
}

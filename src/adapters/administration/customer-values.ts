import type { CustomerDetails } from '../../../contract/entities/customer-details.ts';
import type { CustomerField as WireField } from '../../../contract/entities/customer-field.ts';
import type { Tag } from '../../../contract/entities/tag.ts';
import type { OwnFieldName } from '../../../contract/facts/customers.ts';
import type { CustomerFile as WireFile } from '../../../contract/graphql/customer-media.ts';
import type { ListedCustomer as WireCustomer } from '../../../contract/graphql/paginated-customers.ts';
import type { CustomerCard, CustomerField, CustomerFile, ListedCustomer } from '../../machines/entities/customers.ts';
import type { FormValue, ValuesOf } from '../../machines/entities/forms.ts';

/* Customers and their data between the wire, the rows of lists and the values of forms. */

export function tagOf({ id, name, color }: Tag) {
  return { id, name, color };
}

export function fieldOf({ id, name, type, options, position }: WireField): CustomerField {
  return { id, name, type, options, position };
}

/** What the card shows. */
export function cardOf({
  customer,
  email,
  note,
  timezone = null,
  fields,
  values,
  numbers = [],
  groups,
}: CustomerDetails): CustomerCard {
  return {
    id: customer.id,
    name: customer.name,
    phone: customer.phone_number,
    image: customer.image,
    isBlocked: customer.is_blacklisted,
    createdAt: Date.parse(customer.created_at),
    email,
    note,
    timezone,
    tags: customer.tags ?? [],
    fields: fields.map(fieldOf),
    values: Object.fromEntries(values.map(({ field_id, value }) => [field_id, value])),
    numbers,
    groups: groups ?? [],
  };
}

export function valuesOf({
  customer,
  email,
  note,
  timezone = null,
  fields,
  values,
  may_correct_number: isCorrectable,
}: CustomerDetails): ValuesOf<'chat.customer'> {
  return {
    name: customer.name,
    // Left alone where it can't be corrected: the customer may change it meanwhile.
    phone_number: isCorrectable === true ? customer.phone_number : null,
    email: email ?? '',
    note: note ?? '',
    timezone,
    image: customer.image,
    ...ownValuesOf(fields, values),
  };
}

/** The form's values of the company's own fields. */
export function ownValuesOf(
  fields: readonly WireField[],
  values: CustomerDetails['values'],
): Record<OwnFieldName, FormValue> {
  const given = new Map(values.map(({ field_id, value }) => [field_id, value]));
  return Object.fromEntries(
    fields.map((field) => [`value_${field.id}` satisfies OwnFieldName, formValue(field, given.get(field.id))]),
  );
}

/** Number fields hold a number, yes-or-no fields a boolean, others their text. */
function formValue({ type }: WireField, value: string | undefined): FormValue {
  if (type === 'number') return value === undefined ? null : Number(value);
  if (type === 'choice' || type === 'boolean') return value ?? null;
  return value ?? '';
}

export function wireValuesOf(
  values: ValuesOf<'chat.customer' | 'customer'>,
): readonly { field_id: string; value: string | null }[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (!name.startsWith('value_')) return [];
    return [{ field_id: name.slice('value_'.length), value: textOf(value) }];
  });
}

/** As on the wire; null for nothing. */
export function textOf(value: FormValue | undefined): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function listedOf(customer: WireCustomer): ListedCustomer {
  return {
    id: customer.id,
    name: customer.name,
    phone: customer.phone_number,
    image: customer.image,
    email: customer.email,
    tags: customer.tags ?? [],
    isBlocked: customer.is_blacklisted,
    createdAt: Date.parse(customer.created_at),
    lastContactAt: customer.last_contact_at === null ? null : Date.parse(customer.last_contact_at),
    ...(customer.values !== undefined && {
      consents: {
        ...(customer.whatsapp_consent && { whatsapp: customer.whatsapp_consent === 'granted' }),
        ...(customer.sms_consent && { sms: customer.sms_consent === 'granted' }),
      },
      values: Object.fromEntries(customer.values.map(({ field_id, value }) => [field_id, value])),
    }),
  };
}

export function fileOf(file: WireFile): CustomerFile {
  return {
    id: file.id,
    tag: file.tag_type,
    name: file.document_name,
    received: file.type === 1,
    at: Date.parse(file.created_at),
    state: file.state,
    mimeType: file.mime_type,
    size: file.size_bytes,
    url: file.url,
    previewUrl: file.preview_url,
    instanceName: file.instance_name,
  };
}

import { useState, type ReactNode } from 'react';
import { CONSENT_FILTERS } from '../../../../contract/facts/customers.ts';
import type { CustomerField } from '../../../machines/entities/customers.ts';
import { useValueText } from '../../attendance/customer/use-value-text.ts';
import { useText } from '../../kit/useText.ts';
import type { ListFilter } from '../list/FilterChoice.tsx';
import { heldList, useInstanceChoices, useListing, type Listing, type Lookup } from '../list/use-listing.ts';
import { fieldFilterOf, fieldFilterText } from './field-filter.ts';
import { FieldFilterDialog } from './FieldFilterDialog.tsx';

/** Days since the last contact; negative: longer ago, or never. */
const CONTACTS = ['7', '30', '90', '-30', '-90', '-180'] as const;

const noFields: readonly CustomerField[] = [];

interface CustomerFilters {
  readonly filters: readonly ListFilter[];
  readonly fields: readonly CustomerField[];
  readonly lookups: readonly Lookup[];
  /** To choose a field in, while it is open. */
  readonly dialog: ReactNode;
}

/** The filters of the customers' list. */
export function useCustomerFilters(listing: Listing<'customers'>, routes: readonly string[]): CustomerFilters {
  const text = useText();
  const valueText = useValueText();
  const mayGroup = routes.includes('customer-groups');
  const mayTarget = routes.includes('target-audience');
  const audiences = useListing('choices.audiences', heldList, mayTarget ? 'opens' : 'known');
  const groups = useListing('choices.groups', heldList, mayGroup ? 'opens' : 'known');
  const tags = useListing('choices.tags', heldList);
  const fields = useListing('choices.customerFields', heldList);
  const instances = useInstanceChoices();
  const [isChoosing, setChoosing] = useState(false);
  const { filters } = listing.query;
  const chosen = fieldFilterOf(filters);
  const field = fields.rows?.find(({ id }) => id === chosen?.field);
  const chosenText = () => {
    if (chosen === undefined) return undefined;
    if (field === undefined) return text(fields.rows === null ? 'base.field' : 'base.field.gone');
    const op = text(fieldFilterText(field.type, chosen.op));
    return chosen.value === '' ? `${field.name} ${op}` : `${field.name} ${op} ${valueText(field, chosen.value)}`;
  };
  const fieldFilter: ListFilter = {
    name: 'field',
    label: text('base.field'),
    all: text('base.field.all'),
    options: [],
    clears: ['fieldOp', 'fieldValue'],
    other: { label: text('base.field.choose'), chosen: chosenText(), onChoose: () => setChoosing(true) },
  };
  const missed = ({
    rows,
    failure,
    retry,
  }: Listing<'choices.tags' | 'choices.customerFields' | 'choices.groups' | 'choices.audiences'>): Lookup => ({
    hasFailed: rows === null && failure !== null,
    retry,
  });
  return {
    fields: fields.rows ?? noFields,
    lookups: [missed(tags), missed(fields), missed(groups), missed(audiences), instances],
    filters: [
      {
        name: 'tag',
        label: text('base.tag'),
        all: text('base.tag.all'),
        options: (tags.rows ?? []).map(({ id, name }) => ({ id, label: name })),
      },
      ...(fields.rows === null || fields.rows.length > 0 || chosen !== undefined ? [fieldFilter] : []),
      ...(mayGroup
        ? [
            {
              name: 'group',
              label: text('group.filter'),
              all: text('group.filter.all'),
              options: (groups.rows ?? []).map(({ id, name }) => ({ id, label: name })),
            },
          ]
        : []),
      ...(mayTarget
        ? [
            {
              name: 'audience',
              label: text('audience.filter'),
              all: text('audience.filter.all'),
              options: (audiences.rows ?? []).map(({ id, name }) => ({ id, label: name })),
            },
          ]
        : []),
      {
        name: 'instance',
        label: text('base.instance'),
        all: text('base.instance.all'),
        options: instances.options,
      },
      {
        name: 'contact',
        label: text('base.contact'),
        all: text('base.contact.any'),
        options: CONTACTS.map((days) => ({
          id: days,
          label: text(Number(days) > 0 ? 'base.contact.within' : 'base.contact.beyond', {
            days: Math.abs(Number(days)),
          }),
        })),
      },
      {
        name: 'blocked',
        label: text('base.blocked'),
        all: text('base.blocked.any'),
        options: [
          { id: 'false', label: text('base.blocked.no') },
          { id: 'true', label: text('base.blocked.yes') },
        ],
      },
      {
        name: 'consent',
        label: text('base.consent'),
        all: text('base.consent.any'),
        options: CONSENT_FILTERS.map((id) => ({ id, label: text(`base.consent.${id}`) })),
      },
    ],
    dialog: isChoosing && (
      <FieldFilterDialog
        fields={fields.rows ?? noFields}
        filter={field === undefined ? undefined : chosen}
        onClose={() => setChoosing(false)}
        onChoose={({ field: id, op, value }) => {
          setChoosing(false);
          const { fieldValue: _, ...others } = filters;
          const next = { ...others, field: id, fieldOp: op };
          listing.updateQuery({ filters: value === '' ? next : { ...next, fieldValue: value } });
        }}
      />
    ),
  };
}

import type { CustomerFieldType } from '../../../../contract/facts/customers.ts';
import type { CustomerField } from '../../../machines/entities/customers.ts';
import type { Choice } from '../../../machines/entities/administration.ts';
import type { DraftLeaf } from '../../../machines/entities/audiences.ts';
import type { FormValue } from '../../../machines/entities/forms.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { useText } from '../../kit/useText.ts';
import { useChoices, useInstanceChoices, useListing, heldList, type Lookup } from '../list/use-listing.ts';

/** How a condition's value is entered. */
type ValueKind = 'options' | 'one' | 'list' | 'text' | 'days' | 'number' | 'date' | 'none';

/** Data that conditions can use, with the names of its items. */
export interface Conditions {
  readonly fields: readonly Choice[];
  /** The choice of `fields` that a condition has. */
  readonly fieldOf: (leaf: DraftLeaf) => string;
  readonly opsOf: (leaf: DraftLeaf) => readonly Choice[];
  readonly kindOf: (leaf: DraftLeaf) => ValueKind;
  readonly optionsOf: (leaf: DraftLeaf) => readonly Choice[];
  /** The condition about another field, or with another operation. */
  readonly withField: (field: string) => DraftLeaf;
  readonly withOp: (leaf: DraftLeaf, op: string) => DraftLeaf;
  /** In words: field, operation, value. */
  readonly wordsOf: (leaf: DraftLeaf) => string;
  /** The customer's value that decided a condition. */
  readonly saidOf: (leaf: DraftLeaf, value: string) => string;
  readonly lookups: readonly Lookup[];
}

const BUILT_IN = [
  'tag',
  'group',
  'instance',
  'open_in',
  'area_code',
  'name',
  'created',
  'last_contact',
  'consent',
  'blocked',
] as const;
type BuiltIn = (typeof BUILT_IN)[number];
const OPS: Readonly<Record<BuiltIn, readonly string[]>> = {
  tag: ['in'],
  group: ['in'],
  instance: ['in'],
  open_in: ['in'],
  area_code: ['in'],
  name: ['has'],
  created: ['within', 'beyond'],
  last_contact: ['within', 'beyond'],
  consent: ['whatsapp', 'sms'],
  blocked: ['is'],
};
const OPS_OF_TYPE: Readonly<Record<CustomerFieldType, readonly string[]>> = {
  text: ['in', 'filled'],
  choice: ['in', 'filled'],
  boolean: ['in', 'filled'],
  number: ['above', 'below', 'in', 'filled'],
  date: ['above', 'below', 'filled'],
};
const OP_TEXTS: Readonly<Record<string, MessageId>> = {
  in: 'audience.op.in',
  has: 'audience.op.has',
  within: 'audience.op.within',
  beyond: 'audience.op.beyond',
  whatsapp: 'audience.op.whatsapp',
  sms: 'audience.op.sms',
  is: 'audience.op.is',
  above: 'audience.op.above',
  below: 'audience.op.below',
  filled: 'audience.op.filled',
};
/** A single value as it is written; nothing for others. */
export function plainText(value: FormValue): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Loads the company's data that conditions can use. */
export function useConditions(): Conditions {
  const text = useText();
  const tags = useListing('choices.tags', heldList);
  const own = useListing('choices.customerFields', heldList);
  const groups = useListing('choices.groups', heldList);
  const instances = useInstanceChoices();
  const departments = useChoices('choices.departments');
  const ownFields = own.rows ?? [];
  const ownOf = ({ field, field_id }: DraftLeaf): CustomerField | undefined =>
    field === 'value' ? ownFields.find(({ id }) => id === field_id) : undefined;
  const labelled = (ids: readonly string[], label: (id: string) => string) =>
    ids.map((id) => ({ id, label: label(id) }));
  const named = (rows: readonly { readonly id: string; readonly name: string }[] | null) =>
    (rows ?? []).map(({ id, name }) => ({ id, label: name }));

  const optionsOf = (leaf: DraftLeaf): readonly Choice[] => {
    switch (leaf.field) {
      case 'tag':
        return named(tags.rows);
      case 'group':
        return named(groups.rows);
      case 'instance':
        return instances.options;
      case 'open_in':
        return departments.options;
      case 'consent':
        return [
          { id: 'granted', label: text('audience.consent.granted') },
          { id: 'revoked', label: text('audience.consent.revoked') },
          { id: 'unknown', label: text('audience.consent.unknown') },
        ];
      case 'blocked':
        return [
          { id: 'true', label: text('audience.blocked.yes') },
          { id: 'false', label: text('audience.blocked.no') },
        ];
      default:
        return ownOf(leaf)?.type === 'boolean'
          ? [
              { id: 'true', label: text('audience.yes') },
              { id: 'false', label: text('audience.no') },
            ]
          : (ownOf(leaf)?.options ?? []).map((label) => ({ id: label, label }));
    }
  };
  const kindOf = (leaf: DraftLeaf): ValueKind => {
    switch (leaf.field) {
      case 'tag':
      case 'group':
      case 'instance':
      case 'open_in':
        return 'options';
      case 'area_code':
        return 'list';
      case 'name':
        return 'text';
      case 'created':
      case 'last_contact':
        return 'days';
      case 'consent':
      case 'blocked':
        return 'one';
      default: {
        const type = ownOf(leaf)?.type;
        if (leaf.op === 'filled') return 'none';
        if (type === 'choice' || type === 'boolean') return 'options';
        if (leaf.op === 'in') return 'list';
        return type === 'date' ? 'date' : 'number';
      }
    }
  };
  const opsIdsOf = (leaf: DraftLeaf): readonly string[] => {
    const field = BUILT_IN.find((each) => each === leaf.field);
    return field === undefined ? OPS_OF_TYPE[ownOf(leaf)?.type ?? 'text'] : OPS[field];
  };
  const opLabel = (op: string): string => {
    const id = OP_TEXTS[op];
    return id === undefined ? op : text(id);
  };
  const fieldLabel = (leaf: DraftLeaf): string => {
    const field = BUILT_IN.find((each) => each === leaf.field);
    return field === undefined ? (ownOf(leaf)?.name ?? text('audience.field.gone')) : text(`audience.field.${field}`);
  };
  const emptyOf = (leaf: DraftLeaf): FormValue => {
    if (leaf.field === 'value') return [];
    const kind = kindOf(leaf);
    if (kind === 'options' || kind === 'list') return [];
    return kind === 'text' ? '' : null;
  };
  const empty = (leaf: Omit<DraftLeaf, 'value'>): DraftLeaf => {
    const bare = { ...leaf, value: null };
    return { ...bare, value: emptyOf(bare) };
  };
  const valueWords = (leaf: DraftLeaf): string => {
    const kind = kindOf(leaf);
    if (kind === 'none') return '';
    const options = optionsOf(leaf);
    const name = (id: FormValue) => options.find((each) => each.id === plainText(id))?.label ?? plainText(id);
    if (kind === 'days') return typeof leaf.value === 'number' ? text('audience.days', { days: leaf.value }) : '…';
    const values = Array.isArray(leaf.value) ? leaf.value : [leaf.value];
    if (values.length === 0 || values[0] === null || values[0] === '') return '…';
    return (kind === 'options' || kind === 'one' ? values.map(name) : values.map(plainText)).join(', ');
  };
  return {
    fields: [
      ...labelled(BUILT_IN, (id) => fieldLabel({ field: id, op: '', value: null })),
      ...ownFields.map(({ id, name }) => ({ id: `value:${id}`, label: name })),
    ],
    fieldOf: ({ field, field_id = '' }) => (field === 'value' ? `value:${field_id}` : field),
    opsOf: (leaf) => labelled(opsIdsOf(leaf), opLabel),
    kindOf,
    optionsOf,
    withField: (chosen) => {
      const isOwn = chosen.startsWith('value:');
      const leaf = isOwn ? { field: 'value', field_id: chosen.slice('value:'.length) } : { field: chosen };
      const [op = 'in'] = opsIdsOf({ ...leaf, op: '', value: null });
      return empty({ ...leaf, op });
    },
    withOp: (leaf, op) => {
      const next = { ...leaf, op };
      return kindOf(next) === kindOf(leaf) ? next : empty(next);
    },
    saidOf: (leaf, value) => {
      if (ownOf(leaf)?.type === 'boolean') return text(value === '1' ? 'audience.yes' : 'audience.no');
      return kindOf(leaf) === 'one' ? (optionsOf(leaf).find(({ id }) => id === value)?.label ?? value) : value;
    },
    wordsOf: (leaf) => [fieldLabel(leaf), opLabel(leaf.op), valueWords(leaf)].filter((word) => word !== '').join(' '),
    lookups: [
      { hasFailed: tags.rows === null && tags.failure !== null, retry: tags.retry },
      { hasFailed: own.rows === null && own.failure !== null, retry: own.retry },
      { hasFailed: groups.rows === null && groups.failure !== null, retry: groups.retry },
      instances,
      departments,
    ],
  };
}

import { AUDIENCE_DAYS_MAX } from '../../../contract/facts/audiences.ts';
import type { FormValue } from './forms.ts';

/* Target audiences and groups of customers, as the screens show them. */

export interface ListedAudience {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: number;
  /** Groups that follow it. */
  readonly groups: number;
}

/** Size of an audience, all customers, and how many each channel reaches. */
export interface AudienceCount {
  readonly total: number;
  readonly base: number;
  readonly whatsapp: number;
  readonly sms: number;
  readonly unreachable: number;
  /** A group that the conditions name is being filled. */
  readonly isPartial: boolean;
}

/** Of one part of the tree by itself; the root's path is empty. */
export interface AudiencePart {
  readonly path: string;
  readonly count: number;
}

/** Whether a customer matches one part, and their value that decides it. */
export interface AudienceReason {
  readonly path: string;
  readonly holds: boolean;
  readonly values: readonly string[];
}

export interface CustomerGroup {
  readonly id: string;
  readonly name: string;
  /** Null: members are chosen one by one. */
  readonly audience: { readonly id: string; readonly name: string } | null;
  readonly members: number;
  /** When they were last taken from the audience. */
  readonly filledAt: number | null;
  readonly isFilling: boolean;
  /** That can't be done so far, and is tried again. */
  readonly isFailing: boolean;
}

/** How a group of conditions joins them. */
type Joining = 'all' | 'any' | 'not';

/** A condition while it is edited: its value may still be missing. */
export interface DraftLeaf {
  readonly field: string;
  readonly op: string;
  readonly value: FormValue;
  /** Of the company's own field. */
  readonly field_id?: string;
}
export interface DraftGroup {
  readonly kind: Joining;
  readonly parts: readonly DraftNode[];
}
export type DraftNode = DraftLeaf | DraftGroup;

export function isDraftGroup(node: DraftNode): node is DraftGroup {
  return 'parts' in node;
}

/** A draft in the form: like on the wire, but values may be missing. */
export function draftValue(node: DraftNode): FormValue {
  return isDraftGroup(node) ? { [node.kind]: node.parts.map(draftValue) } : { ...node };
}

/** The draft that a form holds; an empty group if it is none. */
export function draftIn(value: FormValue): DraftGroup {
  const node = nodeIn(value);
  return node !== undefined && isDraftGroup(node) ? node : { kind: 'all', parts: [] };
}

function nodeIn(value: FormValue | undefined): DraftNode | undefined {
  if (!isRecord(value)) return undefined;
  for (const kind of ['all', 'any', 'not'] as const) {
    const parts = value[kind];
    if (Array.isArray(parts)) return { kind, parts: parts.map(nodeIn).filter((part) => part !== undefined) };
  }
  const { field, op, value: own = null, field_id } = value;
  if (typeof field !== 'string' || typeof op !== 'string') return undefined;
  return { field, op, value: own, ...(typeof field_id === 'string' && { field_id }) };
}

function isRecord(value: FormValue | undefined): value is { readonly [name: string]: FormValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a part of a group is: `1.0` is the first part of the root's second; the root is empty. */
export function pathTo(group: string, at: number): string {
  return group === '' ? String(at) : `${group}.${at}`;
}

/** Missing parts: catalogue ids by path. */
export function missingIn(node: DraftNode, path = ''): Readonly<Record<string, string>> {
  if (isDraftGroup(node)) {
    return Object.assign({}, ...node.parts.map((part, at) => missingIn(part, pathTo(path, at))));
  }
  const problem = missingOf(node);
  return problem === undefined ? {} : { [path]: problem };
}

function missingOf({ field, op, value }: DraftLeaf): string | undefined {
  if (field === 'created' || field === 'last_contact') {
    const isFine = typeof value === 'number' && value >= 1 && value <= AUDIENCE_DAYS_MAX;
    return isFine ? undefined : 'error.audience.days';
  }
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0 && op !== 'filled')) {
    return 'error.field.required';
  }
  const isCode = (code: FormValue) => typeof code === 'string' && /^[1-9]\d$/u.test(code);
  if (field === 'area_code' && Array.isArray(value) && !value.every(isCode)) return 'error.audience.areaCode';
  return undefined;
}

/** The draft with a part replaced, or taken out. */
export function withPart(group: DraftGroup, at: number, part: DraftNode | null): DraftGroup {
  const parts = group.parts.flatMap((each, index) => (index !== at ? [each] : part === null ? [] : [part]));
  return { ...group, parts };
}

/** Conditions of a draft, and levels of its groups. */
export function sizeOf(node: DraftNode): { readonly leaves: number; readonly levels: number } {
  if (!isDraftGroup(node)) return { leaves: 1, levels: 0 };
  const parts = node.parts.map(sizeOf);
  return {
    leaves: parts.reduce((sum, { leaves }) => sum + leaves, 0),
    levels: 1 + Math.max(0, ...parts.map(({ levels }) => levels)),
  };
}

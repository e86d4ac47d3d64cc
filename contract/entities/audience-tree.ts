import * as z from 'zod/mini';
import {
  AUDIENCE_DAYS_MAX,
  AUDIENCE_DEPTH_MAX,
  AUDIENCE_LEAVES_MAX,
  AUDIENCE_NODES_MAX,
  AUDIENCE_VALUES_MAX,
} from '../facts/audiences.ts';
import { SEARCH_TEXT_MAX } from '../facts/limits.ts';
import { chosenIdSchema, lineSchema } from '../fields.ts';

/* An audience's rule: a tree of conditions joined by all, any and none. */

const idsSchema = z
  .array(chosenIdSchema)
  .check(z.minLength(1, 'error.field.required'), z.maxLength(AUDIENCE_VALUES_MAX, 'error.field.tooMany'));
const textSchema = lineSchema(SEARCH_TEXT_MAX);
const codesSchema = z
  .array(z.string({ error: 'error.field.invalid' }).check(z.regex(/^[1-9]\d$/, 'error.audience.areaCode')))
  .check(z.minLength(1, 'error.field.required'), z.maxLength(AUDIENCE_VALUES_MAX, 'error.field.tooMany'));
const daysSchema = z
  .int({ error: 'error.audience.days' })
  .check(z.minimum(1, 'error.audience.days'), z.maximum(AUDIENCE_DAYS_MAX, 'error.audience.days'));
const dayOps = z.enum(['within', 'beyond']);

/**
 * One condition. `in`: one of the values. `within`: at most that many days ago; `beyond`: longer ago, or never.
 * `value` is of the company's own field `field_id`, as text on the wire: `12.5`, `2026-03-01`, `true`.
 */
export const audienceLeafSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('tag'), op: z.literal('in'), value: idsSchema }),
  z.object({ field: z.literal('group'), op: z.literal('in'), value: idsSchema }),
  /** Had an attendance at the instance. */
  z.object({ field: z.literal('instance'), op: z.literal('in'), value: idsSchema }),
  /** Has an open attendance in the department. */
  z.object({ field: z.literal('open_in'), op: z.literal('in'), value: idsSchema }),
  z.object({ field: z.literal('area_code'), op: z.literal('in'), value: codesSchema }),
  /** A word of the name begins with it. */
  z.object({ field: z.literal('name'), op: z.literal('has'), value: textSchema }),
  z.object({ field: z.literal('created'), op: dayOps, value: daysSchema }),
  z.object({ field: z.literal('last_contact'), op: dayOps, value: daysSchema }),
  z.object({
    field: z.literal('consent'),
    op: z.enum(['whatsapp', 'sms']),
    value: z.enum(['granted', 'revoked', 'unknown']),
  }),
  z.object({ field: z.literal('blocked'), op: z.literal('is'), value: z.boolean() }),
  z
    .object({
      field: z.literal('value'),
      field_id: chosenIdSchema,
      op: z.enum(['in', 'above', 'below', 'filled']),
      value: z._default(z.array(textSchema).check(z.maxLength(AUDIENCE_VALUES_MAX, 'error.field.tooMany')), []),
    })
    .check(z.refine(({ op, value }) => op === 'filled' || value.length > 0, 'error.field.required')),
]);
export type AudienceLeaf = z.infer<typeof audienceLeafSchema>;

/** `not`: none of them. */
export type AudienceNode = AudienceLeaf | { all: AudienceNode[] } | { any: AudienceNode[] } | { not: AudienceNode[] };

/** A group of conditions and groups; if it has several lists, the first counts. */
const nodeSchema: z.ZodMiniType<AudienceNode> = z.union([
  audienceLeafSchema,
  z.object({
    get all() {
      return nodesSchema;
    },
  }),
  z.object({
    get any() {
      return nodesSchema;
    },
  }),
  z.object({
    get not() {
      return nodesSchema;
    },
  }),
]);
const nodesSchema = z.array(nodeSchema).check(z.maxLength(AUDIENCE_LEAVES_MAX));

/** The conditions and groups directly within a group; none of a condition. */
export function partsOf(node: AudienceNode): readonly AudienceNode[] {
  if ('all' in node) return node.all;
  if ('any' in node) return node.any;
  return 'not' in node ? node.not : [];
}

/** Folds a tree: `leaf` converts each condition, `join` combines those of a group. */
export function foldTree<Result>(
  node: AudienceNode,
  leaf: (leaf: AudienceLeaf, path: string) => Result,
  group: (kind: 'all' | 'any' | 'not', parts: readonly Result[], path: string) => Result,
  path = '',
): Result {
  if ('field' in node) return leaf(node, path);
  const parts = partsOf(node).map((part, at) => foldTree(part, leaf, group, pathTo(path, at)));
  return group(kindOf(node), parts, path);
}

export function kindOf(node: Exclude<AudienceNode, AudienceLeaf>): 'all' | 'any' | 'not' {
  if ('all' in node) return 'all';
  return 'any' in node ? 'any' : 'not';
}

/** Where a part of a group is: `1.0` is the first part of the root's second; the root is empty. */
export function pathTo(group: string, at: number): string {
  return group === '' ? String(at) : `${group}.${at}`;
}

/** Groups within groups, the outermost included. */
export function depthOf(node: AudienceNode): number {
  return foldTree(
    node,
    () => 0,
    (_kind, parts) => 1 + Math.max(0, ...parts),
  );
}

export function leavesIn(node: AudienceNode): number {
  return foldTree(
    node,
    () => 1,
    (_kind, parts) => parts.reduce((sum, part) => sum + part, 0),
  );
}

/** A whole tree, as `audienceProblems` lets it pass. An empty group of `all` is everybody. */
export const audienceTreeSchema = nodeSchema;

/**
 * Errors of a tree, catalogue ids by path below `tree`. A tree has at most 5 levels and 50 conditions.
 * Empty if it is one of `audienceTreeSchema`.
 */
export function audienceProblems(tree: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  let leaves = 0;
  let nodes = 0;
  const look = (node: unknown, path: string, depth: number): void => {
    nodes += 1;
    if (nodes > AUDIENCE_NODES_MAX || leaves > AUDIENCE_LEAVES_MAX) return;
    const parts = groupParts(node);
    if (parts === undefined) {
      leaves += 1;
      const { error } = audienceLeafSchema.safeParse(node);
      const message = error?.issues[0]?.message;
      if (error !== undefined)
        problems[path] = message?.startsWith('error.') === true ? message : 'error.field.invalid';
    } else if (depth === AUDIENCE_DEPTH_MAX) problems['tree'] = 'error.audience.tooDeep';
    else parts.forEach((part, at) => look(part, `${path}.${at}`, depth + 1));
  };
  if (groupParts(tree) === undefined) return { tree: 'error.field.invalid' };
  look(tree, 'tree', 0);
  if (nodes > AUDIENCE_NODES_MAX || leaves > AUDIENCE_LEAVES_MAX) return { tree: 'error.audience.tooMany' };
  return problems;
}

/** The parts of a value shaped like a group; undefined for anything else. */
function groupParts(node: unknown): readonly unknown[] | undefined {
  if (typeof node !== 'object' || node === null || Object.keys(node).length !== 1) return undefined;
  const [[kind, parts] = []] = Object.entries(node);
  if (kind !== 'all' && kind !== 'any' && kind !== 'not') return undefined;
  return Array.isArray(parts) ? parts : undefined;
}

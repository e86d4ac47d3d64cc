import * as z from 'zod/mini';
import { AUDIENCE_DEPTH_MAX, AUDIENCE_LEAVES_MAX, AUDIENCE_VALUES_MAX } from '../facts/audiences.ts';
import { SEARCH_TEXT_MAX } from '../facts/limits.ts';
import { chosenIdSchema } from '../fields.ts';

/* Which customers an audience has: conditions, joined by all, any and none. */

const idsSchema = z
  .array(chosenIdSchema)
  .check(z.minLength(1, 'error.field.required'), z.maxLength(AUDIENCE_VALUES_MAX, 'error.field.tooMany'));
const textSchema = z
  .string({ error: 'error.field.required' })
  .check(z.trim(), z.minLength(1, 'error.field.required'), z.maxLength(SEARCH_TEXT_MAX, 'error.field.tooLong'));
const textsSchema = z
  .array(textSchema)
  .check(z.minLength(1, 'error.field.required'), z.maxLength(AUDIENCE_VALUES_MAX, 'error.field.tooMany'));
const daysSchema = z.int({ error: 'error.field.number' }).check(z.minimum(1), z.maximum(3_650));
const dayOps = z.enum(['within', 'beyond']);

/**
 * One condition. `in`: one of the values. `within`: at most so many days ago; `beyond`: longer ago, or never.
 * `value` is of the company's own field `field_id`, as text on the wire: `12.5`, `2026-03-01`, `true`.
 */
export const audienceLeafSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('tag'), op: z.literal('in'), value: idsSchema }),
  z.object({ field: z.literal('group'), op: z.literal('in'), value: idsSchema }),
  /** Had an attendance at the instance. */
  z.object({ field: z.literal('instance'), op: z.literal('in'), value: idsSchema }),
  /** Has an open attendance in the department. */
  z.object({ field: z.literal('open_in'), op: z.literal('in'), value: idsSchema }),
  z.object({ field: z.literal('area_code'), op: z.literal('in'), value: textsSchema }),
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
  z.object({
    field: z.literal('value'),
    field_id: chosenIdSchema,
    op: z.enum(['in', 'above', 'below', 'filled']),
    value: z._default(z.array(textSchema).check(z.maxLength(AUDIENCE_VALUES_MAX, 'error.field.tooMany')), []),
  }),
]);
export type AudienceLeaf = z.infer<typeof audienceLeafSchema>;

/** `not`: none of them. */
export type AudienceNode = AudienceLeaf | { all: AudienceNode[] } | { any: AudienceNode[] } | { not: AudienceNode[] };

const nodesSchema = z.lazy(() => z.array(audienceNodeSchema).check(z.maxLength(AUDIENCE_LEAVES_MAX)));
const audienceNodeSchema: z.ZodMiniType<AudienceNode> = z.lazy(() =>
  z.union([
    audienceLeafSchema,
    z.strictObject({ all: nodesSchema }),
    z.strictObject({ any: nodesSchema }),
    z.strictObject({ not: nodesSchema }),
  ]),
);

/** The conditions and groups directly within a group; none of a condition. */
export function partsOf(node: AudienceNode): readonly AudienceNode[] {
  if ('all' in node) return node.all;
  if ('any' in node) return node.any;
  return 'not' in node ? node.not : [];
}

function depthOf(node: AudienceNode): number {
  return 'field' in node ? 0 : 1 + Math.max(0, ...partsOf(node).map(depthOf));
}

function leavesIn(node: AudienceNode): number {
  return 'field' in node ? 1 : partsOf(node).reduce((sum, part) => sum + leavesIn(part), 0);
}

/** A whole tree: at most 5 groups deep and 50 conditions. An empty group of `all` is everybody. */
export const audienceTreeSchema = audienceNodeSchema.check(
  z.refine((tree) => depthOf(tree) <= AUDIENCE_DEPTH_MAX, 'error.audience.tooDeep'),
  z.refine((tree) => leavesIn(tree) <= AUDIENCE_LEAVES_MAX, 'error.audience.tooMany'),
);

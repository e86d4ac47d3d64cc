import * as z from 'zod/mini';
import {
  FLOW_CASES_MAX,
  FLOW_EXITS_MAX,
  FLOW_EXPECTS,
  FLOW_EXPRESSION_MAX,
  FLOW_KNOWN,
  FLOW_LABEL_MAX,
  FLOW_MINUTES_MAX,
  FLOW_NODES_MAX,
  FLOW_NUMBER_MAX,
  FLOW_OPTIONS_MAX,
  FLOW_RESULTS_MAX,
  FLOW_TEXT_MAX,
  FLOW_TRIES_MAX,
  FLOW_URL_MAX,
  FLOW_VALUE_MAX,
  FLOW_VARIABLE_TYPES,
  FLOW_VARIABLES_MAX,
  FLOW_WORDS,
} from '../facts/flows.ts';
import type { FlowVariableType } from '../facts/flows.ts';
import { isDay } from '../facts/days.ts';
import { chosenIdSchema } from '../fields.ts';

/*
 * A flow: its steps, and where each of their exits leads. What is wrong with one as a whole (an exit that leads nowhere, a loop)
 * isn't the schema's matter: it is saved while it is being drawn, and refused when it is published.
 */

/** Of steps, options and cases. They never derive from labels: renaming a button breaks nothing. */
const ownIdSchema = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'error.flow.id'));
/** An own id also names an exit, so it can't be one that steps have anyway. */
const RESERVED: ReadonlySet<string> = new Set(['answer', 'other', 'media', 'timeout', 'else']);
const exitIdSchema = ownIdSchema.check(z.refine((id) => !RESERVED.has(id), 'error.flow.id'));

const TAKEN_NAMES: ReadonlySet<string> = new Set([...FLOW_KNOWN, ...FLOW_WORDS]);
export const variableNameSchema = z.string().check(
  z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'error.flow.variableName'),
  z.refine((name) => !TAKEN_NAMES.has(name), 'error.flow.variableName'),
);

const textSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'error.field.required'), z.maxLength(FLOW_TEXT_MAX, 'error.field.tooLong'));
const labelSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'error.field.required'), z.maxLength(FLOW_LABEL_MAX, 'error.field.tooLong'));
/** In CEL, over the flow's variables and what each flow knows. */
const expressionSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'error.field.required'), z.maxLength(FLOW_EXPRESSION_MAX, 'error.field.tooLong'));
const minutesSchema = z
  .int()
  .check(z.minimum(1, 'error.flow.minutes'), z.maximum(FLOW_MINUTES_MAX, 'error.flow.minutes'));
/** `08:30`. */
const timeOfDaySchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'error.flow.time'));

/** Of things each of which is told from the others by its name. */
const distinct = <Schema extends z.ZodMiniType<readonly unknown[]>>(
  schema: Schema,
  nameOf: (each: z.output<Schema>[number]) => string,
) => schema.check(z.refine((all) => new Set(all.map(nameOf)).size === all.length, 'error.flow.sameId'));

const limited = <Schema extends z.ZodMiniType<Record<string, unknown>>>(schema: Schema, max: number) =>
  schema.check(z.refine((all) => Object.keys(all).length <= max, 'error.field.tooMany'));

/** Where each exit leads; one that isn't there leads nowhere yet. */
const exitsSchema = limited(z.record(z.string(), ownIdSchema), FLOW_EXITS_MAX);
const step = { label: z.nullable(labelSchema), exits: exitsSchema };

/** A template's, by the name of what is filled in. */
const valuesSchema = limited(z.record(z.string(), textSchema), FLOW_VARIABLES_MAX);

/** What a step sends. A file's and a template's id are the company's. */
const contentSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('text'), text: textSchema }),
  z.object({ of: z.literal('media'), file_id: chosenIdSchema, caption: z.nullable(textSchema) }),
  z.object({
    of: z.literal('template'),
    template_id: chosenIdSchema,
    /** Of its header, if that is a file. */
    file_id: z.exactOptional(chosenIdSchema),
    values: valuesSchema,
  }),
  z.object({
    of: z.literal('link'),
    text: textSchema,
    label: labelSchema,
    url: z.string().check(z.maxLength(FLOW_URL_MAX)),
  }),
]);
export type FlowContent = z.infer<typeof contentSchema>;

export const flowNodeSchema = z.discriminatedUnion('kind', [
  z.object({ ...step, kind: z.literal('say'), content: contentSchema }),
  /**
   * `again` is said instead of the question after a wrong answer; `tries`: so many wrong ones, and its exit `other` or `media` is
   * taken. `minutes`: so long without any, and it is `timeout`; it is at once if the question can't be sent.
   */
  z.object({
    ...step,
    kind: z.literal('ask'),
    text: textSchema,
    again: z.nullable(textSchema),
    expects: z.enum(FLOW_EXPECTS),
    options: distinct(
      z.array(z.object({ id: exitIdSchema, label: labelSchema })).check(z.maxLength(FLOW_OPTIONS_MAX)),
      ({ id }) => id,
    ),
    saves: z.nullable(variableNameSchema),
    tries: z.int().check(z.minimum(1), z.maximum(FLOW_TRIES_MAX)),
    minutes: minutesSchema,
  }),
  /** The first case that holds. */
  z.object({
    ...step,
    kind: z.literal('branch'),
    cases: distinct(
      z.array(z.object({ id: exitIdSchema, when: expressionSchema })).check(z.maxLength(FLOW_CASES_MAX)),
      ({ id }) => id,
    ),
  }),
  z.object({ ...step, kind: z.literal('hours'), department_id: chosenIdSchema }),
  z.object({
    ...step,
    kind: z.literal('set'),
    target: z.discriminatedUnion('of', [
      z.object({ of: z.literal('variable'), name: variableNameSchema, value: expressionSchema }),
      z.object({ of: z.literal('field'), field_id: chosenIdSchema, value: expressionSchema }),
      z.object({ of: z.literal('tag'), tag_id: chosenIdSchema, on: z.boolean() }),
    ]),
  }),
  /**
   * Over https, to public hosts. `results` are taken out of its JSON by their path, as `order.status`; if one isn't there or doesn't
   * fit its variable, the request has failed.
   */
  z.object({
    ...step,
    kind: z.literal('request'),
    method: z.enum(['GET', 'POST']),
    url: z.string().check(z.maxLength(FLOW_URL_MAX)),
    body: distinct(
      z.array(z.object({ key: labelSchema, value: expressionSchema })).check(z.maxLength(FLOW_RESULTS_MAX)),
      ({ key }) => key,
    ),
    results: distinct(
      z.array(z.object({ path: labelSchema, saves: variableNameSchema })).check(z.maxLength(FLOW_RESULTS_MAX)),
      ({ saves }) => saves,
    ),
  }),
  /** For so long, or until a time of day in the company's time zone; a message ends it. */
  z.object({
    ...step,
    kind: z.literal('pause'),
    lasts: z.union([z.object({ minutes: minutesSchema }), z.object({ until: timeOfDaySchema })]),
  }),
  /** Another flow, and on with this one. */
  z.object({ ...step, kind: z.literal('call'), flow_id: chosenIdSchema }),
  /** Another flow in place of this one. */
  z.object({ ...step, kind: z.literal('goto'), flow_id: chosenIdSchema }),
  z.object({
    ...step,
    kind: z.literal('handoff'),
    to: z.discriminatedUnion('of', [
      z.object({ of: z.literal('queue') }),
      z.object({ of: z.literal('department'), id: chosenIdSchema }),
      z.object({ of: z.literal('person'), id: chosenIdSchema }),
    ]),
    text: z.nullable(textSchema),
  }),
  z.object({ ...step, kind: z.literal('end'), text: z.nullable(textSchema), finishes: z.boolean() }),
]);
export type FlowNode = z.infer<typeof flowNodeSchema>;
export type FlowNodeOf<Kind extends FlowNode['kind']> = Extract<FlowNode, { kind: Kind }>;

/** `initial`: what it is until it gets another value; whoever starts the flow by its API may send one instead. */
const variableSchema = z
  .object({
    type: z.enum(FLOW_VARIABLE_TYPES),
    initial: z.exactOptional(
      z.union([
        z.string().check(z.maxLength(FLOW_VALUE_MAX, 'error.field.tooLong')),
        z.number().check(z.minimum(-FLOW_NUMBER_MAX), z.maximum(FLOW_NUMBER_MAX)),
        z.boolean(),
      ]),
    ),
  })
  .check(z.refine(({ type, initial }) => initial === undefined || isOfType(type, initial), 'error.field.invalid'));
export type FlowVariable = z.infer<typeof variableSchema>;

function isOfType(type: FlowVariableType, value: string | number | boolean): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'date':
      return typeof value === 'string' && isDay(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return false;
  }
}

/** `passive` answers customers who write; `active` writes first, outside the 24 hours as far as it can know. */
export const FLOW_KINDS = ['passive', 'active'] as const;

export const flowSchema = z.object({
  schema: z.literal(1),
  kind: z.enum(FLOW_KINDS),
  /** An active one that goes by SMS, which has neither templates nor a window. */
  channel: z.exactOptional(z.literal('sms')),
  start: ownIdSchema,
  variables: limited(z.record(variableNameSchema, variableSchema), FLOW_VARIABLES_MAX),
  nodes: limited(z.record(ownIdSchema, flowNodeSchema), FLOW_NODES_MAX),
});
export type Flow = z.infer<typeof flowSchema>;

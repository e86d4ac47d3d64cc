import * as z from 'zod/mini';
import { ID_PATTERN } from './facts/id-pattern.ts';
import { ACK } from './facts/ack.ts';

/** An id on the wire: a decimal string, unique among all tenants. */
export const idSchema = z.string().check(z.regex(ID_PATTERN));

/** A timestamp: ISO 8601 in UTC, with milliseconds (`2026-11-20T13:45:00.000Z`). */
export const timestampSchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/));

/** A position in a tenant's stream: a whole number from 0, without gaps. */
export const positionSchema = z.int().check(z.nonnegative());

/** A count that can't be negative. */
export const countSchema = z.int().check(z.nonnegative());

/** Delivery level of a sent message. */
export const ackSchema = z.enum(ACK);

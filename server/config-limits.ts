import { availableParallelism } from 'node:os';
import * as z from 'zod/mini';

const CORES = availableParallelism();

/** What a call may ask for, and how many run at a time on a node. Each is a setting: `heavyOfCompany` is CALLS_HEAVY_OF_COMPANY. */
export const CALL_LIMITS = {
  /** Longest GraphQL document, in UTF-16 units; the client's longest has 1,399. */
  documentLength: 16_384,
  /** Most tokens of a document; the client's longest has 203. */
  documentTokens: 600,
  /** The same without a login; the longest call that needs none has 76. */
  openDocumentTokens: 120,
  /** Most fields of a document, fragments counted wherever they are spread. */
  documentFields: 200,
  /** Most calls of a document: fields at its root, whatever their alias. */
  documentCalls: 8,
  /** Most a document may cost: rows asked for, times the fields of each. */
  documentCost: 16_000,
  /** A document that costs more than this is heavy. */
  heavyCost: 2_500,
  /** Longest texts that the calls of one document may answer together, in UTF-16 units. */
  answerLength: 4_000_000,
  /** Calls that run at a time on this node, of one company and of one user; the others wait. */
  lightAtOnce: 7,
  lightOfCompany: 4,
  lightOfUser: 3,
  /** The same of all callers without a login together, and of one address of theirs. */
  openAtOnce: 3,
  openOfAddress: 2,
  /** The same of documents that nobody has sent of late, which have to be validated first. */
  newAtOnce: 2,
  newOfCompany: 1,
  /** A light or new call that takes longer is slow: it waits for a lock, or for somebody outside. It leaves its turn to another, unless so many have already. */
  slowMs: 1_000,
  slowAtOnce: 2,
  slowOfCompany: 1,
  /** Heavy calls that run at a time on this node, and of one company. */
  heavyAtOnce: Math.max(2, CORES),
  heavyOfCompany: Math.max(1, Math.floor(CORES / 2)),
  /** Calls that wait at a time, and how long one waits before it is refused. */
  queueOfUser: 256,
  queueOfCompany: 512,
  queueMs: 15_000,
  /** A call refused for what it asks, or because too many wait, is answered so late: whoever asks again at once slows down. */
  refusalMs: 250,
} as const satisfies Readonly<Record<string, number>>;

export type CallLimits = Readonly<Record<keyof typeof CALL_LIMITS, number>>;

const amountSchema = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1));

/** The limits as the environment has them. `refuse` gets what is wrong with a setting, and throws. */
export function readCallLimits(
  setting: (name: string) => string | undefined,
  refuse: (problem: string) => never,
): CallLimits {
  const limits: Record<keyof CallLimits, number> = { ...CALL_LIMITS };
  for (const key of Object.keys(CALL_LIMITS) as (keyof CallLimits)[]) {
    const name = `CALLS_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
    const amount = amountSchema.safeParse(setting(name) ?? CALL_LIMITS[key]);
    if (!amount.success) refuse(`${name} must be a whole number from 1 up.`);
    else limits[key] = amount.data;
  }
  return limits;
}

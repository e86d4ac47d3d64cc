import { availableParallelism } from 'node:os';
import * as z from 'zod/mini';

const CORES = availableParallelism();

/**
 * Limits of a call, and of concurrent calls on a node. Each is a setting: `heavyOfCompany` is CALLS_HEAVY_OF_COMPANY.
 */
export const CALL_LIMITS = {
  /** Longest GraphQL document, in UTF-16 units; the client's longest has 1,399. */
  documentLength: 16_384,
  /** Most tokens of a document; the client's largest has 203. */
  documentTokens: 600,
  /** The same without a login; the largest such call has 76. */
  openDocumentTokens: 120,
  /** Most fields of a document, with fragments counted wherever they are spread. */
  documentFields: 200,
  /** Most calls of a document: root fields, including aliases. */
  documentCalls: 8,
  /** Highest cost of a document: requested rows, times the fields of each. */
  documentCost: 20_000,
  /** Documents that cost more are heavy; a page of 50 messages costs 3,500. */
  heavyCost: 4_000,
  /** Longest total text in a document's answer, in UTF-16 units. */
  answerLength: 4_000_000,
  /**
   * Concurrent calls of this node, of a company and of a user; others wait. The last place is reserved for those
   * without slow calls.
   */
  lightAtOnce: 7,
  lightOfCompany: 4,
  lightOfUser: 3,
  /** The same for all callers without a login, and for one address. */
  openAtOnce: 3,
  openOfAddress: 2,
  /** The same for uncached documents, which need validation. */
  newAtOnce: 2,
  newOfCompany: 1,
  /**
   * A light or new call that takes longer counts as slow: it waits for a lock or an external service. It frees its
   * place, unless there are too many slow ones.
   */
  slowMs: 1_000,
  slowAtOnce: 2,
  slowOfCompany: 1,
  /** Concurrent heavy calls of this node, and of a company. */
  heavyAtOnce: Math.max(2, CORES),
  heavyOfCompany: Math.max(1, Math.floor(CORES / 2)),
  /** Waiting calls, and how long one waits before it is refused. */
  queueOfUser: 256,
  queueOfCompany: 512,
  queueMs: 15_000,
  /** Delay of refusals, to slow down immediate retries. */
  refusalMs: 250,
} as const satisfies Readonly<Record<string, number>>;

export type CallLimits = Readonly<Record<keyof typeof CALL_LIMITS, number>>;

const amountSchema = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1));

/** Reads the limits from the environment. `refuse` gets the error of a setting, and throws. */
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

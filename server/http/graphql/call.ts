import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Services } from '../../domain/context.ts';
import type { Id } from '../../db/tables.ts';

/** What GraphQL calls need besides the services: the outbox is told of what it has to send, and socket tickets are counted. */
export type ChatServices = Services & {
  wakeOutbox: (tenantId: Id) => void;
  /** Refuses with TOO_MANY. */
  countTicket: (actor: Actor) => Promise<void>;
};

/** One GraphQL request, as its resolvers see it. */
export type TenantCall = {
  services: ChatServices;
  request: FastifyRequest;
  reply: FastifyReply;
  /** First segment of the path. */
  tenantName: string;
  /**
   * The user who asks, looked up once a request. Refuses with `AuthRefused`, and as not found a
   * token of another tenant than the path's: whether that tenant exists is not told.
   */
  actor: () => Promise<Actor>;
  /**
   * Runs a call when those of the document before it are over: a document holds one connection to the database at a
   * time. Refuses with `AnswerTooLong` when all have answered too much together.
   */
  inTurn: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  /** How long the texts are that its calls have answered so far. */
  answered: () => number;
};

declare module 'mercurius' {
  interface MercuriusContext {
    tenantCall: TenantCall;
  }
}

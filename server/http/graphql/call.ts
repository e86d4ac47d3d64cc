import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Services } from '../../domain/context.ts';
import type { Id } from '../../db/tables.ts';
import type { OutboxAccess } from '../../domain/outbound/outbox.ts';

/** Dependencies of GraphQL calls besides the services: waking workers, messages' files, and limiting socket tickets. */
export type ChatServices = Services &
  OutboxAccess & {
    wakeMedia: (tenantId: Id) => void;
    /** Whether a file is kept, by its path. */
    hasFile: (path: string) => Promise<boolean>;
    /** Refuses with TOO_MANY. */
    countTicket: (actor: Actor) => Promise<void>;
  };

/** One GraphQL request, as its resolvers see it. */
export type TenantCall = {
  services: ChatServices;
  /** To read or set cookies; throws in the thread, where only queries run. */
  http: () => { request: FastifyRequest; reply: FastifyReply };
  /** First segment of the path. */
  tenantName: string;
  /**
   * The user, loaded once per request. Refuses with `AuthRefused`; a token of another tenant than the path's is not
   * found, so it doesn't reveal whether that tenant exists.
   */
  actor: () => Promise<Actor>;
  /**
   * Runs a call after the document's previous ones: a document uses one database connection at a time. Refuses with
   * `AnswerTooLong` if all answers together are too long.
   */
  inTurn: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  /** Longest total text of its answer. */
  answerLength: number;
};

declare module 'mercurius' {
  interface MercuriusContext {
    tenantCall: TenantCall;
  }
}

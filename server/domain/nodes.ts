import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Services } from './context.ts';
import { noteNodeLost } from './presence.ts';

export type NodeTimes = {
  /** How often a node gives its sign of life, and looks at the others'. */
  lookMs: number;
  /**
   * A node that gave none for so long is dead. Longer than sockets' heartbeats are apart: whoever still has a socket
   * on another node was seen there by then.
   */
  silenceMs: number;
};

export const NODE_TIMES: NodeTimes = { lookMs: 2_000, silenceMs: 31_000 };

/**
 * This node among the servers of one database: says that it lives, and finds those that died, whose people are then
 * gone. Silence is measured by this node's own clock, and only while it could look itself: neither a clock that jumps
 * nor a database that was away makes anybody seem dead.
 */
export class NodeWatch {
  readonly id: string = randomUUID();
  readonly #services: Pick<Services, 'db' | 'log'>;
  readonly #times: NodeTimes;
  /** What other nodes had counted, and when this node first saw that count. */
  readonly #counts = new Map<string, { beats: string; since: number }>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(services: Pick<Services, 'db' | 'log'>, times: Partial<NodeTimes> = {}) {
    this.#services = services;
    this.#times = { ...NODE_TIMES, ...times };
  }

  start(): void {
    const look = () => {
      this.#looking ??= this.#look()
        .catch((error: unknown) => this.#services.log.debug({ err: error }, 'the other nodes could not be looked at'))
        .finally(() => (this.#looking = undefined));
    };
    look();
    this.#timer = setInterval(look, this.#times.lookMs);
    this.#timer.unref();
  }

  /** Its people go on to another node; those who don't come there are gone when the others take it for dead. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const others = await this.#beat();
    const now = performance.now();
    if (now - this.#lookedAt > this.#times.silenceMs / 2) this.#counts.clear();
    this.#lookedAt = now;
    for (const { id, beats } of others) {
      const known = this.#counts.get(id);
      if (known?.beats !== beats) this.#counts.set(id, { beats, since: now });
      else if (now - known.since >= this.#times.silenceMs) await this.#bury(id);
    }
    for (const id of this.#counts.keys()) if (!others.some((other) => other.id === id)) this.#counts.delete(id);
  }

  /** Counts one up; answers the others' counts. */
  #beat(): Promise<readonly { id: string; beats: string }[]> {
    return withPlatform(this.#services.db, async (tx) => {
      const { rows } = await sql<{ id: string; beats: string }>`
        with own as (
          insert into server_node (id) values (${this.id}::uuid)
          on conflict (id) do update set beats = server_node.beats + 1)
        select id, beats from server_node where id <> ${this.id}::uuid`.execute(tx);
      return rows;
    });
  }

  /** Forgets the node last: if this one dies meanwhile, another goes on. */
  async #bury(nodeId: string): Promise<void> {
    const { db, log } = this.#services;
    const tenantIds = await withPlatform(db, async (tx) => {
      const { rows } = await sql<{ id: Id }>`
        select distinct tenant_id as id from app_user where node_id = ${nodeId}::uuid`.execute(tx);
      return rows.map(({ id }) => id);
    });
    let gone = 0;
    for (const tenantId of tenantIds) {
      gone += await withTenant(db, tenantId, (tx) => noteNodeLost(tx, { tenantId, nodeId }));
    }
    await withPlatform(db, (tx) => sql`delete from server_node where id = ${nodeId}::uuid`.execute(tx));
    log.warn({ node: nodeId, users: gone }, 'a node gives no sign of life any more; who was only there is gone');
  }
}

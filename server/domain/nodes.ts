import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withPlatform, withTenant } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Services } from './context.ts';
import { markNodeDisconnected } from './presence.ts';

export type NodeTimes = {
  /** Interval of a node's heartbeat, and of checking the others'. */
  pollMs: number;
  /**
   * A node without a heartbeat for this long is dead. Longer than the sockets' heartbeat, so that users with a socket
   * on another node have been seen there by then.
   */
  silenceMs: number;
};

export const NODE_TIMES: NodeTimes = { pollMs: 2_000, silenceMs: 31_000 };

/**
 * This node among the servers of one database: sends heartbeats, and finds nodes that died, whose users are then
 * disconnected. Silence is measured by this node's own clock, and only while it could check itself, so neither a clock
 * jump nor a database outage makes nodes look dead.
 */
export class NodeWatch {
  readonly id: string = randomUUID();
  readonly #services: Pick<Services, 'db' | 'log' | 'pools'>;
  readonly #times: NodeTimes;
  /** Other nodes' counters, and when this node first saw each value. */
  readonly #counts = new Map<string, { beats: string; since: number }>();
  #polledAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(services: Pick<Services, 'db' | 'log' | 'pools'>, times: Partial<NodeTimes> = {}) {
    this.#services = services;
    this.#times = { ...NODE_TIMES, ...times };
  }

  start(): void {
    const look = () => {
      this.#looking ??= this.#poll()
        .catch((error: unknown) => this.#services.log.debug({ err: error }, 'the other nodes could not be checked'))
        .finally(() => (this.#looking = undefined));
    };
    look();
    this.#timer = setInterval(look, this.#times.pollMs);
    this.#timer.unref();
  }

  /** Users reconnect to another node; those who don't are disconnected once this node is considered dead. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #poll(): Promise<void> {
    const others = await this.#beat();
    const now = performance.now();
    if (now - this.#polledAt > this.#times.silenceMs / 2) this.#counts.clear();
    this.#polledAt = now;
    for (const { id, beats } of others) {
      const known = this.#counts.get(id);
      if (known?.beats !== beats) this.#counts.set(id, { beats, since: now });
      else if (now - known.since >= this.#times.silenceMs) await this.#removeDead(id);
    }
    for (const id of this.#counts.keys()) if (!others.some((other) => other.id === id)) this.#counts.delete(id);
  }

  /** Increments this node's counter; returns the others'. */
  #beat(): Promise<readonly { id: string; beats: string }[]> {
    const { db, pools } = this.#services;
    return withPlatform(db, async (tx) => {
      const { rows } = await sql<{ id: string; beats: string }>`
        with own as (
          insert into server_node (id, pools) values (${this.id}::uuid, ${pools === undefined ? null : [...pools]}::text[])
          on conflict (id) do update set beats = server_node.beats + 1)
        select id, beats from server_node where id <> ${this.id}::uuid`.execute(tx);
      return rows;
    });
  }

  /** Deletes the node last: if this node dies meanwhile, another finishes the job. */
  async #removeDead(nodeId: string): Promise<void> {
    const { db, log } = this.#services;
    const tenantIds = await withPlatform(db, async (tx) => {
      const { rows } = await sql<{ id: Id }>`
        select distinct tenant_id as id from app_user where node_id = ${nodeId}::uuid`.execute(tx);
      return rows.map(({ id }) => id);
    });
    let removed = 0;
    for (const tenantId of tenantIds) {
      removed += await withTenant(db, tenantId, (tx) => markNodeDisconnected(tx, { tenantId, nodeId }));
    }
    await withPlatform(db, (tx) => sql`delete from server_node where id = ${nodeId}::uuid`.execute(tx));
    log.warn({ node: nodeId, users: removed }, 'a node is dead; its users count as disconnected');
  }
}

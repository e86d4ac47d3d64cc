import type { Id } from '../../db/tables.ts';
import type { RealtimeSocket } from './socket.ts';

/** Counts the open sockets of companies and users. */
export class SocketCounts {
  readonly #max: { readonly user: number; readonly company: number };
  readonly #byUser = new Map<string, Set<RealtimeSocket>>();
  readonly #byCompany = new Map<Id, number>();

  constructor(max: { readonly user: number; readonly company: number }) {
    this.#max = max;
  }

  /** Whether the company may open another socket. */
  hasRoom(tenantId: Id): boolean {
    return (this.#byCompany.get(tenantId) ?? 0) < this.#max.company;
  }

  /**
   * Counts a socket until it is closed. If the user has too many now, returns their oldest: likely a dead connection,
   * which must not keep the user from reconnecting.
   */
  add(tenantId: Id, socket: RealtimeSocket): RealtimeSocket | undefined {
    const key = `${tenantId}:${socket.userId}`;
    const sockets = this.#byUser.get(key) ?? new Set();
    this.#byUser.set(key, sockets.add(socket));
    this.#byCompany.set(tenantId, (this.#byCompany.get(tenantId) ?? 0) + 1);
    socket.onClose(() => {
      sockets.delete(socket);
      if (sockets.size === 0) this.#byUser.delete(key);
      const left = (this.#byCompany.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#byCompany.set(tenantId, left);
      else this.#byCompany.delete(tenantId);
    });
    const open = [...sockets].filter(({ isOpen }) => isOpen);
    return open.length > this.#max.user ? open[0] : undefined;
  }
}

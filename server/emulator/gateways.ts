import { codeCall, connectionCall } from './gateway-calls.ts';
import { gatewayCodeOf } from './gateway-code.ts';
import type { GatewayRow } from './model.ts';
import type { SmsCall } from './sms-calls.ts';
import type { Store } from './store.ts';
import type { WebhookQueue } from './webhook-queue.ts';

/** Codes shown in one pairing before it is given up. */
const CODES_MAX = 10;
/** How long a code is shown. */
const CODE_MS = 30_000;

/** The gateway's instances, their codes and pairings. */
export class Gateways {
  readonly #store: Store;
  readonly #queue: () => WebhookQueue;
  readonly #companyUrl: () => string;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(store: Store, queue: () => WebhookQueue, companyUrl: () => string) {
    this.#store = store;
    this.#queue = queue;
    this.#companyUrl = companyUrl;
  }

  row(name: string): GatewayRow | undefined {
    return this.#store.gateways.get(name);
  }

  /** Instances that the phone is paired with, or could be: those with its key. */
  pairedWith(number: string): GatewayRow[] {
    return [...this.#store.gateways.values()]
      .filter((row) => row.state === 'open' && row.number === number)
      .map((row) => this.#reachable(row));
  }

  start(): void {
    for (const row of this.#store.gateways.values()) if (row.state === 'connecting') this.#expireLater(row.name);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  setHook(row: GatewayRow, hook: GatewayRow['hook']): void {
    this.#save({ ...row, hook });
  }

  /** Starts a pairing and reports its code, unless one is in progress. */
  connect(row: GatewayRow): GatewayRow {
    if (row.state !== 'close') return row;
    const connecting = { ...row, state: 'connecting' as const, codes: row.codes + 1, shown: 1 };
    this.#save(connecting);
    this.#tell(codeCall(this.#reachable(connecting)), row.name);
    this.#expireLater(row.name);
    return connecting;
  }

  /** The code expired: reports the next one, or gives up. */
  expire(name: string): void {
    const row = this.#store.gateways.get(name);
    if (row?.state !== 'connecting') return;
    if (row.shown >= CODES_MAX) {
      this.#save({ ...row, state: 'close' });
      this.#tell(connectionCall(this.#reachable(row), 'refused', null), name);
      return;
    }
    const next = { ...row, codes: row.codes + 1, shown: row.shown + 1 };
    this.#save(next);
    this.#tell(codeCall(this.#reachable(next)), name);
    this.#expireLater(name);
  }

  /** A phone scans a code: false unless a gateway with this key shows it now. */
  scan(number: string, key: string, code: string | undefined): boolean {
    const waiting = [...this.#store.gateways.values()].filter((row) => row.state === 'connecting' && row.key === key);
    const row = waiting.findLast((each) => code === undefined || gatewayCodeOf(each) === code);
    if (row === undefined) return false;
    const open = { ...row, state: 'open' as const, number };
    this.#save(open);
    this.#tell(connectionCall(this.#reachable(open), 'open', number), row.name);
    return true;
  }

  /** Ends the phone's pairings. */
  unpair(number: string): void {
    for (const row of this.pairedWith(number)) {
      this.#save({ ...row, hook: this.row(row.name)?.hook ?? row.hook, state: 'close', number: null });
      this.#tell(connectionCall(row, 'close', null), row.name);
    }
  }

  #save(gateway: GatewayRow): void {
    const timer = this.#timers.get(gateway.name);
    clearTimeout(timer);
    this.#timers.delete(gateway.name);
    this.#store.apply({ record: 'gateway', gateway });
  }

  #expireLater(name: string): void {
    this.#timers.set(
      name,
      setTimeout(() => this.expire(name), CODE_MS),
    );
  }

  #tell(entry: SmsCall, name: string): void {
    this.#queue().enqueue({ kind: 'statuses', lane: `gateway:${name}`, messageIds: [], entry });
  }

  #reachable(row: GatewayRow): GatewayRow {
    return { ...row, hook: { ...row.hook, url: new URL(row.hook.url, this.#companyUrl()).href } };
  }
}

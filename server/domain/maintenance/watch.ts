import type { Maintenance } from '../../../contract/rest/maintenance.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { readMaintenance } from './maintenance.ts';

/** Interval at which each node checks whether another switched it. */
const POLL_MS = 2_000;

const OFF: Maintenance = { on: false, message: null, since: null, ends_at: null, version: '0' };

/** Whether maintenance is on, cached on this node to save a query per call. */
export class MaintenanceWatch {
  readonly #services: Pick<Services, 'db' | 'log'>;
  readonly #listeners = new Set<(state: Maintenance) => void>();
  #state = OFF;
  /** Ids and URL names of companies that stay usable: the platform's own. */
  #backoffice: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Pick<Services, 'db' | 'log'>) {
    this.#services = services;
  }

  get state(): Maintenance {
    return this.#state;
  }

  isBackoffice(tenantId: Id): boolean {
    return this.#backoffice.has(tenantId);
  }

  isBackofficeName(tenantName: string): boolean {
    return this.#backoffice.has(`/${tenantName}`);
  }

  /** Calls the listener when maintenance begins and ends. */
  onChange(listener: (state: Maintenance) => void): void {
    this.#listeners.add(listener);
  }

  /** Loads the state before the first request is answered. */
  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => {
      this.#look().catch((error: unknown) =>
        this.#services.log.debug({ err: error }, 'the maintenance state could not be read'),
      );
    }, POLL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Applies a state that this node has just written. */
  take(state: Maintenance): Maintenance {
    const isSwitched = state.on !== this.#state.on;
    this.#state = state;
    if (isSwitched) for (const listener of this.#listeners) listener(state);
    return state;
  }

  async #look(): Promise<void> {
    const rows = await withPlatform(this.#services.db, (tx) =>
      tx.selectFrom('tenant').select(['id', 'slug']).where('is_backoffice', '=', true).execute(),
    );
    this.#backoffice = new Set(rows.flatMap(({ id, slug }) => [id, `/${slug}`]));
    const state = await readMaintenance(this.#services);
    // A check that began before a local change would undo it.
    if (Number(state.version) >= Number(this.#state.version)) this.take(state);
  }
}

import type { Maintenance } from '../../../contract/rest/maintenance.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { readMaintenance } from './maintenance.ts';

/** So often each node looks whether another switched it. */
const LOOK_MS = 2_000;

const OFF: Maintenance = { on: false, message: null, since: null, ends_at: null, version: '0' };

/** Whether the platform is worked on, as this node knows it: looked up every call it would be a query each. */
export class MaintenanceWatch {
  readonly #services: Pick<Services, 'db' | 'log'>;
  readonly #listeners = new Set<(state: Maintenance) => void>();
  #state = OFF;
  /** Of the companies whose people go on working, the platform's own: ids and addresses. */
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

  /** Told when it begins and when it ends. */
  onChange(listener: (state: Maintenance) => void): void {
    this.#listeners.add(listener);
  }

  /** Known before the first request is answered. */
  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => {
      this.#look().catch((error: unknown) =>
        this.#services.log.debug({ err: error }, 'whether there is maintenance could not be looked up'),
      );
    }, LOOK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What was just written, on this node. */
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
    // A look that began before a change here was written would undo it.
    if (Number(state.version) >= Number(this.#state.version)) this.take(state);
  }
}

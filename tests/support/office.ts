import { selectLoginFailure, selectPhase, selectRoutes, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import {
  selectEditingFailure,
  selectEditingPhase,
  selectSavedId,
} from '../../src/machines/editing/editing.selectors.ts';
import type { EditingPhase } from '../../src/machines/editing/editing.selectors.ts';
import { rowsOf, selectListFailure, selectListingPhase } from '../../src/machines/listing/listing.selectors.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import type { ListName, ListQuery, ListRows } from '../../src/machines/log/events-administration.ts';
import type { FieldName, FormName, FormValues } from '../../src/machines/entities/forms.ts';
import { administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { createBrowser } from './client.ts';
import type { Browser, Client } from './client.ts';
import { arriveAt, startNotedClient } from './journeys-walked.ts';

const WHOLE: ListQuery = { page: 1, limit: 100, search: '', sort: { by: 'id', descending: true }, filters: {} };

/** Where a form stands, and why it is refused. */
export interface FormLooks {
  readonly phase: EditingPhase;
  readonly failure?: string;
  /** What is wrong with single fields. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Somebody who administrates, at a wired client without a screen. What they do is under way when its
 * promise is kept; what they see is waited for, and the promise broken when it never comes.
 */
export class Office {
  readonly client: Client;
  readonly browser: Browser;
  readonly #name: string;
  #checkedTo = 0;

  constructor(name: string, url: string, tenant: string, browser: Browser = createBrowser()) {
    this.#name = name;
    this.browser = browser;
    this.client = startNotedClient({ url, tenant, browser });
  }

  /** Goes to a screen, if the page's guard lets them. */
  visit(path: string): void {
    const auth = this.client.directory.auth.getSnapshot();
    arriveAt(path, selectRoutes(auth), this.isIn());
  }

  /** Shows a list whole, in the server's order of the newest first. */
  look(list: ListName, filters: Readonly<Record<string, string>> = {}, sort = WHOLE.sort): void {
    const query = { ...WHOLE, sort, filters };
    this.client.append({ type: 'list.opened', list, query });
    this.client.append({ type: 'list.queried', list, change: query });
  }

  /** Waits until the list is there and looks so. */
  async sees<Name extends ListName>(
    what: string,
    list: Name,
    looks: (rows: readonly ListRows[Name][]) => boolean,
  ): Promise<void> {
    await this.waits(what, ({ directory }) => {
      const snapshot = directory.list(list)?.getSnapshot();
      return (
        snapshot !== undefined && selectListingPhase(snapshot) === 'ready' && looks(rowsOf(snapshot.context.page, list))
      );
    });
  }

  /** Shows a list, waits until it looks so, and answers its rows. */
  async listed<Name extends ListName>(
    list: Name,
    filters: Readonly<Record<string, string>>,
    looks: (rows: readonly ListRows[Name][]) => boolean,
    sort = WHOLE.sort,
  ): Promise<readonly ListRows[Name][]> {
    this.look(list, filters, sort);
    await this.sees(`${list} ${JSON.stringify(filters)}`, list, looks);
    const snapshot = this.client.directory.list(list)?.getSnapshot();
    return snapshot === undefined ? [] : rowsOf(snapshot.context.page, list);
  }

  /** Waits until the list's last question was refused so. */
  async seesListRefused(list: ListName, key: string): Promise<void> {
    await this.waits(`${list} refused with ${key}`, ({ directory }) => {
      const snapshot = directory.list(list)?.getSnapshot();
      return snapshot !== undefined && selectListFailure(snapshot)?.key === key;
    });
  }

  /** Opens a form; `values` where it begins with given ones. What was left in it is gone. */
  async open(form: FormName, key: string, values: FormValues | null = null): Promise<void> {
    this.client.append({ type: 'form.left', form, key });
    this.client.append({ type: 'form.opened', form, key, values });
    await this.seesForm(form, key, { phase: 'pristine' });
  }

  type(form: FormName, key: string, fields: FormValues): void {
    for (const [field, value] of Object.entries(fields))
      if (isField(fields, field)) this.client.append({ type: 'form.changed', form, key, field, value });
  }

  submit(form: FormName, key: string): void {
    this.client.append({ type: 'form.submitted', form, key });
  }

  /** A whole form, from opening to what it was saved as. */
  async save(form: FormName, key: string, fields: FormValues, values: FormValues | null = null): Promise<string> {
    await this.open(form, key, values);
    this.type(form, key, fields);
    this.submit(form, key);
    await this.seesForm(form, key, { phase: 'saved' });
    const snapshot = this.client.directory.form(form, key)?.getSnapshot();
    return (snapshot && selectSavedId(snapshot)) ?? '';
  }

  /** A press that needs nothing typed: from the form's opening to what it was saved as. */
  press(form: FormName, key: string, values: FormValues = {}): Promise<string> {
    return this.save(form, key, {}, values);
  }

  async seesForm(form: FormName, key: string, { phase, failure, fields = {} }: FormLooks): Promise<void> {
    await this.waits(`${form} ${phase} ${failure ?? ''} ${JSON.stringify(fields)}`, ({ directory }) => {
      const snapshot = directory.form(form, key)?.getSnapshot();
      if (snapshot === undefined || selectEditingPhase(snapshot) !== phase) return false;
      const found = selectEditingFailure(snapshot);
      return (
        (failure === undefined || found?.key === failure) &&
        Object.entries(fields).every(([field, problem]) => found?.fields[field] === problem)
      );
    });
  }

  /** Waits until the menu has exactly these of the administration's screens; the others' addresses are refused. */
  async seesMenu(names: readonly string[]): Promise<void> {
    await this.waits(`a menu of ${names.join(', ')}`, ({ directory }) => {
      const permitted = selectRoutes(directory.auth.getSnapshot());
      const menu = administrationRoutes.filter(({ menu: isListed, name }) => isListed && permitted.includes(name));
      return menu.map(({ name }) => name).join() === names.join();
    });
  }

  /** Who is logged in here. */
  userId(): string {
    return selectViewer(this.client.directory.auth.getSnapshot())?.userId ?? '';
  }

  isIn(): boolean {
    return selectPhase(this.client.directory.auth.getSnapshot()) === 'authenticated';
  }

  /** Waits until nobody is logged in; answers why, as the login says it. */
  async seesEnd(): Promise<string | null> {
    await this.waits(
      'the end of the session',
      ({ directory }) => selectPhase(directory.auth.getSnapshot()) === 'anonymous',
    );
    return selectLoginFailure(this.client.directory.auth.getSnapshot())?.key ?? null;
  }

  async waits(what: string, look: (client: Client) => boolean): Promise<void> {
    try {
      await this.client.waitFor(() => look(this.client));
    } catch (error) {
      throw new Error(`${this.#name} does not see ${what}`, { cause: error });
    }
  }

  recorded(): readonly Logged[] {
    return this.client.events.items.filter(({ position }) => position > this.#checkedTo);
  }

  /** Throws unless the contract knows all that came. */
  checkParsed(): void {
    const { events, app } = this.client;
    const rejected = events.items.find((event) => event.type === 'input.rejected');
    if (rejected !== undefined) throw new Error(`${this.#name}: ${JSON.stringify(rejected)}`);
    this.#checkedTo = app.log.position;
  }
}

/** For the compiler: fields that a test gives by their names. */
export function isField(fields: FormValues, name: string): name is FieldName {
  return Object.hasOwn(fields, name);
}

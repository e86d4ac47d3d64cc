import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Attendant, Connection, Customer, MessageLooks, NoticeLooks, RowLooks, Tab } from './journeys-people.ts';
import { words } from './journeys-text.ts';
import { PEOPLE, TENANT } from './journeys-world.ts';
import type { PersonName } from './journeys-world.ts';
import { PATIENCE_MS } from './patience.ts';
import { DEMO_PASSWORD } from './server.ts';

/** A person at the product in a browser of their own: everything by its role and its name in the source language. */
export class BrowserAttendant implements Attendant {
  readonly name: string;
  readonly #email: string;
  readonly #network: FaultProxy;
  readonly context: BrowserContext;
  readonly #page: Page;
  readonly #problems: string[] = [];
  #customer: Customer | null = null;

  static async arrive(browser: Browser, person: PersonName, network: FaultProxy): Promise<BrowserAttendant> {
    const context = await browser.newContext({
      baseURL: network.url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1600, height: 900 },
      reducedMotion: 'reduce',
      // Its requests would pass by the faults.
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return new BrowserAttendant(person, network, context, await context.newPage());
  }

  constructor(person: PersonName, network: FaultProxy, context: BrowserContext, page: Page) {
    this.name = PEOPLE[person].name;
    this.#email = PEOPLE[person].email;
    this.#network = network;
    this.context = context;
    this.#page = page;
    page.on('pageerror', (error) => this.#problems.push(error.stack ?? error.message));
  }

  async visit(path: string): Promise<void> {
    await this.#page.goto(`/${TENANT}${path}`);
  }

  async enter(password: 'right' | 'wrong'): Promise<void> {
    await this.#page.getByRole('textbox', { name: words('login.email') }).fill(this.#email);
    const secret = this.#page.getByLabel(words('login.password'), { exact: true });
    await secret.fill(password === 'right' ? DEMO_PASSWORD : 'wrong');
    const answer = this.#page.waitForResponse((response) => response.url().endsWith('/api/auth/login'));
    await this.#button('login.submit').click();
    await answer;
  }

  async goToAttendance(): Promise<void> {
    const menu = this.#page.getByRole('navigation', { name: words('layout.menu') });
    await menu.getByRole('link', { name: words('attendance.title') }).click();
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  async leave(): Promise<void> {
    await leaveBy(this.#page, this.name);
  }

  async leaveElsewhere(): Promise<void> {
    const other = await this.context.newPage();
    // As another device: it can't tell this page.
    await other.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
    await other.goto(`/${TENANT}/`);
    const left = other.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
    await leaveBy(other, this.name);
    await left;
    await other.close();
  }

  async outliveAccess(): Promise<void> {
    const expired = { status: 401, json: { errors: [{ message: 'Token has expired' }] } };
    await this.#page.route(/\/graphql$/, (route) => route.fulfill(expired), { times: 1 });
    const renewed = this.#page.waitForResponse(isAnswerTo('refreshToken'));
    const listed = this.#page.waitForResponse(async (response) => response.ok() && isAnswerTo('chatTickets')(response));
    await this.#tabs.getByRole('radio', { checked: false }).first().click();
    await renewed;
    await listed;
  }

  async loseNetwork(): Promise<void> {
    this.#network.cut();
    await this.context.setOffline(true);
  }

  loseAnswers(): void {
    this.#network.mute();
  }

  stallNetwork(): void {
    this.#network.hold();
  }

  async findNetwork(): Promise<void> {
    this.#network.heal();
    await this.context.setOffline(false);
    await this.seesConnection('live');
  }

  async show(tab: Tab): Promise<void> {
    await this.#tabs.getByRole('radio', { name: words(`attendance.filter.${tab}`) }).check();
  }

  async open(customer: Customer): Promise<void> {
    await this.#row(customer).click();
    this.#customer = customer;
    await this.#chat.getByRole('article').first().waitFor();
  }

  async goesAlong(customer: Customer): Promise<void> {
    await this.#chat.getByRole('button', { name: 'Finalizar' }).waitFor();
    this.#customer = customer;
  }

  async backToList(): Promise<void> {
    await this.goToAttendance();
    this.#customer = null;
  }

  async write(text: string): Promise<void> {
    await this.#composer.fill(text);
    await this.#composer.press('Enter');
  }

  async quote(message: MessageLooks): Promise<void> {
    const bubble = this.#bubble(message);
    await bubble.hover();
    await bubble.getByRole('button', { name: words('attendance.reply') }).click();
  }

  async dropQuote(): Promise<void> {
    await this.#button('attendance.dropReply').click();
  }

  async tryAgain(text: string): Promise<void> {
    const answer = this.#page.waitForResponse(isAnswerTo('sendMessage'));
    await this.#bubble({ by: 'me', text })
      .getByRole('button', { name: words('action.retry') })
      .click();
    await answer;
  }

  async discard(text: string): Promise<void> {
    await this.#bubble({ by: 'me', text })
      .getByRole('button', { name: words('action.discard') })
      .click();
  }

  async askToTransfer(): Promise<void> {
    await this.#chat.getByRole('button', { name: words('attendance.transfer'), exact: true }).click();
  }

  async offerTo(name: string): Promise<void> {
    await this.#dialog('transfer.title').getByRole('radio', { name }).check();
    await this.#dialog('transfer.title')
      .getByRole('button', { name: words('transfer.submit'), exact: true })
      .click();
  }

  async dropTransfer(): Promise<void> {
    await this.#dialog('transfer.title')
      .getByRole('button', { name: words('action.cancel') })
      .click();
  }

  async accept(): Promise<void> {
    await this.#offer.getByRole('button', { name: words('transfer.confirm') }).click();
  }

  async decline(): Promise<void> {
    const decline = this.#offer.getByRole('button', { name: words('transfer.decline') });
    await decline.or(this.#offer.getByRole('button', { name: words('transfer.delete') })).click();
  }

  async askToFinish(): Promise<void> {
    await this.#chat.getByRole('button', { name: words('attendance.finish'), exact: true }).click();
  }

  async finish(): Promise<void> {
    await this.#dialog('attendance.finish.title')
      .getByRole('button', { name: words('attendance.finish'), exact: true })
      .click();
  }

  async keepAttending(): Promise<void> {
    await this.#dialog('attendance.finish.title')
      .getByRole('button', { name: words('action.cancel') })
      .click();
  }

  async seesLogin(to: string | null, refusal: MessageId | null): Promise<void> {
    const isThere = (url: URL): boolean => url.pathname === `/${TENANT}/login` && url.searchParams.get('to') === to;
    await this.#page.waitForURL(isThere).catch(async (error: unknown) => {
      const seen = await this.#page.locator('body').innerText();
      throw new Error(`${this.name} was led to ${this.#page.url()}, and sees: ${seen}`, { cause: error });
    });
    await this.#page.getByRole('heading', { name: words('login.heading') }).waitFor();
    const alert = this.#page.getByRole('alert');
    if (refusal === null) await gone(alert);
    else await alert.filter({ hasText: words(refusal) }).waitFor();
  }

  async seesHome(): Promise<void> {
    await this.#seesPath('/');
    await this.#page.getByRole('link', { name: words('home.openAttendance') }).waitFor();
  }

  async seesAttendance(): Promise<void> {
    await this.#seesPath('/chat');
    await this.#page.getByRole('region', { name: words('attendance.conversations') }).waitFor();
  }

  /** Is there, and stays there once the server has said what it thinks of the session. */
  async #seesPath(path: string): Promise<void> {
    // Home has no slash at its end when one was led there.
    const isThere = ({ pathname }: URL): boolean =>
      `${pathname.replace(/\/$/, '')}/` === `/${TENANT}${path}/`.replace('//', '/');
    await this.#page.waitForURL(isThere);
    await this.seesConnection('live');
    if (!isThere(new URL(this.#page.url()))) throw new Error(`${this.name} was led to ${this.#page.url()}`);
  }

  async seesConnection(connection: Connection): Promise<void> {
    const state = words(`layout.connection.${connection}`);
    const label = words('layout.connection.label', { state });
    await this.#page.getByRole('status').filter({ hasText: label }).waitFor();
  }

  async seesRow(customer: Customer, { unread, first, transferring }: RowLooks = {}): Promise<void> {
    let row = this.#row(customer);
    if (first === true) {
      const newest = new RegExp(`^(?:${words('attendance.list.recent')}|${words('attendance.list.finished')})$`);
      row = this.#page
        .getByRole('group', { name: newest })
        .getByRole('option')
        .first()
        .filter({ hasText: customer.name });
    }
    if (transferring === true) row = row.filter({ hasText: words('attendance.row.transferring') });
    if (unread === 0) {
      for (const count of [1, 2]) row = row.filter({ hasNotText: words('kit.badge', { count }) });
    } else if (unread !== undefined) {
      row = row.filter({ hasText: words('kit.badge', { count: unread }) });
    }
    await row.waitFor();
  }

  async seesNoRow(customer: Customer): Promise<void> {
    await gone(this.#row(customer));
  }

  async seesMessage(message: MessageLooks): Promise<void> {
    const { ticks, quotes, note } = message;
    // There once, whatever its state.
    await this.#bubble(message).waitFor();
    let bubble = this.#bubble(message);
    if (quotes !== undefined) bubble = bubble.filter({ hasText: quotes });
    if (note !== undefined) {
      const reason = note.reason === undefined ? '' : words(note.reason, note.values);
      bubble = bubble.filter({ hasText: words(note.text, { reason }) });
    }
    if (ticks !== undefined) {
      bubble = bubble.filter({ has: this.#page.getByRole('img', { name: words(`kit.ticks.${ticks}`), exact: true }) });
    }
    await bubble.waitFor();
  }

  async seesNoMessage(text: string): Promise<void> {
    await gone(this.#messages.getByRole('article').filter({ hasText: text }));
  }

  async seesQuote(text: string | null): Promise<void> {
    const drop = this.#button('attendance.dropReply');
    if (text === null) return gone(drop);
    await this.#page.locator('div').filter({ has: drop }).filter({ hasText: text }).last().waitFor();
  }

  /** `owner`: who has it instead; `how`: given to them by the viewer, or taken by themselves. */
  async seesClosed(why: MessageId | null, owner?: string, how: 'passedTo' | 'takenBy' = 'passedTo'): Promise<void> {
    if (why === null) await this.#composer.waitFor();
    else {
      const said = owner === undefined ? words(why) : words(`attendance.${how}`, { name: owner });
      await this.#chat.getByText(said, { exact: true }).waitFor();
    }
  }

  async seesOwner(name: string | null): Promise<void> {
    const owner = name ?? words('attendance.unowned');
    await this.#facts.filter({ hasText: new RegExp(`^${owner}$`) }).waitFor();
  }

  async seesOffer(offer: 'mine' | 'other' | null): Promise<void> {
    if (offer === null) return gone(this.#offer);
    const decline = words(offer === 'mine' ? 'transfer.decline' : 'transfer.delete');
    await this.#offer.filter({ has: this.#page.getByRole('button', { name: decline }) }).waitFor();
  }

  async seesCandidate(name: string | null): Promise<void> {
    const dialog = this.#dialog('transfer.title');
    if (name === null) await gone(dialog);
    else await dialog.getByRole('radio', { name }).waitFor({ state: 'attached' });
  }

  async seesFinishDialog(isThere: boolean): Promise<void> {
    const dialog = this.#dialog('attendance.finish.title');
    if (isThere) await dialog.waitFor();
    else await gone(dialog);
  }

  async seesNotice({ title, body, values }: NoticeLooks): Promise<void> {
    const notices = this.#page.getByRole('listitem').filter({ hasText: words(title) });
    await notices.filter({ hasText: words(body, values) }).waitFor();
  }

  async seesWithdrawal(how: 'declined' | 'cancelled', by: string, to: string): Promise<void> {
    const id = how === 'declined' ? 'thread.transferWithdrawn.declined' : 'thread.transferWithdrawn.by';
    await this.#messages.getByText(words(id, { name: by, to })).waitFor();
  }

  async seesEarlier(protocol: string): Promise<void> {
    await this.#pane.getByRole('link').filter({ hasText: protocol }).waitFor();
  }

  async protocol(): Promise<string> {
    const pattern = /\d{8}-\d{4}/;
    const text = await this.#facts.filter({ hasText: pattern }).innerText();
    return pattern.exec(text)?.[0] ?? '';
  }

  /** Throws what the page complained of since it was asked last. */
  checkProblems(): void {
    const [problem] = this.#problems.splice(0);
    if (problem !== undefined) throw new Error(`${this.name}: ${problem}`);
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.#network.close();
  }

  get #tabs(): Locator {
    return this.#page.getByRole('radiogroup', { name: words('attendance.filter') });
  }

  get #pane(): Locator {
    return this.#page.getByRole('complementary', { name: words('attendance.customer') });
  }

  get #facts(): Locator {
    return this.#pane.getByRole('definition');
  }

  get #openCustomer(): Customer {
    if (this.#customer === null) throw new Error(`${this.name} has no conversation open`);
    return this.#customer;
  }

  get #chat(): Locator {
    const { name } = this.#openCustomer;
    return this.#page.getByRole('region', { name: words('attendance.conversationWith', { name }) });
  }

  get #messages(): Locator {
    return this.#chat.getByRole('log', { name: words('attendance.messages') });
  }

  get #composer(): Locator {
    const { name } = this.#openCustomer;
    return this.#page.getByRole('textbox', { name: words('attendance.writeTo', { name }) });
  }

  get #offer(): Locator {
    return this.#chat.getByRole('group', { name: words('transfer.pending') });
  }

  #button(name: MessageId): Locator {
    return this.#page.getByRole('button', { name: words(name), exact: true });
  }

  #dialog(title: MessageId): Locator {
    return this.#page.getByRole('dialog', { name: words(title) });
  }

  #row({ name }: Customer): Locator {
    return this.#page.getByRole('option').filter({ hasText: name });
  }

  /** A message is read with its author before it, and after it what it quotes. */
  #bubble({ by, text }: MessageLooks): Locator {
    const said = by === 'customer' ? `${this.#openCustomer.name}: ${text}` : text;
    return this.#messages.getByRole('article').filter({ hasText: said });
  }
}

async function leaveBy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: words('layout.account', { name }) }).click();
  await page.getByRole('menuitem', { name: words('layout.account.logout') }).click();
  const asked = page.getByRole('button', { name: words('logout.confirm') });
  // Where something would be lost it is asked first.
  await asked.or(page.getByRole('textbox', { name: words('login.email') })).waitFor();
  if (await asked.isVisible()) await asked.click();
}

async function gone(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'detached' });
}

function isAnswerTo(operation: string): (response: Response) => boolean {
  const asked = new RegExp(`"query":"\\s*(?:query|mutation) ${operation}\\b`);
  return (response) => asked.test(response.request().postData() ?? '');
}

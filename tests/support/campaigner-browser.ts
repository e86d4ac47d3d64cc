import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { SkipReason } from '../../contract/facts/campaigns.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import { CAMPAIGN_INSTANCE, CAMPAIGN_TEXTS } from './campaigner.ts';
import type { Campaigner, CampaignLooks } from './campaigner.ts';
import type { Customer } from './journeys-people.ts';
import { words } from './journeys-text.ts';
import { TENANT } from './journeys-world.ts';
import { PATIENCE_MS } from './patience.ts';
import { DEMO_PASSWORD } from './server.ts';

/** As its title on the screen. */
const TEMPLATE = 'Retomar atendimento';

/** By hand in a browser of their own: everything by its role and its name in the source language. */
export class BrowserCampaigner implements Campaigner {
  readonly #page: Page;
  readonly #problems: string[] = [];
  /** Of campaigns that were sent here, by name. */
  readonly #ids = new Map<string, string>();

  static async arrive(browser: Browser, url: string, email: string): Promise<BrowserCampaigner> {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1600, height: 1000 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(`/${TENANT}/login`);
    await page.getByRole('textbox', { name: words('login.email') }).fill(email);
    await page.getByLabel(words('login.password'), { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: words('login.submit'), exact: true }).click();
    await page.getByRole('link', { name: words('home.openAttendance') }).waitFor();
    return new BrowserCampaigner(page);
  }

  constructor(page: Page) {
    this.#page = page;
    page.on('pageerror', (error) => this.#problems.push(error.stack ?? error.message));
  }

  get context(): BrowserContext {
    return this.#page.context();
  }

  async importBase(file: string, csv: string): Promise<void> {
    await this.#visit('/customers-base');
    await this.#button('imports.upload').first().waitFor();
    const payload = { name: file, mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await this.#page.locator('input[type=file]').setInputFiles(payload);
    // The columns are recognised, and checked by themselves.
    await this.#page.getByRole('button', { name: /^Importar \d+ clientes?$/u }).click();
  }

  async seesImported(file: string, counts: { readonly added: number; readonly refused: number }): Promise<void> {
    await this.#visit('/customers-base');
    const row = this.#page.getByRole('row').filter({ hasText: file });
    await row.filter({ hasText: words('imports.done.words', { ...counts, changed: 0 }) }).waitFor();
  }

  async buildAudience(name: string, word: string, size: number): Promise<void> {
    await this.#visit('/target-audience?id=new');
    await this.#page.getByRole('textbox', { name: words('audience.name') }).fill(name);
    await this.#button('audience.condition.add').click();
    await this.#choose(this.#page, 'audience.field', words('audience.field.name'));
    await this.#page.getByRole('textbox', { name: words('audience.value') }).fill(word);
    const found = this.#page.getByRole('complementary', { name: words('audience.findings') }).getByRole('status');
    await found
      .filter({ hasText: new RegExp(`^${size} ${words('audience.customers', { count: size })}$`, 'u') })
      .waitFor();
    await this.#button('action.save').click();
    await this.#page.getByRole('row').filter({ hasText: name }).waitFor();
  }

  async seesAudience(name: string): Promise<void> {
    await this.#visit('/target-audience');
    await this.#page.getByRole('row').filter({ hasText: name }).waitFor();
  }

  async sendCampaign(name: string, audience: string): Promise<void> {
    const page = this.#page;
    await this.#visit('/campaigns?edit=new');
    await page.getByRole('textbox', { name: words('campaign.name') }).fill(name);
    await page
      .getByRole('group', { name: words('campaign.instances') })
      .getByText(CAMPAIGN_INSTANCE, { exact: true })
      .click();
    await this.#button('campaign.wizard.next').click();
    await page.getByRole('radio', { name: words('campaign.audience.audience') }).check();
    await this.#choose(page, 'campaign.audience.audience', audience);
    await this.#button('campaign.wizard.next').click();
    await page.getByRole('radio', { name: TEMPLATE }).check();
    for (const [at, value] of CAMPAIGN_TEXTS.entries()) {
      const variable = page.getByRole('group', { name: `{{${at + 1}}}`, exact: true });
      await variable.getByRole('textbox', { name: words('campaign.variable.text') }).fill(value);
    }
    await this.#button('campaign.wizard.next').click();
    await page.getByRole('textbox', { name: words('campaign.when.from'), exact: true }).fill('0');
    await page.getByRole('textbox', { name: words('campaign.when.to'), exact: true }).fill('24');
    await this.#button('campaign.wizard.review').click();
    await this.#button('campaign.start').click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByRole('button', { name: words('campaign.start') }).click();
    await page.waitForURL(/\/campaigns\?id=\d+$/u);
    this.#ids.set(name, new URL(page.url()).searchParams.get('id') ?? '');
  }

  async resume(campaign: string): Promise<void> {
    await this.#open(campaign);
    await this.#button('campaign.resume').click();
    await this.#button('campaign.resume').waitFor({ state: 'detached' });
  }

  async block({ phone }: Customer): Promise<void> {
    await this.#visit('/blocked-contacts');
    await this.#button('blocked.block').first().click();
    const dialog = this.#page.getByRole('dialog', { name: words('blocked.block') });
    await dialog.getByRole('textbox', { name: words('blocked.numbers') }).fill(phone);
    await dialog.getByRole('button', { name: words('blocked.submit'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async seesCampaign(name: string, { status, reason, counts }: CampaignLooks): Promise<void> {
    await this.#open(name);
    const title = this.#page.getByRole('heading', { name });
    await title.filter({ hasText: words(`campaign.status.${status}`) }).waitFor();
    if (reason !== undefined)
      await this.#page
        .getByRole('status')
        .filter({ hasText: words(reason) })
        .waitFor();
    const funnel = this.#page.getByRole('group', { name: words('campaign.funnel'), exact: true });
    for (const [stage, count] of Object.entries(counts)) {
      // The steps say more behind the number; those apart end with it.
      const label = words(
        stage === 'answered' || stage === 'skipped' ? `campaign.stage.${stage}` : 'campaign.stage.sent',
      );
      await funnel.getByRole('button', { name: new RegExp(`^${label}(?:: ${count},| ?${count}$)`, 'u') }).waitFor();
    }
  }

  async seesLeftOut(campaign: string, { name }: Customer, reason: SkipReason): Promise<void> {
    await this.#open(campaign);
    const row = this.#page.getByRole('row').filter({ hasText: name });
    await row.filter({ hasText: words(`campaign.skip.${reason}`) }).waitFor();
  }

  async check(): Promise<void> {
    const [problem] = this.#problems.splice(0);
    if (problem !== undefined) throw new Error(problem);
  }

  recorded(): ReturnType<Campaigner['recorded']> {
    return [];
  }

  async close(): Promise<void> {
    await this.#page.context().close();
  }

  async #visit(path: string): Promise<void> {
    await this.#page.goto(`/${TENANT}${path}`);
  }

  /** The campaign's page, which stays open and is followed live once it is. */
  async #open(campaign: string): Promise<void> {
    const path = `/campaigns?id=${this.#ids.get(campaign) ?? ''}`;
    if (!this.#page.url().endsWith(path)) await this.#visit(path);
  }

  #button(name: MessageId): Locator {
    return this.#page.getByRole('button', { name: words(name), exact: true });
  }

  async #choose(within: Page | Locator, label: MessageId, option: string): Promise<void> {
    await within.getByRole('button', { name: new RegExp(`${words(label)}$`, 'u') }).click();
    await this.#page.getByRole('option', { name: option, exact: true }).click();
  }
}

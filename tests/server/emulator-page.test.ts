import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startEmulator } from '../support/emulator.ts';
import type { EmulatorClient, RunningEmulator } from '../support/emulator.ts';
import { CUSTOMER_NAME, CUSTOMER_WA_ID, PHONE_NUMBER_ID } from '../support/webhook-bodies.ts';
import { startCompany } from './webhook-company.ts';
import type { Company } from './webhook-company.ts';

let company: Company;
let emulator: RunningEmulator;
let client: EmulatorClient;
let browser: Browser;

beforeAll(async () => {
  company = await startCompany();
  emulator = await startEmulator({
    webhookUrl: company.webhookUrl,
    policy: { statuses: { sentAfterMs: 0, deliveredAfterMs: 0, readAfterMs: 0, read: 'open' } },
    customers: [{ waId: CUSTOMER_WA_ID, name: CUSTOMER_NAME }],
  });
  ({ client } = emulator);
  company.useGraph(client.graphUrl);
  browser = await launchBrowser();
});

beforeEach(() => client.reset());

afterAll(async () => {
  await browser.close();
  await emulator.close();
  await company.close();
});

/** The page with the default customer's phone; whatever the browser complains of fails the test. */
async function openPhone(
  options: { width?: number; colorScheme?: 'light' | 'dark'; query?: string } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 844 },
    colorScheme: options.colorScheme ?? 'light',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  page.on('console', (line) => {
    if (line.type() === 'error') throw new Error(line.text());
  });
  const query = options.query ?? `number=${PHONE_NUMBER_ID}&person=${CUSTOMER_WA_ID}`;
  await page.goto(`${client.url}/emulator?${query}`);
  await page.locator('.chat-head h2').waitFor({ state: 'attached' });
  return page;
}

function answer(text: string): Promise<unknown> {
  return company.channel.send({
    kind: 'text',
    text,
    phoneNumberId: PHONE_NUMBER_ID,
    accessToken: 't',
    to: CUSTOMER_WA_ID,
    replyToProviderId: undefined,
    callbackData: text,
  });
}

describe('served', () => {
  test('under a policy that lets nothing inline run', async () => {
    const response = await fetch(`${client.url}/emulator`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  });

  test.each(['nothing.js', '..%2Fmain.ts', 'index.html', 'main.tsx', '%2e%2e%2fstore.ts'])(
    '%s is not served',
    async (file) => {
      expect((await fetch(`${client.url}/emulator/page/${file}`)).status).toBe(404);
    },
  );
});

describe('in a browser', () => {
  test('write with Enter -> arrives; answer -> bubble, read', async () => {
    const page = await openPhone();
    const input = page.getByRole('textbox', { name: 'Mensagem' });
    await input.fill('Bom dia!');
    await input.press('Shift+Enter');
    await input.pressSequentially('Tem o 38?');
    await input.press('Enter');
    await expect.poll(() => company.sink.messages.at(-1)?.text).toBe('Bom dia!\nTem o 38?');
    await page.getByRole('img', { name: 'Entregue' }).waitFor();
    expect(await input.inputValue()).toBe('');

    await answer('Tem *sim*, Luciana');
    await page.locator('.theirs strong', { hasText: 'sim' }).waitFor();
    await expect.poll(() => company.sink.statuses.map(({ status }) => status)).toContain('read');
    await page.context().close();
  });

  test('reply, react, attach', async () => {
    await client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, 'Oi');
    await answer('Qual número?');
    const page = await openPhone();
    const question = page.locator('.theirs', { hasText: 'Qual número?' });
    await question.hover();
    await question.getByRole('button', { name: 'Responder' }).click();
    await page.keyboard.type('38');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => company.sink.messages.at(-1))
      .toMatchObject({ text: '38', replyToProviderId: expect.stringMatching(/^wamid\./) });

    await question.hover();
    await question.getByRole('button', { name: 'Reagir com 👍' }).click();
    await expect.poll(() => company.sink.messages.at(-1)).toMatchObject({ kind: 'reaction', emoji: '👍' });

    await page.getByRole('button', { name: 'Anexar' }).click();
    await page.getByRole('button', { name: 'Foto' }).click();
    await expect.poll(() => company.sink.messages.at(-1)?.kind).toBe('image');
    await page.getByRole('img', { name: 'A vista daqui' }).waitFor();
    await page.context().close();
  });

  test('an own message is changed, and deleted', async () => {
    const page = await openPhone();
    const written = page.getByPlaceholder('Mensagem');
    await written.fill('Rua A');
    await written.press('Enter');
    const own = page.locator('.mine');
    await own.hover();
    await own.getByRole('button', { name: 'Editar' }).click();
    expect(await written.inputValue()).toBe('Rua A');
    await written.fill('Rua B');
    await written.press('Enter');
    await expect.poll(() => company.sink.messages.at(-1)).toMatchObject({ kind: 'edit', text: 'Rua B' });
    await page.locator('.mine', { hasText: 'Rua B' }).hover();
    await own.getByRole('button', { name: 'Apagar para todos' }).click();
    await expect.poll(() => company.sink.messages.at(-1)?.kind).toBe('revoke');
    await page.locator('.mine', { hasText: 'Mensagem apagada' }).waitFor();
    expect(await page.locator('.message').count()).toBe(1);
    await page.context().close();
  });

  test('an image by its address is shown from there; from an address that gives none, its name is', async () => {
    const page = await openPhone();
    // Not asked for anywhere: this machine has no network to ask.
    const found = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    await page.route('https://imagens.example/**', (route) =>
      route.fulfill(route.request().url().endsWith('/nada.png') ? { contentType: 'image/png', body: '' } : found),
    );
    const image = (link: string, caption: string) =>
      company.channel.send({
        kind: 'image',
        source: { link },
        caption,
        phoneNumberId: PHONE_NUMBER_ID,
        accessToken: 't',
        to: CUSTOMER_WA_ID,
        replyToProviderId: undefined,
        callbackData: caption,
      });
    await image('https://imagens.example/vestido.png', 'O azul');
    await page.getByRole('img', { name: 'O azul' }).waitFor();
    await image('https://imagens.example/nada.png', 'O verde');
    const unseen = page.locator('.theirs', { hasText: 'O verde' });
    await unseen.locator('.file', { hasText: 'Foto' }).waitFor();
    expect(await unseen.getByRole('img', { name: 'O verde' }).count()).toBe(0);
    await page.context().close();
  });

  test('a person is invented; a number that is none is said so', async () => {
    const page = await openPhone();
    await page.getByRole('button', { name: 'Nova pessoa' }).click();
    await page.getByLabel('Nome').fill('Otávio Prado');
    await page.getByLabel('Celular com DDD').fill('123');
    await page.getByRole('button', { name: 'Criar' }).click();
    await page.getByText('Confira o número: DDD e oito ou nove dígitos.').waitFor();
    await page.getByLabel('Celular com DDD').fill('(21) 98888-7777');
    await page.getByRole('button', { name: 'Criar' }).click();
    await page.locator('.chat-head', { hasText: 'Otávio Prado · +55 21 98888-7777' }).waitFor();
    expect((await client.state()).customers).toContainEqual({
      waId: '5521988887777',
      name: 'Otávio Prado',
      online: true,
    });
    await page.context().close();
  });

  test('the switches turn what they say', async () => {
    const page = await openPhone();
    await page.getByText('Sem rede', { exact: true }).click();
    await page.getByText('Telefone sem rede').waitFor();
    await page.getByText('Avisar a empresa', { exact: true }).click();
    await page.getByRole('radio', { name: '5 s' }).click();
    await page.getByText('Provocar falhas').click();
    await page.getByRole('button', { name: 'Próximo envio da empresa' }).click();
    await page.getByRole('option', { name: 'Aceitar e perder a resposta' }).click();
    await expect
      .poll(() => client.state())
      .toMatchObject({
        customers: [{ online: false }],
        policy: { statuses: { send: false, deliveredAfterMs: 5000 }, sends: { mode: 'cut', times: 1 } },
      });
    await page.context().close();
  });

  test.each([
    { width: 1440, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
    { width: 390, colorScheme: 'light' },
  ] as const)('$width px, $colorScheme: nothing hinders, nothing is cut off', async (options) => {
    const first = await client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, 'Oi, bom dia');
    await client.write(PHONE_NUMBER_ID, CUSTOMER_WA_ID, { type: 'text', body: 'Alguém?', replyTo: first.id });
    await answer('Bom dia!');
    const page = await openPhone(options);
    await page.getByText('Bom dia!').last().waitFor();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.context().close();
  });
});

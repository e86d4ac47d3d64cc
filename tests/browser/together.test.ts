import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import {
  composer,
  expectSoon,
  messages,
  openConversation,
  row,
  startBrowserApp,
  VENDAS,
} from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

const CAIO = '5511955550094';
const name = 'Caio Mattos';

let app: BrowserApp;
let ana: Visit;
let bruno: Visit;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(CAIO, name);
  await app.emulator.write(VENDAS, CAIO, 'Alguém aí?');
  [ana, bruno] = await Promise.all([app.arrive(), app.arrive({ who: 'bruno' })]);
  await Promise.all([ana.attend(), bruno.attend()]);
});
afterAll(() => app?.stop());

const chat = (page: Page) => page.getByRole('region', { name: `Conversa com ${name}` });
const view = (page: Page, of: string) =>
  page.getByRole('radiogroup', { name: 'Mostrar' }).getByRole('radio', { name: of });
/** How many a view says it has. */
const countOf = async (page: Page, of: string): Promise<number> =>
  Number(/\d+/u.exec((await view(page, of).locator('..').innerText()) ?? '')?.[0] ?? Number.NaN);

test('each sees that the other looks, and types; gone when they leave', async () => {
  await openConversation(bruno.page, name);
  await row(ana.page, name).getByText('Bruno Carvalho está vendo').waitFor();
  await openConversation(ana.page, name);
  await chat(bruno.page).getByText('Ana Ribeiro está vendo').waitFor();
  await composer(ana.page).pressSequentially('Já vou');
  await chat(bruno.page).getByText('Ana Ribeiro está digitando…').waitFor();
  await row(bruno.page, name).getByText('Ana está digitando…', { exact: true }).waitFor();
  await composer(ana.page).fill('');
  const address = ana.page.url();
  await ana.go('/');
  await expectSoon(() => chat(bruno.page).getByText('Ana Ribeiro').count(), 0);
  // A page that opens with the conversation, which is there before colleagues are followed.
  await ana.page.goto(address);
  await chat(bruno.page).getByText('Ana Ribeiro está vendo').waitFor();
  await ana.go('/');
  await expectSoon(() => chat(bruno.page).getByText('Ana Ribeiro').count(), 0);
});

test('taken by an answer -> out of the queue and among mine at once, for both', async () => {
  await ana.attend();
  await expectSoon(async () => (await countOf(ana.page, 'Fila')) > 0, true);
  const [queue, mine, all] = await Promise.all(['Fila', 'Minhas', 'Todas'].map((of) => countOf(bruno.page, of)));
  const queueOfAna = await countOf(ana.page, 'Fila');
  await composer(bruno.page).fill('Oi, Caio!');
  await composer(bruno.page).press('Enter');
  await expectSoon(() => countOf(bruno.page, 'Fila'), (queue ?? 0) - 1);
  await expectSoon(() => countOf(bruno.page, 'Minhas'), (mine ?? 0) + 1);
  await expectSoon(() => countOf(ana.page, 'Fila'), queueOfAna - 1);
  await expectSoon(() => countOf(bruno.page, 'Todas'), all);
  await view(bruno.page, 'Minhas').check();
  await row(bruno.page, name).waitFor();
  await view(bruno.page, 'Fila').check();
  await expectSoon(() => row(bruno.page, name).count(), 0);
});

test('a filter shows itself as a chip, and leaves with it', async () => {
  const { page } = bruno;
  // An open conversation would stay in the list.
  await bruno.attend();
  await view(page, 'Todas').check();
  await row(page, name).waitFor();
  await page.getByRole('button', { name: /^Ordenar e filtrar/u }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Não lidas' }).click();
  await page.keyboard.press('Escape');
  const chip = page.getByRole('button', { name: 'Tirar o filtro Não lidas' });
  await chip.waitFor();
  await expectSoon(() => row(page, name).count(), 0);
  await chip.click();
  await row(page, name).waitFor();
});

test('away by one’s own menu -> a colleague reads it where they transfer; at work again -> not any more', async () => {
  const { page } = ana;
  await app.emulator.saveCustomer('5511955550095', 'Dora Prado');
  await app.emulator.write(VENDAS, '5511955550095', 'Oi');
  await ana.attend();
  await openConversation(page, 'Dora Prado');
  const ofBruno = page.getByRole('radio', { name: /^Bruno Carvalho/u });
  for (const [choice, account, isAway] of [
    ['Ausente', 'Conta de Bruno Carvalho (ausente)', true],
    ['Disponível', 'Conta de Bruno Carvalho', false],
  ] as const) {
    await bruno.page.getByRole('button', { name: 'Conta de Bruno Carvalho' }).click();
    await bruno.page.getByRole('menuitemradio', { name: choice }).click();
    await bruno.page.getByRole('button', { name: account, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Transferir' }).click();
    await ofBruno.waitFor();
    await expectSoon(() => page.getByRole('radio', { name: /^Bruno Carvalho.*ausente/u }).count(), isAway ? 1 : 0);
    await page.keyboard.press('Escape');
    await ofBruno.waitFor({ state: 'detached' });
  }
});

test('unread: the title counts it and the icon bears it, until it is read', async () => {
  const { page } = bruno;
  await bruno.go('/');
  const count = async () => Number(/^\((\d+)\)/u.exec(await page.title())?.[1] ?? 0);
  await page.getByText('Conexão: Sincronizado').waitFor({ state: 'attached' });
  await expectSoon(async () => (await count()) > 0, true);
  const before = await count();
  await app.emulator.write(VENDAS, CAIO, 'Mais uma coisa');
  await expectSoon(count, before + 1);
  const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
  await expectSoon(async () => (await icon())?.startsWith('data:image/png'), true);
  await bruno.attend();
  await openConversation(page, name);
  await expectSoon(count, before);
});

test('finished and undone -> it is his again, and goes on', async () => {
  const { page } = bruno;
  await page.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finalizar' }).click();
  await page.getByText('Este atendimento foi finalizado.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await messages(page).getByText('Bruno Carvalho desfez a finalização').waitFor();
  await composer(page).fill('Continuamos?');
  await composer(page).press('Enter');
  await expectSoon(
    async () => (await app.emulator.received(CAIO)).map(({ text }) => text),
    ['Oi, Caio!', 'Continuamos?'],
  );
  await view(page, 'Minhas').check();
  await row(page, name).waitFor();
});

test('a text for a conversation that was finished meanwhile -> kept, copied or discarded', async () => {
  const { page } = bruno;
  await bruno.attend();
  await openConversation(page, name);
  await composer(page).fill('Já lhe digo');
  await bruno.lead('/');
  await bruno.lead('/chat');
  await ana.attend();
  await openConversation(ana.page, name);
  await ana.page.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Finalizar' }).click();
  await page.getByRole('button', { name: 'Textos guardados em 1 conversa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Textos guardados' });
  await dialog.getByText('Já lhe digo').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await expectSoon(() => dialog.count(), 0);
});

test('theme chosen in one browser -> in another of the same person at once, and in the next they log in with', async () => {
  const looks = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
  const other = await app.arrive({ who: 'bruno' });
  await other.page.getByText('Conexão: Sincronizado').waitFor({ state: 'attached' });
  await bruno.page.getByRole('button', { name: /^Conta de Bruno Carvalho/u }).click();
  await bruno.page.getByRole('menuitemradio', { name: 'Escuro' }).click();
  await expectSoon(() => looks(other.page), 'dark');
  await other.context.close();
  const next = await app.arrive({ who: 'bruno' });
  await expectSoon(() => looks(next.page), 'dark');
  await next.context.close();
});

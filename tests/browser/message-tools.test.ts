import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { composer, expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

const IVO = { phone: '5511955550093', name: 'Ivo Reage' };
const EVA = { phone: '5511955550094', name: 'Eva Encaminha' };
const QUESTION = 'Meu CPF é *529.982.247-25*, do pedido 77219';

let app: BrowserApp;
let bruno: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  for (const { phone, name } of [IVO, EVA]) {
    await app.emulator.saveCustomer(phone, name);
    await app.emulator.write(VENDAS, phone, phone === IVO.phone ? QUESTION : 'Oi!');
  }
  bruno = await app.arrive({ who: 'bruno' });
  page = bruno.page;
  await bruno.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await bruno.attend();
});
afterAll(() => app?.stop());

const question = (): Locator => messages(page).getByRole('article').filter({ hasText: 'Meu CPF é' });
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);
const onPhone = async () => {
  const [asked] = await app.emulator.chat(VENDAS, IVO.phone);
  return asked?.reactions.map(({ emoji }) => emoji);
};

test('answering takes both conversations', async () => {
  for (const { phone, name } of [EVA, IVO]) {
    await openConversation(page, name);
    await composer(page).fill('Olá!');
    await composer(page).press('Enter');
    await expectSoon(async () => (await app.emulator.received(phone)).length, 1);
  }
});

test('reacting by mouse: on the phone, and taken back', async () => {
  await question().hover();
  await question().getByRole('button', { name: 'Reagir' }).click();
  await page.getByRole('button', { name: 'Reagir com 😂' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reagir com 😂' }).click();
  await question().getByTitle('Você').waitFor();
  await expectSoon(onPhone, ['😂']);
  await expectSoon(() => isFocused(composer(page)), true);
  await question().hover();
  await question().getByRole('button', { name: 'Reagir' }).click();
  await page.getByRole('button', { name: 'Retirar a reação 😂' }).click();
  await expectSoon(onPhone, []);
  await expectSoon(() => question().getByTitle('Você').count(), 0);
});

test('the customer reacts to what we wrote, and takes it back', async () => {
  const ours = messages(page).getByRole('article').filter({ hasText: 'Olá!' });
  const [sent] = await app.emulator.received(IVO.phone);
  const react = (more: { readonly emoji?: string }) =>
    app.emulator.write(VENDAS, IVO.phone, { type: 'reaction', messageId: sent?.id ?? '', ...more });
  await react({ emoji: '❤️' });
  await ours.getByTitle(IVO.name).waitFor();
  expect(await ours.getByTitle(IVO.name).innerText()).toContain('❤️');
  await react({});
  await expectSoon(() => ours.getByTitle(IVO.name).count(), 0);
});

test('reacting by keyboard, with any emoji', async () => {
  await question().focus();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Reagir com 👍' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await expectSoon(() => isFocused(page.getByRole('button', { name: 'Mais emojis' })), true);
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Buscar emoji' }).waitFor();
  await page.getByRole('option', { name: 'rosto risonho' }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.type('foguete');
  await expectSoon(() => page.getByRole('option', { name: 'foguete' }).count(), 1);
  await page.keyboard.press('Enter');
  await expectSoon(onPhone, ['🚀']);
  await expectSoon(() => isFocused(question()), true);
});

test('an emoji is written at the caret, and Escape leaves the picker', async () => {
  await composer(page).fill('Bom dia');
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3));
  await page.getByRole('button', { name: 'Inserir emoji' }).click();
  await page.getByRole('searchbox', { name: 'Buscar emoji' }).fill('coração vermelho');
  await page.getByRole('option', { name: 'coração vermelho', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectSoon(() => composer(page).inputValue(), 'Bom❤️ dia');
  await page.keyboard.type('!');
  await expectSoon(() => composer(page).inputValue(), 'Bom❤️! dia');
  await page.getByRole('button', { name: 'Inserir emoji' }).click();
  await page.getByRole('searchbox', { name: 'Buscar emoji' }).waitFor();
  await page.keyboard.press('Escape');
  await expectSoon(() => isFocused(composer(page)), true);
  await composer(page).fill('');
});

test('formatted by keys, it is shown as the customer will see it', async () => {
  await composer(page).fill('preço novo');
  await composer(page).press('Control+a');
  await composer(page).press('Control+b');
  await expectSoon(() => composer(page).inputValue(), '*preço novo*');
  await page.getByRole('group', { name: 'Como o cliente verá' }).getByText('preço novo').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await composer(page).press('Control+z');
  await expectSoon(() => composer(page).inputValue(), 'preço novo');
  await composer(page).fill('');
});

test('what people type elsewhere is copied by a click or Enter', async () => {
  await question().getByRole('button', { name: 'Copiar CPF' }).click();
  await page.getByText('Copiado').waitFor();
  await expectSoon(() => clipboard(), '52998224725');
  await question().getByRole('button', { name: 'Copiar número do pedido' }).press('Enter');
  await expectSoon(clipboard, '77219');
});

test('nothing is found in a quick reply made of a message, and over picked messages', async () => {
  const choose = async (entry: string) => {
    await question().focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('Criar resposta rápida');
  await page.getByRole('dialog').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose('Selecionar');
  await page.getByText('1 selecionada', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sair da seleção' }).click();
});

test('forwarded by keyboard to another conversation of one’s own', async () => {
  await question().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expectSoon(() => isFocused(question()), true);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
  await dialog.getByRole('searchbox').fill('eva enc');
  await expectSoon(() => dialog.getByRole('checkbox').count(), 1);
  await dialog.getByRole('checkbox', { name: EVA.name }).press('Space');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Encaminhar para 1 conversa' }).press('Enter');
  await expectSoon(async () => (await app.emulator.received(EVA.phone)).map(({ text }) => text), ['Olá!', QUESTION]);
  await openConversation(page, EVA.name);
  await messages(page).getByRole('article').last().getByText('Encaminhada').waitFor();
  expect(bruno.problems).toEqual([]);
});

test('never confirmed -> sent again only after a question; all earlier tickets, in a dialog', async () => {
  const { owner } = app;
  await owner.query(
    `update message set ack = 0, error_code = 'uncertain', error_key = 'error.send.uncertain'
     where type = 0 and ticket_id in (select t.id from chat_ticket t join customer c on c.id = t.customer_id
       where c.phone_number = $1)`,
    [IVO.phone],
  );
  await owner.query(
    `update chat_ticket t set customer_id = c.id from customer c
     where c.phone_number = $1 and t.tenant_id = c.tenant_id and t.finished_at is not null`,
    [IVO.phone],
  );
  const again = await app.arrive({ who: 'bruno' });
  await again.attend();
  await openConversation(again.page, IVO.name);
  await messages(again.page).getByRole('button', { name: 'Tentar de novo' }).first().click();
  await again.page.getByRole('dialog', { name: 'Enviar de novo?' }).waitFor();
  expect(await axeFindings(again.page)).toEqual([]);
  await again.context.close();
  const ana = await app.arrive();
  await ana.attend();
  await openConversation(ana.page, IVO.name);
  await ana.page.getByRole('button', { name: /^Ver todos/u }).click();
  await ana.page.getByRole('dialog').getByRole('listitem').first().waitFor();
  expect(await axeFindings(ana.page)).toEqual([]);
  await ana.context.close();
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, headingLevels, isOrderly } from '../support/axe.ts';
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
import { DEMO_PASSWORD } from '../support/server.ts';

const CLIENTE = '5511955550010';
const name = 'Pâmela Visível';

let app: BrowserApp;
let ana: Visit;
let bruno: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(CLIENTE, name);
  const first = await app.emulator.write(VENDAS, CLIENTE, 'Oi! *Tudo* bem? https://aurora.example/pedido');
  await app.emulator.write(VENDAS, CLIENTE, { type: 'text', body: 'Sobre este', replyTo: first.id });
  await app.emulator.write(VENDAS, CLIENTE, { type: 'document', media: { sample: 'document' }, caption: 'segue' });
  await app.emulator.write(VENDAS, CLIENTE, { type: 'audio', media: { sample: 'audio' }, voice: true });
  await app.emulator.write(VENDAS, CLIENTE, { type: 'image' });
  await app.emulator.write(VENDAS, CLIENTE, { type: 'unsupported', originalType: 'poll' });
  await app.emulator.write(VENDAS, CLIENTE, { type: 'reaction', messageId: first.id, emoji: '👍' });
  [ana, bruno] = await Promise.all([app.arrive(), app.arrive({ who: 'bruno', width: 390, height: 844, touch: true })]);
  page = ana.page;
});
afterAll(() => app?.stop());

const findings = (of: Page = page) => axeFindings(of);
const headings = (of: Page = page) => headingLevels(of);

test('login: empty, incomplete, refused', async () => {
  const visit = await app.visit();
  await visit.go('/login');
  await visit.page.getByRole('button', { name: 'Entrar' }).waitFor();
  expect(await findings(visit.page)).toEqual([]);
  expect(isOrderly(await headings(visit.page))).toBe(true);
  await visit.page.getByRole('button', { name: 'Entrar' }).click();
  await visit.page.getByText('Informe o e-mail.').waitFor();
  expect(await findings(visit.page)).toEqual([]);
  await visit.page.locator('input[name=email]').fill('ninguem@aurora.example');
  await visit.page.locator('input[name=password]').fill('errada');
  await visit.page.getByRole('button', { name: 'Entrar' }).click();
  await visit.page.getByText('Email ou/e senha errado(s)').waitFor();
  expect(await findings(visit.page)).toEqual([]);
  await visit.context.close();
});

test('home, with its menus and the shortcuts', async () => {
  await ana.go('/');
  await page.getByRole('heading', { name: 'Esperando resposta há mais tempo' }).waitFor();
  await page.getByRole('region', { name: 'Esperando resposta há mais tempo' }).getByRole('link').first().waitFor();
  expect(await findings()).toEqual([]);
  expect(isOrderly(await headings())).toBe(true);
  await page.getByRole('button', { name: 'Conta de Ana Ribeiro' }).click();
  await page.getByRole('menu').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('menuitem', { name: 'Relatar problema' }).click();
  await page.getByRole('button', { name: 'Salvar arquivo' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Instância/u }).click();
  await page.getByRole('menu').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Busca em tudo' }).waitFor();
  await page.keyboard.type('pamela');
  await page.getByRole('option', { name }).first().waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
});

test('setting up a second factor, and the lock over it', async () => {
  await ana.lead('/two-factor');
  await page.getByRole('button', { name: 'Começar' }).click();
  await page.getByRole('img', { name: /Código QR/u }).waitFor();
  expect(await findings()).toEqual([]);
  expect(isOrderly(await headings())).toBe(true);
  await page.keyboard.press('Control+Shift+l');
  await page.getByRole('button', { name: 'Desbloquear' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByLabel('Sua senha').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  // What was begun is still there.
  await page.getByRole('img', { name: /Código QR/u }).waitFor();
  await page.getByRole('button', { name: 'Cancelar' }).click();
});

test('reports: what is behind a number, and a file of it', async () => {
  await ana.lead('/dashboard/control-panel');
  await page.getByRole('button', { name: /^Em aberto: /u }).click();
  const dialog = page.getByRole('dialog', { name: /^Em aberto/u });
  await dialog
    .getByRole('link', { name: /^Abrir a conversa/u })
    .first()
    .waitFor();
  expect(await findings()).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('atendimentos.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('Protocolo;Cliente;');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a form over a list: refused, its question, a menu of a row', async () => {
  await ana.lead('/users');
  await page.getByRole('button', { name: 'Novo usuário' }).click();
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Davi');
  await page.getByRole('button', { name: 'Criar usuário' }).click();
  await page.getByText('Preencha este campo.').first().waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Descartar alterações?' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('dialog', { name: 'Descartar alterações?' }).getByText('Descartar', { exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Ações de Bruno/u }).click();
  await page.getByRole('menu').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
});

test('unsaved changes: a link and the back button ask first', async () => {
  await ana.lead('/roles/list');
  await page.getByRole('row', { name: 'Atendente' }).click();
  const box = page.getByText('Edição de perfis');
  await box.click();
  await page.getByText('Passa a abrir').waitFor();
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' });
  await page.getByRole('link', { name: 'Usuários' }).click();
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  expect(new URL(page.url()).pathname).toBe('/aurora/roles/edit/2');
  await page.getByText('Passa a abrir').waitFor();
  await page.goBack();
  await question.getByText('Descartar', { exact: true }).click();
  await page.waitForURL('**/roles/list');
});

test('the list: all, mine, finished, nothing found', async () => {
  await ana.attend();
  for (const tab of ['Minhas', 'Finalizadas', 'Todas']) {
    await page.getByRole('radiogroup', { name: 'Mostrar' }).getByRole('radio', { name: tab }).click();
    await page.getByRole('option').first().waitFor();
    expect(await findings()).toEqual([]);
  }
  expect(isOrderly(await headings())).toBe(true);
  await page.getByRole('searchbox').fill('ninguém com este nome');
  await page.getByText('Nada encontrado', { exact: false }).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('searchbox').fill('');
});

test('the list, the conversation and the history while they load, and when they don’t', async () => {
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route('**/graphql', async (route) => {
    if (!/query (?:chatTickets|customerChats)/u.test(route.request().postData() ?? '')) return route.continue();
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    return route.abort();
  });
  // What the page before has stored would be shown instead. It still stores as it closes: deleting waits for that.
  await page.goto(`${new URL(page.url()).origin}/healthz`);
  await page.evaluate(async () => {
    for (const { name: stored = '' } of await indexedDB.databases())
      await new Promise((resolve) => (indexedDB.deleteDatabase(stored).onsuccess = resolve));
  });
  await ana.go('/chat/1');
  await page.getByRole('heading', { name: 'Conversas' }).waitFor();
  await expectSoon(() => held.length > 1, true);
  expect(await findings()).toEqual([]);
  isHeld = false;
  for (const release of held) release();
  await page.getByText('As conversas não carregaram').waitFor();
  await page.getByText('A conversa não carregou').waitFor();
  expect(await findings()).toEqual([]);
  await page.unroute('**/graphql');
});

test('a conversation: quotes, files, a reaction, ours, an answer begun, one that failed', async () => {
  await ana.attend();
  await openConversation(page, name);
  await page.getByText('Este é o primeiro atendimento.').waitFor();
  await composer(page).fill('Já vou verificar');
  await composer(page).press('Enter');
  await messages(page).getByRole('img', { name: 'Entregue' }).last().waitFor();
  await app.emulator.patchPolicy({ statuses: { failWith: 131_047 } });
  await composer(page).fill('Não chega');
  await composer(page).press('Enter');
  await messages(page).getByText('Não entregue:', { exact: false }).waitFor();
  await app.emulator.patchPolicy({ statuses: { failWith: null } });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation sendMessage') === true
      ? route.fulfill({
          json: {
            errors: [
              {
                message: 'no',
                extensions: { code: 'FORBIDDEN', key: 'error.customer.blacklisted', request_id: 'r-1' },
              },
            ],
          },
        })
      : route.continue(),
  );
  await composer(page).fill('Não sai');
  await composer(page).press('Enter');
  await messages(page).getByRole('button', { name: 'Descartar' }).waitFor();
  await page.unroute('**/graphql');
  await messages(page).getByRole('article').filter({ hasText: 'Sobre este' }).last().hover();
  await messages(page)
    .getByRole('article')
    .filter({ hasText: 'Sobre este' })
    .getByRole('button', { name: 'Responder' })
    .click();
  await page.getByRole('button', { name: 'Não responder a esta mensagem' }).waitFor();
  expect(await findings()).toEqual([]);
  expect(isOrderly(await headings())).toBe(true);
  await page.getByRole('button', { name: 'Não responder a esta mensagem' }).click();
  await messages(page).getByRole('button', { name: 'Descartar' }).click();
  await expectSoon(() => messages(page).getByRole('button', { name: 'Descartar' }).count(), 0);
});

test('a voice message that plays on', async () => {
  await ana.attend();
  await openConversation(page, name);
  // So that it isn't over before one has looked.
  await messages(page)
    .locator('audio')
    .evaluate((audio: HTMLAudioElement) => void (audio.loop = true));
  await messages(page).getByRole('button', { name: 'Reproduzir' }).click();
  await messages(page).getByRole('button', { name: 'Pausar' }).waitFor();
  await ana.lead('/');
  const bar = page.getByRole('region', { name: 'Áudio de outra conversa' });
  await bar.waitFor();
  expect(await findings()).toEqual([]);
  await bar.getByRole('button', { name: 'Parar o áudio' }).click();
  await bar.waitFor({ state: 'detached' });
});

test('a conversation’s parts: quick replies, a note, files to send, the customer’s form', async () => {
  await ana.attend();
  await openConversation(page, name);
  await composer(page).pressSequentially('/');
  await page.getByRole('listbox', { name: 'Respostas rápidas' }).waitFor();
  expect(await findings()).toEqual([]);
  await composer(page).fill('');
  await page.getByRole('button', { name: 'Anexar' }).waitFor();
  await page
    .locator('input[data-attach]')
    .setInputFiles([{ name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }]);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Legenda' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('button', { hasText: 'Descartar' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
  await page.getByRole('radio', { name: 'Nota' }).check();
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await note.fill('Só para nós');
  await note.press('Enter');
  await messages(page).getByRole('note', { name: 'Nota interna' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('radio', { name: 'Mensagem' }).check();
  const pane = page.getByRole('complementary', { name: 'Dados do cliente' });
  await pane.getByRole('button', { name: 'Editar' }).click();
  await pane.getByRole('textbox', { name: 'E-mail' }).waitFor();
  expect(await findings()).toEqual([]);
  await pane.getByRole('button', { name: 'Cancelar' }).click();
  expect(isOrderly(await headings())).toBe(true);
});

test('what a conversation opens: an image, its files, its export, messages for later, choices, a template for another', async () => {
  await messages(page)
    .getByRole('button', { name: `Ampliar imagem de ${name}` })
    .click();
  const viewer = page.getByRole('dialog', { name: `Imagem de ${name}` });
  await viewer.locator('img').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  const pane = page.getByRole('complementary', { name: 'Dados do cliente' });
  await pane.getByRole('radio', { name: 'Documentos' }).check();
  await pane.getByRole('link', { name: /\.pdf/u }).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Exportar a conversa…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^PDF/u }).waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await composer(page).fill('Até amanhã');
  await page.getByRole('button', { name: 'Agendar o envio' }).click();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  await page.getByRole('button', { name: /^1 mensagem agendada/u }).click();
  await dialog.getByRole('button', { name: 'Enviar agora' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Anexar' }).click();
  await page.getByRole('menuitem', { name: 'Botões ou lista…' }).click();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Qual?');
  await dialog.getByRole('radio', { name: 'Lista' }).check({ force: true });
  await dialog.getByRole('textbox', { name: /^Opção 1/u }).fill('Azul');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Preencha este campo.').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await composer(page).fill('');
  await page.getByRole('button', { name: 'Nova conversa' }).click();
  await dialog.getByRole('textbox', { name: 'Número do WhatsApp' }).fill('+55 11 95555-0019');
  await dialog.getByRole('button', { name: /Enviar pela instância/u }).click();
  await page.getByRole('option', { name: 'Vendas', exact: true }).click();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('searchbox', { name: 'Buscar modelo' }).waitFor();
  await dialog.getByRole('radio', { name: /Foto do produto/u }).check({ force: true });
  await dialog.getByText('Como o cliente vai ver').waitFor();
  // What is missing is marked.
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('radio', { name: /^Ola/u }).check({ force: true });
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Not answered yet: templates stand in the composer's place.
  const chooser = page.getByRole('region', { name: 'Escolher modelo' });
  await chooser.getByRole('radio', { name: /Foto do produto/u }).check({ force: true });
  await chooser.getByRole('button', { name: 'Enviar modelo' }).click();
  await chooser.getByText('Preencha este campo.').waitFor();
  expect(await findings()).toEqual([]);
  await openConversation(page, name);
});

test('transfer and finish: dialogs, the card, the notice', async () => {
  await bruno.attend();
  await page.getByRole('button', { name: 'Transferir' }).click();
  await page.getByRole('radio', { name: /Bruno/u }).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('radio', { name: /Bruno/u }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click();
  await page.getByText('Aguardando Bruno Carvalho aceitar').waitFor();
  await bruno.page.getByText('Transferência para você').waitFor();
  expect([...(await findings()), ...(await findings(bruno.page))]).toEqual([]);
  // The notice lies over it.
  await bruno.page.getByRole('button', { name: /^Ver avisos/u }).press('Enter');
  await bruno.page.getByRole('grid', { name: 'Avisos' }).getByRole('row').first().waitFor();
  expect(await findings(bruno.page)).toEqual([]);
  await bruno.page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancelar transferência' }).click();
  await page.getByText('Aguardando Bruno Carvalho aceitar').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Finalizar' }).click();
  await page.getByRole('radio', { name: 'Sem desfecho' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Finalizar' }).click();
  await page.getByText('Este atendimento foi finalizado.', { exact: false }).waitFor();
  expect(await findings()).toEqual([]);
});

test('without a connection', async () => {
  await ana.context.setOffline(true);
  await page.getByText('Conexão: Sem conexão').waitFor({ state: 'attached' });
  expect(await findings()).toEqual([]);
  await ana.context.setOffline(false);
  await page.getByText('Conexão: Sincronizado').waitFor({ state: 'attached' });
});

test('on a phone: list, conversation, its menu, the customer', async () => {
  const { page: phone } = bruno;
  await bruno.attend();
  expect(await findings(phone)).toEqual([]);
  expect(isOrderly(await headings(phone))).toBe(true);
  const tabs = phone.getByRole('navigation', { name: 'Menu principal' });
  await tabs.getByRole('button', { name: 'Mais' }).tap();
  expect(await findings(phone)).toEqual([]);
  await tabs.getByRole('button', { name: 'Fechar' }).tap();
  await tabs.getByRole('button', { name: 'Buscar' }).tap();
  const found = phone.getByRole('dialog').getByRole('option').first();
  // It isn't drawn until the keyboard should have come.
  await expectSoon(() => found.evaluate((each) => each.checkVisibility({ opacityProperty: true })), true);
  expect(await findings(phone)).toEqual([]);
  await phone.keyboard.press('Escape');
  await row(phone, 'Bruno').or(phone.getByRole('option')).first().tap();
  await messages(phone).getByRole('article').last().waitFor();
  expect(await findings(phone)).toEqual([]);
  expect(isOrderly(await headings(phone))).toBe(true);
  await phone.getByRole('button', { name: 'Mais ações' }).tap();
  await phone.getByRole('menuitem', { name: 'Dados do cliente' }).waitFor();
  expect(await findings(phone)).toEqual([]);
  await phone.getByRole('menuitem', { name: 'Dados do cliente' }).tap();
  await phone.getByRole('complementary', { name: 'Dados do cliente' }).getByRole('heading').first().waitFor();
  expect(await findings(phone)).toEqual([]);
});

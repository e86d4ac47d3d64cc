import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composer, expectSoon, messages, row, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { arrowTo, focusedIn, pressUntil } from '../support/by-keyboard.ts';
import { DEMO_PASSWORD } from '../support/server.ts';

const CLIENTE = '5511955550020';
const name = 'Teodora Teclado';

let app: BrowserApp;
let ana: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(CLIENTE, name);
  await app.emulator.write(VENDAS, CLIENTE, 'Vocês abrem no sábado?');
  await app.emulator.write(VENDAS, CLIENTE, 'Queria passar aí');
  // Somebody to transfer to.
  await app.arrive({ who: 'bruno' });
  ana = await app.visit();
  page = ana.page;
});
afterAll(() => app?.stop());

const focused = () => focusedIn(page);

const undo = () => page.getByRole('button', { name: 'Desfazer' });

async function dialogGone(): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('a day without a mouse', () => {
  test('log in: typed, Enter', async () => {
    await ana.go('/login');
    await page.getByLabel('E-mail').waitFor();
    await expectSoon(() => page.getByLabel('E-mail').evaluate((field) => field === document.activeElement), true);
    await page.keyboard.type('ana@aurora.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Ana' }).waitFor();
    await expectSoon(async () => (await focused()) === 'nothing', false);
  });

  test('to the attendance -> to the list -> by arrows to a conversation -> Enter: one can write', async () => {
    await pressUntil(page, 'Tab', 'Ir para o atendimento');
    await page.keyboard.press('Enter');
    await row(page, name).waitFor();
    await pressUntil(page, 'Tab', 'Conversas');
    await arrowTo(page, name);
    await page.keyboard.press('Enter');
    await expectSoon(focused, `Mensagem para ${name}`);
  });

  test('take: Escape -> the list, a -> it is mine, and one goes on where one was', async () => {
    const take = page.getByRole('button', { name: 'Assumir', exact: true });
    await take.waitFor();
    await page.keyboard.press('Escape');
    await expectSoon(focused, 'Conversas');
    await page.keyboard.press('a');
    await take.waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('com você há', { exact: false }).waitFor();
    await page.keyboard.press('c');
    await expectSoon(focused, `Mensagem para ${name}`);
  });

  test('answer: Enter sends, the focus stays, an empty one isn’t sent', async () => {
    await page.keyboard.type('Abrimos, das 9h às 13h.');
    await page.keyboard.press('Enter');
    await messages(page).getByText('Abrimos, das 9h às 13h.').waitFor();
    await expectSoon(() => focused(), `Mensagem para ${name}`);
    const count = await messages(page).getByRole('article').count();
    await page.keyboard.press('Enter');
    await expectSoon(() => messages(page).getByRole('article').count(), count);
    await expectSoon(() => composer(page).inputValue(), '');
  });

  test('answer with an image: Ctrl Shift A asks for it; its caption typed, Enter -> sent, back to the composer', async () => {
    // Asked for before the rest, as Chromium has to be told to hand it over.
    const choosing = page.waitForEvent('filechooser');
    // Its buttons and keys come a moment after the composer.
    await page.getByRole('button', { name: 'Anexar' }).waitFor();
    await page.keyboard.press('Control+Shift+a');
    const buffer = await readFile(new URL('../../server/emulator/samples/photo.jpg', import.meta.url));
    await (await choosing).setFiles([{ name: 'vitrine.jpg', mimeType: 'image/jpeg', buffer }]);
    const caption = page.getByRole('dialog').getByRole('textbox', { name: 'Legenda' });
    await caption.waitFor();
    await expectSoon(() => caption.evaluate((field) => field === document.activeElement), true);
    await page.keyboard.type('A nossa vitrine');
    await page.keyboard.press('Enter');
    await dialogGone();
    await messages(page).getByText('A nossa vitrine').waitFor();
    await expectSoon(async () => (await app.emulator.received(CLIENTE)).at(-1)?.type, 'image');
    await expectSoon(focused, `Mensagem para ${name}`);
  });

  test('note: Alt N, typed, Enter -> in the thread, for colleagues only; Alt N -> back to the message', async () => {
    await page.keyboard.press('Alt+n');
    await page.getByRole('textbox', { name: /nota/iu }).waitFor();
    await expectSoon(async () => /nota/iu.test(await focused()), true);
    await page.keyboard.type('Prefere vir aos sábados');
    await page.keyboard.press('Enter');
    await messages(page).getByText('Prefere vir aos sábados').waitFor();
    await page.keyboard.press('Alt+n');
    await expectSoon(focused, `Mensagem para ${name}`);
    expect((await app.emulator.received(CLIENTE)).map(({ text }) => text)).not.toContain('Prefere vir aos sábados');
  });

  test('reply: Shift Tab to the messages, up, Enter -> it is quoted; Escape -> not any more', async () => {
    await pressUntil(page, 'Shift+Tab', 'Mensagens');
    await pressUntil(page, 'ArrowUp', /abrem no sábado/u);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Não responder a esta mensagem' }).waitFor();
    await expectSoon(() => focused(), `Mensagem para ${name}`);
    await page.keyboard.press('Escape');
    await expectSoon(() => page.getByRole('button', { name: 'Não responder a esta mensagem' }).count(), 0);
    await expectSoon(() => focused(), `Mensagem para ${name}`);
  });

  test('Escape from the composer -> the list, the conversation stays', async () => {
    await page.keyboard.press('Escape');
    await expectSoon(focused, 'Conversas');
    await composer(page).waitFor();
  });

  test('transfer: t, Escape -> back; t, chosen, confirmed -> the card, and the focus where it was', async () => {
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await page.keyboard.press('Escape');
    await dialogGone();
    await expectSoon(focused, 'Conversas');
    await page.keyboard.press('t');
    // The departments may be there before the people.
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /Bruno Carvalho/u })
      .waitFor();
    await expectSoon(async () => (await focused()) === 'nothing', false);
    for (let presses = 0; presses < 10; presses += 1) {
      if (await page.evaluate(() => document.activeElement instanceof HTMLInputElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    await pressUntil(page, 'Tab', 'Transferir');
    await page.keyboard.press('Enter');
    await page.getByText('Aguardando Bruno Carvalho aceitar').waitFor();
    await dialogGone();
    await expectSoon(focused, 'Conversas');
  });

  test('take the transfer back: its button goes, the focus doesn’t get lost', async () => {
    await page.keyboard.press('c');
    await expectSoon(focused, `Mensagem para ${name}`);
    await pressUntil(page, 'Shift+Tab', 'Cancelar transferência');
    await page.keyboard.press('Enter');
    await page.getByText('Aguardando Bruno Carvalho aceitar').waitFor({ state: 'detached' });
    await expectSoon(focused, `Mensagem para ${name}`);
  });

  test('finish: f asks, a digit chooses the outcome, Enter does it -> the focus is in the list, for the next one', async () => {
    await page.keyboard.press('Escape');
    await expectSoon(focused, 'Conversas');
    await page.keyboard.press('f');
    await expectSoon(focused, 'Finalizar');
    const outcome = page.getByRole('radio', { name: 'Venda feita' });
    await outcome.waitFor();
    await page.keyboard.press('5');
    await expectSoon(() => outcome.isChecked(), true);
    await page.keyboard.press('Enter');
    await page.getByText('Este atendimento foi finalizado.', { exact: false }).waitFor();
    await dialogGone();
    await page.getByText('Desfecho: Venda feita').waitFor();
    await expectSoon(focused, 'Conversas');
    await undo().waitFor();
  });
});

describe('the shortcuts under ?', () => {
  test('are those that work here, and the dialog gives the focus back', async () => {
    // What can be done about the finish is offered for some seconds.
    await undo().waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expectSoon(async () => (await focused()).startsWith('Mensage'), true);
    await page.keyboard.press('Escape');
    await expectSoon(focused, 'Conversas');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await dialog.waitFor();
    // Those of what loads later come by themselves.
    await expectSoon(
      async () => (await dialog.locator('dt').allInnerTexts()).toSorted(),
      [
        'Mostrar estes atalhos',
        'Abrir os avisos',
        'Agendar o envio da mensagem',
        'Começar uma conversa com um número',
        'Ir para o aviso na tela',
        'Bloquear a tela',
        'Buscar em tudo',
        'Buscar conversas',
        'Conversa anterior',
        'Próxima conversa',
        'Voltar um passo: resposta, dados do cliente, lista',
        'Percorrer as conversas',
        'Abrir a conversa',
        'Ir para a caixa de mensagem',
        'Transferir o atendimento',
        'Finalizar o atendimento',
        'Marcar a conversa como lida ou não lida',
        'Etiquetar o cliente',
        'Ir para quem espera há mais tempo',
        'Adiar a conversa',
        'Percorrer as mensagens',
        'Responder à mensagem',
        'Reagir à mensagem',
        'Encaminhar a mensagem',
        'Ações da mensagem',
        'Selecionar mensagens',
        'Negrito',
        'Itálico',
        'Tachado',
        'Buscar na conversa',
        'Ver a mensagem citada',
        'Enviar',
        'Enviar e ir para quem espera há mais tempo',
        'Quebrar linha',
        'Alternar entre mensagem e nota',
        'Anexar arquivos',
      ].toSorted(),
    );
    await page.keyboard.press('Escape');
    await dialogGone();
    await expectSoon(focused, 'Conversas');
  });

  test('Ctrl K, also while writing -> everything; a person found -> the conversation; an action -> carried out', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('c');
    await expectSoon(async () => (await focused()).startsWith('Mensagem'), true);
    await page.keyboard.press('Control+k');
    await expectSoon(focused, 'Buscar pessoa, protocolo, mensagem, tela ou ação');
    await page.keyboard.type('teodora');
    await page.getByRole('dialog').getByRole('option', { name }).first().waitFor();
    await page.keyboard.press('Enter');
    await dialogGone();
    await page.getByRole('heading', { name }).first().waitFor();
    await page.keyboard.press('Control+k');
    await expectSoon(focused, 'Buscar pessoa, protocolo, mensagem, tela ou ação');
    await page.keyboard.type('>buscar conv');
    await page.getByRole('option', { name: 'Buscar conversas' }).waitFor();
    await page.keyboard.press('Enter');
    await expectSoon(focused, 'Nome, número ou protocolo');
    await page.keyboard.press('Escape');
    await expectSoon(focused, 'Conversas');
  });

  test('Alt and an arrow -> the next conversation and back, from wherever one is', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('c');
    await expectSoon(async () => (await focused()).startsWith('Mensagem'), true);
    const first = await focused();
    await page.keyboard.press('Alt+ArrowDown');
    await expectSoon(async () => (await focused()).startsWith('Mensagem para') && (await focused()) !== first, true);
    await page.keyboard.press('Alt+ArrowUp');
    await expectSoon(focused, first);
    await page.keyboard.press('Escape');
    await expectSoon(focused, 'Conversas');
  });

  test('/ -> the search; typed -> filtered; Escape -> emptied; Escape -> the list', async () => {
    await page.keyboard.press('/');
    await expectSoon(focused, 'Nome, número ou protocolo');
    await page.keyboard.type('carolina');
    await expectSoon(
      async () => (await page.getByRole('option').allInnerTexts()).every((text) => /carolina/iu.test(text)),
      true,
    );
    await page.keyboard.press('Escape');
    await expectSoon(() => page.getByRole('searchbox').inputValue(), '');
    await page.keyboard.press('Escape');
    await expectSoon(focused, 'Conversas');
  });

  test('single keys: turned off -> they do nothing, also after the page is loaded anew; Ctrl K still works', async () => {
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Atalhos de uma só tecla' }).waitFor({ state: 'attached' });
    for (let presses = 0; presses < 10; presses += 1) {
      if (await page.getByRole('switch').evaluate((field) => field === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await dialogGone();
    await page.reload();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('?');
    await expectSoon(() => page.getByRole('dialog').count(), 0);
    await page.keyboard.press('Control+k');
    await expectSoon(focused, 'Buscar pessoa, protocolo, mensagem, tela ou ação');
    await page.keyboard.press('Escape');
    await dialogGone();
  });
});

test('a notice closed by keyboard gives the focus back', async () => {
  // The page was just loaded anew: the list may come only after the first press.
  await expectSoon(async () => {
    if ((await focused()) !== 'Conversas') await page.keyboard.press('Escape');
    return focused();
  }, 'Conversas');
  const carla = await app.arrive({ who: 'carla' });
  await carla.attend();
  await carla.page.getByRole('option').first().click();
  await carla.page.getByRole('button', { name: 'Transferir' }).click();
  await carla.page.getByRole('radio', { name: /Ana/u }).check();
  await carla.page.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click();
  // One that wants an answer stays until it has it.
  const notice = page.getByRole('listitem').filter({ hasText: 'Transferência para você' });
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Fechar aviso' }).focus();
  await page.keyboard.press('Enter');
  await notice.waitFor({ state: 'detached' });
  // The focus goes to another notice as long as one is there; of a window that closes, one may come at any time.
  await expectSoon(async () => {
    const close = page.locator('section > ol > li').getByRole('button', { name: 'Fechar aviso' });
    if ((await close.count()) > 0)
      await close
        .first()
        .click({ timeout: 1_000 })
        .catch(() => undefined);
    return focused();
  }, 'Conversas');
});

test('locked: nothing is seen, found or pressed, loaded anew neither; the password opens it where one was', async () => {
  const draft = 'Vou verificar e já';
  await app.emulator.write(VENDAS, CLIENTE, 'Só mais uma coisa');
  await ana.attend();
  // A search that was emptied just before the page was loaded anew may not have been stored, and come back.
  await page.getByRole('searchbox', { name: 'Nome, número ou protocolo' }).fill('');
  // The list may stand where the test before left it, and new rows don't move it.
  await expectSoon(async () => {
    await page
      .locator('[data-virtual-list]')
      .first()
      .evaluate((list) => list.scrollTo(0, 0));
    return row(page, name).count();
  }, 1);
  await row(page, name).click();
  await composer(page).fill(draft);
  await page.keyboard.press('Control+Shift+l');
  const password = page.getByLabel('Sua senha');
  await expectSoon(() => password.evaluate((field) => field === document.activeElement), true);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain(name);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expectSoon(() => composer(page).isVisible(), false);
  const address = page.url();
  await page.reload();
  await password.waitFor();
  expect(page.url()).toBe(address);
  await expectSoon(() => composer(page).count(), 0);
  await password.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expectSoon(() => composer(page).inputValue(), draft);
  // What was open all along has the focus again.
  await messages(page).getByRole('article').last().waitFor();
  await composer(page).focus();
  await expectSoon(() => composer(page).evaluate((field) => field === document.activeElement), true);
  await page.keyboard.press('Control+Shift+l');
  await password.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expectSoon(() => composer(page).evaluate((field) => field === document.activeElement), true);
});

test('the window is shut: Alt E, a template found and filled in, Enter -> sent, and the focus stays in the conversation', async () => {
  const silent = { waId: '5511955550021', name: 'Silas Calado' };
  await app.emulator.saveCustomer(silent.waId, silent.name);
  await app.emulator.write(VENDAS, silent.waId, 'Me avise quando chegar');
  // Yesterday, so that the window is shut.
  await expectSoon(async () => {
    const { rowCount } = await app.owner.query(
      `update chat_ticket set last_received_at = now() - interval '25 hours', last_message_at = now() - interval '25 hours'
        where customer_id = (select id from customer where name = $1)`,
      [silent.name],
    );
    return rowCount;
  }, 1);
  // Somebody whose page knows nothing of it yet.
  const bruno = await app.arrive({ who: 'bruno' });
  await bruno.attend();
  const there = bruno.page;
  const focusedThere = () => focusedIn(there);
  await there.keyboard.press('Control+k');
  await expectSoon(focusedThere, 'Buscar pessoa, protocolo, mensagem, tela ou ação');
  await there.keyboard.type('silas');
  await there.getByRole('dialog').getByRole('option', { name: silent.name }).first().waitFor();
  await there.keyboard.press('Enter');
  await there.getByRole('region', { name: 'Escolher modelo' }).getByRole('radio').first().waitFor();
  await there.keyboard.press('Alt+e');
  await expectSoon(focusedThere, 'Buscar modelo');
  await there.keyboard.type('retomar');
  await there.keyboard.press('Enter');
  await pressUntil(there, 'Tab', 'Variável 1');
  await there.keyboard.type('Silas');
  await pressUntil(there, 'Tab', 'Variável 2');
  await there.keyboard.type('Bruno');
  await there.keyboard.press('Enter');
  await messages(there).getByText('Olá, Silas! Aqui é Bruno', { exact: false }).waitFor();
  await expectSoon(async () => (await app.emulator.received(silent.waId)).map(({ type }) => type), ['template']);
  await expectSoon(focusedThere, 'Mensagens');
  await bruno.context.close();
});

test('the browser complained of nothing', () => {
  expect(ana.problems).toEqual([]);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

/** What the browser tells of something that moved without anybody's doing. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    shifts: { readonly value: number; readonly what: readonly string[] }[];
  }
}

let app: BrowserApp;
let ana: Visit;
let page: Page;

const LUCIANA = '5511955550001';
const LONG = '5511955550002';

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(LUCIANA, 'Luciana Moraes');
  await app.emulator.saveCustomer(LONG, 'Tertuliano Comprido');
  for (let number = 1; number <= 130; number += 1) {
    const text = `Mensagem ${number} ${'com algumas palavras a mais '.repeat(number % 4)}`;
    await app.emulator.write(VENDAS, LONG, text.trim());
  }
  ana = await app.arrive();
  page = ana.page;
  // What is taken later than another's message would stand above it.
  await ana.attend();
  await row(page, 'Tertuliano Comprido').getByText('Mensagem 130').waitFor();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  await ana.attend();
  // What the page shows first is what it had stored.
  await page.getByText('Conexão: Sincronizado').waitFor({ state: 'attached' });
});

/** The first message in view, and where it stands in it, as it was painted: what is put right before that nobody sees. */
function standing(): Promise<{ id: string; top: number }> {
  return messages(page).evaluate(async (box) => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const { top } = box.getBoundingClientRect();
    const lines = [...box.querySelectorAll<HTMLElement>('[data-message]')];
    const line = lines.find((each) => each.getBoundingClientRect().bottom > top + 1);
    return { id: line?.dataset['message'] ?? '', top: (line?.getBoundingClientRect().top ?? 0) - top };
  });
}

/** The same message stands where it stood; scrolling goes by whole pixels. */
async function isWhere(before: { id: string; top: number }): Promise<boolean> {
  const now = await standing();
  return now.id === before.id && Math.abs(now.top - before.top) <= 1;
}

describe('a message of a customer', () => {
  test('written at the phone -> at the top of the list, counted', async () => {
    await app.emulator.write(VENDAS, LUCIANA, 'Chegou hoje, mas veio o tamanho errado');
    const first = page.getByRole('group', { name: 'Recentes' }).getByRole('option').first();
    await first.filter({ hasText: 'Chegou hoje' }).waitFor();
    expect(await first.innerText()).toContain('Luciana Moraes');
    await row(page, 'Luciana Moraes').getByText('1 não lida').waitFor();
  });

  test('the conversation open -> it stands there, nothing is counted; answered -> the ticks rise', async () => {
    await openConversation(page, 'Luciana Moraes');
    await app.emulator.write(VENDAS, LUCIANA, 'Calço 38');
    await messages(page).getByText('Calço 38').waitFor();
    await expectSoon(
      () =>
        row(page, 'Luciana Moraes')
          .getByText(/não lida/u)
          .count(),
      0,
    );

    await composer(page).fill('Já separei um par 38 para a troca.');
    await composer(page).press('Enter');
    const sent = messages(page).getByRole('article').filter({ hasText: 'Já separei' });
    await sent.getByRole('img', { name: 'Entregue' }).waitFor();
    await app.emulator.open(VENDAS, LUCIANA);
    await sent.getByRole('img', { name: 'Lida' }).waitFor();
    await expectSoon(() => sent.count(), 1);
    await expectSoon(() => composer(page).inputValue(), '');
  });

  test('over the limit -> its beginning; by keyboard all of it, read on where one was; folded again', async () => {
    const number = '5511955550004';
    await app.emulator.saveCustomer(number, 'Olga Prolixa');
    await app.emulator.write(VENDAS, number, `${'a'.repeat(65_000)} fim`);
    await openConversation(page, 'Olga Prolixa');
    const toggle = messages(page).getByRole('button', { name: /^Mostrar (?:tudo|menos)$/u });
    const scroll = () => messages(page).evaluate((box) => [box.scrollTop, box.scrollWidth - box.clientWidth]);
    await expectSoon(() => toggle.innerText(), 'Mostrar tudo');
    expect(await messages(page).innerText()).not.toContain('fim');
    await toggle.focus();
    const before = await scroll();
    await toggle.press('Enter');
    await messages(page).getByText(/ fim$/u).waitFor();
    await expectSoon(() => toggle.innerText(), 'Mostrar menos');
    expect(await scroll()).toEqual([before[0], 0]);
    await toggle.press('Enter');
    await expectSoon(() => toggle.innerText(), 'Mostrar tudo');
    await expectSoon(() => toggle.evaluate((button) => button === document.activeElement), true);
    expect(await messages(page).innerText()).not.toContain('fim');
  });

  test('markup in it, in a name, in a file’s name -> text, never an element', async () => {
    const nasty = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    const number = '5511955550003';
    await app.emulator.saveCustomer(number, '<b>Zé</b>');
    await app.emulator.write(VENDAS, number, `${nasty} javascript:alert(1) *forte*`);
    await app.emulator.write(VENDAS, number, {
      type: 'document',
      media: { base64: 'JVBERi0xLjQK', mimeType: 'application/pdf', filename: `${nasty}.pdf` },
      caption: nasty,
    });
    await openConversation(page, '<b>Zé</b>');
    await messages(page).getByText('forte', { exact: true }).waitFor();
    const text = await messages(page).innerText();
    expect(text).toContain('<img src=x onerror="window.hacked=1">');
    expect(text).toContain(`${nasty}.pdf`);
    expect(await messages(page).locator('img, script, a:not([href^="/api/media/"])').count()).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.getByRole('heading', { name: '<b>Zé</b>' }).count()).toBeGreaterThan(0);
  });
});

describe('nothing jumps', () => {
  beforeEach(() => openConversation(page, 'Tertuliano Comprido'));

  test('opened -> at the end; older messages come -> what one reads stays where it is', async () => {
    await expectSoon(
      () => messages(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight)),
      0,
    );
    const loaded = await messages(page).getByRole('article').count();
    expect(loaded).toBe(50);

    // The next page is held back until the place is noted.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query customerChats') === true) await held;
      await route.continue();
    });
    await messages(page).evaluate((box) => {
      box.scrollTop = 120;
    });
    await page.getByRole('status', { name: 'Carregando mensagens anteriores' }).waitFor();
    const before = await standing();
    release();
    await expectSoon(() => messages(page).getByRole('article').count(), 100);
    expect(await isWhere(before)).toBe(true);
    await page.unroute('**/graphql');
  });

  test('a message arrives while one reads further up -> nothing moves, a button says so and leads there', async () => {
    await messages(page).evaluate((box) => {
      box.scrollTop = box.scrollHeight - box.clientHeight - 900;
    });
    await page.getByRole('button', { name: 'Ir para o fim da conversa' }).waitFor();
    const before = await standing();
    await app.emulator.write(VENDAS, LONG, 'Ainda está aí?');
    await page.getByRole('button', { name: '1 mensagem nova abaixo' }).waitFor();
    expect(await isWhere(before)).toBe(true);
    await page.getByRole('button', { name: '1 mensagem nova abaixo' }).click();
    await expectSoon(() => page.getByRole('button', { name: /abaixo|fim da conversa/u }).count(), 0);
    await messages(page).getByText('Ainda está aí?').waitFor();
  });

  test('the composer grows, line by line and letter by letter -> the end stays in view; further up the place is kept', async () => {
    const last = await messages(page).getByRole('article').last().innerText();
    const belowView = () =>
      messages(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
    const { height } = (await composer(page).boundingBox()) ?? { height: 0 };
    await composer(page).fill('uma linha\noutra\nmais uma\ne outra');
    await expectSoon(belowView, 0);
    for (const key of ['e', 'Shift+Enter', 'm', 'Shift+Enter', 'Shift+Enter', 'a', 'Backspace', 'i', 's']) {
      await composer(page).press(key);
      await standing();
    }
    expect((await composer(page).boundingBox())?.height).toBeGreaterThan(height * 3);
    expect(await belowView()).toBe(0);
    await expectSoon(() => page.getByRole('button', { name: 'Ir para o fim da conversa' }).count(), 0);
    await composer(page).fill('x'.repeat(5000));
    await page.getByText('Passou 904 caracteres', { exact: false }).waitFor();
    await expectSoon(belowView, 0);
    await expectSoon(() => messages(page).getByRole('article').last().innerText(), last);
    await composer(page).fill('');
    // It may still be following its end as the composer shrinks.
    await expectSoon(async () => {
      await messages(page).evaluate((box) => {
        box.scrollTop = box.scrollHeight - box.clientHeight - 900;
      });
      return page.getByRole('button', { name: 'Ir para o fim da conversa' }).isVisible();
    }, true);
    const before = await standing();
    await page.setViewportSize({ width: 1300, height: 820 });
    await expectSoon(() => page.getByRole('button', { name: 'Transferir' }).isVisible(), true);
    await expectSoon(() => isWhere(before), true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test.each([
    ['on a desktop', 1440, false, 0.01],
    ['on a phone', 390, true, 0.004],
  ])('a conversation’s page loads and its data comes, %s -> next to nothing shifts', async (_, width, touch, most) => {
    await openConversation(page, 'Tertuliano Comprido');
    const path = new URL(page.url()).pathname.replace('/aurora', '');
    const visit = await app.arrive({ width, touch });
    await visit.page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as LayoutShift[])
          window.shifts.push({
            value,
            what: sources.map(({ node }) => (node instanceof Element ? node.outerHTML : '').slice(0, 200)),
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await visit.go(path);
    await messages(visit.page).getByRole('article').last().waitFor();
    await visit.page.getByRole('button', { name: 'Gravar áudio' }).waitFor();
    await visit.page.getByText('Conexão: Sincronizado').waitFor({ state: 'attached' });
    if (!touch) {
      await visit.page.getByRole('heading', { name: 'Arquivos do cliente' }).waitFor({ state: 'attached' });
      await visit.page.getByText('Este é o primeiro atendimento.').waitFor({ state: 'attached' });
    }
    const shifts = await visit.page.evaluate(() => window.shifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    await visit.context.close();
    expect(total < most ? [] : shifts).toEqual([]);
  });
});

test('a draft belongs to its customer: written -> another conversation -> back -> another page -> still there', async () => {
  await openConversation(page, 'Luciana Moraes');
  await composer(page).fill('Rascunho para a Luciana');
  await openConversation(page, 'Tertuliano Comprido');
  expect(await composer(page).inputValue()).toBe('');
  await row(page, 'Luciana Moraes').getByText('Rascunho:').waitFor();
  await openConversation(page, 'Luciana Moraes');
  await expectSoon(() => composer(page).inputValue(), 'Rascunho para a Luciana');
  await ana.attend();
  await openConversation(page, 'Luciana Moraes');
  await expectSoon(() => composer(page).inputValue(), 'Rascunho para a Luciana');
  await composer(page).fill('');
});

test('on a phone without a network: the instance’s name is readable or gone, and what a finish waits for is read whole', async () => {
  const visit = await app.arrive({ width: 390, height: 844, touch: true });
  const { page: phone, context } = visit;
  await visit.attend();
  await row(phone, 'Tertuliano Comprido').tap();
  await messages(phone).getByRole('article').last().waitFor();
  const finish = async () => {
    await phone.getByRole('button', { name: 'Mais ações' }).tap();
    await phone.getByRole('menuitem', { name: 'Finalizar' }).tap();
    await phone.getByRole('dialog').waitFor();
  };
  // The dialog's code is there from now on.
  await finish();
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).tap();
  await phone.getByRole('dialog').waitFor({ state: 'detached' });
  await context.setOffline(true);
  await phone.getByText('Conexão: Sem conexão').waitFor({ state: 'attached' });
  await finish();
  await phone.getByRole('dialog').getByRole('button', { name: 'Finalizar' }).tap();
  const header = phone.locator('header', { has: phone.getByRole('heading', { name: 'Tertuliano Comprido' }) });
  const waits = header.getByText('Finaliza quando a conexão voltar');
  await waits.waitFor();
  expect(await waits.evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true);
  expect(await header.getByRole('heading').evaluate((title) => title.clientWidth)).toBeGreaterThan(100);
  const name = phone.getByRole('button', { name: 'Instância: Todas as instâncias' }).getByText('Todas as instâncias');
  const readable = () =>
    name.evaluate((words) => {
      const room = words.parentElement?.getBoundingClientRect().bottom ?? 0;
      const { top, width } = words.getBoundingClientRect();
      return top < room ? width : 0;
    });
  expect(await readable()).toBeGreaterThan(40);
  await phone.setViewportSize({ width: 340, height: 844 });
  await expectSoon(readable, 0);
  await context.close();
});

test('a row moves while the mouse is pressed on it -> the pressed conversation opens', async () => {
  await openConversation(page, 'Tertuliano Comprido');
  await app.emulator.write(VENDAS, LUCIANA, 'Primeira da lista');
  const recent = page.getByRole('group', { name: 'Recentes' }).getByRole('option');
  // Not by her words: a draft that was emptied just before the page was loaded again may stand in their place.
  await recent.first().filter({ hasText: 'Luciana Moraes' }).getByText('não lida').waitFor();
  const box = await recent.first().boundingBox();
  if (box === null) throw new Error('The first row is not in view.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await app.emulator.write(VENDAS, LONG, 'Agora sou eu');
  await recent.first().filter({ hasText: 'Agora sou eu' }).waitFor();
  await page.mouse.up();
  await expectSoon(() => page.getByRole('heading', { level: 2, name: 'Luciana Moraes' }).first().isVisible(), true);
});

test('earlier attendances: listed beside the conversation, each opens its own', async () => {
  await page.getByRole('radio', { name: 'Finalizadas' }).click();
  await page.getByRole('group', { name: 'Finalizadas' }).getByRole('option').first().waitFor();
  await page.getByRole('group', { name: 'Finalizadas' }).getByRole('option').first().click();
  // Which one is first depends on the demo's day; its customer may have written again since.
  await page.getByText(/Este atendimento foi finalizado|um novo atendimento começou/u).waitFor();
  expect(await composer(page).count()).toBe(0);
  // The same customer's others: the demo's regulars have several.
  const history = page.getByRole('region', { name: 'Atendimentos anteriores' });
  const past = history.getByRole('link');
  const known = past.first().or(history.getByText('Este é o primeiro atendimento'));
  await known.waitFor();
  const rows = page.getByRole('group', { name: 'Finalizadas' }).getByRole('option');
  for (let index = 0; (await past.count()) === 0 && index < (await rows.count()); index += 1) {
    const before = page.url();
    await rows.nth(index).click();
    if (index > 0) await page.waitForURL((url) => url.href !== before);
    await known.waitFor();
  }
  const protocol = /\d{8}-\d{4}/u.exec(await past.first().innerText())?.[0] ?? '';
  await past.first().click();
  await page.getByText(`Protocolo ${protocol}`).waitFor();
});

test('the browser complained of nothing, and nothing left the server', () => {
  expect(ana.problems).toEqual([]);
});

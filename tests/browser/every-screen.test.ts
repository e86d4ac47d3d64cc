import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { seedOffers } from '../../server/demo/demo.ts';
import { createLog } from '../../server/log.ts';
import { administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { routeTable } from '../../src/views/app/route-table.ts';
import type { RouteEntry } from '../../src/views/app/route-table.ts';
import { axeFindings, scanned, scannedAlone } from '../support/axe.ts';
import { composer, startBrowserApp } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { expectEventually } from '../support/expect-eventually.ts';

/* Every route of the app's own table: one that is added is scanned too. */

const routes: readonly RouteEntry[] = [...routeTable, ...administrationRoutes];

/** What stands in an address in place of a route's parameter. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['/chat/:ticketId', '/chat/1'],
  ['/roles/edit/:id', '/roles/edit/2'],
  ['/customers/:id', '/customers/1'],
]);
/** Those that are loaded by themselves: the first one, and one with the title of the one before. */
const LOADED = new Set(['/', '/chat/:ticketId']);
/** Those shown in a state of the whole app alone, in order: how it is brought about, and where it is seen. */
const STATES: ReadonlyMap<string, (path: string) => Promise<Page>> = new Map([
  [
    '/pages/lock-screen',
    async (path: string) => {
      await ana.go(path);
      await ana.page.getByRole('button', { name: 'Desbloquear' }).waitFor();
      return ana.page;
    },
  ],
  [
    '/pages/maintenance',
    async (path: string) => {
      const { page } = sofia;
      await sofia.go('/maintenance-mode');
      await page.getByText('Manter as empresas fora').click();
      await page.getByLabel('Previsão de volta').fill('5');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('A plataforma está em manutenção', { exact: false }).waitFor();
      await stranger.go(path);
      await stranger.page.getByText('Previsão de volta', { exact: false }).waitFor();
      return stranger.page;
    },
  ],
]);

let app: BrowserApp;
let stranger: Visit;
let ana: Visit;
let sofia: Visit;

beforeAll(async () => {
  app = await startBrowserApp();
  // A notice of a window that closes may come at any time, and would lie over what is looked at.
  await app.owner.query("update chat_ticket set window_told_at = now() + interval '1 day'");
  [stranger, ana, sofia] = await Promise.all([app.visit(), app.arrive(), app.arrive({ who: 'sofia' })]);
  for (const visit of [stranger, ana, sofia]) countRequests(visit);
});
afterAll(() => app?.stop());

/** The requests of each page that have no answer yet. */
const asked = new Map<Page, Set<Request>>();

function countRequests({ page }: Visit): void {
  const open = new Set<Request>();
  asked.set(page, open);
  // What an earlier page asked for isn't waited for.
  page.on('framenavigated', () => open.clear());
  page.on('request', (request) => void open.add(request));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
}

/** Waits until the screen shows all that it shows: nothing is asked for or loads, and with time to spare nothing more is. */
async function settled({ page }: Visit): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = page.locator('[class*="skeleton"]').or(page.getByText('Carregando…', { exact: true }));
  const unsettled = async () => [asked.get(page)?.size, await loading.filter({ visible: true }).count()];
  // A page that stays for long is seldom told that it is idle.
  const idle = () =>
    new Promise<void>((resolve) => {
      const next = (then: () => void) => requestIdleCallback(then, { timeout: 100 });
      next(() => next(resolve));
    });
  await expectEventually(async () => {
    const before = await unsettled();
    await page.evaluate(idle);
    return [...before, ...(await unsettled())];
  }).toEqual([0, 0, 0, 0]);
}

/** Goes there inside of the page, unless it is there: one that is loaded reads axe anew, which takes longer than a look. */
async function reach(visit: Visit, path: string): Promise<void> {
  // Tried again, it begins with a page that nothing lies over.
  onTestFailed(() => visit.go('/'));
  if (!new URL(visit.page.url()).pathname.endsWith(path)) await visit.lead(path);
}

describe('nothing is found in what the screens of customers open', () => {
  const dialog = () => ana.page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click();
  const missing = () => ana.page.getByText('Preencha este campo.').first().waitFor();
  const shut = async () => {
    await ana.page.keyboard.press('Escape');
    await expectEventually(() => dialog().count()).toBe(0);
  };
  /** Opens an entry of a row's menu. */
  const choose = async (row: string, entry: string) => {
    await ana.page.getByRole('button', { name: `Ações de ${row}` }).click();
    await ana.page.getByRole('menuitem', { name: entry }).click();
    await dialog().waitFor();
  };

  test('an audience: a condition without its value, then what it finds and why, and deleting it', async () => {
    const { page } = ana;
    await reach(ana, '/target-audience?id=new');
    await page.getByRole('textbox', { name: 'Nome' }).fill('Quem não está bloqueado');
    await page.getByRole('button', { name: 'Condição' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('alert').first().waitFor();
    await settled(ana);
    expect(await scannedAlone(page, true)).toEqual([]);
    const pick = async (select: RegExp, option: string) => {
      await page.getByRole('button', { name: select }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await pick(/Campo$/u, 'Bloqueio');
    await pick(/Valor$/u, 'não bloqueado');
    await page.getByRole('region', { name: 'Amostra' }).getByRole('listitem').first().getByRole('button').click();
    await page.getByRole('region', { name: 'Por que está dentro ou fora' }).getByRole('listitem').first().waitFor();
    expect(await scannedAlone(page, true)).toEqual([]);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL('**/target-audience');
    await choose('Quem não está bloqueado', 'Excluir público');
    expect(await scannedAlone(page)).toEqual([]);
  });

  test('a template: refused by field, written as a carousel too, submitted, and approved by the provider', async () => {
    const { page } = ana;
    await app.emulator.patchPolicy({ reviews: { mode: 'approve', afterMs: 0 } });
    await reach(ana, '/message-templates?id=new');
    await page.getByRole('textbox', { name: 'Nome' }).fill('Aviso de visita');
    await page.getByRole('button', { name: /Números$/u }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('{{1}}, vamos aí');
    await page.getByRole('button', { name: 'Enviar para análise' }).click();
    await page.getByText('O texto não pode começar', { exact: false }).waitFor();
    expect(await scannedAlone(page, true)).toEqual([]);
    await page.getByRole('radio', { name: 'Carrossel' }).check();
    await page.getByRole('group', { name: 'Cartão 2' }).waitFor();
    expect(await scannedAlone(page, true)).toEqual([]);
    await page.getByRole('radio', { name: 'Mensagem' }).check();
    await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Olá, {{1}}! Vamos aí amanhã.');
    await page.getByRole('textbox', { name: 'Exemplo de {{1}}' }).fill('Marina');
    await page.getByRole('button', { name: 'Enviar para análise' }).click();
    await page.getByText('Aprovado', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Excluir' }).click();
    await dialog().waitFor();
    expect(await scannedAlone(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('a group: refused, and deleting it', async () => {
    const { page } = ana;
    await reach(ana, '/customer-groups');
    await page.getByRole('button', { name: 'Novo grupo' }).first().click();
    await press('Salvar');
    await missing();
    expect(await scannedAlone(page)).toEqual([]);
    await dialog().getByRole('textbox', { name: 'Nome' }).fill('Clientes da loja');
    await press('Salvar');
    await expectEventually(() => dialog().count()).toBe(0);
    await choose('Clientes da loja', 'Excluir grupo');
    expect(await scannedAlone(page)).toEqual([]);
  });

  test('blocked numbers: refused, and letting one write again', async () => {
    const { page } = ana;
    await reach(ana, '/blocked-contacts');
    await page.getByRole('button', { name: 'Bloquear números' }).first().click();
    await press('Bloquear');
    await missing();
    expect(await scannedAlone(page)).toEqual([]);
    await dialog().getByRole('textbox', { name: 'Números, um por linha' }).fill('+55 11 95555-0177');
    await press('Bloquear');
    await expectEventually(() => dialog().count()).toBe(0);
    await choose('+55 11 95555-0177', 'Desbloquear');
    expect(await scannedAlone(page)).toEqual([]);
  });

  test('a customer: a new one refused, a card and its data as a file, a merge compared, erasing all of it', async () => {
    const { page } = ana;
    await reach(ana, '/customers');
    await page.getByRole('button', { name: 'Novo cliente' }).click();
    await press('Criar cliente');
    await missing();
    expect(await scannedAlone(page)).toEqual([]);
    await shut();
    const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
    await rows.nth(1).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Campanhas' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar os dados desta pessoa' }).click();
    expect((await download).suggestedFilename()).toMatch(/^cliente-\d+-[\d-]+\.zip$/u);
    await settled(ana);
    expect(await scannedAlone(page, true)).toEqual([]);
    await page.getByRole('button', { name: 'Juntar com outro cliente' }).click();
    const merge = page.getByRole('dialog', { name: 'Juntar clientes' });
    await merge.getByRole('list', { name: 'Clientes encontrados' }).getByRole('button').first().click();
    await merge.getByRole('table').waitFor();
    expect(await scannedAlone(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await merge.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Apagar a pedido/u }).click();
    const erase = page.getByRole('dialog', { name: /para sempre\?$/u });
    await erase.getByRole('button', { name: 'Apagar para sempre' }).click();
    await missing();
    expect(await scannedAlone(page)).toEqual([]);
  });

  test('customers: putting them into a group', async () => {
    const { page } = ana;
    await reach(ana, '/customers');
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox') })
      .nth(1)
      .getByRole('checkbox')
      .check({ force: true });
    await page.getByRole('button', { name: 'Pôr num grupo' }).click();
    await dialog().getByText('Só grupos cujos clientes', { exact: false }).waitFor();
    expect(await scannedAlone(page)).toEqual([]);
  });
});

test('nothing is found in the steps of a campaign, of two messages', async () => {
  const { page } = ana;
  const goOn = () => page.getByRole('button', { name: /^(?:Continuar|Ir para a revisão)$/u }).click();
  const seen = async (heading: string) => {
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
    await settled(ana);
    return scannedAlone(page, true);
  };
  await reach(ana, '/campaigns?edit=new');
  await page.getByRole('textbox', { name: 'Nome da campanha' }).fill('Volta às aulas');
  await page.getByRole('group', { name: 'Números que enviam' }).getByText('Vendas', { exact: true }).click();
  expect(await seen('Canal')).toEqual([]);
  await goOn();
  await page.getByRole('radio', { name: /^Um arquivo/u }).check();
  expect(await seen('Público')).toEqual([]);
  await page.getByRole('radio', { name: /^Todos os clientes/u }).check();
  await goOn();
  await page.getByRole('radio', { name: 'Texto livre' }).check();
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Oi, {{nome}}!');
  await page.getByRole('button', { name: /^Comparar com outra mensagem/u }).click();
  expect(await seen('Mensagem')).toEqual([]);
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Chegou a hora!');
  await goOn();
  expect(await seen('Início')).toEqual([]);
  await goOn();
  expect(await seen('Revisão')).toEqual([]);
});

/** The demo's campaigns: one that is being sent, and one that is over. */
async function seedCampaigns(): Promise<void> {
  const db = openDatabase({ url: app.databaseUrl, log: createLog({ level: 'silent' }) });
  await seedOffers(db, new Date(), ['aurora']);
  await db.close();
}

test('nothing is found in a campaign that is being sent, cancelling it, one that is over, and the prices', async () => {
  const { page } = ana;
  await seedCampaigns();
  const seen = async (name: string) => {
    const { rows } = await app.owner.query<{ id: string }>('select id from campaign where name = $1', [name]);
    await ana.go(`/campaigns?id=${rows[0]?.id ?? ''}`);
    await page.getByRole('heading', { level: 2, name }).waitFor();
    await settled(ana);
    return scannedAlone(page, true);
  };
  expect(await seen('Ofertas da semana')).toEqual([]);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Cancelar envio' }).click();
  expect(await dialogScanned(ana)).toEqual([]);
  expect(await seen('Volta por 10%')).toEqual([]);
  await page.getByRole('button', { name: 'Reenviar aos que falharam' }).click();
  expect(await dialogScanned(ana)).toEqual([]);
  await page.getByRole('button', { name: 'Preços por mensagem' }).click();
  expect(await dialogScanned(ana)).toEqual([]);
});

/** The dialog that is open, which is shut then. */
async function dialogScanned({ page }: Visit): Promise<string[]> {
  await page
    .getByRole('dialog')
    .getByRole('button')
    .or(page.getByRole('dialog').getByRole('checkbox'))
    .last()
    .waitFor();
  const found = await scannedAlone(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return found;
}

test.each([
  ['ana', '/departments', ['Novo departamento']],
  ['ana', '/users', ['Convidar por e-mail']],
  ['ana', '/roles/list', ['Novo perfil']],
  ['ana', '/roles/list', [/^Ações de/u, 'Duplicar']],
  ['ana', '/quick-replies', ['Nova resposta rápida']],
  ['ana', '/instances', ['Nova instância']],
  ['ana', '/instances', [/^Ações de/u, 'Editar']],
  ['ana', '/instances', [/^Ações de/u, 'Credenciais da API']],
  ['ana', '/dynamic-settings', [/^Alterar/u]],
  ['ana', '/user-settings', ['Trocar a senha']],
  ['ana', '/customers', ['Colunas']],
  ['ana', '/customers', [/^Campo:/u, 'Escolher…']],
  ['ana', '/dashboard/produtivity-report', [/^O que é/u]],
  ['ana', '/dashboard/report', [/^Atendentes:/u]],
  ['sofia', '/tenants', ['Baixar planilhas']],
  ['sofia', '/tenants', ['Nova empresa']],
  ['sofia', '/tenants', [/^Ações de/u, 'Recursos']],
  ['sofia', '/training-videos', ['Novo vídeo']],
  ['sofia', '/terms-of-use', ['Publicar nova versão']],
] as const)('nothing is found in a dialog: %s, %s, %s', async (who, path, presses) => {
  const visit = who === 'ana' ? ana : sofia;
  await reach(visit, path);
  for (const name of presses) {
    const { page } = visit;
    await page
      .getByRole('button', { name })
      .or(page.getByRole('menuitem', { name }))
      .or(page.getByRole('menuitemradio', { name }))
      .first()
      .click();
  }
  expect(await dialogScanned(visit)).toEqual([]);
});

test('nothing is found in what is asked before several people are blocked', async () => {
  const { page } = ana;
  await reach(ana, '/users');
  const others = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  for (const at of [1, 2, 3]) await others.nth(at).getByRole('checkbox').check({ force: true });
  await page
    .getByRole('group', { name: 'Ações com os selecionados' })
    .getByRole('button', { name: /^Bloquear/u })
    .click();
  expect(await dialogScanned(ana)).toEqual([]);
});

test('nothing is found in turning off the second factor', async () => {
  const ofAna = `tenant_id, id from app_user where email = 'ana@aurora.example'`;
  await app.owner.query(`insert into totp (tenant_id, user_id, sealed_secret, confirmed_at) select t.*, '', now() from
    (select ${ofAna}) t`);
  await ana.go('/two-factor');
  await ana.page.getByRole('button', { name: 'Desativar' }).click();
  expect(await dialogScanned(ana)).toEqual([]);
  await app.owner.query(`delete from totp where (tenant_id, user_id) in (select ${ofAna})`);
});

test('nothing is found in a calendar, which by keyboard is named, shut and chosen from, and gives the focus back', async () => {
  const { page } = ana;
  await reach(ana, '/dashboard/report');
  const field = page.getByRole('group', { name: 'Primeiro dia' });
  const button = field.getByRole('button');
  const open = async () => {
    await button.press('Enter');
    await page.getByRole('dialog', { name: 'Calendário Primeiro dia' }).getByRole('gridcell').first().waitFor();
  };
  await open();
  // Another width would shut it.
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectEventually(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  await open();
  const before = await field.innerText();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await field.innerText()).not.toBe(before);
  await expectEventually(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
});

test('nothing is found in an entry of the audit log', async () => {
  await reach(ana, '/access');
  await ana.page.getByRole('radio', { name: 'Auditoria' }).check();
  await ana.page.getByRole('row').nth(1).click();
  expect(await dialogScanned(ana)).toEqual([]);
});

test('nothing is found in what is asked before a draft is lost at the logout', async () => {
  const { page } = ana;
  await ana.attend();
  await page.getByRole('option').first().click();
  await composer(page).fill('Não enviado');
  await page.getByRole('button', { name: /^Conta de/u }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  expect(await dialogScanned(ana)).toEqual([]);
  await composer(page).fill('');
});

describe('nothing is found on the way of an import', () => {
  const press = (name: string | RegExp) => ana.page.getByRole('button', { name, exact: true }).click();

  test('an import: a date that doesn’t exist, half a consent, cancelling it; then imported, and undoing it', async () => {
    const { page } = ana;
    await reach(ana, '/customers-base');
    await page.getByRole('button', { name: 'Importar arquivo' }).first().waitFor();
    const rows = ['Nome;Telefone;Nascimento', 'Cida Prado;11 95555-0181;31/02/1990', 'Sem número;;'];
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }]);
    await page.getByRole('button', { name: 'Importar 1 cliente' }).waitFor();
    const origin = page.getByRole('textbox', { name: 'Origem' });
    await origin.fill('Ficha da loja');
    await page.getByText('Marque para declarar', { exact: false }).waitFor();
    await settled(ana);
    expect(await scannedAlone(page, true)).toEqual([]);
    await press('Cancelar');
    expect(await dialogScanned(ana)).toEqual([]);
    await origin.fill('');
    await press('Importar 1 cliente');
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    expect(await scannedAlone(page, true)).toEqual([]);
    await press('Desfazer');
    expect(await dialogScanned(ana)).toEqual([]);
  });
});

describe('nothing is found, in both themes, on a desk and a phone', () => {
  test.each(routes.filter(({ path }) => !STATES.has(path)))('$path', async ({ path, access }) => {
    const address = SAMPLES.get(path) ?? path;
    expect(address, 'its parameter needs a value in SAMPLES').not.toContain(':');
    let visit = access === 'bare' ? stranger : ana;
    const come = async () => {
      await (access === 'bare' || LOADED.has(path) ? visit.go(address) : visit.lead(address));
      await settled(visit);
      return visit.page.url();
    };
    // What isn't Ana's is the back-office's.
    if ((await come()).endsWith('/pages/not-authorized') && access === 'check') {
      await ana.go('/');
      visit = sofia;
      await come();
    }
    // Led elsewhere, something else would have been looked at.
    expect(new URL(visit.page.url()).pathname).toBe(`/${visit === sofia ? 'balcao' : 'aurora'}${address}`);
    expect(await scanned(visit.page)).toEqual([]);
  });

  test.each([...STATES])('%s', async (path, come) => {
    expect(await scanned(await come(path))).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowserApp } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { scannedAlone } from '../support/axe.ts';
import { pressUntil } from '../support/by-keyboard.ts';
import { expectEventually } from '../support/expect-eventually.ts';

let app: BrowserApp;
let ana: Visit;

beforeAll(async () => {
  app = await startBrowserApp();
  ana = await app.arrive();
});
afterAll(() => app?.stop());

test('a flow by keyboard alone: begun from a template, broken and mended, tried out and published', async () => {
  const { page } = ana;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await ana.go('/passive-chat-flow');
  await page.getByRole('button', { name: 'Novo fluxo' }).first().waitFor();
  await pressUntil(page, 'Tab', 'Novo fluxo');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('Loja');
  await pressUntil(page, 'Tab', 'Criar fluxo');
  await press('Enter');

  // The drawing first, then the list.
  const drawing = page.getByRole('group', { name: 'Desenho do fluxo' });
  await drawing.getByRole('group', { name: 'Dizer: Boas-vindas' }).waitFor();
  await page.getByText('Nada impede publicar').waitFor();
  expect(await scannedAlone(page)).toEqual([]);
  await pressUntil(page, 'Tab', 'Desenho');
  await press('ArrowRight');
  const tree = page.getByRole('treegrid', { name: 'Passos do fluxo' });
  await tree.waitFor();
  expect(await scannedAlone(page)).toEqual([]);

  // The first exit of the first step is led nowhere, and back.
  await pressUntil(page, 'Tab', /^Boas-vindas/u);
  await press('ArrowDown', 'd');
  await page.locator('[data-exit="next"] button:focus').waitFor();
  await press('Enter', 'Home', 'Enter');
  await page.getByText('1 problema impede publicar').waitFor();
  expect(await scannedAlone(page)).toEqual([]);
  await press('Control+z');
  await page.getByText('Nada impede publicar').waitFor();

  // A step after the chosen one, which nothing leads to until it is removed.
  await pressUntil(page, 'Shift+Tab', /^(?:Boas-vindas|segue)/u);
  await press('n');
  await page.getByRole('textbox', { name: 'Mensagem' }).and(page.locator(':focus')).waitFor();
  await page.getByText(/problemas impedem publicar/u).waitFor();
  await pressUntil(page, 'Shift+Tab', /^Escreva a mensagem/u);
  await press('Delete');
  await page.getByText('Nada impede publicar').waitFor();

  await pressUntil(page, 'Shift+Tab', 'Testar');
  await press('Enter');
  await page.getByRole('log', { name: 'Conversa simulada' }).getByText('Com que assunto podemos ajudar?').waitFor();
  await pressUntil(page, 'Tab', 'Escreva como o cliente');
  await page.keyboard.type('vendas');
  await press('Enter');
  await page.getByText('uma pessoa atende daqui em diante').waitFor();
  expect(await scannedAlone(page)).toEqual([]);

  await pressUntil(page, 'Shift+Tab', 'Publicar');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publicar a versão 1' });
  await dialog.waitFor();
  await dialog.getByText(/^Provado em/u).waitFor();
  expect(await scannedAlone(page)).toEqual([]);
  await pressUntil(page, 'Tab', 'Publicar');
  await press('Enter');
  await page.getByText('Publicado: v1').waitFor();
});

test('in the drawing: a step is dragged, led elsewhere, copied, removed by key, and all is tidied up', async () => {
  const { page } = ana;
  await ana.go('/passive-chat-flow');
  await page.getByRole('button', { name: 'Novo fluxo' }).first().click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Filial');
  await page.getByRole('button', { name: 'Criar fluxo' }).click();
  const drawing = page.getByRole('group', { name: 'Desenho do fluxo' });
  const box = (name: string) => drawing.getByRole('group', { name, exact: true });
  await page.getByText('Nada impede publicar').waitFor();
  const undo = page.getByRole('button', { name: 'Desfazer' });

  const end = box('Encerrar: Despedida');
  const before = await end.boundingBox();
  await end.hover({ position: { x: 100, y: 20 } });
  await page.mouse.down();
  await page.mouse.move((before?.x ?? 0) + 160, (before?.y ?? 0) + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await end.boundingBox())?.x).not.toBe(before?.x);
  await page.getByRole('button', { name: 'Organizar' }).click();
  await expect.poll(async () => (await end.boundingBox())?.x).toBe(before?.x);

  // The first exit of the menu is led to the end.
  const port = await box('Perguntar: Menu').locator('.source').first().boundingBox();
  const into = await end.boundingBox();
  await page.mouse.move((port?.x ?? 0) + 3, (port?.y ?? 0) + 3);
  await page.mouse.down();
  await page.mouse.move(into?.x ?? 0, (into?.y ?? 0) + 20, { steps: 6 });
  await page.mouse.up();
  await page.getByText('1 problema impede publicar').waitFor();
  await page.getByText('Nenhum caminho chega a este passo.').first().waitFor();
  await undo.click();
  await page.getByText('Nada impede publicar').waitFor();

  await box('Dizer: Boas-vindas').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await page.getByText('1 problema impede publicar').waitFor();
  await page.locator('.react-flow__node:focus').waitFor();
  await page.keyboard.press('Delete');
  await page.getByText('Nada impede publicar').waitFor();
  expect(ana.problems).toEqual([]);
});

test('an active flow: begun with a template, published, switched on, for a group, and by its key', async () => {
  const { page } = ana;
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => dialog().getByRole('button', { name }).click();
  await app.owner.query(
    `with made as (insert into customer_group (tenant_id, name) select id, 'Convidados' from tenant where slug = 'aurora'
       returning tenant_id, id)
     insert into customer_group_member (tenant_id, group_id, customer_id)
     select made.tenant_id, made.id, c.id from made join customer c on c.tenant_id = made.tenant_id
       and c.phone_number ~ '^55' and not c.is_blacklisted order by c.id desc limit 2`,
  );
  await ana.go('/active-chat-flow');
  await page.getByRole('button', { name: 'Novo fluxo ativo' }).first().click();
  await dialog().getByLabel('Nome').fill('Convite');
  await dialog()
    .getByRole('button', { name: /Primeira mensagem/u })
    .click();
  await page
    .getByRole('option', { name: /^Retomar atendimento/u })
    .first()
    .click();
  await confirm('Criar e editar passos');
  await dialog().getByText('Preencha este campo.').waitFor();
  expect(await scannedAlone(page)).toEqual([]);
  await dialog().getByLabel('Valor de 2').fill('Ana');
  await confirm('Criar e editar passos');

  await page.getByText('Nada impede publicar').waitFor();
  await press('Publicar');
  await dialog()
    .getByText(/^Provado em/u)
    .waitFor();
  await confirm('Publicar');
  await page.getByText('Publicado: v1').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Fluxos', exact: true }).click();
  await page.getByRole('row', { name: /^Convite/u }).click();
  await page.getByText('O fluxo está desligado', { exact: false }).waitFor();
  await app.owner.query("update flow set starts_from = 0, starts_to = 24 where name = 'Convite'");
  await press('Como começa');
  await dialog().getByText('Ligado', { exact: true }).click();
  expect(await scannedAlone(page)).toEqual([]);
  await confirm('Salvar');

  await press('Novo envio');
  await dialog().getByRole('radio', { name: 'Grupo de clientes' }).check();
  await dialog()
    .getByRole('button', { name: /Grupo de clientes$/u })
    .click();
  await page.getByRole('option', { name: 'Convidados' }).click();
  expect(await scannedAlone(page)).toEqual([]);
  await confirm('Enviar agora');
  const launches = page.getByRole('region', { name: 'Envios' });
  await launches.getByText(/iniciado|de fora/u).waitFor();
  await press('Gerar chave');
  await confirm('Gerar chave');
  await page.getByText(/^balcao_\d+_\d+_/u).waitFor();
  expect(await scannedAlone(page, true)).toEqual([]);
});

test('which bot answers where: another order, and a flow that never answers', async () => {
  const { page } = ana;
  await app.owner.query('update flow set is_active = false');
  await app.owner.query(
    `insert into flow (tenant_id, name, kind, draft, published_number, is_active, starts, keywords, position)
     select t.id, f.name, 'passive', '{}', 1, true, 'keyword', array[f.word], f.place
     from tenant t, (values ('Cardápio', 'menu', 10), ('Pesquisa', 'nota', 11)) as f (name, word, place)
     where t.slug = 'aurora'`,
  );
  await ana.go('/conversation-bot');
  const names = () =>
    page
      .getByRole('region', { name: /^Respondem/u })
      .getByRole('heading', { level: 3 })
      .allInnerTexts();
  await expectEventually(names).toEqual(['Cardápio', 'Pesquisa']);
  await page.getByRole('button', { name: 'Mover Cardápio para baixo' }).click();
  await page.getByText('Ordem dos fluxos salva').waitFor();
  await expectEventually(names).toEqual(['Pesquisa', 'Cardápio']);
  await page.getByRole('button', { name: 'Editar onde Pesquisa responde' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Começa com$/u })
    .click();
  await page.getByRole('option', { name: 'Qualquer mensagem' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Nunca responde: Pesquisa vem antes e fica com tudo.').waitFor();
  expect(await scannedAlone(page, true)).toEqual([]);
});

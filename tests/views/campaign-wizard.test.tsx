import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { natal } from './campaign-support.ts';
import { draft, openWizard, template } from './campaign-wizard-support.tsx';
import { expectExplained } from './numbers-support.ts';

it('a draft is rehearsed and started: whom it reaches, whom it leaves out and why, about how long', async () => {
  const view = await openWizard('70', draft, '2');
  const tester = userEvent.setup();
  act(() => {
    view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } });
    view.answer({
      list: 'campaign.rehearsal',
      rows: [
        {
          total: 1_203,
          reached: 1_200,
          leftOut: [{ reason: 'blocked', count: 3 }],
          seconds: 600,
          room: 250,
          costs: [],
        },
      ],
      total: 1,
    });
  });
  const rehearsal = within(screen.getByRole('complementary', { name: 'Ensaio' }));
  expectExplained(view.events, [
    'row:campaign.rehearsal:reached:',
    'row:campaign.rehearsal:leftOut.blocked.count:',
    'row:campaign.rehearsal:room:',
  ]);
  expect(rehearsal.getByText('1.200')).toBeTruthy();
  expect(rehearsal.getByText('Bloqueado').nextSibling?.textContent).toBe('3');
  expect(rehearsal.getByText('cerca de 10 min')).toBeTruthy();
  expect(rehearsal.getByText(/não pode escrever a todos hoje/u)).toBeTruthy();
  await tester.type(rehearsal.getByRole('textbox', { name: 'Telefone' }), '+55 11 99876-5432');
  await tester.click(rehearsal.getByRole('button', { name: 'Enviar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign.test',
    key: '70',
    values: { instance_id: '5', to_number: '+55 11 99876-5432' },
  });
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  expect(within(screen.getByRole('figure')).getByText(/Olá,/u).textContent).toBe('Olá, cliente!');
  await tester.click(screen.getByRole('button', { name: /^5\. Revisão/u }));
  await tester.click(screen.getByRole('button', { name: 'Iniciar campanha' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/cancelar a qualquer momento, e pausar assim que/u)).toBeTruthy();
  await tester.click(dialog.getByRole('button', { name: 'Iniciar campanha' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign.start',
    key: '70',
    values: { version: 2 },
  });
  act(() => view.save('campaign.start', '70', '70', ['campaign']));
  // Back doesn't lead to a draft.
  expect(await screen.findByText('REPLACE /campaigns?id=70')).toBeTruthy();
});

it('a new one is for nobody until that is chosen, and can’t be saved before', async () => {
  const view = await openWizard(
    'new',
    { ...draft, name: '', audience_id: null, instance_ids: [], template_id: null, variables: [] },
    null,
  );
  const tester = userEvent.setup();
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), 'Volta');
  await tester.click(screen.getByRole('checkbox', { name: 'Vendas' }));
  await tester.click(screen.getByRole('button', { name: 'Continuar' }));
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: 'Continuar' }));
  await tester.click(screen.getByRole('radio', { name: /Volta/u }));
  await tester.type(screen.getByRole('textbox', { name: 'Texto' }), 'amigo');
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar rascunho' });
  expect(save().disabled).toBe(true);
  expect(view.given('form.save')).toEqual([]);
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  await tester.click(screen.getByRole('radio', { name: /Todos os clientes/u }));
  await tester.click(save());
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    key: 'new',
    values: {
      name: 'Volta',
      audience_id: null,
      group_id: null,
      template_id: '8',
      variables: [{ key: 'body.1', source: 'text', text: 'amigo' }],
    },
  });
  act(() => view.save('campaign', 'new', '71', ['campaigns']));
  expect(view.given('form.load').at(-1)).toMatchObject({ form: 'campaign', key: '71' });
});

it('a draft that was begun elsewhere -> its page, once nothing typed would be lost', async () => {
  const view = await openWizard('70', draft, '2');
  const tester = userEvent.setup();
  act(() => {
    view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } });
    view.answer({ list: 'campaign', rows: [{ ...natal, status: 'draft' }], total: 1 });
  });
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), '!');
  act(() => view.append({ type: 'list.outdated', list: 'campaign' }));
  act(() => view.answer({ list: 'campaign', rows: [natal], total: 1 }));
  // What was typed isn’t dropped without a question.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Nome da campanha/u }).value).toBe('Páscoa!');
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), '{Backspace}');
  expect(await screen.findByRole('heading', { name: /Natal/u, level: 2 })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Salvar rascunho' })).toBeNull();
});

it('switched between template and text -> what the other one said is still there, from another step too', async () => {
  const view = await openWizard('70', draft, '2');
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  const chosen = () => screen.getByRole<HTMLInputElement>('radio', { name: /^Volta/u });
  expect(chosen().checked).toBe(true);
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  await tester.type(screen.getByRole('textbox', { name: /^Texto/u }), 'Um texto longo');
  await tester.click(screen.getByRole('radio', { name: 'Modelo' }));
  expect(chosen().checked).toBe(true);
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Texto/u }).value).toBe('Um texto longo');
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ template_id: null, message: 'Um texto longo' });
});

it('the first save: what can’t be kept can’t be chosen, and what was written of the other kind stays', async () => {
  const view = await openWizard('new', draft, null);
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  await tester.type(screen.getByRole('textbox', { name: /^Texto/u }), 'Um texto longo');
  await tester.click(screen.getByRole('radio', { name: 'Modelo' }));
  await tester.click(screen.getByRole('button', { name: 'Continuar' }));
  const moment = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Data e hora' });
  const divide = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Dividir em partes' });
  expect(moment().disabled).toBe(true);
  expect(divide().disabled).toBe(true);
  await tester.click(moment());
  act(() => view.save('campaign', 'new', '71', ['campaigns']));
  act(() => view.load('campaign', '71', draft, '1'));
  expect(moment().disabled).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Assim que eu iniciar' }).checked).toBe(true);
  await tester.click(moment());
  expect(moment().checked).toBe(true);
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Volta/u }).checked).toBe(true);
  await tester.click(screen.getByRole('radio', { name: 'Texto livre' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Texto/u }).value).toBe('Um texto longo');
  await tester.click(screen.getByRole('radio', { name: 'Modelo' }));
  await tester.click(screen.getByRole('button', { name: /^5\. Revisão/u }));
  await tester.click(screen.getByRole('button', { name: 'Editar: Quando' }));
  expect(moment().checked).toBe(true);
});

it('a template with a file in its header: not without the file, which is uploaded when it is chosen', async () => {
  const view = await openWizard('new', draft, null);
  const tester = userEvent.setup({ applyAccept: false });
  const priced = { ...template, id: '9', name: 'tabela', headerFile: 'document' as const };
  act(() => view.answer({ list: 'chat.templates', rows: [template, priced], total: 2, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  await tester.click(screen.getByRole('radio', { name: /^Tabela/u }));
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar rascunho' });
  expect(save().disabled).toBe(true);
  const file = within(screen.getByRole('group', { name: 'Documento do topo' }));
  const input = () => view.container.querySelector<HTMLInputElement>('input[data-file-field]') ?? view.container;
  await tester.upload(input(), new File(['x'], 'foto.mp4'));
  expect(await file.findByText(/foto\.mp4 não é do tipo/u)).toBeTruthy();
  await tester.upload(input(), new File(['%PDF-1.7'], 'tabela.pdf'));
  await waitFor(() => expect(view.given('form.save').at(-1)?.form).toBe('campaign.file'));
  expect(file.queryByRole('alert')).toBeNull();
  expect(save().disabled).toBe(true);
  // Left now, its file would be lost.
  const goOn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' }).disabled;
  expect(goOn()).toBe(true);
  act(() => view.save('campaign.file', 'client-1', '40', []));
  expect(goOn()).toBe(false);
  expect(file.getByText('tabela.pdf')).toBeTruthy();
  await tester.click(save());
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    values: { template_id: '9', file_id: '40' },
  });
  act(() => view.refuse('campaign', 'new', 'error.form.invalid', { file_id: 'error.template.file' }));
  expect(await file.findByText(/O arquivo não é do tipo que este modelo aceita/u)).toBeTruthy();
  await tester.click(screen.getByRole('radio', { name: /^Volta/u }));
  await tester.click(save());
  expect(view.given('form.save').at(-1)).toMatchObject({ values: { template_id: '8', file_id: null } });
});

it('a copy is saved as it is', async () => {
  const view = await openWizard('copy:70', draft, null);
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    key: 'copy:70',
    values: { name: 'Páscoa' },
  });
});

it('another message to compare with -> half get it, by keyboard; it is previewed and tested; without part 1 it is the campaign’s', async () => {
  const view = await openWizard('70', draft, '2');
  const tester = userEvent.setup();
  const offer = { ...template, id: '9', name: 'oferta', body: 'Só hoje, {{1}}: {{2}}', buttons: [] };
  const asked = ['1', '2'].map((name) => ({ ...template.variables[0], key: `body.${name}`, name }));
  act(() =>
    view.answer({
      list: 'chat.templates',
      rows: [template, { ...offer, variables: asked as typeof template.variables }],
      total: 2,
      facts: { instance: 5 },
    }),
  );
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  screen.getByRole('button', { name: 'Comparar com outra mensagem (A/B)' }).focus();
  await tester.keyboard('{Enter}');
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar rascunho' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Parte 2' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Outra mensagem' }).checked).toBe(true);
  expect(save().disabled).toBe(true);
  screen.getByRole('radio', { name: /^Oferta/u }).focus();
  await tester.keyboard(' ');
  const [first, second] = screen.getAllByRole('textbox', { name: 'Texto' });
  await tester.type(first ?? document.body, 'amigo');
  await tester.type(second ?? document.body, '10%');
  const seen = () => within(screen.getByRole('figure')).getByText(/Só hoje|Olá/u).textContent;
  expect(seen()).toBe('Só hoje, amigo: 10%');
  // Back again, by keyboard or mistake: nothing typed is lost.
  await tester.click(screen.getByRole('radio', { name: 'A mesma da parte 1' }));
  expect(seen()).toBe('Olá, cliente!');
  await tester.click(screen.getByRole('radio', { name: 'Outra mensagem' }));
  expect(seen()).toBe('Só hoje, amigo: 10%');
  screen.getByRole('radio', { name: 'Parte 2' }).focus();
  await tester.keyboard('{ArrowLeft}');
  expect(seen()).toBe('Olá, cliente!');
  await tester.click(save());
  expect(screen.getByRole('button', { name: /^3\. Mensagem: Volta · Oferta · 2 mensagens$/u })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^4\. Quando: .* · 2 partes$/u })).toBeTruthy();
  const part = { batch: 2, template_id: '9', variables: [{ text: 'amigo' }, { text: '10%' }] };
  const both = { template_id: '8', batches: [50, 50], part_messages: [part] };
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'campaign', values: both });
  act(() =>
    view.refuse('campaign', '70', 'error.form.invalid', { 'part_messages.0.variables': 'error.campaign.variables' }),
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Parte 2' }).checked).toBe(true);
  expect(screen.getByText(/Dê um valor a cada variável/u)).toBeTruthy();
  await tester.click(save());
  act(() => view.refuse('campaign', '70', 'error.form.invalid', { variables: 'error.campaign.variables' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Parte 1' }).checked).toBe(true);
  expect(screen.getByText(/Dê um valor a cada variável/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: /^4\. Quando/u }));
  await tester.click(screen.getByRole('button', { name: 'Remover a parte 1' }));
  await tester.click(save());
  expect(view.given('form.save').at(-1)).toMatchObject({
    values: { template_id: '9', variables: part.variables, batches: [100], part_messages: [] },
  });
});

it('a part that says the same again is removed -> the one after it doesn’t get what that one said', async () => {
  const own = (batch: number) => ({ ...draft, batch, file_id: null, template_id: null, message: `Da ${batch}` });
  const text = { ...draft, template_id: null, message: 'Da 1', variables: [], batches: [50, 30, 20] };
  await openWizard('70', { ...text, part_messages: [own(2), own(3)] }, '2');
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  for (const place of [2, 3]) {
    await tester.click(screen.getByRole('radio', { name: `Parte ${place}` }));
    await tester.click(screen.getByRole('radio', { name: 'A mesma da parte 1' }));
  }
  await tester.click(screen.getByRole('button', { name: /^4\. Quando/u }));
  await tester.click(screen.getByRole('button', { name: 'Remover a parte 2' }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  await tester.click(screen.getByRole('radio', { name: 'Parte 2' }));
  await tester.click(screen.getByRole('radio', { name: 'Outra mensagem' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Texto/u }).value).toBe('Da 3');
});

it('a test of a part’s message: the part is chosen', async () => {
  const own = { batch: 2, template_id: '8', message: null, file_id: null, variables: draft['variables'] ?? [] };
  const view = await openWizard('70', { ...draft, batches: [50, 50], part_messages: [own] }, '2');
  const tester = userEvent.setup();
  const test = within(screen.getByRole('region', { name: 'Enviar teste' }));
  await tester.click(test.getByRole('button', { name: /Mensagem da parte/u }));
  await tester.click(screen.getByRole('option', { name: 'Parte 2' }));
  await tester.type(test.getByRole('textbox', { name: 'Telefone' }), '+55 11 99876-5432');
  await tester.click(test.getByRole('button', { name: 'Enviar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'campaign.test', values: { batch: 2 } });
});

it('what it would cost -> by category in money; without a price that is said, and an administrator sets it', async () => {
  const view = await openWizard('70', draft, '2');
  const tester = userEvent.setup();
  const rehearsal = { total: 3, reached: 3, leftOut: [], seconds: 1, room: null };
  const marketing = { category: 'marketing', currency: null, messages: 2, amount: null };
  const utility = { category: 'utility', currency: 'BRL', messages: 1_200, amount: 96.5 };
  const answer = (costs: readonly (typeof marketing | typeof utility)[]) =>
    act(() => view.answer({ list: 'campaign.rehearsal', rows: [{ ...rehearsal, costs }], total: 1 }));
  answer([utility, marketing]);
  const card = within(screen.getByRole('complementary', { name: 'Ensaio' }));
  const cost = () => card.getByText('Custo estimado').nextSibling?.textContent;
  expect(cost()).toBe('ao menos R$\u00a096,50');
  expect(card.getByText(/Sem preço para: Marketing\./u)).toBeTruthy();
  await tester.click(card.getByRole('button', { name: 'Preços por mensagem' }));
  const dialog = within(await screen.findByRole('dialog'));
  const since = { id: '1', since: '2026-01-01', currency: 'BRL', amount: 0.0804, category: 'utility', prefix: '' };
  act(() => view.answer({ list: 'campaign.rates', rows: [since], total: 1 }));
  expect(dialog.getByRole('row', { name: /Utilidade Outros R\$\s0,0804/u })).toBeTruthy();
  await tester.click(dialog.getByRole('button', { name: /^Excluir o preço de Utilidade \(Outros\)/u }));
  await tester.click(
    within(await screen.findByRole('dialog', { name: /^Excluir o preço/u })).getByRole('button', { name: 'Excluir' }),
  );
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign.rate.delete',
    values: { category: 'utility', prefix: '', since: '2026-01-01' },
  });
  act(() => view.save('campaign.rate.delete', 'utility  2026-01-01', '', ['campaign.rates']));
  await tester.type(dialog.getByRole('textbox', { name: /^Preço/u }), '0,32');
  await tester.click(dialog.getByRole('button', { name: 'Salvar preço' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign.rate',
    values: { category: 'marketing', prefix: '55', currency: 'BRL', amount: '0,32' },
  });
});

it('parts add up to a hundred, or that is said; a refusal leads to the step of its field', async () => {
  const view = await openWizard('70', draft, '2');
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.templates', rows: [template], total: 1, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^4\. Quando/u }));
  await tester.click(screen.getByRole('button', { name: 'Dividir em partes' }));
  const first = screen.getByRole('textbox', { name: 'Parte 1' });
  await tester.clear(first);
  await tester.type(first, '20');
  await tester.tab();
  expect(screen.getByText(/As partes somam 110%/u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Remover a parte 2' }));
  await tester.click(screen.getByRole('button', { name: /^5\. Revisão/u }));
  await tester.click(screen.getByRole('button', { name: /^1\. Canal/u }));
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), '!');
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  act(() => view.refuse('campaign', '70', 'error.form.invalid', { variables: 'error.campaign.variables' }));
  expect(await screen.findByText(/Dê um valor a cada variável/u)).toBeTruthy();
});

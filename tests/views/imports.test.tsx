import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CustomerImport } from '../../src/machines/entities/imports.ts';
import { ImportsScreen } from '../../src/views/administration/imports/ImportsScreen.tsx';
import { renderScreen } from './administration-support.tsx';
import { checked, file } from './import-support.ts';
import { expectExplained } from './numbers-support.ts';

it('listed: how far each is and what became of it; paused, and undone once it is confirmed', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base' });
  const running: CustomerImport = { ...file, status: 'importing', passed: 30_374 };
  const done: CustomerImport = {
    ...file,
    id: '6',
    name: 'feira.csv',
    status: 'done',
    added: 3_912,
    refused: 128,
    undo_until: '2026-03-31T15:00:00.000Z',
  };
  act(() => view.answer({ list: 'imports', rows: [running, done], total: 2 }));
  expectExplained(view.events, ['row:imports:row_count:6']);
  const first = within(screen.getByRole('row', { name: /moema/u }));
  expect(first.getByRole('progressbar', { name: 'Importando' }).getAttribute('aria-valuenow')).toBe('63');
  expect(first.getByText('30.374 de 48.212')).toBeTruthy();
  const tester = userEvent.setup();
  await tester.click(first.getByRole('button', { name: 'Pausar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'import.pause', key: '7' });
  const second = within(screen.getByRole('row', { name: /feira/u }));
  expect([
    second.getByText('Concluída'),
    second.getByText(/3\.912 entraram · 0 atualizado · 128 recusadas/u),
  ]).toHaveLength(2);
  await tester.click(second.getByRole('button', { name: 'Recusadas' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'download',
    key: 'refused',
    values: { import_id: '6', format: 'csv' },
  });
  await tester.click(second.getByRole('button', { name: 'Desfazer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Desfazer a importação de feira.csv?' }));
  await tester.click(dialog.getByRole('button', { name: 'Desfazer' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'import.undo', key: '6' });
  const before = view.given('list.fetch').length;
  act(() =>
    view.append({ type: 'list.updated', what: 'customer_imports', stream: { epoch: 'e', seq: 1, prev: 0, id: '1' } }),
  );
  expect(view.given('list.fetch').length).toBe(before + 1);
});

it('a chosen file -> uploaded under an id of its own', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base' });
  act(() => view.answer({ list: 'imports', rows: [], total: 0 }));
  const input = view.container.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input ?? document.body, new File(['a;b'], 'base.csv', { type: 'text/csv' }));
  await waitFor(() =>
    expect(view.given('form.save').at(-1)).toMatchObject({
      form: 'import.upload',
      key: 'client-1',
      values: { file_name: 'base.csv' },
    }),
  );
});

it('recognised columns are checked at once; changed ones ask for another check; then it is started, with the consent declared', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base?id=7' });
  act(() => view.answer({ list: 'import', rows: [file], total: 1 }));
  const mapped = () => view.given('form.save').findLast(({ form }) => form === 'import.map');
  expect(mapped()?.values).toEqual({
    columns: [
      { column: 0, target: 'name', field_id: null },
      { column: 1, target: 'phone', field_id: null },
    ],
  });
  act(() => view.save('import.map', '7', '7', ['import']));
  act(() => view.answer({ list: 'import', rows: [checked], total: 1 }));
  const check = within(screen.getByRole('region', { name: 'Conferência' }));
  expect(within(check.getByText('com telefone inválido').closest('li') ?? document.body).getByText('318')).toBeTruthy();
  expect([
    check.getByText('37.086 novos · 9.640 já na base'),
    check.getByRole('button', { name: 'Baixar 1.486 recusadas' }),
  ]).toHaveLength(2);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: /obs_vendedor vai para/u }));
  await tester.click(await screen.findByRole('option', { name: 'Observação' }));
  await tester.click(screen.getByRole('button', { name: 'Conferir de novo' }));
  expect(mapped()?.values).toMatchObject({ columns: [{}, {}, { column: 2, target: 'note' }] });
  act(() => view.save('import.map', '7', '7', ['import']));
  const noted = checked.columns.map((each) =>
    each.heading === 'obs_vendedor' ? { ...each, target: 'note' as const } : each,
  );
  act(() => view.answer({ list: 'import', rows: [{ ...checked, columns: noted }], total: 1 }));
  await tester.click(screen.getByRole('checkbox', { name: /Eu, Ana Prado, declaro/u }));
  await tester.type(screen.getByRole('textbox', { name: 'Origem' }), 'Ficha');
  await tester.click(screen.getByRole('button', { name: 'Importar 46.726 clientes' }));
  const started = view.given('form.save').at(-1);
  expect(started).toMatchObject({
    form: 'import.start',
    key: '7',
    values: { on_existing: 'fill', consent_origin: 'Ficha', consent_day: null, consent_channels: ['whatsapp'] },
  });
  const failure = {
    code: 'INVALID',
    key: 'error.form.invalid',
    params: {},
    fields: { consent_day: 'error.field.required' },
    requestId: null,
  } as const;
  act(() =>
    view.append({ type: 'form.refused', form: 'import.start', key: '7', request: started?.request ?? 0, failure }),
  );
  expect(screen.getByText('Preencha este campo.')).toBeTruthy();
});

it('a consent filled in but not declared -> nothing is imported before it is ticked or cleared; and it can be cancelled', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base?id=7' });
  act(() => view.answer({ list: 'import', rows: [checked], total: 1 }));
  const tester = userEvent.setup();
  const take = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Importar 46.726 clientes' });
  const declare = screen.getByRole('checkbox', { name: /Eu, Ana Prado, declaro/u });
  const origin = screen.getByRole('textbox', { name: 'Origem' });
  expect(take().disabled).toBe(false);
  await tester.type(origin, 'Ficha');
  expect([take().disabled, declare.getAttribute('aria-describedby')]).toEqual([true, screen.getByRole('alert').id]);
  expect(screen.getByRole('alert').textContent).toBe('Marque para declarar, ou apague origem e data.');
  await tester.clear(origin);
  expect([take().disabled, screen.queryByRole('alert')]).toEqual([false, null]);
  await tester.type(origin, 'Ficha');
  await tester.click(declare);
  expect([take().disabled, screen.queryByRole('alert')]).toEqual([false, null]);
  await tester.click(screen.getByRole('button', { name: 'Cancelar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar a importação de moema.csv?' }));
  await tester.click(dialog.getByRole('button', { name: 'Cancelar importação' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'import.cancel', key: '7' });
});

it.each<[CustomerImport['status'], Partial<CustomerImport>, string[], string]>([
  ['uploading', {}, ['Cancelar'], 'Lendo o arquivo'],
  ['checking', { passed: 10, refused: 3 }, ['Cancelar'], 'Conferindo: 10 de 48.212'],
  ['ready', { refused: 3 }, ['Recusadas', 'Cancelar'], 'Pronta para importar'],
  ['importing', {}, ['Pausar', 'Cancelar'], '0 de 48.212'],
  ['paused', { passed: 7 }, ['Retomar', 'Cancelar'], 'Pausada em 7 de 48.212'],
  ['done', { added: 1 }, [], '1 entrou · 0 atualizado · 0 recusada'],
  ['undoing', {}, [], 'Desfazendo'],
  ['undone', { removed: 2 }, [], '2 retirados'],
  ['cancelled', { changed: 2 }, [], '0 entrou · 2 atualizados'],
  ['failed', {}, [], 'Não deu certo'],
])('%s %o -> %s, and “%s”', async (status, changes, actions, words) => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base' });
  act(() => view.answer({ list: 'imports', rows: [{ ...file, status, ...changes }], total: 1 }));
  const row = within(screen.getByRole('row', { name: /moema/u }));
  expect(row.queryAllByRole('button').flatMap(({ textContent }) => textContent || [])).toEqual(actions);
  expect(screen.getByRole('row', { name: /moema/u }).textContent).toContain(words);
});

it('undone halfway: how far, of all that came in; what is beyond the end isn’t more than all', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base' });
  const undoing = { ...file, status: 'undoing', added: 3, changed: 4, kept: 1, passed: 2 } as const;
  const beyond = { ...file, id: '8', name: 'b.csv', status: 'importing', row_count: 10, passed: 12 } as const;
  act(() => view.answer({ list: 'imports', rows: [undoing, beyond], total: 2 }));
  expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['25', '100']);
});

it('a target has one column: the one before loses it; none chosen -> nothing to clear, and no phone to check', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base?id=7' });
  const noted = { ...checked, remembered_at: '2026-02-01T15:00:00.000Z' };
  act(() => view.answer({ list: 'import', rows: [noted], total: 1 }));
  const tester = userEvent.setup();
  expect(screen.getByText(/^2 de 3 vão para a base; como na importação de /u)).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: /obs_vendedor vai para/u }));
  await tester.click(await screen.findByRole('option', { name: 'Telefone' }));
  expect(screen.getByRole('button', { name: /Não importar.*celular vai para/u })).toBeTruthy();
  expect(screen.getByText('As colunas mudaram. Confira antes de importar.')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Limpar' }));
  expect(screen.getByText(/^0 de 3 vão para a base/u)).toBeTruthy();
  expect(screen.getByText('Escolha qual coluna é o telefone.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Limpar' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Conferir de novo' })).toHaveProperty('disabled', true);
});

it('those of the base that aren’t touched -> not counted; nobody left -> nothing to import; tags for all', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base?id=7' });
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'import', rows: [checked], total: 1 }));
  act(() => {
    view.answer({ list: 'choices.tags', rows: [{ id: '1', name: 'Ouro', color: 'green' }], total: 1 });
  });
  await tester.click(screen.getByRole('button', { name: /Preencher vazios/u }));
  await tester.click(await screen.findByRole('option', { name: 'Não mexer' }));
  await tester.click(screen.getByRole('checkbox', { name: 'Ouro' }));
  await tester.click(screen.getByRole('button', { name: 'Importar 37.086 clientes' }));
  expect(view.given('form.save').at(-1)?.values).toEqual({ on_existing: 'skip', tag_ids: ['1'] });
  view.unmount();
  const other = await renderScreen(<ImportsScreen />, { at: '/customers-base?id=7' });
  const nothing = { no_number: 0, invalid: 0, service: 0, twice: 0, broken: 0, bad_dates: 0, bad_values: 0 };
  const clean: CustomerImport = {
    ...checked,
    refused: 0,
    check: { new: 0, existing: 0, opted_out: 0, ...nothing },
    earlier: { name: 'antes.csv', status: 'done', created_at: '2026-02-01T15:00:00.000Z' },
  };
  act(() => other.answer({ list: 'import', rows: [clean], total: 1 }));
  expect(screen.getByRole('button', { name: /^Importar 0 cliente/u })).toHaveProperty('disabled', true);
  expect(screen.getByText('Todas as linhas estão em ordem.')).toBeTruthy();
  expect(screen.getByText(/^Este mesmo arquivo já foi enviado em .* como antes\.csv: Concluída\.$/u)).toBeTruthy();
  expect(screen.getByText(/moema\.csv · 48\.212 linhas · ponto e vírgula · Windows-1252/u)).toBeTruthy();
});

it('one that isn’t there -> said, with the way back; it doesn’t load -> tried again', async () => {
  const view = await renderScreen(<ImportsScreen />, { at: '/customers-base?id=7' });
  const fail = (code: 'NOT_FOUND' | 'NETWORK') => {
    const request = view.given('list.fetch').findLast(({ list }) => list === 'import')?.request ?? 0;
    const failure = { code, key: 'error.network', params: {}, fields: {}, requestId: null };
    act(() => view.append({ type: 'list.failed', list: 'import', request, failure }));
  };
  fail('NETWORK');
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'import').length;
  const before = asked();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(asked()).toBe(before + 1);
  fail('NOT_FOUND');
  expect(screen.getByText('Importação não encontrada')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Voltar' }).getAttribute('href')).toBe('/customers-base');
});

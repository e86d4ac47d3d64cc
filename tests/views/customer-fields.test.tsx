import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CustomerFieldsScreen } from '../../src/views/administration/customers/CustomerFieldsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

it('a tag: created with its colour, a taken name is said, renamed, deleted after a question', async () => {
  const view = await renderScreen(<CustomerFieldsScreen />);
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'tags', rows: [], total: 0 }));
  expect(screen.getByText('Nenhuma etiqueta')).toBeTruthy();
  await tester.click(screen.getAllByRole('button', { name: 'Nova etiqueta' })[0] ?? document.body);
  act(() => view.load('tag', 'new', { name: '', color: 'blue' }, null));
  await tester.type(await screen.findByRole('textbox', { name: /^Nome/ }), 'Ouro');
  await tester.click(screen.getByRole('button', { name: /Cor$/u }));
  await tester.click(screen.getByRole('option', { name: 'Verde' }));
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'tag', values: { name: 'Ouro', color: 'green' } });
  act(() => view.refuse('tag', 'new', 'error.form.invalid', { name: 'error.tag.nameTaken' }));
  await screen.findByText('Já existe uma etiqueta com este nome.');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.save('tag', 'new', '7', ['tags']));
  act(() => view.answer({ list: 'tags', rows: [{ id: '7', name: 'Ouro', color: 'green' }], total: 1 }));
  await tester.click(await screen.findByRole('button', { name: 'Ações de Ouro' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  act(() => view.load('tag', '7', { name: 'Ouro', color: 'green' }, '1'));
  await tester.type(await screen.findByRole('textbox', { name: /^Nome/ }), '+{Enter}');
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'tag', key: '7', values: { name: 'Ouro+' } });
  act(() => view.save('tag', '7', '7', ['tags']));
  act(() => view.answer({ list: 'tags', rows: [{ id: '7', name: 'Ouro+', color: 'green' }], total: 1 }));
  await tester.click(await screen.findByRole('button', { name: 'Ações de Ouro+' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const question = within(await screen.findByRole('dialog', { name: /Ouro\+/u }));
  await tester.click(question.getByRole('button', { name: 'Excluir' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'tag.delete', key: '7' });
});

it('a field of its own: a choice asks for its options, one a line; deleted after a question', async () => {
  const view = await renderScreen(<CustomerFieldsScreen />);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('radio', { name: 'Campos do cliente' }));
  act(() => view.answer({ list: 'customerFields', rows: [], total: 0 }));
  await tester.click(screen.getAllByRole('button', { name: 'Novo campo' })[0] ?? document.body);
  act(() => view.load('customerField', 'new', { name: '', type: 'text', options: [], position: 0 }, null));
  await tester.type(await screen.findByRole('textbox', { name: /^Nome/ }), 'Loja');
  expect(screen.queryByRole('textbox', { name: /^Opções/u })).toBeNull();
  await tester.click(screen.getByRole('button', { name: /Tipo/u }));
  await tester.click(screen.getByRole('option', { name: 'Lista de opções' }));
  await tester.type(screen.getByRole('textbox', { name: /^Opções/u }), 'Centro{enter}{enter} Norte ');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'customerField',
    values: { name: 'Loja', type: 'choice', options: ['Centro', 'Norte'] },
  });
  act(() => view.save('customerField', 'new', '3', ['customerFields']));
  const field = { id: '3', name: 'Loja', type: 'choice' as const, options: ['Centro', 'Norte'], position: 0 };
  act(() => view.answer({ list: 'customerFields', rows: [field], total: 1 }));
  await tester.click(await screen.findByRole('button', { name: 'Ações de Loja' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const question = within(await screen.findByRole('dialog', { name: /Loja/u }));
  await tester.click(question.getByRole('button', { name: 'Excluir' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'customerField.delete', key: '3' });
});

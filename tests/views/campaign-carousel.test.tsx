import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { draft, openWizard, template } from './campaign-wizard-support.tsx';

it('a carousel: each card has its example or an own file, kept as its variables change, and dropped with the template', async () => {
  const card = (at: number, fileName: string | null) => ({
    headerFile: 'image' as const,
    fileName,
    body: 'Sofá de {{1}} lugares.',
    buttons: ['Ver'],
    variables: [{ key: `card.${at}.1`, part: 'card' as const, name: '1', example: null }],
  });
  const cards = { ...template, id: '9', name: 'vitrine', cards: [card(0, 'sofa.png'), card(1, null)] };
  const own = { key: 'file.1', source: 'text', text: '77', field_id: null, fallback: 'mesa.png' };
  const given = ['body.1', 'card.0.1'].map((key) => ({ ...own, key, text: 'três' }));
  const view = await openWizard('70', { ...draft, template_id: '9', variables: [...given, own] }, '2');
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.templates', rows: [template, cards], total: 2, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  expect(within(screen.getByRole('group', { name: 'Imagem do cartão 1' })).getByText(/^sofa\.png/u)).toBeTruthy();
  expect(within(screen.getByRole('group', { name: 'Imagem do cartão 2' })).getByText('mesa.png')).toBeTruthy();
  const variable = within(screen.getByRole('group', { name: 'Cartão 2, variável 1' }));
  await tester.type(variable.getByRole('textbox', { name: 'Texto' }), 'dois');
  const shown = within(screen.getByRole('list', { name: 'Carrossel' })).getAllByRole('listitem');
  expect(shown[1]?.textContent).toBe('mesa.pngSofá de dois lugares.Ver');
  const saved = async () => {
    await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
    return view.given('form.save').at(-1)?.values;
  };
  expect(await saved()).toMatchObject({
    variables: [{ key: 'body.1' }, { key: 'card.0.1' }, { key: 'card.1.1', text: 'dois' }, own],
  });
  act(() => view.save('campaign', '70', '70', ['campaign']));
  await tester.click(screen.getByRole('radio', { name: /^Volta/u }));
  expect(JSON.stringify(await saved())).not.toContain('file.1');
});

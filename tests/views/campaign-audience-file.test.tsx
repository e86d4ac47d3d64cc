import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { draft, openWizard } from './campaign-wizard-support.tsx';
import { checked } from './import-support.ts';

it('a file as the audience -> through the base’s import to a group of its customers; what was typed stays', async () => {
  const view = await openWizard('70', draft, '2');
  act(() => view.append({ type: 'permissions.listed', routes: ['campaigns', 'customers-base'] }));
  const tester = userEvent.setup();
  await tester.type(screen.getByRole('textbox', { name: /Nome da campanha/u }), '!');
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  await tester.click(screen.getByRole('radio', { name: /^Um arquivo/u }));
  const input = view.container.querySelector<HTMLInputElement>('input[type=file]') ?? view.container;
  await tester.upload(input, new File(['nome;celular'], 'feira.csv', { type: 'text/csv' }));
  await waitFor(() => expect(view.given('form.save').at(-1)?.form).toBe('import.upload'));
  const tabs = () => within(screen.getByRole('navigation', { name: 'Etapas' })).getAllByRole('button');
  const isLocked = (button: HTMLElement) => button instanceof HTMLButtonElement && button.disabled;
  // Left now, the file would be lost.
  const leads = () => [...tabs(), ...['Voltar', 'Continuar'].map((name) => screen.getByRole('button', { name }))];
  expect(leads().every(isLocked)).toBe(true);
  act(() => view.refuse('import.upload', 'client-1', 'error.file.empty', {}));
  expect(leads().some(isLocked)).toBe(false);
  await tester.upload(input, new File(['nome;celular'], 'feira.csv', { type: 'text/csv' }));
  await waitFor(() => expect(view.given('form.save')).toHaveLength(2));
  act(() => view.save('import.upload', 'client-1', '7', ['imports']));
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'import')).toBe(true));
  act(() => view.answer({ list: 'import', rows: [checked], total: 1 }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  // Left and come back to: it is the same import.
  await tester.click(screen.getByRole('button', { name: 'Voltar à campanha' }));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Um arquivo/u }));
  await tester.click(screen.getByRole('button', { name: 'Voltar à importação' }));
  await tester.click(await screen.findByRole('button', { name: /^Importar 46\.726/u }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'import.start', values: { as_group: true } });
  act(() => view.save('import.start', '7', '7', ['import']));
  act(() =>
    view.answer({ list: 'import', rows: [{ ...checked, status: 'done', added: 46_726, group_id: '12' }], total: 1 }),
  );
  await tester.click(screen.getByRole('button', { name: 'Usar este grupo na campanha' }));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Um grupo de clientes/u }));
  act(() =>
    view.answer({
      list: 'choices.groups',
      rows: [
        {
          id: '12',
          name: 'Feira',
          audience: null,
          members: 46_726,
          filledAt: null,
          isFilling: false,
          isFailing: false,
        },
      ],
      total: 1,
    }),
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Um grupo de clientes/u }).checked).toBe(true);
  expect(screen.getByRole('button', { name: /^2\. Público: Feira/u })).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'campaign',
    values: { name: 'Páscoa!', audience_id: null, group_id: '12', template_id: '8' },
  });
});

it('the wrong file -> back -> the right one is shown, not the one before', async () => {
  const view = await openWizard('70', draft, '2');
  act(() => view.append({ type: 'permissions.listed', routes: ['campaigns', 'customers-base'] }));
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: /^2\. Público/u }));
  await tester.click(screen.getByRole('radio', { name: /^Um arquivo/u }));
  const upload = async (id: string) => {
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]') ?? view.container;
    await tester.upload(input, new File(['nome;celular'], 'feira.csv', { type: 'text/csv' }));
    await waitFor(() => expect(view.given('form.save').at(-1)?.form).toBe('import.upload'));
    act(() => view.save('import.upload', view.given('form.save').at(-1)?.key ?? '', id, ['imports']));
    await waitFor(() => {
      const asked = view.given('list.fetch').findLast(({ list }) => list === 'import');
      expect(asked?.query.filters).toEqual({ import: id });
    });
  };
  await upload('7');
  act(() => view.answer({ list: 'import', rows: [checked], total: 1 }));
  await tester.click(screen.getByRole('button', { name: 'Voltar à campanha' }));
  await upload('8');
  expect(screen.getByRole('status', { name: 'Carregando…' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Voltar à campanha' })).toBeTruthy();
});

it('without the permission for the base, no file', async () => {
  await openWizard('70', draft, '2');
  await userEvent.setup().click(screen.getByRole('button', { name: /^2\. Público/u }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Um arquivo/u }).disabled).toBe(true);
});

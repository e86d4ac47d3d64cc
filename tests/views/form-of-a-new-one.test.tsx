import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FormFields } from '../../src/machines/entities/forms.ts';
import { fieldsOf } from '../../src/views/administration/form/fields.tsx';
import { FormProvider, useForm } from '../../src/views/administration/form/form-context.tsx';
import { renderScreen } from './administration-support.tsx';

const { FormText } = fieldsOf<FormFields['department']>();

/** A screen that hasn't gone on to what it has just created. */
function Department({ id }: { readonly id: string }) {
  const open = useForm('department', id, { name: 'Vendas' });
  return (
    <FormProvider value={open}>
      <FormText name="name" label="Nome" />
      <button type="button" onClick={open.submit}>
        Salvar
      </button>
    </FormProvider>
  );
}

const isReadOnly = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Nome' }).readOnly;

it('a new one was saved -> nothing can be typed into its old form, nor a second one be created', async () => {
  const view = await renderScreen(<Department id="new" />);
  expect(isReadOnly()).toBe(false);
  act(() => screen.getByRole('button', { name: 'Salvar' }).click());
  act(() => view.save('department', 'new', '7', []));
  expect(isReadOnly()).toBe(true);
  act(() => screen.getByRole('button', { name: 'Salvar' }).click());
  expect(view.given('form.save')).toHaveLength(1);
});

it('one that was there before was saved -> it can be edited further', async () => {
  const view = await renderScreen(<Department id="7" />);
  act(() => screen.getByRole('button', { name: 'Salvar' }).click());
  act(() => view.save('department', '7', '7', []));
  expect(isReadOnly()).toBe(false);
});

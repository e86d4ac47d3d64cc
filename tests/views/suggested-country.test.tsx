import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FormFields } from '../../src/machines/entities/forms.ts';
import { fieldsOf } from '../../src/views/administration/form/fields.tsx';
import { FormDialog } from '../../src/views/administration/form/FormDialog.tsx';
import { ContactDialog } from '../../src/views/attendance/chat/sending/ContactDialog.tsx';
import { renderScreen } from './administration-support.tsx';

const { FormPhone } = fieldsOf<FormFields['instance']>();

/* Brazil's country code is suggested, never forced. */

describe('a form’s phone', () => {
  const opened = async (phone: string | null) => {
    const view = await renderScreen(
      <FormDialog
        form="instance"
        formKey="1"
        values={null}
        title="Número"
        submitLabel="Salvar"
        onClose={() => undefined}
      >
        <FormPhone name="phone_number" label="Telefone" />
      </FormDialog>,
    );
    act(() => view.load('instance', '1', { name: 'Vendas', phone_number: phone }, 'v1'));
    return { ...view, field: screen.getByLabelText('Telefone') };
  };
  const saved = async ({ given }: Awaited<ReturnType<typeof opened>>) => {
    await userEvent.setup().click(screen.getByRole('button', { name: 'Salvar' }));
    return given('form.save').at(-1)?.values['phone_number'];
  };

  it('empty -> +55 once it is the field’s turn; typed after it', async () => {
    const view = await opened('');
    expect(view.field).toHaveProperty('value', '');
    act(() => view.field.focus());
    expect(view.field).toHaveProperty('value', '+55 ');
    await userEvent.setup().type(view.field, '11987654321');
    expect(await saved(view)).toBe('+55 11987654321');
  });

  it('nothing typed after it -> nothing is saved', async () => {
    const view = await opened('');
    await userEvent.setup().click(view.field);
    act(() => view.field.blur());
    expect(view.field).toHaveProperty('value', '');
    expect(await saved(view)).toBe('');
  });

  it('another country’s code -> stays', async () => {
    const view = await opened('');
    act(() => view.field.focus());
    fireEvent.change(view.field, { target: { value: '+351 912 345 678' } });
    expect(await saved(view)).toBe('+351 912 345 678');
  });

  it('one that is there -> as it is', async () => {
    const view = await opened('+351 912 345 678');
    act(() => view.field.focus());
    expect(view.field).toHaveProperty('value', '+351 912 345 678');
  });
});

it('a contact card: +55 stands there, and another country’s number goes as typed', async () => {
  const onSend = vi.fn<(...sent: readonly unknown[]) => string>(() => 'client-1');
  await renderScreen(<ContactDialog onSend={onSend} onClose={() => undefined} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText(/Nome/u), 'Rita');
  const phone = screen.getByLabelText(/Telefone/u);
  expect(phone).toHaveProperty('value', '+55 ');
  await user.clear(phone);
  await user.type(phone, '+351 912 345 678');
  await user.click(screen.getByRole('button', { name: /Enviar/u }));
  expect(JSON.stringify(onSend.mock.calls)).toContain('351');
  expect(JSON.stringify(onSend.mock.calls)).not.toContain('+55');
});

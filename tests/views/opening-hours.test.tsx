import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DepartmentDialog } from '../../src/views/administration/departments/DepartmentDialog.tsx';
import { renderScreen } from './administration-support.tsx';

async function show(hours: readonly { weekday: number; opens: string; closes: string }[] | null) {
  const view = await renderScreen(<DepartmentDialog id="7" onClose={() => undefined} />);
  const values = {
    ...{ name: 'Vendas', activated: true, greeting: null, off_hours_text: null, opening_hours: hours, holidays: [] },
    ...{ distribution: 'manual', max_open_tickets: null, transfer_after_minutes: null },
    ...{ member_ids: [], instance_ids: [] },
  };
  act(() => view.load('department', '7', values, '1'));
  const removals = () =>
    screen.queryAllByRole('button', { name: /^Remover horário/u }).map((each) => each.getAttribute('aria-label'));
  return { ...view, removals, user: userEvent.setup() };
}

it('open at certain hours -> the working days to begin with; always again -> none', async () => {
  const { user, removals, given } = await show(null);
  expect(removals()).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Com horário' }));
  expect(removals()).toEqual(
    ['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta'].map((day) => `Remover horário: ${day}-feira 08:00`),
  );
  await user.click(screen.getByRole('radio', { name: 'Sempre aberto' }));
  expect(removals()).toEqual([]);
  expect(given('form.save')).toEqual([]);
});

it('hours are added -> for the day after the last, after Saturday for Sunday; removed -> that one goes', async () => {
  const { user, removals } = await show([{ weekday: 6, opens: '09:00', closes: '12:00' }]);
  await user.click(screen.getByRole('button', { name: 'Adicionar horário' }));
  expect(removals()).toEqual(['Remover horário: Sábado 09:00', 'Remover horário: Domingo 08:00']);
  await user.click(screen.getByRole('button', { name: 'Remover horário: Sábado 09:00' }));
  expect(removals()).toEqual(['Remover horário: Domingo 08:00']);
});

it('a holiday is added -> every year, unless one says otherwise', async () => {
  const { user, given } = await show(null);
  await user.click(screen.getByRole('button', { name: 'Adicionar feriado' }));
  await user.type(screen.getByRole('textbox', { name: 'Nome do feriado' }), 'Natal');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(given('form.save').at(-1)?.values).toMatchObject({ holidays: [{ day: '', name: 'Natal', yearly: true }] });
});

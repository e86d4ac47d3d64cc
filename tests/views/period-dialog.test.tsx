import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PeriodDialog } from '../../src/views/attendance/list/PeriodDialog.tsx';
import { renderScreen } from './administration-support.tsx';

it('days in the wrong order or to come -> said, and nothing is filtered; once they are right, it is', async () => {
  const chosen: (readonly [string, string])[] = [];
  await renderScreen(
    <PeriodDialog
      title="Finalizadas em"
      from="2026-03-09"
      to="2026-03-05"
      today="2026-03-10"
      onChoose={(from, to) => chosen.push([from, to])}
      onClose={() => undefined}
    />,
  );
  const tester = userEvent.setup();
  // The code of the field is loaded when it is first shown.
  const last = await screen.findByRole('group', { name: 'Último dia' });
  const type = async (day: string) => {
    const [part] = within(last).getAllByRole('spinbutton');
    act(() => part?.focus());
    await tester.keyboard(day);
  };
  const filter = () => tester.click(screen.getByRole('button', { name: 'Filtrar' }));
  expect(screen.getByText('O último dia não pode ser antes do primeiro.')).toBeTruthy();
  await filter();
  await type('28');
  expect(screen.getByText('Informe um dia que exista, até hoje.')).toBeTruthy();
  await filter();
  expect(chosen).toEqual([]);
  await type('10');
  expect(screen.queryByText(/Informe um dia|não pode ser antes/u)).toBeNull();
  await filter();
  expect(chosen).toEqual([['2026-03-09', '2026-03-10']]);
});

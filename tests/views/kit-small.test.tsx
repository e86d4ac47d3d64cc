import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { FileField } from '../../src/views/kit/FileField.tsx';
import { Pagination } from '../../src/views/kit/Pagination.tsx';
import { TypedList } from '../../src/views/kit/Several.tsx';
import { Breadcrumbs } from '../../src/views/layout/Breadcrumbs.tsx';
import { InstancePicker } from '../../src/views/layout/InstancePicker.tsx';
import { roundDown } from '../../src/views/attendance/use-since.ts';
import { givenName } from '../../src/views/attendance/given-name.ts';
import { renderKit } from './kit-render.tsx';

async function pages(page: number, total: number) {
  const onPage = vi.fn<(page: number) => void>();
  const { unmount } = await renderKit(<Pagination page={page} pageSize={25} total={total} onPage={onPage} />);
  const isOff = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })?.disabled;
  const shown = {
    range: screen.getByRole('status').textContent,
    current: document.querySelector('[aria-current="page"]')?.textContent,
    ends: [isOff('Página anterior'), isOff('Próxima página')],
  };
  return { shown, onPage, unmount };
}

it.each([
  [1, 0, 'Nenhum resultado', undefined, [undefined, undefined]],
  [1, 25, '1–25 de 25', undefined, [undefined, undefined]],
  [1, 26, '1–25 de 26', '1', [true, false]],
  [2, 26, '26–26 de 26', '2', [false, true]],
  [2, 75, '26–50 de 75', '2', [false, false]],
])('page %i of %i rows -> “%s”, and where it ends', async (page, total, range, current, ends) => {
  expect((await pages(page, total)).shown).toEqual({ range, current, ends });
});

it('the page before, after, and any', async () => {
  const { onPage } = await pages(2, 75);
  for (const name of ['Página anterior', 'Próxima página', 'Página 3'])
    await userEvent.click(screen.getByRole('button', { name }));
  expect(onPage.mock.calls).toEqual([[1], [3], [3]]);
});

function Words() {
  const [values, setValues] = useState<readonly string[]>(['oi']);
  return (
    <>
      <TypedList label="Palavras" values={values} onChange={setValues} />
      <output>{values.join('|')}</output>
      <button type="button" onClick={() => setValues(['outra'])}>
        Trocar
      </button>
    </>
  );
}

it('several words in one field: what is typed stays as it is, blanks and repeated ones are none; changed elsewhere -> shown', async () => {
  await renderKit(<Words />);
  const field = screen.getByRole('textbox');
  await userEvent.type(field, ', olá;  oi,,');
  expect(field).toHaveProperty('value', 'oi, olá;  oi,,');
  expect(screen.getByRole('status').textContent).toBe('oi|olá');
  await userEvent.click(screen.getByRole('button', { name: 'Trocar' }));
  expect(field).toHaveProperty('value', 'outra');
});

it('a chosen file is removed -> its button has the focus; the same one can be chosen again; being uploaded, neither', async () => {
  const onChoose = vi.fn<(file: File) => void>();
  const onRemove = vi.fn<() => void>();
  const field = (isPending: boolean) => (
    <FileField
      label="Arquivo"
      description=""
      icon={null}
      accept=""
      choose="Escolher"
      name="nota.pdf"
      error={undefined}
      isPending={isPending}
      onChoose={onChoose}
      removal={{ label: 'Tirar', onRemove }}
    />
  );
  const { container, rerender } = await renderKit(field(false));
  await userEvent.click(screen.getByRole('button', { name: 'Tirar' }));
  expect(onRemove).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Escolher' }));
  const input = container.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.unreachable();
  const file = new File(['x'], 'nota.pdf');
  for (let times = 0; times < 2; times += 1) await userEvent.upload(input, file);
  expect([onChoose.mock.calls.length, input.value]).toEqual([2, '']);
  fireEvent.change(input, { target: { files: [] } });
  expect(onChoose).toHaveBeenCalledTimes(2);
  rerender(field(true));
  expect(screen.getByRole('button', { name: 'Tirar' })).toHaveProperty('disabled', true);
});

it('the last crumb is where one is, and no link; of one instance there is nothing to choose', async () => {
  await renderKit(
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Perfis', to: '/roles/list' },
          { label: 'Vendas', to: '/roles/edit/4' },
        ]}
      />
      <InstancePicker instances={[{ id: '1', name: 'Suporte' }]} selected="1" onSelect={() => undefined} />
    </>,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Perfis']);
  expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('Vendas');
  expect(screen.getByTitle('Instância').textContent).toBe('Suporte');
  expect(screen.queryByRole('button')).toBeNull();
});

const MINUTE = 60_000;
it.each([
  [59 * MINUTE + 5, 59 * MINUTE + 5],
  [119 * MINUTE, 119 * MINUTE],
  [150 * MINUTE, 120 * MINUTE],
  [24 * 60 * MINUTE - 1, 23 * 60 * MINUTE],
  [47 * 60 * MINUTE, 24 * 60 * MINUTE],
])('how long, rounded down: %i ms -> %i', (milliseconds, shown) => {
  expect(roundDown(milliseconds)).toBe(shown);
});

it.each([
  ['Luciana Prado', 'Luciana Prado'],
  ['+55 (11) 91234-5678', ''],
  ['', ''],
  ['3 Irmãos', '3 Irmãos'],
])('“%s” is greeted as “%s”', (name, greeted) => {
  expect(givenName(name)).toBe(greeted);
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Choices } from '../../src/views/kit/Choices.tsx';
import { ConfirmDialog } from '../../src/views/kit/ConfirmDialog.tsx';
import { Dialog } from '../../src/views/kit/Dialog.tsx';
import { Link } from '../../src/views/kit/Link.tsx';
import { Pagination } from '../../src/views/kit/Pagination.tsx';
import { TagChips } from '../../src/views/kit/TagChip.tsx';
import { Toasts } from '../../src/views/kit/Toasts.tsx';
import { renderKit } from './kit-render.tsx';

/* Edges of the kit: what holds a notice, closes a dialog, follows a link, or is shown in part. */

const user = userEvent.setup();

describe('notices', () => {
  const notice = (id: string) => ({ id, tone: 'notice', title: `Aviso ${id}` }) as const;
  const toasts = (ids: readonly string[], onHeldChange: (isHeld: boolean) => void) => (
    <Toasts toasts={ids.map(notice)} onClose={() => undefined} onHeldChange={onHeldChange} />
  );
  const region = () => screen.getByRole('region');

  it('pointed at and focused -> held until both have left; the last one goes under the pointer -> no more', async () => {
    const onHeldChange = vi.fn<(isHeld: boolean) => void>();
    const view = await renderKit(toasts(['1'], onHeldChange));
    const close = screen.getByRole('button', { name: 'Fechar aviso' });
    fireEvent.pointerEnter(region());
    act(() => close.focus());
    fireEvent.pointerLeave(region());
    expect(onHeldChange.mock.calls).toEqual([[true]]);
    act(() => close.blur());
    expect(onHeldChange.mock.calls).toEqual([[true], [false]]);
    fireEvent.pointerEnter(region());
    view.rerender(toasts([], onHeldChange));
    expect(onHeldChange.mock.calls).toEqual([[true], [false], [true], [false]]);
  });

  it('the focused one of several goes -> the focus is on the newest of the others', async () => {
    const view = await renderKit(toasts(['1', '2', '3'], () => undefined));
    const closes = () => screen.getAllByRole('button', { name: 'Fechar aviso' });
    expect(screen.getByText('+2')).toBeTruthy();
    act(() => closes()[2]?.focus());
    view.rerender(toasts(['1', '2'], () => undefined));
    expect(document.activeElement).toBe(closes()[1]);
  });
});

describe('dialogs', () => {
  it('one that must be answered isn’t closed by Escape, and has no cross', async () => {
    const onClose = vi.fn<() => void>();
    await renderKit(
      <Dialog title="Termos" isOpen isBlocking onClose={onClose} footer={<button type="button">Aceitar</button>}>
        Leia
      </Dialog>,
    );
    const dialog = screen.getByRole('alertdialog', { name: 'Termos' });
    expect(within(dialog).getAllByRole('button')).toHaveLength(1);
    act(() => within(dialog).getByRole('button').focus());
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    [false, 'Cancelar'],
    [true, 'Finalizar'],
  ])(
    'a question that can be undone: %s -> Enter is “%s”, but not the Enter that opened it',
    async (isUndoable, name) => {
      const onConfirm = vi.fn<() => void>();
      await renderKit(
        <ConfirmDialog
          isOpen
          title="Finalizar?"
          confirmLabel="Finalizar"
          isUndoable={isUndoable}
          onConfirm={onConfirm}
          onClose={() => undefined}
        >
          Ok
        </ConfirmDialog>,
      );
      expect(document.activeElement?.textContent).toBe(name);
      const confirm = screen.getByRole('button', { name: 'Finalizar' });
      expect(fireEvent.keyDown(confirm, { key: 'Enter', repeat: true })).toBe(false);
      expect(fireEvent.keyDown(confirm, { key: 'Enter' })).toBe(true);
    },
  );
});

function Where() {
  return <output>{useLocation().pathname}</output>;
}

it('a link within the app -> followed without loading the page; to another site, or loading anew -> the browser’s', async () => {
  await renderKit(
    <>
      <Link to="/chat">Conversas</Link>
      <Link to="https://meta.example/x">Meta</Link>
      <Link to="/outra" reloadDocument>
        Outra
      </Link>
      <Link to="/longe" onClick={(event) => event.preventDefault()}>
        Longe
      </Link>
      <Where />
    </>,
  );
  const where = () => document.querySelector('output')?.textContent;
  const link = (name: string) => screen.getByRole('link', { name });
  expect(link('Meta').getAttribute('href')).toBe('https://meta.example/x');
  for (const name of ['Meta', 'Outra']) expect(fireEvent.click(link(name))).toBe(true);
  fireEvent.click(link('Longe'));
  expect(where()).toBe('/');
  // In a tab of its own.
  fireEvent.click(link('Conversas'), { ctrlKey: true });
  expect(where()).toBe('/');
  expect(fireEvent.click(link('Conversas'))).toBe(false);
  await waitFor(() => expect(where()).toBe('/chat'));
});

it('two tags are shown, and how many more there are with their names; none -> nothing', async () => {
  const tags = ['Ouro', 'Prata', 'Bronze'].map((name, at) => ({ id: `${at}`, name, color: 'green' }) as const);
  const view = await renderKit(<TagChips tags={tags} />);
  expect(view.container.textContent).toBe('OuroPrata+1');
  expect(screen.getByTitle('Ouro, Prata, Bronze').textContent).toBe('+1');
  view.rerender(<TagChips tags={tags.slice(1)} />);
  expect(view.container.textContent).toBe('PrataBronze');
  view.rerender(<TagChips tags={[]} />);
  expect(view.container.childElementCount).toBe(0);
});

it('nothing to choose from -> said; read only -> nothing is changed', async () => {
  const onChange = vi.fn<(ids: readonly string[]) => void>();
  const options = [{ id: '1', label: 'Ana', about: 'Vendas' }];
  const view = await renderKit(<Choices label="Quem" options={[]} value={[]} onChange={onChange} none="Ninguém" />);
  expect(screen.getByText('Ninguém')).toBeTruthy();
  view.rerender(<Choices label="Quem" options={options} value={[]} onChange={onChange} none="Ninguém" isReadOnly />);
  expect(screen.queryByText('Ninguém')).toBeNull();
  expect(screen.getByText('Vendas')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /^Ana/u }));
  expect(onChange).not.toHaveBeenCalled();
  view.rerender(<Choices label="Quem" options={options} value={[]} onChange={onChange} none="Ninguém" error="Falta" />);
  await user.click(screen.getByRole('checkbox', { name: /^Ana/u }));
  expect(onChange.mock.calls).toEqual([[['1']]]);
  expect(screen.getByRole('group', { name: /^Quem/u }).getAttribute('data-invalid')).toBe('true');
});

it.each([
  [10, false],
  [11, true],
])('%i rows, of which ten may be on a page -> another number of them can be chosen: %s', async (total, mayChoose) => {
  const onSize = vi.fn<(size: number) => void>();
  await renderKit(
    <Pagination page={1} pageSize={25} total={total} onPage={() => undefined} sizes={[10, 25]} onSize={onSize} />,
  );
  const button = screen.queryByRole('button', { name: /: 25$/u });
  expect(button !== null).toBe(mayChoose);
  if (button === null) return;
  await user.click(button);
  await user.click(await screen.findByRole('menuitemradio', { name: /^10 / }));
  expect(onSize.mock.calls).toEqual([[10]]);
});

import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ExportDialog } from '../../src/views/attendance/chat/export/ExportDialog.tsx';
import { aTicket } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const ticket = aTicket();

async function opened() {
  const onClose = vi.fn<() => void>();
  const view = await renderScreen(<ExportDialog ticket={ticket} onClose={onClose} />);
  await screen.findByRole('button', { name: 'Baixar' });
  const user = userEvent.setup();
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }));
  const take = () => user.click(screen.getByRole('button', { name: 'Baixar' }));
  const asked = () => view.given('form.save');
  return { view, user, choose, take, asked, onClose };
}

it.each([
  ['PDF, para ler e imprimir', 'pdf'],
  ['JSON, para outros sistemas', 'json'],
])('%s -> asked for, how much has come is said, and it closes once it is there', async (name, format) => {
  const { view, choose, take, asked, onClose } = await opened();
  await choose(name);
  await take();
  const of = { customer_id: ticket.customer.id, instance_id: ticket.instance.id };
  expect(asked()).toMatchObject([
    { form: 'download', key: 'conversation', values: { ...of, format, locale: 'pt_BR' } },
  ]);
  expect(screen.getByRole('status').textContent).toBe('Baixando…');
  // Pressed again, nothing more is asked for.
  await take();
  expect(asked()).toHaveLength(1);
  const request = asked()[0]?.request ?? 0;
  act(() => view.append({ type: 'form.progressed', form: 'download', key: 'conversation', request, bytes: 20_480 }));
  expect(screen.getByRole('status').textContent).toBe('20 KB recebidos');
  expect(onClose).not.toHaveBeenCalled();
  act(() => view.save('download', 'conversation', 'conversation', []));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('a failure -> said, and it stays open to be tried again; cancelled on its way -> stopped', async () => {
  const { view, user, take, asked, onClose } = await opened();
  await take();
  act(() => view.refuse('download', 'conversation', 'error.network'));
  expect(screen.getByRole('alert').textContent).toContain('Sem conexão com o servidor');
  expect(onClose).not.toHaveBeenCalled();
  await take();
  expect(asked()).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(view.given('form.stop')).toMatchObject([{ form: 'download', key: 'conversation' }]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

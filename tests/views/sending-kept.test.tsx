import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import { BRUNO, streamAt } from '../support/builders.ts';
import { composerOf, openChat, ownTicket } from './chat-support.tsx';

/*
 * The conversation is closed under what is being prepared for the customer.
 */

beforeAll(() => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});

const free: Ticket = { ...ownTicket, owner: null };

async function show() {
  const { app } = openChat(free);
  const composer = await composerOf(free);
  await screen.findByRole('button', { name: 'Anexar' });
  let seq = 8;
  const passOn = (owner: Ticket['owner']) => {
    seq += 1;
    act(() =>
      app.append({
        type: 'ticket.transferred',
        transfer: null,
        ticket: { ...free, owner },
        by: BRUNO,
        stream: streamAt(seq),
      }),
    );
  };
  return {
    user: userEvent.setup(),
    composer,
    taken: () => passOn({ ...BRUNO, image: null }),
    back: () => passOn(null),
  };
}

const isDisabled = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Enviar' }).disabled;

it('chosen files stay, with their caption, and can be saved; sent once one can again', async () => {
  const { user, composer, taken, back } = await show();
  const file = new File(['x'], 'foto.png', { type: 'image/png' });
  const items = [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }];
  fireEvent.paste(composer, { clipboardData: { types: ['Files'], items } });
  const tray = await screen.findByRole('dialog', { name: 'Enviar arquivo' });
  await user.type(within(tray).getByLabelText('Legenda'), 'A foto');
  taken();
  expect(within(tray).getByText(/Este atendimento está com Bruno Lima\./u)).toBeTruthy();
  expect(within(tray).getByRole('link', { name: 'Salvar no dispositivo' })).toHaveProperty('download', 'foto.png');
  expect(within(tray).getByLabelText('Legenda')).toHaveProperty('value', 'A foto');
  expect(isDisabled(tray)).toBe(true);
  back();
  expect(isDisabled(tray)).toBe(false);
  expect(screen.queryByText(/Este atendimento está com/u)).toBeNull();
});

it('a contact card stays, and its words can be copied', async () => {
  const { user, taken } = await show();
  await user.click(screen.getByRole('button', { name: 'Anexar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Contato…' }));
  const dialog = await screen.findByRole('dialog', { name: /contato/iu });
  await user.type(within(dialog).getByLabelText(/^Nome/u), 'Marta');
  taken();
  expect(within(dialog).getByLabelText(/^Nome/u)).toHaveProperty('value', 'Marta');
  expect(isDisabled(dialog)).toBe(true);
  expect(within(dialog).getByRole('button', { name: 'Copiar' })).toBeTruthy();
});

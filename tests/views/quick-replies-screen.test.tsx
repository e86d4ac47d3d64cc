import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { QuickRepliesScreen } from '../../src/views/administration/quick-replies/QuickRepliesScreen.tsx';
import { renderScreen } from './administration-support.tsx';

/** Both screens, as one goes from one to the other. */
function Both() {
  const [of, setOf] = useState<'own' | 'company'>('own');
  return (
    <>
      <QuickRepliesScreen of={of} />
      <button type="button" onClick={() => setOf('company')}>
        Da empresa
      </button>
    </>
  );
}

async function show() {
  const view = await renderScreen(<Both />);
  const answer = (isOwn: boolean) =>
    act(() =>
      view.answer({ list: 'quickReplies', rows: [{ id: '5', shortcut: 'pix', text: 'Chave', isOwn }], total: 1 }),
    );
  const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'quickReplies')?.query;
  const key = () => view.given('form.load').at(-1)?.key;
  return { ...view, answer, asked, key, user: userEvent.setup() };
}

it('from one’s own to the company’s -> theirs are asked for, a new one is one of them', async () => {
  const { user, answer, asked, key } = await show();
  expect(asked()?.filters).toEqual({ of: 'own' });
  answer(true);
  await user.click(screen.getByRole('button', { name: 'Nova resposta rápida' }));
  expect(key()).toBe('own');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Da empresa' }));
  expect(asked()).toMatchObject({ filters: { of: 'company' }, search: '' });
  answer(false);
  await user.click(screen.getByRole('button', { name: 'Nova resposta rápida' }));
  await screen.findByRole('dialog', { name: 'Nova resposta rápida' });
  expect(key()).toBe('company');
});

it('one is edited or deleted from its menu -> whose it is says what is lost', async () => {
  const { user, answer, key, given } = await show();
  answer(true);
  await user.click(screen.getByRole('button', { name: 'Ações de /pix' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  await screen.findByRole('dialog', { name: 'Editar resposta rápida' });
  expect(key()).toBe('5');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Ações de /pix' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir /pix?' }));
  expect(dialog.getByText(/^Ela some da sua lista/u)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(given('form.save').at(-1)).toMatchObject({ form: 'quickReply.delete', key: '5' });
});

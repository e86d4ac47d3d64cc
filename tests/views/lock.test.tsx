import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { LockScreen } from '../../src/views/administration/account/LockScreen.tsx';
import { lockAfter } from '../../src/views/administration/account/use-own-settings.ts';
import { UserSettingsScreen } from '../../src/views/administration/account/UserSettingsScreen.tsx';
import { Account } from '../../src/views/app/Account.tsx';
import { IdleLock } from '../../src/views/app/IdleLock.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { ANA, START } from '../support/builders.ts';
import { press, save, tellSettings, type } from './account-support.ts';
import { renderScreen } from './administration-support.tsx';

describe('the lock', () => {
  it('locked -> wrong password, still locked -> right one, open; leaving is asked once more', async () => {
    const view = await renderScreen(<LockScreen />);
    act(() => view.append({ type: 'screen.locked' }));
    expect(view.given('lock.keep').at(-1)).toMatchObject({ locked: true });
    await type('Sua senha', 'errada');
    await press('Desbloquear');
    act(() => view.refuse('account.unlock', ANA.id, 'error.form.invalid', { password: 'error.password.wrong' }));
    expect(screen.getByText('Senha errada.')).toBeTruthy();
    expect(view.given('lock.keep')).toHaveLength(1);
    await press(/^Não é/u);
    expect(screen.getByText(/mensagens ainda não enviadas/u)).toBeTruthy();
    expect(view.given('logout.send')).toHaveLength(0);
    await press('Desbloquear');
    save(view, 'account.unlock', ANA.id);
    expect(view.given('lock.keep').at(-1)).toMatchObject({ locked: false });
  });
});

describe('locking by itself', () => {
  it('the person chose none, the company has a longest time -> locked after it, not when the clock is set right', async () => {
    let at = START;
    let offset = 0;
    const onIdle = () => view.append({ type: 'screen.locked' });
    const view = await renderScreen(<IdleLock userId={ANA.id} onIdle={onIdle} />, {
      clock: () => at + offset,
      ownClock: () => at,
    });
    await waitFor(() => expect(view.given('list.fetch')).toHaveLength(1));
    tellSettings(view, { lockMinutes: 10 });
    const pass = (minutes: number) => {
      at += minutes * 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    offset = 3_600_000;
    document.body.dispatchEvent(new Event('pointermove', { bubbles: true }));
    pass(9);
    expect(view.given('lock.keep')).toEqual([]);
    pass(1);
    expect(view.given('lock.keep')).toMatchObject([{ locked: true }]);
  });

  it('logged out before it is time -> nothing is locked any more', async () => {
    let at = START;
    const onIdle = vi.fn<() => void>();
    const view = await renderScreen(<IdleLock userId={ANA.id} onIdle={onIdle} />, { ownClock: () => at });
    await waitFor(() => expect(view.given('list.fetch')).toHaveLength(1));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    tellSettings(view, { lockMinutes: 10 });
    view.unmount();
    at += 11 * 60_000;
    vi.advanceTimersByTime(11 * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.useRealTimers();
    expect(onIdle).not.toHaveBeenCalled();
  });

  it.each([
    [null, 0, null],
    [15, 0, 15],
    [null, 10, 10],
    [15, 10, 10],
    [5, 10, 5],
  ])('chosen %j, the company’s %j -> %j', (chosen, lockMinutes, expected) => {
    expect(lockAfter(chosen, { lockMinutes })).toBe(expected);
  });
});

describe('without a password of this company', () => {
  it('come in by its provider -> the lock says what to do', async () => {
    const view = await renderScreen(<LockScreen />);
    expect(screen.queryByText(/não tem senha aqui/u)).toBeNull();
    const start = 'https://balcao.example/api/auth/identity/start';
    act(() => view.answer({ list: 'identityLogin', rows: [{ id: 'aurora', label: 'Aurora SSO', start }], total: 1 }));
    expect(screen.getByText(/Entra com Aurora SSO e não tem senha aqui\?/u)).toBeTruthy();
  });

  it('come in as support -> the company’s rules are fetched all the same: lists colour waits by them', async () => {
    const user = { ...ANA, email: 'ana@aurora.example', roleName: 'administrador', roleLabel: '', image: null };
    const view = await renderScreen(
      <ShortcutsProvider hasSingleKeys isOff={false}>
        <Account user={user} onShowShortcuts={() => {}} />
      </ShortcutsProvider>,
      { supportFrom: 'balcao' },
    );
    await waitFor(() => expect(view.given('list.fetch').map(({ list }) => list)).toContain('userSettings'));
  });

  it('come in as support -> no lock, by menu, keys or itself, and no profile', async () => {
    const view = await renderScreen(
      <ShortcutsProvider hasSingleKeys isOff={false}>
        <Account
          user={{ ...ANA, email: 'ana@aurora.example', roleName: 'administrador', roleLabel: '', image: null }}
          onShowShortcuts={() => {}}
        />
        <UserSettingsScreen />
      </ShortcutsProvider>,
      { supportFrom: 'balcao' },
    );
    expect(screen.getByText(/Você está nesta empresa como suporte/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Trocar a senha' })).toBeNull();
    expect(screen.queryByRole('heading', { name: /duas etapas/u })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Abrir o perfil' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Bloqueio automático/u })).toBeNull();
    const user = userEvent.setup();
    await user.keyboard('{Control>}{Shift>}l{/Shift}{/Control}');
    await user.click(screen.getByRole('button', { name: /^Conta de/u }));
    expect(await screen.findByRole('menuitem', { name: 'Sair' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Meu perfil' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Bloquear a tela' })).toBeNull();
    expect(view.given('lock.keep')).toEqual([]);
  });
});

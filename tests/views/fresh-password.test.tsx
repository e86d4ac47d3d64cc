import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TwoFactorScreen } from '../../src/views/administration/account/TwoFactorScreen.tsx';
import { UserSettingsScreen } from '../../src/views/administration/account/UserSettingsScreen.tsx';
import { ANA } from '../support/builders.ts';
import { load, press, save, tellSettings, type } from './account-support.ts';
import { renderScreen } from './administration-support.tsx';

const kept = { 's-qr': '<svg/>', 's-secret': 'ABCDEFGH', 's-codes': 'codes-00000' };

describe('the password shown too long ago', () => {
  const UNPROVEN = 'error.password.unproven';
  const sentOf = (view: Awaited<ReturnType<typeof renderScreen>>, form: string) =>
    view.given('form.save').filter((each) => each.form === form);

  it('setting up: asked for before anything is shown -> wrong, right -> asked for again by itself', async () => {
    const view = await renderScreen(<TwoFactorScreen />, { kept });
    tellSettings(view);
    await press('Começar');
    const { request = 0 } = view.given('form.load').at(-1) ?? {};
    const failure = { code: 'FORBIDDEN', key: UNPROVEN, params: {}, fields: {}, requestId: null } as const;
    act(() => view.append({ type: 'form.loadFailed', form: 'account.twoFactor', key: ANA.id, request, failure }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirme que é você' });
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Senha atual'));
    expect(screen.queryByText('Os dados não carregaram', { exact: false })).toBeNull();
    await type('Senha atual', 'errada{Enter}');
    act(() => view.refuse('account.unlock', 'proof', 'error.form.invalid', { password: 'error.password.wrong' }));
    expect(within(dialog).getByText('Senha errada.')).toBeTruthy();
    await type('Senha atual', 'certa{Enter}');
    save(view, 'account.unlock', 'proof');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.given('form.load').at(-1)).toMatchObject({ form: 'account.twoFactor', request: request + 1 });
    load(view, 'account.twoFactor', ANA.id, { qr: 's-qr', secret: 's-secret', recovery_codes: 's-codes', code: null });
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 })));
  });

  it('given up before anything is shown -> where one was', async () => {
    const view = await renderScreen(<TwoFactorScreen />);
    tellSettings(view);
    await press('Começar');
    const { request = 0 } = view.given('form.load').at(-1) ?? {};
    const failure = { code: 'FORBIDDEN', key: UNPROVEN, params: {}, fields: {}, requestId: null } as const;
    act(() => view.append({ type: 'form.loadFailed', form: 'account.twoFactor', key: ANA.id, request, failure }));
    await screen.findByRole('dialog', { name: 'Confirme que é você' });
    await type('Senha atual', 'cer');
    await userEvent.setup().keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Começar' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 })));
  });

  it('switching off: the code is kept and sent again; given up -> it stands there, and is sent by the button', async () => {
    const view = await renderScreen(<UserSettingsScreen />);
    tellSettings(view, { twoFactor: true, recoveryCodesLeft: 10 });
    await press('Pedir um código ao entrar', 'switch');
    const off = await screen.findByRole('dialog', { name: /Desativar/u });
    await type('Código do aplicativo ou de recuperação', '123456');
    await userEvent.setup().click(within(off).getByRole('button', { name: 'Desativar' }));
    act(() => view.refuse('account.twoFactorOff', ANA.id, UNPROVEN));
    await screen.findByRole('dialog', { name: 'Confirme que é você' });
    await userEvent.setup().keyboard('{Escape}');
    const code = () => screen.getByLabelText<HTMLInputElement>('Código do aplicativo ou de recuperação').value;
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirme que é você' })).toBeNull());
    expect(code()).toBe('123456');
    await userEvent.setup().click(within(off).getByRole('button', { name: 'Desativar' }));
    act(() => view.refuse('account.twoFactorOff', ANA.id, UNPROVEN));
    await screen.findByRole('dialog', { name: 'Confirme que é você' });
    await type('Senha atual', 'certa{Enter}');
    expect(sentOf(view, 'account.twoFactorOff')).toHaveLength(2);
    save(view, 'account.unlock', 'proof');
    await waitFor(() => expect(sentOf(view, 'account.twoFactorOff')).toHaveLength(3));
    const sent = sentOf(view, 'account.twoFactorOff').at(-1)?.values['code'];
    const at = typeof sent === 'string' ? Number(sent.replace('secret-', '')) - 1 : -1;
    expect(view.secrets[at]).toBe('123456');
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ForgotPasswordScreen } from '../../src/views/administration/account/ForgotPasswordScreen.tsx';
import { ProfileScreen } from '../../src/views/administration/account/ProfileScreen.tsx';
import { RegisterScreen } from '../../src/views/administration/account/RegisterScreen.tsx';
import { ResetPasswordScreen } from '../../src/views/administration/account/ResetPasswordScreen.tsx';
import { TwoFactorScreen } from '../../src/views/administration/account/TwoFactorScreen.tsx';
import { UserSettingsScreen } from '../../src/views/administration/account/UserSettingsScreen.tsx';
import { UserDialog } from '../../src/views/administration/users/UserDialog.tsx';
import { UsersScreen } from '../../src/views/administration/users/UsersScreen.tsx';
import { ANA, START } from '../support/builders.ts';
import { load, press, save, tellSettings, type } from './account-support.ts';
import { renderScreen } from './administration-support.tsx';
import { noticesArea } from '../../src/i18n/areas/notices.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';

const CODES = Array.from({ length: 10 }, (_, at) => `codes-0000${at}`);
const kept = { 's-qr': '<svg/>', 's-secret': 'ABCDEFGH', 's-codes': CODES.join('\n') };

const noChoices = { options: [], isLoading: false, hasFailed: false, retry: () => undefined };

describe('two factor', () => {
  it('off -> begun -> wrong code -> right code -> codes, which one has to keep -> on', async () => {
    const view = await renderScreen(<TwoFactorScreen />, { kept });
    tellSettings(view);
    await press('Começar');
    load(view, 'account.twoFactor', ANA.id, { qr: 's-qr', secret: 's-secret', recovery_codes: 's-codes', code: null });
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    expect(screen.getByRole('img', { name: /Código QR/u }).getAttribute('src')).toContain('svg');
    await type('Código de 6 dígitos', '000000');
    await press('Ativar');
    act(() => view.refuse('account.twoFactor', ANA.id, 'error.form.invalid', { code: 'error.twoFactor.code' }));
    expect(screen.getByText(/Código errado ou já usado/u)).toBeTruthy();
    expect(screen.queryByText('codes-00000')).toBeNull();
    await type('Código de 6 dígitos', '1');
    expect(screen.queryByText(/Código errado ou já usado/u)).toBeNull();
    await press('Ativar');
    // A code is a secret: the log has its name alone.
    expect(view.secrets.at(0)).toBe('000000');
    expect(view.given('form.save').at(-1)?.values['code']).toBe(`secret-${view.secrets.length}`);
    save(view, 'account.twoFactor', ANA.id);
    tellSettings(view, { twoFactor: true, recoveryCodesLeft: 10 });
    expect(CODES.filter((code) => screen.queryByText(code) === null)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Concluir' })).toHaveProperty('disabled', true);
    await press('Guardei os códigos em um lugar seguro', 'checkbox');
    await press('Concluir');
    expect(screen.queryByText('codes-00000')).toBeNull();
    expect(screen.getByText(/Restam 10 códigos/u)).toBeTruthy();
  });

  it('owed: said at once; on, as required: it can’t be switched off', async () => {
    const view = await renderScreen(<TwoFactorScreen />);
    tellSettings(view, { twoFactorRequired: true });
    expect(screen.getByText(/exige a verificação em duas etapas. Configure-a agora/u)).toBeTruthy();
    act(() => view.append({ type: 'list.outdated', list: 'userSettings' }));
    tellSettings(view, { twoFactorRequired: true, twoFactor: true, recoveryCodesLeft: 2 });
    expect(screen.queryByRole('button', { name: 'Desativar' })).toBeNull();
    expect(screen.getByText('Acabando')).toBeTruthy();
  });

  it('other recovery codes: confirmed with a code, then shown once', async () => {
    const view = await renderScreen(<TwoFactorScreen />, { kept });
    tellSettings(view, { twoFactor: true, recoveryCodesLeft: 1 });
    await press('Gerar novos códigos');
    load(view, 'account.recoveryCodes', ANA.id, { recovery_codes: 's-codes', code: null });
    expect(screen.queryByText('codes-00000')).toBeNull();
    await type('Código de 6 dígitos', '123456');
    await press('Gerar novos códigos');
    save(view, 'account.recoveryCodes', ANA.id);
    expect(screen.getByText('codes-00000')).toBeTruthy();
  });
});

describe('settings', () => {
  it('whether Enter or Ctrl+Enter sends is chosen here', async () => {
    await renderScreen(<UserSettingsScreen />);
    const sends = () => screen.getByRole('switch', { name: /^Ctrl\+Enter envia/ });
    expect(sends()).toHaveProperty('checked', false);
    await userEvent.setup().click(sends());
    expect(sends()).toHaveProperty('checked', true);
  });

  it('switched off with a code; a wrong one is said in the dialog', async () => {
    const view = await renderScreen(<UserSettingsScreen />);
    tellSettings(view, { twoFactor: true, recoveryCodesLeft: 10 });
    await press('Pedir um código ao entrar', 'switch');
    const dialog = await screen.findByRole('dialog', { name: /Desativar/u });
    await type('Código do aplicativo ou de recuperação', '000000');
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Desativar' }));
    act(() => view.refuse('account.twoFactorOff', ANA.id, 'error.form.invalid', { code: 'error.twoFactor.code' }));
    expect(within(dialog).getByText(/Código errado ou já usado/u)).toBeTruthy();
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Desativar' }));
    save(view, 'account.twoFactorOff', ANA.id);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the company’s: asked first with how many lack it; refused -> why, and nothing is required', async () => {
    const view = await renderScreen(<UserSettingsScreen />);
    load(view, 'security', 'company', { two_factor_required: false, users_without: 3 }, 'false');
    await press('Exigir a verificação em duas etapas de todos', 'switch');
    const dialog = await screen.findByRole('dialog', { name: 'Exigir de todos?' });
    expect(within(dialog).getByText(/3 usuários ainda não têm/u)).toBeTruthy();
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Exigir' }));
    expect(view.given('form.save').at(-1)).toMatchObject({
      form: 'security',
      values: { two_factor_required: true },
      version: 'false',
    });
    act(() => view.refuse('security', 'company', 'error.twoFactor.ownFirst'));
    expect(within(dialog).getByText(/Ative primeiro/u)).toBeTruthy();
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    const required = screen.getByRole('switch', { name: 'Exigir a verificação em duas etapas de todos' });
    expect(required).toHaveProperty('checked', false);
  });

  it('password: the present one is asked for; wrong -> said beside it, nothing typed is lost', async () => {
    const view = await renderScreen(<UserSettingsScreen />);
    await press('Trocar a senha');
    await type('Senha atual', 'errada');
    await type('Nova senha', 'Uma#boa+senha7');
    const dialog = screen.getByRole('dialog', { name: 'Trocar a senha' });
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Trocar a senha' }));
    const sent = view.given('form.save').at(-1)?.values;
    expect(sent).toEqual({ current: 'secret-1', password: 'secret-2' });
    act(() => view.refuse('account.password', ANA.id, 'error.form.invalid', { current: 'error.password.wrong' }));
    expect(within(dialog).getByText('Senha errada.')).toBeTruthy();
    expect(screen.getByLabelText('Nova senha')).toHaveProperty('value', 'Uma#boa+senha7');
    act(() => view.refuse('account.password', ANA.id, 'error.password.unproven'));
    const start = 'https://balcao.example/api/auth/identity/start';
    act(() => view.answer({ list: 'identityLogin', rows: [{ id: 'aurora', label: 'Aurora SSO', start }], total: 1 }));
    const link = within(dialog).getByRole('link', { name: /criar a primeira/u });
    expect(link.getAttribute('href')).toBe('/pages/forgot-password');
  });

  it('sessions: this one is marked and stays, another is ended after a question; logins in words', async () => {
    const view = await renderScreen(<UserSettingsScreen />);
    const session = { since: START, lastUsedAt: START, endsAt: START, address: '10.0.0.7' };
    const browser = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
    const rows = [
      { ...session, id: '1', browser, current: true },
      { ...session, id: '2', browser: null, current: false },
    ];
    act(() => view.answer({ list: 'mySessions', rows, total: 2 }));
    act(() =>
      view.answer({
        list: 'loginHistory',
        rows: [{ id: '5', at: START, action: 'login.failed', address: '10.0.0.9', browser: null }],
        total: 1,
      }),
    );
    expect(screen.getByText('Chrome 130 · Windows')).toBeTruthy();
    expect(screen.getByText('Esta sessão')).toBeTruthy();
    expect(screen.getByText('Tentou entrar')).toBeTruthy();
    await press('Encerrar Navegador desconhecido');
    const dialog = await screen.findByRole('dialog', { name: 'Encerrar esta sessão?' });
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Encerrar' }));
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'session.revoke', key: '2' });
    save(view, 'session.revoke', '2');
    await press('Encerrar as outras sessões');
    const all = await screen.findByRole('dialog', { name: 'Encerrar as outras sessões?' });
    expect(within(all).getByText(/1 outra sessão termina na hora/u)).toBeTruthy();
    await userEvent.setup().click(within(all).getByRole('button', { name: 'Encerrar as outras' }));
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'session.revokeOthers' });
    save(view, 'session.revokeOthers', 'own');
    act(() => view.append({ type: 'list.outdated', list: 'mySessions' }));
    act(() => view.answer({ list: 'mySessions', rows: rows.slice(0, 1), total: 1 }));
    expect(screen.queryByRole('button', { name: 'Encerrar as outras sessões' })).toBeNull();
  });

  it('preferences are kept in this browser', async () => {
    const view = await renderScreen(
      <AreasContext value={{ loaded: [noticesArea], failure: undefined, request: () => undefined }}>
        <UserSettingsScreen />
      </AreasContext>,
    );
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Escuro' }));
    // The settings of notices load by themselves.
    await screen.findByRole('switch', { name: 'Som das notificações' });
    await press('Som das notificações', 'switch');
    await press(/Bloqueio automático/u);
    await userEvent.setup().click(await screen.findByRole('option', { name: 'Após 15 minutos sem uso' }));
    expect(view.given('preferences.keep').at(-1)?.preferences).toMatchObject({
      theme: 'dark',
      sound: false,
      lockMinutes: 15,
    });
    // The company allows less from now on: what was chosen is no more than that, and neither can be.
    tellSettings(view, { lockMinutes: 10 });
    expect(screen.getByText('A sua empresa permite no máximo 10 minutos.')).toBeTruthy();
    await press(/Após 10 minutos sem uso Bloqueio automático/u);
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Após 5 minutos sem uso',
      'Após 10 minutos sem uso',
    ]);
  });
});

describe('profile', () => {
  const values = {
    name: 'Ana Ribeiro',
    username: 'ana',
    email: 'ana@aurora.example',
    image: null,
    role: 'Administrador',
    department: null,
  };

  it('name changed -> saved; the e-mail only of whom it is allowed', async () => {
    const view = await renderScreen(<ProfileScreen />);
    load(view, 'account.profile', ANA.id, { ...values, may_change_email: false }, 'v1');
    expect(screen.getByLabelText('E-mail')).toHaveProperty('disabled', true);
    await type('Nome', ' Souza');
    await press('Salvar');
    expect(view.given('form.save').at(-1)).toMatchObject({ values: { name: 'Ana Ribeiro Souza' }, version: 'v1' });
    act(() => view.refuse('account.profile', ANA.id, 'error.form.conflict'));
    await press('Ver o que mudou');
    load(view, 'account.profile', ANA.id, { ...values, may_change_email: true }, 'v2');
    expect(screen.getByLabelText('Nome')).toHaveProperty('value', 'Ana Ribeiro Souza');
    expect(screen.getByLabelText('E-mail')).toHaveProperty('disabled', false);
  });

  it('a chosen picture is looked at before it is drawn: too many pixels, no picture, too large -> said, and as it was', async () => {
    const view = await renderScreen(<ProfileScreen />);
    load(view, 'account.profile', ANA.id, { ...values, may_change_email: false }, 'v1');
    const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.unreachable();
    const png = (side: string) => `\x89PNG\r\n\x1A\n${'\0'.repeat(4)}IHDR${side}${side}`;
    const choose = (content: string) =>
      userEvent.upload(
        input,
        new File([Uint8Array.from(content, (each) => each.charCodeAt(0))], 'eu.png', { type: 'image/png' }),
      );
    const wrongs = [
      [png('\0\0\x4E\x20'), /mais de 50 megapixels/u],
      ['<svg onload="x()"/>', /Use uma imagem PNG, JPEG ou WebP/u],
      [png('\0\0\0\x10').padEnd(205_000, '\0'), /passa de 200 KB/u],
    ] as const;
    for (const [content, why] of wrongs) {
      await choose(content);
      expect((await screen.findByRole('alert')).textContent).toMatch(why);
      expect(screen.queryByRole('button', { name: 'Remover imagem' })).toBeNull();
    }
    await choose(png('\0\0\0\x10'));
    await screen.findByRole('button', { name: 'Remover imagem' });
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Salvar');
    expect(view.given('form.save').at(-1)?.values['image']).toMatch(/^data:/u);
  });

  it('e-mail typed -> the present password is asked for; refused beside it; the e-mail as it was -> not asked', async () => {
    const view = await renderScreen(<ProfileScreen />);
    load(view, 'account.profile', ANA.id, { ...values, may_change_email: true }, 'v1');
    expect(screen.queryByLabelText('Senha atual')).toBeNull();
    await type('E-mail', 'x');
    await press('Salvar');
    act(() => view.refuse('account.profile', ANA.id, 'error.form.invalid', { current: 'error.password.unproven' }));
    expect(screen.getByText(/Informe de novo a sua senha atual/u)).toBeTruthy();
    await type('Senha atual', 'Balcao#2026');
    await press('Salvar');
    expect(view.secrets).toEqual(['Balcao#2026']);
    expect(view.given('form.save').at(-1)?.values).toMatchObject({
      email: 'ana@aurora.examplex',
      current: 'secret-1',
    });
    act(() => view.refuse('account.profile', ANA.id, 'error.form.invalid', { current: 'error.password.wrong' }));
    expect(screen.getByText('Senha errada.')).toBeTruthy();
    await type('E-mail', '{Backspace}');
    expect(screen.queryByLabelText('Senha atual')).toBeNull();
  });

  it.each([
    [ANA.id, 1],
    ['92', 0],
  ])('user %s among the users: e-mail typed -> the password is asked for of oneself alone', async (id, count) => {
    const view = await renderScreen(<UserDialog id={id} roles={noChoices} onClose={() => undefined} />);
    load(view, 'user', id, { ...values, role_id: '2', chosen_instances: [] }, 'v1');
    await type('E-mail', 'x');
    expect(screen.queryAllByLabelText('Senha atual')).toHaveLength(count);
  });
});

describe('by mail', () => {
  it('forgotten: asked -> told the same to everybody -> asked again with what was typed', async () => {
    const view = await renderScreen(<ForgotPasswordScreen />, { isAnonymous: true });
    await type('E-mail', 'ana@aurora.example');
    await press('Enviar o link');
    expect(view.given('form.save').at(-1)?.values).toEqual({ email: 'ana@aurora.example', locale: 'pt_BR' });
    save(view, 'account.forgotPassword', 'own');
    expect(screen.getByText(/Se houver um usuário com ana@aurora.example/u)).toBeTruthy();
    await press('Enviar de novo');
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ana@aurora.example');
  });

  it('reset: link -> weak -> another -> done; the token and the password are in the vault alone', async () => {
    const at = '/pages/reset-password#token=7.abc';
    const view = await renderScreen(<ResetPasswordScreen />, { at, isAnonymous: true });
    await type('Nova senha', 'abc12345');
    await press('Salvar a nova senha');
    expect(view.secrets).toEqual(['7.abc', 'abc12345']);
    const sent = view.given('form.save').at(-1);
    expect(sent).toMatchObject({ form: 'account.resetPassword', key: 'secret-1', values: { password: 'secret-2' } });
    act(() =>
      view.refuse('account.resetPassword', 'secret-1', 'error.form.invalid', { password: 'error.password.weak' }),
    );
    expect(screen.getByText(/Use pelo menos 8 caracteres/u)).toBeTruthy();
    await type('Nova senha', '!!XY');
    await press('Salvar a nova senha');
    save(view, 'account.resetPassword', 'secret-1', 'ana@aurora.example');
    expect(screen.getByRole('heading', { name: 'Senha redefinida' })).toBeTruthy();
    expect(screen.getByText(/sessões que estavam abertas com este usuário foram encerradas/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login');
  });

  it.each([
    ['without a token', '/pages/reset-password'],
    ['with one that is used', '/pages/reset-password#token=7.abc'],
  ])('reset: a link %s -> the way to another', async (_what, at) => {
    const view = await renderScreen(<ResetPasswordScreen />, { at, isAnonymous: true });
    if (at.includes('#')) {
      await type('Nova senha', 'Uma#boa+senha7');
      await press('Salvar a nova senha');
      act(() => view.refuse('account.resetPassword', 'secret-1', 'error.link.expired'));
    }
    expect(screen.getByRole('heading', { name: 'Este link não vale mais' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Pedir outro link' }).getAttribute('href')).toBe('/pages/forgot-password');
  });

  it('register: whom and where the invitation is for -> taken name -> done; as somebody else one leaves first', async () => {
    const at = '/pages/register#token=7.abc';
    const view = await renderScreen(<RegisterScreen />, { at });
    const held = { email: 'davi@aurora.example', company: 'Aurora Móveis', role: 'Atendente' };
    load(view, 'account.register', 'secret-1', { ...held, name: '', username: '', password: null });
    expect(screen.getByRole('heading', { name: 'Boas-vindas à Aurora Móveis' })).toBeTruthy();
    expect(screen.getByText(/Neste navegador você está conectado como Ana/u)).toBeTruthy();
    expect(screen.getByLabelText('E-mail')).toHaveProperty('disabled', true);
    await type('Nome', 'Davi Lopes');
    await type('Nome de usuário', 'ana');
    await type('Escolha uma senha', 'Uma#boa+senha7');
    await press('Criar meu acesso');
    const taken = { username: 'error.user.usernameTaken' };
    act(() => view.refuse('account.register', 'secret-1', 'error.form.invalid', taken));
    expect(screen.getByText('Este nome de usuário já está em uso.')).toBeTruthy();
    expect(screen.getByLabelText('Nome')).toHaveProperty('value', 'Davi Lopes');
    await type('Nome de usuário', 'b');
    await press('Criar meu acesso');
    save(view, 'account.register', 'secret-1', 'davi@aurora.example');
    await press('Sair e entrar com este usuário');
    expect(view.given('logout.send')).toHaveLength(1);
  });

  it('register: an invitation that is over says whom to ask', async () => {
    const view = await renderScreen(<RegisterScreen />, { at: '/pages/register#token=7.abc', isAnonymous: true });
    const failure = { code: 'NOT_FOUND', key: 'error.link.expired', params: {}, fields: {}, requestId: null } as const;
    const request = view.given('form.load').at(-1)?.request ?? 0;
    const of = { form: 'account.register', key: 'secret-1', request } as const;
    act(() => view.append({ type: 'form.loadFailed', ...of, failure }));
    expect(screen.getByText(/Peça outro a quem convidou você/u)).toBeTruthy();
  });
});

describe('invitations', () => {
  it('beside the users: listed, taken back after a question; invited -> refused, nothing typed is lost', async () => {
    const view = await renderScreen(<UsersScreen />);
    act(() => view.answer({ list: 'users', rows: [], total: 0, facts: { count: 3, limit: 25 } }));
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Convites' }));
    expect(view.given('list.fetch').at(-1)).toMatchObject({ list: 'invitations' });
    const invitation = { id: '4', email: 'davi@aurora.example', role: { id: '2', label: 'Atendente' } };
    const row = { ...invitation, invitedBy: null, since: START, until: START };
    act(() => view.answer({ list: 'invitations', rows: [row], total: 1 }));
    expect(screen.getByRole('row', { name: 'davi@aurora.example' })).toBeTruthy();
    expect(screen.getByText('Plataforma')).toBeTruthy();
    await press('Ações de davi@aurora.example');
    await userEvent.setup().click(await screen.findByRole('menuitem', { name: 'Cancelar convite' }));
    const question = await screen.findByRole('dialog', { name: 'Cancelar o convite de davi@aurora.example?' });
    await userEvent.setup().click(within(question).getByRole('button', { name: 'Cancelar convite' }));
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'invitation.revoke', key: '4' });
    save(view, 'invitation.revoke', '4');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Convidar por e-mail');
    const dialog = await screen.findByRole('dialog', { name: 'Convidar por e-mail' });
    await userEvent.setup().type(within(dialog).getByLabelText('E-mail'), 'eva@aurora.example');
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Enviar convite' }));
    act(() => view.refuse('invitation', 'new', 'error.form.invalid', { role_id: 'error.field.required' }));
    expect(within(dialog).getByText('Preencha este campo.')).toBeTruthy();
    expect(within(dialog).getByLabelText('E-mail')).toHaveProperty('value', 'eva@aurora.example');
  });
});

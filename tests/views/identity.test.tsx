import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { useLocation } from 'react-router-dom';
import { maintenanceArea } from '../../src/i18n/areas/maintenance.ts';
import { pagesArea } from '../../src/i18n/areas/pages.ts';
import { CompanyIdentity } from '../../src/views/administration/account/CompanyIdentity.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { LoginScreen } from '../../src/views/login/LoginScreen.tsx';
import { aFailure, aUser } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const areas = { loaded: [pagesArea, maintenanceArea], failure: undefined, request: () => undefined };

/** The login page, and what its address is. */
function Login() {
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <AreasContext value={areas}>
        <LoginScreen />
      </AreasContext>
      <output>{`${pathname}${search}${hash}`}</output>
    </>
  );
}
const anonymous = { isAnonymous: true } as const;
const offered = {
  id: 'aurora',
  label: 'Aurora SSO',
  start: 'https://balcao.example/api/auth/identity/start?tenantName=aurora',
};

describe('the login page', () => {
  it('offered -> a way to it that comes back to where the person was going; none -> e-mail and password alone', async () => {
    const view = await renderScreen(<Login />, { ...anonymous, at: '/login?to=%2F' });
    await expect.poll(() => view.given('list.fetch')).toMatchObject([{ list: 'identityLogin' }]);
    expect(screen.queryByRole('link', { name: /Entrar com/u })).toBeNull();
    act(() => view.answer({ list: 'identityLogin', rows: [], total: 0 }));
    expect(screen.queryByRole('link', { name: /Entrar com/u })).toBeNull();
    act(() => view.append({ type: 'list.outdated', list: 'identityLogin' }));
    act(() => view.answer({ list: 'identityLogin', rows: [offered], total: 1 }));
    const link = screen.getByRole('link', { name: 'Entrar com Aurora SSO' });
    expect(link.getAttribute('href')).toBe(`${offered.start}&to=%2F&remember=true`);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Manter conectado' }));
    expect(link.getAttribute('href')).toBe(`${offered.start}&to=%2F`);
  });

  it('an address of no company -> says so; e-mail and password stay', async () => {
    const view = await renderScreen(<Login />, anonymous);
    await expect.poll(() => view.given('list.fetch')).toHaveLength(1);
    const { request = 0 } = view.given('list.fetch')[0] ?? {};
    const failure = {
      code: 'NOT_FOUND',
      key: 'error.company.unknown',
      params: {},
      fields: {},
      requestId: null,
    } as const;
    act(() => view.append({ type: 'list.failed', list: 'identityLogin', request, failure }));
    expect(screen.getByText(/Não encontramos uma empresa neste endereço/u)).toBeTruthy();
    expect(screen.getByLabelText('E-mail')).toBeTruthy();
  });

  it('the look-up fails -> said, and tried again; then it can be an address of no company too', async () => {
    const view = await renderScreen(<Login />, anonymous);
    await expect.poll(() => view.given('list.fetch')).toHaveLength(1);
    const fail = (key: string) => {
      const request = view.given('list.fetch').at(-1)?.request ?? 0;
      act(() => view.append({ type: 'list.failed', list: 'identityLogin', request, failure: aFailure({ key }) }));
    };
    fail('error.server');
    expect(screen.getByText(/^Não deu para verificar se a sua empresa usa um provedor de login/u)).toBeTruthy();
    expect(screen.getByLabelText('E-mail')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(view.given('list.fetch')).toHaveLength(2);
    expect(screen.queryByText(/^Não deu para verificar/u)).toBeNull();
    fail('error.company.unknown');
    expect(screen.getByText(/Não encontramos uma empresa neste endereço/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('what looks it up doesn’t load -> said in its place, and tried again', async () => {
    const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    prepare.mockResolvedValue(undefined);
    const view = await renderScreen(<Login />, { ...anonymous, prepare });
    expect(await screen.findByText('Esta parte não carregou. Verifique a conexão.')).toBeTruthy();
    expect(view.given('list.fetch')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await expect.poll(() => view.given('list.fetch')).toMatchObject([{ list: 'identityLogin' }]);
    act(() => view.answer({ list: 'identityLogin', rows: [offered], total: 1 }));
    expect(screen.getByRole('link', { name: 'Entrar com Aurora SSO' })).toBeTruthy();
  });

  it('come back with a code -> logs in with it, once; the address forgets it, and the log never has it', async () => {
    const view = await renderScreen(<Login />, { ...anonymous, at: '/login?to=%2F#identity=um-codigo' });
    await waitFor(() => expect(view.secrets).toEqual(['um-codigo']));
    expect(view.given('login.send')).toMatchObject([
      { path: 'identity', email: '', secret: 'secret-1', remember: false },
    ]);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/login?to=%2F'));
  });

  it('come back, having asked to stay logged in -> logs in so', async () => {
    const view = await renderScreen(<Login />, { ...anonymous, at: '/login#identity=um-codigo&remember=true' });
    await waitFor(() => expect(view.given('login.send')).toMatchObject([{ path: 'identity', remember: true }]));
  });

  it('come back without one -> why, in words; what isn’t ours to say -> that it failed', async () => {
    const first = await renderScreen(<Login />, {
      ...anonymous,
      at: '/login#identity_error=error.identity.otherDomain',
    });
    expect(await screen.findByText(/não é da sua empresa/u)).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('/login');
    expect(first.given('login.send')).toEqual([]);
    first.unmount();
    await renderScreen(<Login />, { ...anonymous, at: '/login#identity_error=menu.users' });
    expect(await screen.findByText(/não confirmou quem você é/u)).toBeTruthy();
  });
});

it('come back without one, to a page that is logged in -> led on, as from any login', async () => {
  await renderScreen(<Login />, { at: '/login?to=%2F#identity_error=error.identity.denied' });
  expect(screen.getByRole('status').textContent).toBe('/');
});

describe('logging in', () => {
  it('to a screen of the administration, whose routes aren’t loaded yet -> it leads there', async () => {
    const view = await renderScreen(<Login />, { ...anonymous, at: '/login?to=%2Fusers' });
    await userEvent.type(screen.getByLabelText('E-mail'), 'ana@aurora.example');
    await userEvent.type(screen.getByLabelText('Senha'), 'Balcao#2026{Enter}');
    const { generation = 0 } = view.given('login.send').at(-1) ?? {};
    const user = aUser();
    act(() =>
      view.append({ type: 'login.succeeded', generation, token: 't', user, routes: [], originBackoffice: false }),
    );
    expect(view.given('page.navigate')).toMatchObject([{ to: '/users' }]);
  });

  it('not to be kept logged in: said with the login', async () => {
    const view = await renderScreen(<Login />, { ...anonymous, at: '/login' });
    const kept = screen.getByRole('checkbox', { name: 'Manter conectado' });
    expect(kept).toHaveProperty('checked', true);
    await userEvent.click(kept);
    await userEvent.type(screen.getByLabelText('E-mail'), 'ana@aurora.example');
    await userEvent.type(screen.getByLabelText('Senha'), 'Balcao#2026{Enter}');
    expect(view.given('login.send')).toMatchObject([{ path: 'rest', remember: false }]);
  });

  it('while the platform is worked on -> the maintenance and its end, until it is over; what was typed stays', async () => {
    const view = await renderScreen(<Login />, { ...anonymous, at: '/login' });
    await userEvent.type(screen.getByLabelText('E-mail'), 'ana@aurora.example');
    await userEvent.type(screen.getByLabelText('Senha'), 'Balcao#2026{Enter}');
    // Without having said otherwise.
    const { generation = 0, remember } = view.given('login.send').at(-1) ?? {};
    expect(remember).toBe(true);
    const failure = { code: 'UNAVAILABLE', key: 'error.maintenance', params: {}, fields: {}, requestId: null } as const;
    act(() => view.append({ type: 'login.refused', generation, failure }));
    expect(screen.queryByText(/Algo deu errado|fora do ar/u)).toBeNull();
    await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'maintenance')).toBe(true));
    const maintenance = { on: true, message: 'Trocando um servidor.', endsAt: null };
    act(() => view.answer({ list: 'maintenance', rows: [maintenance], total: 1 }));
    expect(screen.getByRole('alertdialog', { name: 'Estamos em manutenção' }).textContent).toContain('Trocando um');
    expect(screen.queryByText(/^Estamos em manutenção\. Tente/u)).toBeNull();
    act(() => view.append({ type: 'list.outdated', list: 'maintenance' }));
    act(() => view.answer({ list: 'maintenance', rows: [{ ...maintenance, on: false }], total: 1 }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // Nothing else says why the login came to nothing.
    expect(screen.queryByText(/^Estamos em manutenção/u)).toBeNull();
    expect(screen.getByText('A manutenção terminou: você já pode entrar.')).toBeTruthy();
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ana@aurora.example');
    expect(screen.getByLabelText('Senha')).toHaveProperty('value', 'Balcao#2026');
    // Switched on again: that it was over before says nothing of now, nor does an answer that was on its way.
    const refusedAgain = async () => {
      const asked = view.given('list.fetch').length;
      await userEvent.type(screen.getByLabelText('Senha'), '{Enter}');
      const again = view.given('login.send').at(-1)?.generation ?? 0;
      act(() => view.append({ type: 'login.refused', generation: again, failure }));
      expect(screen.queryByText(/você já pode entrar/u)).toBeNull();
      expect(screen.getByText(/^Estamos em manutenção\. Tente/u)).toBeTruthy();
      await waitFor(() => expect(view.given('list.fetch').length).toBeGreaterThan(asked));
    };
    const lastAsked = () => view.given('list.fetch').at(-1)?.request ?? 0;
    const over = { list: 'maintenance', rows: [{ ...maintenance, on: false }], total: 1 } as const;
    await refusedAgain();
    act(() => view.append({ type: 'list.failed', list: 'maintenance', request: lastAsked(), failure }));
    expect(screen.queryByText(/você já pode entrar/u)).toBeNull();
    act(() => view.append({ type: 'list.outdated', list: 'maintenance' }));
    const request = lastAsked();
    await refusedAgain();
    act(() => view.append({ type: 'list.answered', list: 'maintenance', request, page: over }));
    expect(screen.queryByText(/você já pode entrar/u)).toBeNull();
    act(() => view.answer(over));
    expect(screen.getByText(/você já pode entrar/u)).toBeTruthy();
  });

  it('disconnected by an administrator -> why; the e-mail, which is empty, has the focus', async () => {
    const view = await renderScreen(<Login />);
    act(() => view.append({ type: 'socket.closed', attempt: 1, code: 4403, reason: '' }));
    expect(screen.getByText(/administrador/u)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  });
});

describe('setting it up', () => {
  it('loaded -> changed -> refused by field -> saved; the secret goes by its name', async () => {
    const view = await renderScreen(<CompanyIdentity />);
    act(() => view.answer({ list: 'identityLogin', rows: [], total: 0 }));
    expect(screen.getByText('Desativado')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Configurar' }));
    const { request = 0 } = view.given('form.load').at(-1) ?? {};
    const values = {
      enabled: false,
      label: '',
      issuer: '',
      client_id: '',
      has_secret: true,
      client_secret: null,
      email_domain: '',
      creates_users: false,
      role_id: null,
      callback_url: 'https://balcao.example/api/auth/identity/callback',
    };
    act(() => view.append({ type: 'form.loaded', form: 'identity', key: 'company', request, values, version: '0' }));
    expect(screen.getByText('https://balcao.example/api/auth/identity/callback')).toBeTruthy();
    expect(screen.queryByText('Perfil de quem é criado')).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: /Criar usuários/u }));
    expect(screen.getByText('Perfil de quem é criado')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Nome no botão'), 'Aurora SSO');
    await userEvent.type(screen.getByLabelText('Segredo do cliente'), 'segredo');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    const sent = view.given('form.save').at(-1);
    expect(sent).toMatchObject({
      form: 'identity',
      version: '0',
      values: { label: 'Aurora SSO', client_secret: 'secret-1' },
    });
    expect(view.secrets).toEqual(['segredo']);
    act(() => view.refuse('identity', 'company', 'error.form.invalid', { issuer: 'error.identity.notAnIssuer' }));
    expect(screen.getByText(/não respondeu como o provedor/u)).toBeTruthy();
  });
});

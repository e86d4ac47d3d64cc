import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { administrationIcons, administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { RoutesContext } from '../../src/views/app/known-routes.tsx';
import { Guard } from '../../src/views/app/Guard.tsx';
import { ReturnOncePermitted } from '../../src/views/app/ReturnOncePermitted.tsx';
import { routeTable } from '../../src/views/app/route-table.ts';
import { renderScreen } from './administration-support.tsx';

const known = {
  routes: [...routeTable, ...administrationRoutes],
  icons: administrationIcons,
  state: 'all',
  load: () => undefined,
} as const;

it('on a screen -> its permission goes: refused there and then, and at the next click; given back -> there again', async () => {
  const view = await renderScreen(
    <RoutesContext value={known}>
      <Link to="/users">usuários</Link>
      <Routes>
        <Route path="/" element={<h1>Início</h1>} />
        <Route
          path="/users"
          element={
            <Guard>
              <h1>Usuários</h1>
            </Guard>
          }
        />
        <Route
          path="/pages/not-authorized"
          element={
            <ReturnOncePermitted>
              <h1>Sem acesso</h1>
            </ReturnOncePermitted>
          }
        />
      </Routes>
    </RoutesContext>,
  );
  const permit = (...routes: string[]) => act(() => view.append({ type: 'permissions.listed', routes }));
  const click = () => userEvent.setup().click(screen.getByRole('link', { name: 'usuários' }));
  const heading = () => screen.getByRole('heading').textContent;
  permit('chat', 'users');
  await click();
  expect(heading()).toBe('Usuários');
  permit('chat');
  expect(heading()).toBe('Sem acesso');
  await click();
  expect(heading()).toBe('Sem acesso');
  permit('chat', 'roles-list');
  expect(heading()).toBe('Sem acesso');
  permit('chat', 'users');
  expect(heading()).toBe('Usuários');
});

import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Starred } from '../../src/views/app/Starred.tsx';
import { renderScreen } from './administration-support.tsx';

const names = ['home', ...Array.from({ length: 10 }, (_, index) => `page-${index}`)];
const menu = names.map((id) => ({ id, label: `Página ${id}`, icon: null, to: `/${id}`, isCurrent: false }));

const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

test('starred -> a link to it; the star taken -> none', async () => {
  const view = await renderScreen(<Starred menu={menu} page="home" />);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Favoritar esta página' }));
  expect(links()).toEqual(['/home']);
  expect(view.given('preferences.keep').at(-1)?.preferences.starredPages).toEqual(['home']);
  await tester.click(screen.getByRole('button', { name: 'Tirar esta página dos favoritos', pressed: true }));
  expect(links()).toEqual([]);
});

function Address() {
  return <output>{useLocation().pathname}</output>;
}

test('on a narrow screen: starred, opened and taken away in a menu, by keyboard', async () => {
  const view = await renderScreen(
    <>
      <Starred menu={menu} page="home" />
      <Address />
    </>,
  );
  const tester = userEvent.setup();
  const open = async () => {
    screen.getByRole('button', { name: 'Páginas favoritas' }).focus();
    await tester.keyboard('{Enter}');
    await screen.findByRole('menu', { name: 'Páginas favoritas' });
  };
  const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  await open();
  expect(entries()).toEqual(['Favoritar esta página']);
  await tester.keyboard('{Enter}');
  act(() => view.append({ type: 'page.starred', page: 'page-3', starred: true }));
  await open();
  expect(entries()).toEqual(['Página home', 'Página page-3', 'Tirar esta página dos favoritos']);
  await tester.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('status').textContent).toBe('/page-3');
  await open();
  await tester.keyboard('{End}{Enter}');
  expect(links()).toEqual(['/page-3']);
});

test('ten are starred -> no more, and it says why; a page that is gone from the menu has no link', async () => {
  const view = await renderScreen(<Starred menu={menu} page="home" />);
  act(() => {
    for (const page of names.slice(1)) view.append({ type: 'page.starred', page, starred: true });
  });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /No máximo 10 páginas favoritas/ });
  expect(button.disabled).toBe(true);
  expect(links()).toHaveLength(10);
  view.unmount();
  const other = await renderScreen(<Starred menu={menu.slice(0, 1)} page={undefined} />);
  act(() => other.append({ type: 'page.starred', page: 'page-1', starred: true }));
  expect(links()).toEqual([]);
  expect(screen.queryByRole('button')).toBeNull();
});

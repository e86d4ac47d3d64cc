import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useScrollRestoration } from '../../src/views/administration/scroll-restoration.ts';

function Screens() {
  useScrollRestoration();
  const navigate = useNavigate();
  return (
    <>
      {['/users', '/dashboard/analytics?period=today'].map((to) => (
        <button key={to} type="button" onClick={() => void navigate(to)}>
          {to}
        </button>
      ))}
      <button type="button" onClick={() => void navigate(-1)}>
        back
      </button>
    </>
  );
}

it('scrolled -> another screen begins at its top -> back: where it was; another choice on it leaves it there', async () => {
  render(
    <main id="content">
      <MemoryRouter initialEntries={['/dashboard/analytics']}>
        <Screens />
      </MemoryRouter>
    </main>,
  );
  const main = screen.getByRole('main');
  const scroll = (top: number) => {
    main.scrollTop = top;
    fireEvent.scroll(main);
  };
  scroll(500);
  fireEvent.click(screen.getByText('/users'));
  expect(main.scrollTop).toBe(0);
  scroll(80);
  fireEvent.click(screen.getByText('back'));
  expect(main.scrollTop).toBe(500);
  fireEvent.click(screen.getByText('/dashboard/analytics?period=today'));
  expect(main.scrollTop).toBe(500);
});

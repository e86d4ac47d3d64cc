import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useTheme, type ThemeChoice } from '../../src/views/layout/theme.ts';

afterEach(() => vi.unstubAllGlobals());

function Shown({ choice }: { readonly choice: ThemeChoice }) {
  return <p>{useTheme(choice)}</p>;
}

/** A computer whose theme can be changed. */
function computer(isDark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isDark });
  vi.stubGlobal('matchMedia', () => query);
  return (matches: boolean) => {
    query.matches = matches;
    query.dispatchEvent(new Event('change'));
  };
}

test('automatic -> the computer’s theme, and the other one when that changes', () => {
  const change = computer(true);
  const { container } = render(<Shown choice="system" />);
  expect(container.textContent).toBe('dark');
  act(() => change(false));
  expect(container.textContent).toBe('light');
});

test('a chosen theme stays, whatever the computer’s is', () => {
  const change = computer(true);
  const { container } = render(<Shown choice="light" />);
  act(() => change(false));
  act(() => change(true));
  expect(container.textContent).toBe('light');
});

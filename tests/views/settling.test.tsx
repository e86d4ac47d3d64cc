// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SettlingContext, useNewSettling, useSettling } from '../../src/views/app/settling.ts';

/* What stands around a conversation loads after it. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Frame({ waits }: { readonly waits: boolean }) {
  const settling = useNewSettling(waits);
  return (
    <SettlingContext value={settling}>
      <p>{settling.isSettled ? 'all of it' : 'the conversation'}</p>
      <Conversation />
    </SettlingContext>
  );
}

function Conversation() {
  return (
    <button type="button" onClick={useSettling().settle}>
      it is there
    </button>
  );
}

test('the rest comes once the conversation is drawn, and then stays', () => {
  const { rerender } = render(<Frame waits />);
  act(() => screen.getByText('it is there').click());
  expect(screen.queryByText('all of it')).toBeNull();
  act(() => void vi.advanceTimersByTime(50));
  expect(screen.queryByText('all of it')).not.toBeNull();
  rerender(<Frame waits={false} />);
  rerender(<Frame waits />);
  expect(screen.queryByText('all of it')).not.toBeNull();
});

test('a conversation that doesn’t come holds it up for two seconds at most', () => {
  render(<Frame waits />);
  act(() => void vi.advanceTimersByTime(1_900));
  expect(screen.queryByText('all of it')).toBeNull();
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.queryByText('all of it')).not.toBeNull();
});

test('another screen waits for nothing', () => {
  const { rerender } = render(<Frame waits={false} />);
  expect(screen.queryByText('all of it')).not.toBeNull();
  rerender(<Frame waits />);
  expect(screen.queryByText('all of it')).not.toBeNull();
});

import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../../src/machines/app.ts';
import { createSignals } from '../../src/machines/signal.ts';
import { App } from '../../src/views/app/App.tsx';
import { useObservable } from '../../src/views/app/app-context.tsx';
import { aStoredSession, opened } from '../machines/session-support.ts';
import { CARLA, streamAt } from '../support/builders.ts';
import { handleOf } from './app-handle.ts';
import './kit-render.tsx';

/* Much comes at once: what is drawn is no more than can be seen. */

const clock = ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] as const;
const FRAME_MS = 16;

// It goes on while one waits for what is loaded, and stands while a test acts.
beforeEach(() => void vi.useFakeTimers({ toFake: [...clock], shouldAdvanceTime: true }));
afterEach(() => {
  // A frame that is due comes.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

/** A collection, and what a view has drawn of it. */
function drawing() {
  const signals = createSignals();
  let value = 0;
  const signal = signals.create(() => value);
  const drawn: number[] = [];
  function View() {
    drawn.push(useObservable(signal));
    return null;
  }
  render(<View />);
  return {
    drawn,
    change: () =>
      act(() => {
        value += 1;
        signal.touch();
        signals.flush();
      }),
  };
}

it('a change -> drawn at once; more before the next frame -> drawn once with it; then at once again', () => {
  const { drawn, change } = drawing();
  pass(FRAME_MS);
  change();
  expect(drawn).toEqual([0, 1]);
  change();
  change();
  change();
  expect(drawn).toEqual([0, 1]);
  pass(FRAME_MS);
  expect(drawn).toEqual([0, 1, 4]);
  pass(FRAME_MS);
  change();
  expect(drawn).toEqual([0, 1, 4, 5]);
});

it('nobody looks at the page, so no frame comes -> drawn all the same', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const { drawn, change } = drawing();
  change();
  change();
  change();
  expect(drawn).toEqual([0, 1]);
  pass(250);
  expect(drawn).toEqual([0, 1, 3]);
  vi.unstubAllGlobals();
});

it('many notices at once -> who is first stays for a moment, then the newest are there', async () => {
  window.history.replaceState(null, '', '/aurora/');
  const app = createApp({ now: () => 2_000, onCommand: () => undefined });
  app.append(opened(aStoredSession()));
  const handle = handleOf(app);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<App app={handle} tenant="aurora" onNavigator={() => undefined} onMessages={() => undefined} />);
  const region = await screen.findByLabelText('Avisos');
  const told = () => [...region.querySelectorAll('strong')].map(({ textContent }) => textContent);
  const tell = (...numbers: number[]) => {
    act(() => {
      for (const n of numbers) {
        app.append({
          type: 'notice.arrived',
          noticeId: String(n),
          title: `Cliente ${n}`,
          text: 'Oi',
          attendant: CARLA,
          ticketId: String(500 + n),
          customerId: String(100 + n),
          customerName: `Cliente ${n}`,
          instanceId: '10',
          stream: streamAt(n),
        });
      }
    });
    pass(FRAME_MS);
  };
  const close = (n: number) => {
    act(() => app.append({ type: 'notice.cleared', noticeId: `chat:${n}` }));
    act(() => app.append({ type: 'timer.fired', timer: `notice:chat:${n}:clear` }));
    pass(FRAME_MS);
  };
  // The corner of the page has come when it shows one.
  tell(1);
  await screen.findByText('Cliente 1');
  close(1);
  pass(500);

  tell(2);
  expect(told()).toEqual(['Cliente 2']);
  tell(3, 4, 5, 6, 7);
  expect(told()).toEqual(['Cliente 2', 'Cliente 6', 'Cliente 7']);
  tell(8);
  expect(told()).toEqual(['Cliente 2', 'Cliente 6', 'Cliente 7']);
  // One that is closed makes room.
  close(6);
  expect(told()).toEqual(['Cliente 2', 'Cliente 7', 'Cliente 8']);
  tell(9, 10, 11);
  pass(500);
  expect(told()).toEqual(['Cliente 9', 'Cliente 10', 'Cliente 11']);
});

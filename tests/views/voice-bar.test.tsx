import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endKeptVoice, keepVoice } from '../../src/views/attendance/chat/media/kept-voice.ts';
import { VoiceBar } from '../../src/views/attendance/chat/media/VoiceBar.tsx';
import { renderKit } from './kit-render.tsx';

beforeEach(() => {
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return this.dataset['playing'] === undefined;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    this.dataset['playing'] = '';
    fireEvent.play(this);
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    delete this.dataset['playing'];
    fireEvent.pause(this);
  });
});
afterEach(() => {
  endKeptVoice();
  vi.restoreAllMocks();
});

/** A voice message that played when its conversation was left. */
async function keep(messageId: string, author: string) {
  const element = document.createElement('audio');
  Object.defineProperty(element, 'duration', { value: 65 });
  await element.play();
  act(() => keepVoice({ messageId, ticketId: '500', author, element }));
  return element;
}
const bar = () => screen.queryByRole('region', { name: 'Áudio de outra conversa' });

test('it says how far it is; a second one takes its place, and the first is heard no more', async () => {
  await renderKit(<VoiceBar />);
  expect(bar()).toBeNull();
  const first = await keep('1', 'Luciana');
  first.currentTime = 5;
  fireEvent.timeUpdate(first);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('0:05 de 1:05');
  expect(screen.getByRole('slider').getAttribute('max')).toBe('65');
  const second = await keep('2', 'Rui');
  expect([first.paused, first.isConnected, second.paused, second.isConnected]).toEqual([true, false, false, true]);
  expect(screen.getByRole('button', { name: 'Voltar ao áudio de Rui' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Voltar ao áudio de Luciana' })).toBeNull();
});

test.each(['ended', 'error'] as const)('%s -> the bar goes, and nothing is left of it', async (type) => {
  await renderKit(<VoiceBar />);
  const element = await keep('1', 'Luciana');
  act(() => void fireEvent(element, new Event(type)));
  expect([bar(), element.isConnected]).toEqual([null, false]);
});

test('stopped by its button -> heard no more; logged out -> neither', async () => {
  const { unmount } = await renderKit(<VoiceBar />);
  const stopped = await keep('1', 'Luciana');
  await userEvent.click(screen.getByRole('button', { name: 'Parar o áudio' }));
  expect([bar(), stopped.paused, stopped.isConnected]).toEqual([null, true, false]);
  const left = await keep('2', 'Rui');
  unmount();
  expect([left.paused, left.isConnected]).toEqual([true, false]);
});

test('paused and played from the bar: what plays elsewhere stops', async () => {
  await renderKit(
    <>
      <VoiceBar />
      <audio data-testid="other">
        <track kind="captions" />
      </audio>
    </>,
  );
  const element = await keep('1', 'Luciana');
  await userEvent.click(screen.getByRole('button', { name: 'Pausar' }));
  const other = screen.getByTestId<HTMLAudioElement>('other');
  act(() => void other.play());
  await userEvent.click(screen.getByRole('button', { name: 'Reproduzir' }));
  expect([element.paused, other.paused]).toEqual([false, true]);
  expect(screen.getByRole('button', { name: 'Pausar' })).toBeTruthy();
});

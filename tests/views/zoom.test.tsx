import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ZoomedPicture } from '../../src/views/attendance/chat/media/ZoomedPicture.tsx';
import { asItFits, movedBy, SCALE_MAX, turned, zoomedAt } from '../../src/views/attendance/chat/media/zoom.ts';
import { renderScreen } from './administration-support.tsx';

const size = { width: 400, height: 200 };

test('what is under the pointer stays there, no edge comes into the place, and a turned one is whole again', () => {
  const twice = zoomedAt(asItFits, 2, { x: 100, y: -50 }, size);
  expect(twice).toEqual({ scale: 2, x: -100, y: 50, turns: 0 });
  expect(zoomedAt(twice, 0.1, { x: -200, y: 100 }, size)).toMatchObject({ scale: 1 });
  expect(movedBy(twice, { x: -500, y: 500 }, size)).toMatchObject({ x: -200, y: 100 });
  expect(zoomedAt(asItFits, 100, { x: 0, y: 0 }, size).scale).toBe(SCALE_MAX);
  expect(turned(twice)).toEqual({ ...asItFits, turns: 1 });
});

async function show() {
  const view = await renderScreen(<ZoomedPicture src="/m/1" alt="Recibo" onLoad={() => {}} onError={() => {}} />);
  const picture = screen.getByRole('img', { name: 'Recibo' });
  // jsdom has no capture.
  Object.assign(picture.parentElement ?? {}, { setPointerCapture: () => undefined });
  for (const [name, value] of Object.entries(size))
    Object.defineProperty(picture.parentElement, name === 'width' ? 'clientWidth' : 'clientHeight', { value });
  const look = () => /rotate.*$/.exec(picture.style.transform)?.[0];
  const place = () => /^translate\((.+?)\)/.exec(picture.style.transform)?.[1];
  return { ...view, picture, look, place, tester: userEvent.setup() };
}

test('by buttons and by keys; never smaller than it fits', async () => {
  const { look, tester } = await show();
  await tester.click(screen.getByRole('button', { name: 'Aproximar (+)' }));
  await tester.click(screen.getByRole('button', { name: 'Girar (R)' }));
  expect(look()).toBe('rotate(90deg) scale(1)');
  await tester.keyboard('++-');
  expect(look()).toBe('rotate(90deg) scale(1.5)');
  expect(screen.getByRole('status').textContent).toContain('150');
  await tester.keyboard('0---');
  expect(look()).toBe('rotate(90deg) scale(1)');
  await tester.keyboard('R');
  expect(look()).toBe('rotate(180deg) scale(1)');
});

test('by the wheel, without scrolling the page, and by a double click', async () => {
  const { picture, look, tester } = await show();
  const wheel = new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true });
  act(() => void picture.dispatchEvent(wheel));
  expect(wheel.defaultPrevented).toBe(true);
  expect(look()).toMatch(/scale\(1\.8/);
  await tester.dblClick(picture);
  expect(look()).toBe('rotate(0deg) scale(1)');
  await tester.dblClick(picture);
  expect(look()).toBe('rotate(0deg) scale(2.5)');
});

test('two fingers apart zoom by as much', async () => {
  const { picture, look } = await show();
  const at = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 0 });
  fireEvent.pointerDown(picture, at(1, -10));
  fireEvent.pointerDown(picture, at(2, 10));
  fireEvent.pointerMove(picture, at(2, 50));
  expect(look()).toBe('rotate(0deg) scale(3)');
});

test('with single keys switched off they do nothing here', async () => {
  const { append, look, tester } = await show();
  act(() => append({ type: 'singleKeys.toggled' }));
  await tester.keyboard('+r');
  expect(look()).toBe('rotate(0deg) scale(1)');
});

test('the buttons say where they end; the share leads back to how it fits', async () => {
  const { look, tester } = await show();
  const isOver = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
  const ends = () => [isOver('Afastar (-)'), isOver('Aproximar (+)')];
  expect(ends()).toEqual([true, false]);
  for (let presses = 0; presses < 6; presses += 1)
    await tester.click(screen.getByRole('button', { name: 'Aproximar (+)' }));
  expect([look(), ...ends()]).toEqual(['rotate(0deg) scale(8)', false, true]);
  await tester.click(screen.getByRole('button', { name: 'Afastar (-)' }));
  expect(ends()).toEqual([false, false]);
  await tester.click(screen.getByRole('button', { name: /ajustar à janela/u }));
  expect([look(), ...ends()]).toEqual(['rotate(0deg) scale(1)', true, false]);
});

test('what is zoomed is moved by Shift and the arrows, never past its edge, and by a drag until it is let go', async () => {
  const { picture, place, tester } = await show();
  await tester.keyboard('+');
  // Half of what is larger than its place: 100 across, 50 down.
  await tester.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(place()).toBe('80px, 0px');
  await tester.keyboard('{Shift>}{ArrowLeft}{ArrowDown}{/Shift}');
  expect(place()).toBe('100px, -50px');
  await tester.keyboard('{Shift>}{ArrowRight}{ArrowUp}{/Shift}');
  expect(place()).toBe('20px, 30px');
  const at = (clientX: number, clientY: number) => ({ pointerId: 1, clientX, clientY });
  fireEvent.pointerDown(picture, at(0, 0));
  fireEvent.pointerMove(picture, at(-30, -10));
  expect(place()).toBe('-10px, 20px');
  fireEvent.pointerUp(picture, at(-30, -10));
  fireEvent.pointerMove(picture, at(50, 50));
  expect(place()).toBe('-10px, 20px');
});

test('keys that are the browser’s are left to it; a pinch on a trackpad is fine', async () => {
  const { picture, look, tester } = await show();
  await tester.keyboard('{Control>}+{/Control}{Alt>}r{/Alt}{Meta>}0{/Meta}');
  expect(look()).toBe('rotate(0deg) scale(1)');
  const pinch = new WheelEvent('wheel', { deltaY: -30, ctrlKey: true, bubbles: true, cancelable: true });
  act(() => void picture.dispatchEvent(pinch));
  expect(look()).toMatch(/scale\(1\.34/);
});

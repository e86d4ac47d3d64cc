import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onLongPress } from '../../src/views/kit/long-press.ts';

/* A finger on a list: 500 ms are a long press. */

let list: HTMLElement;
let row: HTMLElement;
let link: HTMLElement;
let pressed: string[];
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<ul><li data-row="1"><b>Ana</b></li><li data-row="2"><input></li></ul>';
  [list, row, link] = [of('ul'), of('li'), of('b')];
  pressed = [];
  leave = onLongPress(list, '[data-row]', ({ dataset }) => pressed.push(dataset['row'] ?? ''));
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

function of(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(selector);
  return found;
}

/** Says whether the page let the browser go on with it. */
function touch(type: string, target: Element = link, more: PointerEventInit = {}): boolean {
  const given = { bubbles: true, cancelable: true, pointerType: 'touch', isPrimary: true, clientX: 5, clientY: 5 };
  return target.dispatchEvent(new PointerEvent(type, { ...given, ...more }));
}

const rest = () => void vi.advanceTimersByTime(500);

it('a finger rests -> called once for the row; neither the browser’s menu nor the click after it come', () => {
  const clicked = vi.fn();
  row.addEventListener('click', clicked);
  touch('pointerdown');
  expect(pressed).toEqual([]);
  rest();
  expect(pressed).toEqual(['1']);
  expect(touch('contextmenu')).toBe(false);
  touch('pointerup');
  expect(touch('click')).toBe(false);
  expect([pressed, clicked.mock.calls]).toEqual([['1'], []]);
  // The next tap is an ordinary one.
  touch('pointerdown');
  touch('pointerup');
  expect(touch('click')).toBe(true);
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('the browser takes it for a long press first -> called then', () => {
  touch('pointerdown');
  expect(touch('contextmenu')).toBe(false);
  rest();
  expect(pressed).toEqual(['1']);
});

it.each([
  ['lifted', () => touch('pointerup', document.body)],
  ['slipped', () => touch('pointermove', link, { clientY: 30 })],
  ['scrolled', () => list.dispatchEvent(new Event('scroll'))],
  ['taken by the browser', () => touch('pointercancel', document.body)],
])('%s before -> not called', (_what, doIt) => {
  touch('pointerdown');
  doIt();
  rest();
  expect(pressed).toEqual([]);
});

it('a mouse, and a field in the row, keep their own menus', () => {
  touch('pointerdown', link, { pointerType: 'mouse' });
  rest();
  expect(touch('contextmenu')).toBe(true);
  touch('pointerdown', of('input'));
  rest();
  expect(pressed).toEqual([]);
});

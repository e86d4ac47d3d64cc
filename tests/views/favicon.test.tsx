import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFaviconBadge } from '../../src/views/notices/favicon-badge.ts';

const PLAIN = 'https://balcao.example/icon.svg';
const link = document.createElement('link');

beforeEach(() => {
  link.rel = 'icon';
  link.href = PLAIN;
  document.head.append(link);
  let number = '';
  const context = {
    drawImage: () => undefined,
    beginPath: () => undefined,
    arc: () => undefined,
    fill: () => undefined,
    fillText: (text: string) => void (number = text),
  };
  // The test's page draws nothing.
  HTMLImageElement.prototype.decode = async () => undefined;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => Object.create(context));
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(() => `data:image/png,${number}`);
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  link.remove();
});

it('unread conversations -> their number in the tab’s icon, 9 at most; none -> the plain icon', async () => {
  const { rerender, unmount } = renderHook(({ count }) => useFaviconBadge(count), { initialProps: { count: 9 } });
  await vi.waitFor(() => expect(link.href).toBe('data:image/png,9'));
  rerender({ count: 10 });
  await vi.waitFor(() => expect(link.href).toBe('data:image/png,9+'));
  // What stands there is the same: nothing is drawn for it.
  const drawn = vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockClear();
  rerender({ count: 11 });
  expect(link.href).toBe('data:image/png,9+');
  await new Promise((resolve) => void setTimeout(resolve));
  expect(drawn).not.toHaveBeenCalled();
  rerender({ count: 0 });
  expect(link.href).toBe(PLAIN);
  rerender({ count: 2 });
  await vi.waitFor(() => expect(link.href).toBe('data:image/png,2'));
  unmount();
  expect(link.href).toBe(PLAIN);
});

it('read before the icon was drawn -> it stays plain', async () => {
  const { rerender } = renderHook(({ count }) => useFaviconBadge(count), { initialProps: { count: 3 } });
  rerender({ count: 0 });
  await new Promise((resolve) => void setTimeout(resolve));
  expect(link.href).toBe(PLAIN);
});

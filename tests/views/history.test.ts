// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { createPageHistory, type Update, type PageHistory } from '../../src/views/app/history.ts';

/* The history that the router is given: the browser's own, and each step away from a form that isn't saved is asked about. */

let history: PageHistory;
let seen: Update[];
let next: ((update: Update) => void) | undefined;
let stop: (() => void) | undefined;

beforeEach(() => {
  stop?.();
  window.history.replaceState(null, '', '/aurora/roles/list');
  open();
});

/** As the page does when it is loaded. */
function open(): void {
  history = createPageHistory(window);
  seen = [];
  stop = history.listen((update) => {
    seen.push(update);
    next?.(update);
  });
}

const coming = () => new Promise<Update>((resolve) => void (next = resolve));
const popped = () =>
  new Promise<void>((resolve) => window.addEventListener('popstate', () => resolve(), { once: true }));
const paths = () => seen.map(({ action, location }) => `${action} ${location.pathname}${location.search}`);

test('pushed, replaced and back: the router is told, the address follows, the state comes with it', async () => {
  history.push('/aurora/roles/edit/2?tab=x', { from: 'list' });
  history.replace({ pathname: '/aurora/roles/edit/3', search: '', hash: '' });
  history.push('/aurora/users');
  const back = coming();
  history.go(-1);
  expect((await back).location.state).toBeNull();
  const first = coming();
  window.history.back();
  await first;
  expect(paths()).toEqual([
    'PUSH /aurora/roles/edit/2?tab=x',
    'REPLACE /aurora/roles/edit/3',
    'PUSH /aurora/users',
    'POP /aurora/roles/edit/3',
    'POP /aurora/roles/list',
  ]);
  expect(seen[0]?.location.state).toEqual({ from: 'list' });
  expect(window.location.pathname).toBe('/aurora/roles/list');
  const keys = seen.map(({ location }) => location.key);
  keys.slice(1).forEach((key, index) => expect(key).not.toBe(keys[index]));
});

test('loaded anew: what came with the address is still there', () => {
  history.push('/aurora/chat/7', { takesFocus: true });
  stop?.();
  open();
  expect(history.current().location).toMatchObject({
    pathname: '/aurora/chat/7',
    state: { takesFocus: true },
    key: 'default',
  });
});

test('held: a link waits for the answer', () => {
  history.push('/aurora/roles/edit/2');
  const asked: (() => void)[] = [];
  history.block((go) => asked.push(go));
  history.push('/aurora/users');
  history.replace('/aurora/home');
  expect([window.location.pathname, paths()]).toEqual(['/aurora/roles/edit/2', ['PUSH /aurora/roles/edit/2']]);
  asked[0]?.();
  expect([window.location.pathname, paths().at(-1)]).toEqual(['/aurora/users', 'PUSH /aurora/users']);
});

test('held: the browser’s own button comes back to where it was, until the answer', async () => {
  history.push('/aurora/roles/edit/2');
  const asked: (() => void)[] = [];
  history.block((go) => asked.push(go));
  window.history.back();
  // Away, and back by ourselves.
  await popped();
  await popped();
  expect([window.location.pathname, seen.length, asked.length]).toEqual(['/aurora/roles/edit/2', 1, 1]);
  const gone = coming();
  asked[0]?.();
  await gone;
  expect([window.location.pathname, paths().at(-1)]).toEqual(['/aurora/roles/list', 'POP /aurora/roles/list']);
});

test('held on a page that was loaded anew: the browser’s own button comes back, too', async () => {
  history.push('/aurora/roles/edit/2');
  stop?.();
  open();
  const asked: (() => void)[] = [];
  history.block((go) => asked.push(go));
  window.history.back();
  await popped();
  await popped();
  expect([window.location.pathname, seen, asked.length]).toEqual(['/aurora/roles/edit/2', [], 1]);
});

test('held: a # that a person writes into the address comes back, until the answer', async () => {
  history.push('/aurora/users');
  const asked: (() => void)[] = [];
  history.block((go) => asked.push(go));
  window.location.hash = '#x';
  await popped();
  await popped();
  expect([window.location.hash, seen.length, asked.length]).toEqual(['', 1, 1]);
  const gone = coming();
  asked[0]?.();
  expect((await gone).location.hash).toBe('#x');
});

test('held twice: the last one is asked first, then the other; one that is done leaves the other', () => {
  const asked: string[] = [];
  const hold = (name: string) =>
    history.block((go) => {
      asked.push(name);
      go();
    });
  hold('form');
  hold('files');
  hold('recording')();
  history.push('/aurora/users');
  expect([asked, window.location.pathname]).toEqual([['files', 'form'], '/aurora/users']);
});

test('held no more: nobody is asked', () => {
  const asked: unknown[] = [];
  history.block((go) => asked.push(go))();
  history.push('/aurora/users');
  expect([asked, window.location.pathname]).toEqual([[], '/aurora/users']);
});

test('a # that a person writes into the address is the next place', async () => {
  history.push('/aurora/users');
  const come = coming();
  window.location.hash = '#x';
  expect((await come).location.hash).toBe('#x');
  const back = coming();
  history.block(() => undefined)();
  window.history.back();
  expect((await back).location.hash).toBe('');
});

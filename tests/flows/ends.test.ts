import { describe, expect, test } from 'vitest';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { branch, flow, menu, pause, say } from './builders.ts';

/* Whoever answers comes to an end: who falls silent, isn't understood or can't be reached does so in vain. */

const found = (it: Flow) => check(it).findings.map(({ property, node, severity }) => [property, node, severity]);

describe('a menu whose every answer leads back to it -> held, whatever comes after silence', () => {
  test.each<[string, Record<string, Flow['nodes'][string]>]>([
    ['an end', { start: menu('Mais?', { sim: 'start', nao: 'start' }) }],
    ['a farewell', { start: menu('Mais?', { sim: 'start', timeout: 'tells' }), tells: say('Tchau', { next: 'bye' }) }],
    [
      'a wait',
      { start: menu('Mais?', { sim: 'start', timeout: 'waits' }), waits: pause(60, { next: 'bye', message: 'start' }) },
    ],
    [
      'another that leads back as well',
      {
        start: menu('Mais?', { sim: 'start', timeout: 'again' }),
        again: menu('Ainda aí?', { sim: 'start', timeout: 'bye' }),
      },
    ],
  ])('%s', (_name, nodes) => expect(found(flow(nodes))).toContainEqual(['endInReach', 'start', 'error']));
});

describe('an end by an answer -> in reach', () => {
  test.each<[string, Record<string, Flow['nodes'][string]>]>([
    ['after silence', { start: menu('Mais?', { sim: 'start', timeout: 'again' }), again: menu('E?', { nao: 'bye' }) }],
    [
      'and a wait',
      { start: menu('Mais?', { sim: 'start', nao: 'waits' }), waits: pause(60, { next: 'bye', message: 'start' }) },
    ],
    [
      'after silence, past what may also end',
      {
        start: menu('Mais?', { sim: 'start', timeout: 'which' }),
        which: branch({ ana: 'first_name == "Ana"' }, { ana: 'bye', else: 'again' }),
        again: menu('E?', { nao: 'person' }),
      },
    ],
  ])('%s', (_name, nodes) => expect(found(flow(nodes))).toEqual([]));

  test('whatever its id is', () => {
    const it = flow({ start: menu('Tudo certo?', { failed: 'person', timeout: 'person' }) });
    expect(found(it)).toEqual([]);
  });
});

test('a menu that leads back to itself, and on to one without an end -> the last one is named', () => {
  const it = flow({
    start: menu('Mais?', { sim: 'start', nao: 'last', timeout: 'person' }),
    last: menu('E agora?', { sim: 'last', timeout: 'person' }),
  });
  expect(found(it)).toEqual([['endInReach', 'last', 'error']]);
});

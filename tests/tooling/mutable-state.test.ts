import { describe, expect, test } from 'vitest';
import { lint } from './lint.ts';

const rule = 'balcao(no-mutable-state)';

const refused = {
  'a `let` of the module': 'let x = 0;\nexport const y = (): number => x;',
  'an exported `let` of the module': 'export let x = 0;',
  'a `let` that an inner function assigns to': `export function y(): () => number {
    let x = 0;
    return () => (x += 1);
  }`,
  'a `let` that an inner method counts up': `export function y(): { next(): number } {
    let x = 0;
    return { next() { x++; return x; } };
  }`,
  'a map of the module that a function writes to': `const x = new Map<string, number>();
  export const y = (): unknown => x.set('a', 1);`,
  'a cache of the module that nobody named': `const x = new WeakMap<object, number>();
  export const y = (key: object): unknown => x.set(key, 1);`,
  'a set that an inner function writes to': `export function y(): (of: string) => void {
    const x = new Set<string>();
    return (of) => void x.add(of);
  }`,
  'a list of the module that a function adds to': `const x: number[] = [];
  export const y = (): number => x.push(1);`,
  'a list whose place a function assigns to': `const x: number[] = [];
  export const y = (): number => (x[0] = 1);`,
  'an object whose property a function assigns to': `const x = { a: { b: 0 } };
  export const y = (): number => (x.a.b = 1);`,
  'an object from which a function deletes': `const x: { a?: number } = {};
  export const y = (): boolean => delete x.a;`,
  'a field that a method assigns to': `export class Y {
    x = 0;
    next(): void { this.x = 1; }
  }`,
  'a private field that a method counts up': `export class Y {
    #x = 0;
    next(): number { this.#x += 1; return this.#x; }
  }`,
  'a field that what the constructor leaves behind assigns to': `export class Y {
    x = 0;
    readonly next: () => void;
    constructor() { this.next = () => { this.x = 1; }; }
  }`,
};

const allowed = {
  'a `let` of the function that assigns to it': `export function y(all: readonly number[]): number {
    let x = 0;
    for (const each of all) x += each;
    return x;
  }`,
  'a map of the function that writes to it': `export function y(all: readonly string[]): unknown {
    const x = new Map<string, number>();
    for (const each of all) x.set(each, 1);
    return x;
  }`,
  'a table of the module': `const x = new Map([['a', 1]]);
  export const y = (key: string): number | undefined => x.get(key);`,
  'a draft of immer': `import { produce } from 'immer';
  export const y = produce((x: { a: { b: number } }) => { const { a } = x; a.b = 1; });`,
  'a field that the constructor sets': `export class Y {
    readonly x: number;
    constructor(x: number) { this.x = x; }
  }`,
};

const index = `export function y(): (of: string) => void {
  let size = 0;
  return () => { size += 1; };
}`;

/** Where state may be, and where it may not, each with the same source. */
const places = {
  'src/machines/log/x.ts': [rule],
  'src/machines/directory/x.ts': [rule],
  'src/machines/directory/keyed.ts': [rule],
  'src/adapters/x.ts': [],
  'src/machines/inbox/order.ts': [],
  'src/machines/inbox/ticket-index.ts': [rule],
  'src/machines/inbox/x.ts': [rule],
  'src/machines/x.ts': [rule],
};

const folder = 'src/machines/ticket';
const cases = [
  ...Object.entries(refused).map(([what, source]) => ({ what, source, rules: [rule] })),
  ...Object.entries(allowed).map(([what, source]) => ({ what, source, rules: [] })),
].map((each, at) => ({ ...each, path: `${folder}/case-${at}.ts` }));

const found = lint({
  ...Object.fromEntries(cases.map(({ path, source }) => [path, `${source}\n`])),
  ...Object.fromEntries(Object.keys(places).map((path) => [path, `${index}\n`])),
});

function rulesOf(path: string): string[] | undefined {
  return found
    .get(path)
    ?.map((finding) => finding.rule)
    .filter((name) => name === rule);
}

describe('in a machine', () => {
  test.each(cases.filter(({ rules }) => rules.length > 0))('$what is refused', ({ path, rules }) => {
    expect(rulesOf(path)).toEqual(rules);
  });

  test.each(cases.filter(({ rules }) => rules.length === 0))('$what passes', ({ path, rules }) => {
    expect(rulesOf(path)).toEqual(rules);
  });
});

test.each(Object.entries(places))('what changes in %s', (path, rules) => {
  expect(rulesOf(path)).toEqual(rules);
});

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
  'a field that is asked for by a text': `export class Y {
    x = 0;
    next(): void { this['x'] = 1; }
  }`,
  'a field that a method adds to': `export class Y {
    readonly x: number[] = [];
    next(): void { this.x.push(1); }
  }`,
  'a field that is assigned by the name of another variable': `export class Y {
    x = 0;
    next(): void {
      const self = this;
      self.x = 1;
    }
  }`,
  'a field taken out to be added to': `export class Y {
    readonly x = new Set<number>();
    next(): void {
      const { x } = this;
      x.add(1);
    }
  }`,
  'a field that is assigned with others': `export class Y {
    x = 0;
    next(): void { Object.assign(this, { x: 1 }); }
  }`,
  'a property that an object’s own method counts up': `export const y = {
    x: 0,
    next(): number { this.x += 1; return this.x; },
  };`,
  'a static field that a method counts up': `export class Y {
    static x = 0;
    next(): number { Y.x += 1; return Y.x; }
  }`,
  'a static list that a function adds to': `export class Y { static readonly x: number[] = []; }
  export const y = (): number => Y.x.push(1);`,
  'a static field that its own class’s method assigns to': `export class Y {
    static x = 0;
    static next(): void { this.x = 1; }
  }`,
  'a property of a function': `export function y(): number {
    y.calls += 1;
    return y.calls;
  }
  y.calls = 0;`,
  'a list in a property of a function': `export function y(of: string): void { y.known.push(of); }
  y.known = new Array<string>();`,
  'a list of the module made by a call': `const x = Array.from<number>([]);
  export const y = (): number => x.push(1);`,
  'a list of a function around, made from another': `export function y(all: readonly number[]): () => void {
    const x = all.filter(Boolean);
    return () => void x.pop();
  }`,
  'a map of the module, of whatever makes one': `declare const make: () => Map<string, number>;
  const x = make();
  export const y = (): unknown => x.set('a', 1);`,
  'a map of a function around that says so': `export function y(make: () => unknown): (of: string) => void {
    const x: Map<string, number> = make() as Map<string, number>;
    return (of) => void x.set(of, 1);
  }`,
  'a map taken as a parameter and kept': `export const y = (x: Map<string, number>) => (of: string): unknown => x.set(of, 1);`,
  'a list taken as a parameter and kept': `export const y = (x: string[]) => (of: string): unknown => x.push(of);`,
  'a parameter that an inner function assigns to': `export const y = (x: number) => (): number => (x += 1);`,
  'a parameter that is a map unless it is given': `export const y = (x = new Map<string, number>()) => (of: string): unknown => x.set(of, 1);`,
  'a map taken out of a parameter': `export const y = ({ x }: { x: Map<string, number> }) => (of: string): unknown => x.set(of, 1);`,
  'a map of the module that is given to who fills it': `declare const fill: (all: Map<string, number>) => void;
  const x = new Map<string, number>();
  export const y = (): void => fill(x);`,
  'a set taken out of an object of the module': `const all = { x: new Set<string>() };
  const { x } = all;
  export const y = (of: string): unknown => x.add(of);`,
  'a set taken out of an object of the module where it is changed': `const all = { x: new Set<string>() };
  export const y = (of: string): unknown => {
    const { x } = all;
    return x.add(of);
  };`,
  'a list of another module': `import { x } from './x.ts';
  export const y = (of: string): unknown => x.push(of);`,
  'an object that gets another’s properties': `const x = { a: 0 };
  export const y = (): unknown => Object.assign(x, { a: 1 });`,
  'a property that is set by reflection': `const x = { a: 0 };
  export const y = (): unknown => Reflect.set(x, 'a', 1);`,
  'a part whose property is defined': `const x = { a: {} };
  export const y = (): unknown => Object.defineProperty(x.a, 'b', { value: 1 });`,
  'a list that is changed by the method of another': `const x: number[] = [];
  export const y = (): unknown => Array.prototype.push.call(x, 1);`,
  'a method asked for by a text': `const x = new Set(['a']);
  export const y = (of: string): unknown => x['add'](of);`,
  'a list by another name': `const a: number[] = [];
  const x = a;
  export const y = (): number => x.push(1);`,
  'a list by another name where it is changed': `const a: number[] = [];
  export const y = (): number => {
    const x = a;
    return x.push(1);
  };`,
  'a list by a third name': `const a = { b: [0] };
  export const y = (): number => {
    const { b } = a;
    const x = b;
    return x.push(1);
  };`,
  'a part of an object of a function around, by another name': `export function y(): () => void {
    const a = { b: { c: 0 } };
    return () => {
      const x = a.b;
      x.c += 1;
    };
  }`,
  'a property that a pattern assigns to': `const x = { a: 0 };
  export const y = (): void => { [x.a] = [1]; };`,
  'a `let` that a pattern assigns to': `export function y(): () => void {
    let x = 0;
    return () => { ({ x } = { x: 1 }); };
  }`,
  'a property of what is said to be something else': `const x: unknown = { a: 0 };
  export const y = (): void => { (x as { a: number }).a = 1; };`,
  'a generator of the module': `function* count(): Generator<number> { for (let n = 0; ; n += 1) yield n; }
  const x = count();
  export const y = (): unknown => x.next();`,
  'a generator of a function around': `function* count(): Generator<number> { for (let n = 0; ; n += 1) yield n; }
  export const y = (): (() => unknown) => {
    const x = count();
    return () => x.next();
  };`,
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
  'a table of the module that names functions': `const x = { add: (n: number) => n + 1 };
  export const y = (of: 'add', n: number): number => x[of](n);`,
  'what has an `add` of its own': `export function y(x: { add(of: string): void }): (of: string) => void {
    const { add } = x;
    return (of) => { x.add(of); add(of); };
  }`,
  'what a function around was given, by another name': `export const y = (make: () => { add(of: string): void }) => {
    const x = make();
    return (of: string): void => x.add(of);
  };`,
  'an empty map that nobody may change': `const x: ReadonlyMap<string, number> = new Map();
  export const y = (of = x): number => of.size;`,
  'a copy of a list of the module': `const all = [2, 1];
  export const y = (): unknown => {
    const x = [...all];
    return x.sort();
  };`,
  'a list of the function whose other name changes it': `export function y(): unknown {
    const a: number[] = [];
    const x = a;
    x.push(1);
    return a;
  }`,
  'a generator that is run to its end': `export function* y(all: readonly number[]): Generator<number> {
    let x = 0;
    for (const each of all) yield (x += each);
  }`,
  'a draft that a function within changes': `import { produce } from 'immer';
  export const y = (all: readonly number[]) => produce((x: { a: number }) => { all.forEach((n) => { x.a += n; }); });`,
  'a static table': `export class Y {
    static readonly x = new Map([['a', 1]]);
    of(key: string): unknown { return Y.x.get(key); }
  }`,
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

import { describe, expect, test } from 'vitest';
import { CALL_LIMITS } from '../../../server/config-limits.ts';
import { Documents } from '../../../server/http/graphql/documents.ts';

const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** Reads a document and keeps it, as one that was run. */
function use(documents: Documents, text: string, isOpen = false): 'new' | 'known' {
  const read = documents.read(text);
  documents.keep(text, read, isOpen);
  return read.isNew ? 'new' : 'known';
}

describe('what anybody may send', () => {
  test('fragments that double and end in a circle: measured once each', () => {
    const last = 40;
    const doubling = many(last + 1, (index) => {
      const next = index === last ? `...F${last}` : `...F${index + 1} ...F${index + 1}`;
      return `fragment F${index} on Query { ${next} }`;
    });
    // Walked one by one it would take hours.
    expect(new Documents(CALL_LIMITS).read(`{ ...F0 } ${doubling}`).document.definitions).toHaveLength(last + 2);
    const wide = doubling.replaceAll(`...F${last}`, 'users');
    expect(() => new Documents(CALL_LIMITS).read(`{ ...F0 } ${wide}`)).toThrow('more than 200 fields');
  });

  test.each([
    ['calls', `{ ${many(9, (index) => `a${index}: userInfos { id }`)} }`, 'more than 8 calls'],
    ['the same call', `{ ${many(120, () => 'userInfos { id }')} }`, 'more than 200 fields'],
    [
      'calls by fragments',
      `{ ...A ...B } fragment A on Query { ${many(5, (index) => `a${index}: users { id }`)} } fragment B on Query { ... on Query { ${many(5, (index) => `b${index}: users { id }`)} } }`,
      'more than 8 calls',
    ],
    ['fields', `{ users { ${many(300, () => 'id')} } }`, 'more than 200 fields'],
    ['an operation that is not run', `query a { users { id } } query b { users { ${many(300, () => 'id')} } }`, '200'],
    ['a fragment that is not spread', `{ users { id } } fragment F on User { ${many(300, () => 'id')} }`, '200'],
    ['depth', `{ ${'a { '.repeat(9)} id ${'}'.repeat(9)} }`, 'deeper than 8'],
    ['depth of a value', `{ users(a: ${'['.repeat(200)}${']'.repeat(200)}) { id } }`, 'deeper than 8'],
    ['depth of a type', `query ($a: ${'['.repeat(200)}Int${']'.repeat(200)}) { users { id } }`, 'deeper than 8'],
    ['fragments in fragments', `${'{ ... '.repeat(200)} { users { id } } ${'}'.repeat(200)}`, 'deeper than 8'],
    ['brackets that never close', '{a'.repeat(8_000), 'deeper than 8'],
    ['tokens', `{ users(${many(300, (index) => `a${index}: 1`)}) { id } }`, 'more than 600 tokens'],
    ['text', `{ users { id } } # ${'['.repeat(20_000)}`, 'longer than 16384 characters'],
    ['logins', 'mutation { a: logIn(email: "a") { token } ... { b: refreshToken { token } } }', 'Only one login'],
    [
      'codes',
      'mutation { a: confirmSecondFactor(code: "1") { token } b: confirmSecondFactor(code: "2") { token } }',
      'Only one login',
    ],
  ])('too much of %s is refused', (_what, text, reason) => {
    expect(() => new Documents(CALL_LIMITS).read(text)).toThrow(reason);
  });

  test('brackets in texts, block texts and comments are none', () => {
    const brackets = '{[('.repeat(200);
    const text = `{ users(a: "${brackets}\\"${brackets}", b: """${brackets}""") { id } } # ${brackets}`;
    expect(new Documents(CALL_LIMITS).read(text).document.definitions).toHaveLength(1);
  });

  test('is kept as long as it is short, two hundred at most', () => {
    const documents = new Documents(CALL_LIMITS);
    const text = '{ userInfos { id } }';
    expect([use(documents, text), use(documents, text)]).toEqual(['new', 'known']);
    const long = `${text} #${'x'.repeat(10_000)}`;
    expect([use(documents, long), use(documents, long)]).toEqual(['new', 'new']);
    for (let index = 0; index < 300; index += 1) {
      use(documents, `{ a${index}: userInfos { id } }`);
      use(documents, `{ a${index}: userInfos { id } }`);
      if (index % 100 === 0) use(documents, text);
    }
    // Of them all it was used again and again.
    expect(use(documents, text)).toBe('known');
    for (let index = 0; index < 300; index += 1) use(documents, `{ b${index}: userInfos { id } }`);
    expect(documents.size).toBe(200);
  });

  test('is read, but not run -> not kept', () => {
    const documents = new Documents(CALL_LIMITS);
    documents.read('{ userInfos { id } }');
    expect([documents.size, documents.read('{ userInfos { id } }').isNew]).toEqual([0, true]);
  });

  test('any number used once -> one used twice is still cached', () => {
    const documents = new Documents(CALL_LIMITS);
    const text = '{ userInfos { id } }';
    use(documents, text);
    use(documents, text);
    for (let index = 0; index < 300; index += 1) use(documents, `{ a${index}: userInfos { id } }`);
    expect(use(documents, text)).toBe('known');
  });

  test('comes without a login, however often -> what others sent once is still known', () => {
    const documents = new Documents(CALL_LIMITS);
    const text = '{ userInfos { id } }';
    use(documents, text);
    for (let index = 0; index < 600; index += 1) use(documents, `{ a${index % 300}: __typename }`, true);
    expect(use(documents, text)).toBe('known');
    expect(use(documents, '{ a299: __typename }', true)).toBe('known');
    expect(documents.size).toBeLessThanOrEqual(41);
  });
});

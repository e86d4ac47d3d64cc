import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { patched } from '../planted/patch.ts';
import { plants } from '../planted/plants.ts';
import { modelNames } from '../support/paths-chosen.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const patchOf = (name: string): string => read(`tests/planted/${name}.patch`);

describe('planted bugs', () => {
  test('each patch has its line in the list', () => {
    const patches = readdirSync(join(root, 'tests/planted')).filter((file) => file.endsWith('.patch'));
    expect(patches.toSorted()).toEqual(plants.map(({ name }) => `${name}.patch`).toSorted());
  });

  test.each(plants)('$name still applies', ({ name }) => {
    for (const [file, text] of patched(patchOf(name), read)) expect(text).not.toBe(read(file));
  });

  test.each(plants)('what should find $name is there', ({ foundBy }) => {
    const missing = foundBy.filter((each) => !(modelNames().includes(each) || existsSync(join(root, each))));
    expect([foundBy.length > 0, missing]).toEqual([true, []]);
  });
});

describe('a patch', () => {
  const patch = `diff --git a/one.ts b/one.ts
--- a/one.ts
+++ b/one.ts
@@ -7,3 +7,3 @@ anything
 before
-old

+new
@@ -20,2 +20,1 @@
-gone
 after
diff --git a/two.ts b/two.ts
--- a/two.ts
+++ b/two.ts
@@ -1 +1,2 @@
 --- a comment
+more
`;
  const files: Readonly<Record<string, string>> = {
    'one.ts': 'first\nbefore\nold\n\nmiddle\ngone\nafter\n',
    'two.ts': '--- a comment\n',
  };

  test('is applied wherever its lines are', () => {
    expect(Object.fromEntries(patched(patch, (file) => files[file] ?? ''))).toEqual({
      'one.ts': 'first\nbefore\n\nnew\nmiddle\nafter\n',
      'two.ts': '--- a comment\nmore\n',
    });
  });

  test.each([
    ['are gone', '', 'no longer has'],
    ['are there twice', 'before\nold\n\nbefore\nold\n\n', 'more than once'],
  ])('is refused if they %s', (_, text, words) => {
    expect(() => patched(patch, () => text)).toThrow(words);
  });
});

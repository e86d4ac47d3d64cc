import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONTRACT_VERSION } from '../../contract/version.ts';

const folder = join(import.meta.dirname, '../../contract');

/** The wire's source without comments and layout: what changes it changes the hash. */
function contractHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'version.ts')
    .toSorted();
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8');
    const bare = source.replaceAll(/\/\*(?! GraphQL)[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '').replaceAll(/[\s,]+/gu, '');
    hash.update(`${file}\n${bare}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

it('a changed wire has a raised version', () => {
  // When this fails: raise CONTRACT_VERSION, then write both down here.
  expect({ version: CONTRACT_VERSION, hash: contractHash() }).toEqual({ version: 5, hash: '5b9025a8b0f780f2' });
});

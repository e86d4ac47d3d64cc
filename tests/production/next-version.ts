import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from './machine.ts';

/** What the versions that the chapter names are called in the repository. */
export const VERSIONS = ['v0.1.0', 'v0.2.0'] as const;

/**
 * Puts the checkout, with what is changed in it, as a repository into `repository`: as it is, and as the next
 * version, which has another page and one more column.
 */
export function publishVersions(checkout: string, repository: string): void {
  const git = (...args: string[]): string => runHere('git', ['-C', checkout, ...args]).trim();
  runHere('git', ['init', '--quiet', '--bare', repository]);
  const now = git('stash', 'create') || git('rev-parse', 'HEAD');
  const [one, next] = VERSIONS;
  git('push', '--quiet', repository, `${now}:refs/tags/${one}`);
  const folder = mkdtempSync(join(tmpdir(), 'balcao-next-'));
  try {
    runHere('git', ['clone', '--quiet', '--branch', one, repository, folder], {
      ...process.env,
      GIT_CONFIG_PARAMETERS: "'advice.detachedHead=false'",
    });
    const file = join(folder, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"version": "0.1.0"', '"version": "0.2.0"'));
    appendFileSync(join(folder, 'src', 'main.tsx'), "\ndocument.documentElement.dataset['version'] = '0.2.0';\n");
    writeFileSync(
      join(folder, 'server', 'db', 'migrations', '9999_next_version.sql'),
      "alter table customer add column next_version text not null default 'unknown to the version before';\n",
    );
    const inNext = (...args: string[]): string =>
      runHere('git', ['-C', folder, '-c', 'user.name=next', '-c', 'user.email=next@balcao.example', ...args]);
    inNext('add', '--all');
    inNext('commit', '--quiet', '--message', 'next version');
    inNext('push', '--quiet', repository, `HEAD:refs/tags/${next}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

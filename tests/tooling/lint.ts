import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '..', '..');
const Config = z.looseObject({ jsPlugins: z.array(z.string()) });
const Report = z.object({
  diagnostics: z.array(
    z.object({
      filename: z.string(),
      // A directive that switches nothing off has no rule.
      code: z.optional(z.string()),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

export interface Finding {
  /** As the linter names it, `plugin(rule)`. */
  readonly rule: string;
  /** Counted from 1; 0 when the finding is about the whole file. */
  readonly line: number;
}

/**
 * Lints sources by the project's own configuration, each as if it stood at its path in the checkout;
 * what the linter found by path. Rules that need types are left out: the sources have no project around them.
 */
export function lint(sources: Readonly<Record<string, string>>): Map<string, Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-lint-'));
  try {
    const config = z.parse(Config, JSON.parse(uncommented(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))));
    const jsPlugins = config.jsPlugins.map((path) => join(root, path));
    writeFileSync(
      join(folder, '.oxlintrc.json'),
      JSON.stringify({ ...config, jsPlugins, options: { reportUnusedDisableDirectives: 'error' } }),
    );
    for (const [path, source] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const { stdout, stderr } = spawnSync(process.execPath, [program, '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = new Map<string, Finding[]>(Object.keys(sources).map((path) => [path, []]));
    for (const { filename, code, labels } of z.parse(Report, parse(stdout, stderr)).diagnostics) {
      found.get(filename)?.push({ rule: code ?? 'unused directive', line: labels[0]?.span.line ?? 0 });
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** JSON without the comments that say why a rule is off. */
function uncommented(json: string): string {
  return json.replace(/\s\/\/ .*$/gm, '');
}

function parse(stdout: string, stderr: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch (error) {
    throw new Error(`oxlint gave no report: ${stdout}${stderr}`, { cause: error });
  }
}

import type { ModelReport } from './paths-findings.ts';

/** The scene of a model that has but one. */
export const WHOLE = 'all of it';
/** After a scene's name: it was walked with them. */
export const WITH_ADAPTERS = ', with adapters';
const ARROW = ' -> ';

/** A path as `--path` takes it. A journey has one scene, which goes without saying. */
export function pathText(scene: string | null, steps: readonly string[]): string {
  return [...(scene === null ? [] : [scene]), ...steps].join(ARROW);
}

export function pathParts(text: string): readonly string[] {
  return text.split(ARROW);
}

/** What runs just this path. */
export function commandOf(
  { kind, name }: Pick<ModelReport, 'kind' | 'name'>,
  scene: string | null,
  steps: readonly string[],
): string {
  // For a shell's double quotes.
  const path = pathText(scene, steps).replaceAll(/["\\$`]/gu, String.raw`\$&`);
  return `npm run paths -- ${name} --path "${path}"${kind === 'chromium' ? ' --chromium' : ''}`;
}

/** Whether a model's paths have one scene, and are walked to their end. */
export function isWhole(kind: ModelReport['kind']): boolean {
  return kind === 'journey' || kind === 'chromium' || kind === 'server';
}

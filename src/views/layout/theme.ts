export type Theme = 'light' | 'dark';

/** Applies a theme. Also called before the first render, so that a dark page never flashes white. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  root.dataset['theme'] = theme;
}

/** Parses a stored theme; light, the default, for anything else. */
export function parseTheme(value: unknown): Theme {
  return value === 'dark' ? 'dark' : 'light';
}

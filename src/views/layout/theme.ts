export type Theme = 'light' | 'dark';

/** Puts a theme on the page. Called before the first render too, so that a dark page never flashes white. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  root.dataset['theme'] = theme;
}

/** Reads a stored theme; light, the product's default, for anything else. */
export function parseTheme(value: unknown): Theme {
  return value === 'dark' ? 'dark' : 'light';
}

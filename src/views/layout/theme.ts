import { useSyncExternalStore } from 'react';
import type { Density } from '../../machines/log/events-session.ts';

type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

/** What the browser's own bars take on: the page's ground. */
const barColors = { light: '#f6f5f1', dark: '#10131a' } as const;

/** Applies a theme. Also called before the first render, so that a dark page never flashes white. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  root.dataset['theme'] = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', barColors[theme]);
}

/** Applies how close together things stand. */
export function applyDensity(density: Density, root: HTMLElement = document.documentElement): void {
  root.dataset['density'] = density;
}

/** Parses a chosen theme; light, the default, for anything else. */
export function parseTheme(value: unknown): Theme {
  return value === 'dark' ? 'dark' : 'light';
}

/** The theme that is shown: the chosen one, or the computer's. */
export function useTheme(choice: ThemeChoice): Theme {
  const system = useSyncExternalStore(onSystemTheme, systemTheme);
  return choice === 'system' ? system : choice;
}

const systemIsDark = () => window.matchMedia?.('(prefers-color-scheme: dark)');

function systemTheme(): Theme {
  return systemIsDark()?.matches ? 'dark' : 'light';
}

function onSystemTheme(listener: () => void): () => void {
  const query = systemIsDark();
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

import type { IndexData, ModelData, MutantsData } from '../report-model.ts';
import { button, h } from './dom.ts';
import { indexPage } from './index-page.ts';
import { listen } from './load.ts';
import { modelPage } from './model-page.ts';
import { learnMutants } from './mutants.ts';
import { language, switchLanguage, t } from './words.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followTheme = (): void => document.documentElement.setAttribute('data-theme', dark.matches ? 'dark' : 'light');
followTheme();
dark.addEventListener('change', followTheme);

/** Shows a page, and shows it anew in the other language. */
function show(content: () => HTMLElement): void {
  document.documentElement.lang = language();
  document.title = `Balcão · ${t('title')}`;
  const other = button(t('language'), () => {
    switchLanguage();
    show(content);
  });
  const bar = h('div', { class: 'bar' }, h('strong', {}, 'Balcão'), h('span', {}, t('title')), other);
  document.body.replaceChildren(bar, content());
}

listen((name, value) => {
  // The writer's own data.
  if (name === 'mutants') learnMutants(value as readonly MutantsData[]);
  if (name === 'index') show(() => indexPage(value as IndexData));
  if (name === 'model') show(() => modelPage(value as ModelData));
});

import type { GuideData } from '../guide/guide-data.ts';
import type { IndexData, ModelData, MutantsData, WalkedData } from '../report-model.ts';
import { button, h } from './dom.ts';
import { guidePage } from './guide-page.ts';
import { indexPage } from './index-page.ts';
import { listen } from './load.ts';
import { modelPage } from './model-page.ts';
import { learnMutants } from './mutants.ts';
import { walkedPage } from './walked-page.ts';
import { language, switchLanguage, t } from './words.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followTheme = (): void => document.documentElement.setAttribute('data-theme', dark.matches ? 'dark' : 'light');
followTheme();
dark.addEventListener('change', followTheme);

/** Shows a page, and shows it anew in the other language. */
function show(content: () => HTMLElement, up: string): void {
  document.documentElement.lang = language();
  document.title = `Balcão · ${t('title')}`;
  const other = button(t('language'), () => {
    switchLanguage();
    show(content, up);
  });
  const guide = h('a', { href: `${up}guide.html` }, t('guide'));
  document.body.replaceChildren(bar(t('title'), guide, other), content());
}

/** In Portuguese alone. */
function showGuide(guide: GuideData): void {
  document.documentElement.lang = 'pt-BR';
  document.title = 'Balcão · Guia de QA';
  document.body.replaceChildren(bar('Guia de QA', h('a', { href: 'index.html' }, 'Relatório')), guidePage(guide));
}

function bar(title: string, ...links: readonly HTMLElement[]): HTMLElement {
  return h('div', { class: 'bar' }, h('strong', {}, 'Balcão'), h('span', {}, title), links);
}

listen((name, value) => {
  // The writer's own data.
  if (name === 'mutants') learnMutants(value as readonly MutantsData[]);
  if (name === 'index') show(() => indexPage(value as IndexData), '');
  if (name === 'model') show(() => modelPage(value as ModelData), '../');
  if (name === 'guide') showGuide(value as GuideData);
  if (name === 'walked') show(() => walkedPage(value as WalkedData), '');
});

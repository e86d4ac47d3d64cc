import { area } from '../area.ts';

/** Writing message templates: their list, the editor and its preview. */
export const templateEditorArea = area('template-editor', {
  pt_BR: () => import('../catalogues/pt-BR/areas/template-editor.json'),
  en: () => import('../catalogues/en/areas/template-editor.json'),
  pt: () => import('../catalogues/pt/areas/template-editor.json'),
});

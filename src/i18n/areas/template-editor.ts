import { area } from '../area.ts';

/** Writing message templates: their list, the editor and its preview. */
export const templateEditorArea = area(
  'template-editor',
  () => import('../catalogues/pt-BR/areas/template-editor.json'),
);

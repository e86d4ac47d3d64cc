import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { FormValues } from '../../src/machines/entities/forms.ts';
import { importsArea } from '../../src/i18n/areas/imports.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { CampaignsScreen } from '../../src/views/administration/campaigns/CampaignsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

const draft: FormValues = {
  name: 'Páscoa',
  audience_id: '3',
  group_id: null,
  instance_ids: ['5'],
  template_id: '8',
  message: null,
  variables: [{ key: 'body.1', source: 'first_name', text: null, field_id: null, fallback: 'cliente' }],
  window_from: 9,
  window_to: 22,
  requires_consent: false,
  skip_in_attendance: true,
  weekly_limit: null,
  starts_at: null,
  per_minute: null,
  batches: [100],
  batch_minutes: 60,
};
const template = {
  id: '8',
  name: 'volta',
  language: 'pt_BR',
  category: 'MARKETING',
  header: null,
  headerFile: null,
  cards: [],
  body: 'Olá, {{1}}!',
  footer: null,
  buttons: ['Quero ver'],
  variables: [{ key: 'body.1', part: 'body' as const, name: '1', example: null }],
};
const areas = { loaded: [importsArea], failure: undefined, request: () => undefined };

it('a carousel: each card has its example or an own file, kept as its variables change, and dropped with the template', async () => {
  const card = (at: number, fileName: string | null) => ({
    headerFile: 'image' as const,
    fileName,
    body: 'Sofá de {{1}} lugares.',
    buttons: ['Ver'],
    variables: [{ key: `card.${at}.1`, part: 'card' as const, name: '1', example: null }],
  });
  const cards = { ...template, id: '9', name: 'vitrine', cards: [card(0, 'sofa.png'), card(1, null)] };
  const own = { key: 'file.1', source: 'text', text: '77', field_id: null, fallback: 'mesa.png' };
  const given = ['body.1', 'card.0.1'].map((key) => ({ ...own, key, text: 'três' }));
  const view = await renderScreen(
    <AreasContext value={areas}>
      <CampaignsScreen />
    </AreasContext>,
    { at: '/campaigns?edit=70' },
  );
  const tester = userEvent.setup();
  act(() => {
    view.append({ type: 'instances.listed', instances: [{ id: '5', name: 'Vendas', active: true }] });
    view.load('campaign', '70', { ...draft, template_id: '9', variables: [...given, own] }, '2');
  });
  act(() => view.answer({ list: 'chat.templates', rows: [template, cards], total: 2, facts: { instance: 5 } }));
  await tester.click(screen.getByRole('button', { name: /^3\. Mensagem/u }));
  expect(within(screen.getByRole('group', { name: 'Imagem do cartão 1' })).getByText(/^sofa\.png/u)).toBeTruthy();
  expect(within(screen.getByRole('group', { name: 'Imagem do cartão 2' })).getByText('mesa.png')).toBeTruthy();
  const variable = within(screen.getByRole('group', { name: 'Cartão 2, variável 1' }));
  await tester.type(variable.getByRole('textbox', { name: 'Texto' }), 'dois');
  const shown = within(screen.getByRole('list', { name: 'Carrossel' })).getAllByRole('listitem');
  expect(shown[1]?.textContent).toBe('mesa.pngSofá de dois lugares.Ver');
  const saved = async () => {
    await tester.click(screen.getByRole('button', { name: 'Salvar rascunho' }));
    return view.given('form.save').at(-1)?.values;
  };
  expect(await saved()).toMatchObject({
    variables: [{ key: 'body.1' }, { key: 'card.0.1' }, { key: 'card.1.1', text: 'dois' }, own],
  });
  act(() => view.save('campaign', '70', '70', ['campaign']));
  await tester.click(screen.getByRole('radio', { name: /^Volta/u }));
  expect(JSON.stringify(await saved())).not.toContain('file.1');
});

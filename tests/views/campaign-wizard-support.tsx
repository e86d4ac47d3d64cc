import { act } from '@testing-library/react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { FormValues } from '../../src/machines/entities/forms.ts';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { importsArea } from '../../src/i18n/areas/imports.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { CampaignsScreen } from '../../src/views/administration/campaigns/CampaignsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

export const draft: FormValues = {
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
export const template = {
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

const areas = { loaded: [importsArea, conversationArea], failure: undefined, request: () => undefined };

/** Where one is, and how one came there. */
function Place() {
  const { pathname, search } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search}`}</output>;
}

/** A campaign's draft, or a new one, with what the wizard asks for answered. */
export async function openWizard(id: string, values: FormValues, version: string | null, hasInstances = true) {
  const view = await renderScreen(
    <AreasContext value={areas}>
      <CampaignsScreen />
      <Place />
    </AreasContext>,
    { at: `/campaigns?edit=${id}` },
  );
  act(() => {
    const instances = [{ id: '5', name: 'Vendas', active: true }];
    if (hasInstances) view.append({ type: 'instances.listed', instances });
    view.load('campaign', id, values, version);
  });
  act(() => {
    view.answer({ list: 'choices.audiences', rows: [{ id: '3', name: 'Ouro', updatedAt: 0, groups: 0 }], total: 1 });
    view.answer({ list: 'choices.groups', rows: [], total: 0 });
  });
  return view;
}

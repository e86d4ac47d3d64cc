import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { check } from '../../flows/check.ts';
import { menu } from '../../flows/templates/menu.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { flowSchema } from '../../contract/flows/flow.ts';
import type { ListedFlow } from '../../src/machines/entities/flows.ts';
import type { FlowEdit } from '../../src/machines/flow-editing/flow-document.ts';
import { FlowsScreen } from '../../src/views/administration/flows/FlowsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

export const listed: ListedFlow = {
  id: '30',
  name: 'Menu da loja',
  kind: 'passive',
  is_active: true,
  is_archived: false,
  position: 0,
  bot_name: null,
  trigger: { instance_ids: [], starts: 'any', keywords: [], hours: 'any' },
  number: 3,
  has_draft: true,
  running: 2,
  version: 'v1',
  updatedAt: Date.UTC(2026, 2, 1),
};

export async function openEditor(flow: Flow = menu()) {
  const view = await renderScreen(<FlowsScreen />, { at: '/passive-chat-flow?id=30' });
  act(() => {
    view.load('flow', '30', { name: 'Menu da loja', flow, places: { order: [], at: {} } }, 'v1');
  });
  act(() => view.answer({ list: 'flows', rows: [listed], total: 1 }));
  const list = screen.queryByRole('radio', { name: 'Lista' });
  if (list !== null) await userEvent.setup().click(list);
  return view;
}
export type View = Awaited<ReturnType<typeof openEditor>>;

/** Answers what was asked last of the checker. */
export async function answerCheck(view: View): Promise<void> {
  const asked = () =>
    view
      .given('list.fetch')
      .flatMap((command) => (command.list === 'flow.check' ? [command.query.filters['flow']] : []));
  const now = JSON.stringify(view.directory.flow('30')?.getSnapshot().context.document?.flow);
  await waitFor(() => expect(asked().at(-1)).toBe(now));
  const { findings, isSound, moments, isComplete } = check(flowSchema.parse(JSON.parse(now)));
  act(() =>
    view.answer({ list: 'flow.check', rows: [{ flow: now, findings, isSound, moments, isComplete }], total: 1 }),
  );
}

export const rename = { of: 'named', name: 'Menu do centro' } as const;

export function append(view: View, edit: FlowEdit): void {
  act(() => view.append({ type: 'flow.edited', form: 'flow', key: '30', edit }));
}

export function failLoad(view: View): void {
  const request = view.given('form.load').at(-1)?.request ?? 0;
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'form.loadFailed', form: 'flow', key: '30', request, failure }));
}

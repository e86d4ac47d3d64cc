import type { EventFrom } from 'xstate';
import type { Core } from '../directory/core.ts';
import { createOwn } from '../directory/own.ts';
import type { FormName } from '../entities/forms.ts';
import type { createFlows } from '../flow-editing/flow-editing.actors.ts';
import type { Logged } from '../log/event.ts';
import type { EditingEvent } from '../log/events-administration.ts';
import { editingMachine } from './editing.machine.ts';

/** The open forms, each until it is left; a flow has a machine of its own. */
export function createForms(core: Core, flows: ReturnType<typeof createFlows>) {
  const forms = createOwn<typeof editingMachine, string, EventFrom<typeof editingMachine>>(core, {
    kind: 'form',
    logic: editingMachine,
    keyOf,
    // Calls are numbered from the log position on, so that an actor ignores answers to an earlier one of the same name.
    makeOn: ({ type, form, key, position: request }) =>
      type === 'form.opened' ? { input: { form, key, request } } : null,
    takesFirst: true,
  });
  return {
    ...forms,
    take: (event: Logged<EditingEvent>): void => {
      if (event.form === 'flow') flows.takeForm(event);
      else if (event.type === 'form.left') forms.forget(keyOf(event));
      else if (event.type !== 'flow.edited') forms.take(event);
    },
  };
}

function keyOf({ form, key }: { readonly form: FormName; readonly key: string }): string {
  return `${form}:${key}`;
}

import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { createFlows } from '../flow-editing/flow-editing.actors.ts';
import type { Logged } from '../log/event.ts';
import type { EditingEvent } from '../log/events-administration.ts';
import { editingMachine } from './editing.machine.ts';

/** The open forms, each until it is left; a flow has a machine of its own. */
export function createForms(core: Core, flows: ReturnType<typeof createFlows>) {
  const forms = createKeyed<typeof editingMachine, string>('form', editingMachine, core);
  return {
    ...forms,
    take: (event: Logged<EditingEvent>): void => {
      if (event.form === 'flow') {
        flows.take(event);
        return;
      }
      const { form, key, position: request } = event;
      const name = `${form}:${key}`;
      // Calls are numbered from the log position on, so that an actor ignores answers to an earlier one of the same name.
      if (event.type === 'form.opened' && forms.get(name) === undefined) forms.make(name, { form, key, request });
      if (event.type === 'form.left') forms.forget(name);
      else if (event.type !== 'flow.edited') forms.send(name, event);
    },
  };
}

import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { Logged } from '../log/event.ts';
import type { EditingEvent } from '../log/events-administration.ts';
import { flowEditingMachine } from './flow-editing.machine.ts';

/** The flows that are being edited, each until it is left. */
export function createFlows(core: Core) {
  const flows = createKeyed<typeof flowEditingMachine, string>('flow', flowEditingMachine, core);
  return {
    ...flows,
    take: (event: Logged<EditingEvent>): void => {
      const { key, position: request } = event;
      if (event.type === 'form.opened' && flows.get(key) === undefined) flows.make(key, { key, request });
      if (event.type === 'form.left') flows.forget(key);
      // Only downloads report progress and can be stopped.
      else if (event.type !== 'form.progressed' && event.type !== 'form.stopped') flows.send(key, event);
    },
  };
}

import type { EventFrom } from 'xstate';
import type { Core } from '../directory/core.ts';
import { createOwn } from '../directory/own.ts';
import type { Logged } from '../log/event.ts';
import type { EditingEvent } from '../log/events-administration.ts';
import { flowEditingMachine } from './flow-editing.machine.ts';

/** The flows that are being edited, each until it is left. */
export function createFlows(core: Core) {
  const flows = createOwn<typeof flowEditingMachine, string, EventFrom<typeof flowEditingMachine>>(core, {
    kind: 'flow',
    logic: flowEditingMachine,
    keyOf: ({ key }) => key,
    makeOn: ({ type, key, position: request }) => (type === 'form.opened' ? { input: { key, request } } : null),
    takesFirst: true,
  });
  return {
    ...flows,
    takeForm: (event: Logged<EditingEvent>): void => {
      if (event.type === 'form.left') flows.forget(event.key);
      // Only downloads report progress and can be stopped.
      else if (event.type !== 'form.progressed' && event.type !== 'form.stopped') flows.take(event);
    },
  };
}

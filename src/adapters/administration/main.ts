import type { CommandOf } from '../../machines/log/command.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import type { KeptFiles } from '../storage/outgoing-files.ts';
import { createForms } from './forms.ts';
import { createLists } from './lists.ts';

import { NOT_FOUND } from '../calls/failure.ts';

/** The administration's commands. */
type AdministrationCommand = CommandOf<'list.fetch' | 'form.load' | 'form.save' | 'form.stop'>;

/** The administration's adapters; they load with the first command. */
interface Administration {
  readonly run: (command: AdministrationCommand) => void;
}

export function createAdministration(parts: CallParts, files: KeptFiles): Administration {
  const { append, environment } = parts;
  /** Cancels the next poll, by list. */
  const polls = new Map<ListName, () => void>();
  /** Cancels a save in progress, by form, key and request. */
  const stops = new Map<string, () => void>();
  const lists = createLists(parts);
  const forms = createForms(parts, files);

  async function list({ list: name, request, query }: CommandOf<'list.fetch'>): Promise<void> {
    polls.get(name)?.();
    polls.delete(name);
    const result = await lists[name](query);
    const { renewMs = null } = query;
    if (renewMs !== null && !polls.has(name)) {
      polls.set(
        name,
        environment.after(renewMs, () => append({ type: 'list.outdated', list: name })),
      );
    }
    append(
      result.ok
        ? { type: 'list.answered', list: name, request, page: result.answer }
        : { type: 'list.failed', list: name, request, failure: result.failure },
    );
  }

  async function load({ form, key, request }: CommandOf<'form.load'>): Promise<void> {
    const result = await forms[form].load?.(key);
    if (result === undefined) return append({ type: 'form.loadFailed', form, key, request, failure: NOT_FOUND });
    append(
      result.ok
        ? { type: 'form.loaded', form, key, request, ...result.answer }
        : { type: 'form.loadFailed', form, key, request, failure: result.failure },
    );
  }

  async function save({ form, key, request, values, version }: CommandOf<'form.save'>): Promise<void> {
    const name = `${form}:${key}:${request}`;
    const stopped = new AbortController();
    stops.set(name, () => stopped.abort());
    const result = await forms[form].save(key, values, version, {
      signal: stopped.signal,
      onBytes: (bytes) => append({ type: 'form.progressed', form, key, request, bytes }),
    });
    stops.delete(name);
    // The user cancelled it.
    if (stopped.signal.aborted) return;
    append(
      result.ok
        ? { type: 'form.saved', form, key, request, ...result.answer }
        : { type: 'form.refused', form, key, request, failure: result.failure },
    );
  }

  return {
    run: (command) => {
      if (command.type === 'list.fetch') void list(command);
      else if (command.type === 'form.load') void load(command);
      else if (command.type === 'form.save') void save(command);
      else stops.get(`${command.form}:${command.key}:${command.request}`)?.();
    },
  };
}

import type { App } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { AppHandle } from '../../src/views/app/app-context.tsx';
import { noFiles } from '../support/no-files.ts';

/** What the views get of an app, at a time that stands still, with no server and no code that loads later. */
export function handleOf(app: App, now = 2_000): AppHandle {
  return {
    directory: app.directory,
    append: (event: AppEvent) => app.append(event),
    now: () => now,
    ownNow: () => now,
    newClientId: () => 'client',
    newTempId: () => '1-temp',
    keepSecret: () => 'secret',
    readSecret: () => undefined,
    files: noFiles,
    prepareAdministration: () => Promise.reject(new Error('not here')),
    prepareReport: () => Promise.reject(new Error('not here')),
  };
}

import type { AppEvent, EventOf } from '../../machines/log/event.ts';
import type { Environment } from '../environment.ts';
import { desktopPermission } from '../desktop/permission.ts';
import type { LocalStore } from './local.ts';
import type { FoundEnd } from './stored-log.ts';

interface OpeningOptions {
  readonly environment: Pick<Environment, 'page' | 'Notification'>;
  readonly tenant: string;
  readonly local: LocalStore;
  readonly found: Pick<FoundEnd, 'failure'>;
}

/** The events of a page's start: the log's first one, then one for everything unreadable in storage. */
export function readOpening({
  environment,
  tenant,
  local,
  found: { failure },
}: OpeningOptions): readonly [EventOf<'app.opened'>, ...AppEvent[]] {
  const { session, preferences, locked, reloadedFor, rejected } = local.read();
  const opened: EventOf<'app.opened'> = {
    type: 'app.opened',
    tenant,
    session,
    preferences,
    online: environment.page.online(),
    visible: environment.page.visible(),
    desktop: desktopPermission(environment),
    ...(locked ? { locked } : {}),
    ...(reloadedFor === null ? {} : { reloadedFor }),
  };
  return [opened, ...rejected, ...(failure === null ? [] : [{ type: 'log.readFailed', reason: failure } as const])];
}

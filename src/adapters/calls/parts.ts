import type { AppEvent } from '../../machines/log/event.ts';
import type { Environment } from '../environment.ts';
import type { Gateway } from './gateway.ts';
import type { Vault } from './vault.ts';

/** Dependencies of every adapter that calls the server. */
export interface CallParts {
  readonly append: (event: AppEvent) => void;
  readonly environment: Environment;
  readonly gateway: Gateway;
  readonly tenant: string;
  readonly vault: Vault;
}

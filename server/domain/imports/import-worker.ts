import { setTimeout as pause } from 'node:timers/promises';
import { changeTenant } from '../../db/change.ts';
import { isTransientFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { UnreadableRefusals } from '../customers/kept-refusals.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { TenantWorker } from '../tenant-worker.ts';
import type { WorkerOptions } from '../tenant-worker.ts';
import { claimImports, endStep, findDueImports, LeaseLost, releaseImport, renewImports } from './import-leases.ts';
import type { ImportClaim } from './import-leases.ts';
import { runStep } from './import-steps.ts';
import { FileProblem } from './reading/file-format.ts';

export type ImportOptions = WorkerOptions & {
  /** Rows of one transaction. */
  chunk: number;
  /** Backoff before a failed step is retried. */
  retryMs: number;
};

export const IMPORT_DEFAULTS: ImportOptions = {
  concurrency: 2,
  pollMs: 1_000,
  leaseMs: 15_000,
  chunk: 5_000,
  retryMs: 5_000,
};

/** Minimum interval between progress updates. */
const TELL_MS = 1_000;
/** A step has failed after this many attempts without progress; until then it blocks the company's next import. */
const ATTEMPTS_MAX = 5;

/** `stop`: releases its leases, after the current chunk. */
export type Imports = { stop: () => Promise<void> };

/**
 * Imports customers from files. An import runs on one node at a time, by a lease; when it expires another node resumes
 * after the last stored line. Safe on any number of nodes with one database and one store of files.
 */
export function startImports(services: Services, files: MediaFiles, options: Partial<ImportOptions> = {}): Imports {
  const all = { ...IMPORT_DEFAULTS, ...options };
  const abort = new AbortController();
  const { db, log } = services;

  const handle = async (claim: ImportClaim): Promise<boolean> => {
    let toldAt = 0;
    const told = async () => {
      if (performance.now() - toldAt < TELL_MS) return;
      toldAt = performance.now();
      // Losing this update is harmless.
      await tellProgress(services, claim.tenantId).catch((error: unknown) =>
        log.warn({ err: error, import: claim.messageId }, 'an import’s progress could not be told'),
      );
    };
    let isBlameless = false;
    try {
      if (claim.row.attempts >= ATTEMPTS_MAX) throw new FileProblem('error.import.stuck');
      await runStep(claim, { services, files, signal: abort.signal, chunk: all.chunk, told });
    } catch (error) {
      // What was refused before an erasure can be read again once the server has its secret.
      isBlameless = abort.signal.aborted || isTransientFailure(error) || error instanceof UnreadableRefusals;
      if (error instanceof FileProblem) await endStep(services, claim, 'failed', { failure: error.key });
      else if (!(error instanceof LeaseLost) && !abort.signal.aborted) {
        log.error({ err: error, import: claim.messageId }, 'an import failed; it is resumed from its last line');
        await pause(all.retryMs, undefined, { signal: abort.signal }).catch(() => undefined);
      }
    }
    await releaseImport(db, claim, isBlameless);
    return !abort.signal.aborted;
  };

  const worker = new TenantWorker<ImportClaim>(
    services,
    {
      failure: 'imports could not be processed; retrying',
      findDue: async (wake) => (await findDueImports(services)).forEach(wake),
      claim: (tenantId, node) => claimImports(db, tenantId, node),
      renew: (tenantId, node, ids) => renewImports(db, tenantId, node, ids),
      handle,
    },
    all,
  );
  return {
    stop: () => {
      abort.abort();
      return worker.stop();
    },
  };
}

async function tellProgress({ db }: Services, tenantId: Id): Promise<void> {
  await changeTenant(db, tenantId, async ({ append }) =>
    append('ListUpdated', { list: 'customer_imports' }, { to: 'route', route: 'customers-base' }),
  );
}

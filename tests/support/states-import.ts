import { importModel } from '../../models/server/import.model.ts';
import type { ImportEvent, ImportState } from '../../models/server/import.model.ts';
import {
  cancelCustomerImport,
  mapCustomerImport,
  pauseCustomerImport,
  resumeCustomerImport,
  startCustomerImport,
  undoCustomerImport,
} from '../../contract/graphql/customer-imports.ts';
import { uploadImport } from '../../contract/rest/customer-imports.ts';
import type { ImportStatus } from '../../contract/facts/imports.ts';
import { withTenant } from '../../server/db/database.ts';
import type { Row } from '../../server/db/tables.ts';
import { claimImports, endStep, LeaseLost, releaseImport } from '../../server/domain/imports/import-leases.ts';
import type { ImportClaim } from '../../server/domain/imports/import-leases.ts';
import { runStep } from '../../server/domain/imports/import-steps.ts';
import { upload } from '../server/imports/import-world.ts';
import type { StatesSteps } from './states-walk.ts';
import type { StatesWorld } from './states-world.ts';

export interface ImportPath {
  readonly world: StatesWorld;
  readonly id: string;
  /** What the numbers of its rows begin with. */
  readonly numbers: string;
  /** The customers with these numbers before it. */
  readonly before: unknown;
}

const NODE = 'the node of the walk';
/** A row that is refused, one of a customer who is there, three of new ones. */
const ROWS = { all: 5, new: 3, there: 1 };

class Stopped extends Error {}

export async function beginImport(world: StatesWorld): Promise<ImportPath> {
  // What another path left isn't a node's work any more.
  await world.rows(`update customer_import set status = 'cancelled'
    where status in ('uploading', 'checking', 'importing', 'undoing')`);
  const numbers = `551196${String(world.next()).padStart(5, '0')}`;
  await world.rows('insert into customer (tenant_id, name, phone_number) values ($1, $2, $3)', [
    world.tenantId,
    'Antiga',
    `${numbers}01`,
  ]);
  const file = ['Nome;Telefone', `Outra;${numbers}01`, `Um;${numbers}02`, 'Ruim;12', `Dois;${numbers}03`];
  const response = await upload(world.url, world.people.ana, 'c.csv', [...file, `Três;${numbers}04`].join('\n'));
  const { id } = uploadImport.answer.parse(await response.json());
  return { world, id, numbers, before: await baseOf({ world, numbers }) };
}

function baseOf({ world, numbers }: Pick<ImportPath, 'world' | 'numbers'>): Promise<{ name: string }[]> {
  return world.rows<{ name: string }>(
    `select name, phone_number, email, note, whatsapp_consent from customer where phone_number like $1 order by id`,
    [`${numbers}%`],
  );
}

function rowOf({ world, id }: ImportPath): Promise<Row<'customer_import'>> {
  return withTenant(world.server.db, world.tenantId, (tx) =>
    tx.selectFrom('customer_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** A node works on it: as it is claimed if it is at one of these steps, otherwise as one that took it at the first of them. */
async function work(
  path: ImportPath,
  steps: readonly [ImportStatus, ...ImportStatus[]],
  does: (claim: ImportClaim) => Promise<void>,
): Promise<void> {
  const { world, id } = path;
  const { db } = world.server;
  const row = await rowOf(path);
  let claim: ImportClaim | undefined = { tenantId: world.tenantId, messageId: id, nodeId: NODE, row };
  if (steps.includes(row.status)) {
    [claim] = await claimImports(db, world.tenantId, { id: NODE, leaseMs: 60_000, limit: 1 });
    if (claim?.messageId !== id) throw new Error('Another import was claimed');
  } else {
    claim = { ...claim, row: { ...row, status: steps[0] } };
    await world.rows('update customer_import set locked_by = $2 where id = $1', [id, NODE]);
  }
  try {
    await does(claim);
  } catch (error) {
    if (!(error instanceof LeaseLost || error instanceof Stopped)) throw error;
  } finally {
    await releaseImport(db, claim, true);
  }
}

/** The whole step, or its first chunk. */
function run(path: ImportPath, isWhole: boolean): (claim: ImportClaim) => Promise<void> {
  const { services, files } = path.world;
  const told = async (): Promise<void> => {
    if (!isWhole) throw new Stopped();
  };
  return (claim) => runStep(claim, { services, files, signal: new AbortController().signal, chunk: 2, told });
}

/** A node takes the whole of it in, or back; late, it only says that it did. */
async function finish(path: ImportPath): Promise<void> {
  const { status } = await rowOf(path);
  const isLate = status !== 'importing' && status !== 'undoing';
  await work(path, ['importing', 'undoing'], isLate ? end(path, 'finished') : run(path, true));
}

function end({ world }: ImportPath, event: 'finished' | 'failed'): (claim: ImportClaim) => Promise<void> {
  const failure = event === 'failed' ? { failure: 'error.import.stuck' } : {};
  return (claim) => endStep(world.services, claim, event, failure);
}

export const importDeeds = {
  inspected: (path) => work(path, ['uploading'], run(path, true)),
  checked: (path) => work(path, ['checking'], run(path, true)),
  chunk: (path) => work(path, ['importing'], run(path, false)),
  finished: finish,
  failed: (path) => work(path, ['checking', 'uploading', 'importing', 'undoing'], end(path, 'failed')),
  mapped: ({ world, id }) =>
    world.call(world.people.ana, mapCustomerImport, {
      id,
      columns: [
        { column: 0, target: 'name' },
        { column: 1, target: 'phone' },
      ],
    }),
  started: ({ world, id }) => world.call(world.people.ana, startCustomerImport, { id, on_existing: 'overwrite' }),
  paused: ({ world, id }) => world.call(world.people.ana, pauseCustomerImport, { id }),
  resumed: ({ world, id }) => world.call(world.people.ana, resumeCustomerImport, { id }),
  undo: ({ world, id }) => world.call(world.people.ana, undoCustomerImport, { id }),
  cancelled: ({ world, id }) => world.call(world.people.ana, cancelCustomerImport, { id }),
} satisfies Record<ImportEvent, (path: ImportPath) => Promise<unknown>>;

export const importSteps: StatesSteps<ImportState, ImportEvent, ImportPath> = {
  model: importModel,
  begin: beginImport,
  deeds: importDeeds,
  state: async (path) => {
    const { status, added, changed } = await rowOf(path);
    const isSplit = ['importing', 'paused', 'failed', 'cancelled'].includes(status);
    return isSplit && added + changed > 0 ? `${status}, some in` : status;
  },
  kept: async (path) => {
    const { locked_by: _by, locked_until: _until, attempts: _attempts, ...row } = await rowOf(path);
    return [row, await baseOf(path)];
  },
  invariants: {
    'the base is as before until rows came in, and again once they are undone': async (path, state) => {
      const isChanged = state === 'done' || state === 'undoing' || state.endsWith('some in');
      // Failed or cancelled halfway it is something in between.
      const isSame = JSON.stringify(await baseOf(path)) === JSON.stringify(path.before);
      return isSame !== isChanged;
    },
    'as many customers are new as were added and not removed': async (path) => {
      const { added, removed } = await rowOf(path);
      return (await baseOf(path)).length === ROWS.there + added - removed;
    },
    'done, its sums are its rows; undone, all that was added has gone or stayed': async (path, state) => {
      const { added, changed, kept, refused, removed, stayed, row_count: rows } = await rowOf(path);
      if (state === 'done') return rows === ROWS.all && added === ROWS.new && added + changed + kept + refused === rows;
      return state !== 'undone' || removed + stayed === added;
    },
    'refused rows are listed once, as soon as they are checked': async (path, state) => {
      // Mapped again, those of the check before stand until the next one begins.
      if (state === 'checking') return true;
      const { refused } = await rowOf(path);
      const listed = await path.world.rows('select from customer_import_refused where import_id = $1', [path.id]);
      return listed.length === refused;
    },
  },
};

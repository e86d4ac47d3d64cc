import { importLife } from '../../models/journeys/import-life.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { CustomerImport } from '../../src/machines/entities/imports.ts';
import { mappingOf, targetsOf } from '../../src/views/administration/imports/targets.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly ana: Office;
  /** Another administrator's page, on which nothing is done: it follows. */
  readonly other: Office;
  readonly word: string;
  readonly number: number;
  id: string;
}

/** More than the world's server takes in before it is told to halt. */
const ROWS = 200;

/** Both pages see it so: who did it, and who only looks. */
async function seesImport(path: Path, looks: (row: CustomerImport) => boolean): Promise<CustomerImport> {
  await path.other.listed('imports', {}, (rows) => rows.some((row) => row.id === path.id && looks(row)));
  const [row] = await path.ana.listed(
    'import',
    { import: path.id },
    ([found]) => found?.id === path.id && looks(found),
  );
  if (row === undefined) throw new Error('The import is not there');
  return row;
}

async function upload(path: Path, rows: number): Promise<void> {
  const { ana, number, word } = path;
  ana.visit('/customers-base');
  const lines = Array.from({ length: rows }, (_, at) => {
    const phone = `5521${9_00_000_000 + number * 10_000 + at}`;
    return `${word} ${at};${phone}`;
  });
  const key = crypto.randomUUID();
  const file = new File([['nome;telefone', ...lines].join('\n')], `${word}.csv`, { type: 'text/csv' });
  ana.client.adapters.files.keep(key, file);
  path.id = await ana.press('import.upload', key, { file_name: file.name });
  await seesImport(path, ({ status }) => status === 'mapping');
}

/** How many of them are customers. */
async function seesCustomers({ ana, word }: Path, looks: (count: number) => boolean): Promise<void> {
  const tree = { all: [{ field: 'name', op: 'has', value: word }] };
  await ana.listed('audience.count', { tree: JSON.stringify(tree) }, ([row]) => row !== undefined && looks(row.total));
}

const deeds = {
  'Ana uploads a file': (path) => upload(path, 2),
  'Ana throws it away': async ({ ana, id }) => void (await ana.press('import.cancel', id)),
  'Ana uploads a large file': async (path) => {
    await upload(path, ROWS);
    const row = await seesImport(path, ({ status }) => status === 'mapping');
    const columns = mappingOf(targetsOf(row)).map((column) => ({ ...column }));
    await path.ana.press('import.map', path.id, { columns });
  },
  'Ana starts it, and halts it': async ({ ana, id }) => {
    await ana.press('import.start', id, { on_existing: 'fill', tag_ids: [] });
    await ana.press('import.pause', id);
  },
  'Ana goes on': async ({ ana, id }) => void (await ana.press('import.resume', id)),
  'Ana takes it back': async ({ ana, id }) => void (await ana.press('import.undo', id)),
} satisfies Record<DeedOf<typeof importLife>, Act<Path>>;

const scenes = {
  'nothing brought': (path) => seesCustomers(path, (count) => count === 0),
  'its columns are asked for': async (path) => void (await seesImport(path, ({ status }) => status === 'mapping')),
  'thrown away': async (path) => {
    await seesImport(path, ({ status }) => status === 'cancelled');
    await seesCustomers(path, (count) => count === 0);
  },
  ready: async (path) => void (await seesImport(path, ({ status }) => status === 'ready')),
  halted: async (path) => {
    await seesImport(path, ({ status, added }) => status === 'paused' && added < ROWS);
    await seesCustomers(path, (count) => count < ROWS);
  },
  'all in': async (path) => {
    await seesImport(path, ({ status, added }) => status === 'done' && added === ROWS);
    await seesCustomers(path, (count) => count === ROWS);
  },
  'taken back': async (path) => {
    await seesImport(path, ({ status }) => status === 'undone');
    await seesCustomers(path, (count) => count === 0);
  },
} satisfies Record<SceneOf<typeof importLife>, Act<Path>>;

export const importLifeSteps: Steps<Path, OfficeWorld> = {
  journey: importLife,
  begin: async (world) => {
    const number = world.next();
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    return { ana, other, word: `Base${number}`, number, id: '' };
  },
  deeds,
  scenes,
};

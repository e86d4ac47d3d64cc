import { importToAnswer } from '../../models/journeys/import-to-answer.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { Campaigner } from './campaigner.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Attendant, Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Customers } from './journeys-world.ts';

interface Path {
  readonly customers: Customers;
  readonly ana: Campaigner;
  readonly bruno: Attendant;
  readonly people: readonly Customer[];
  /** In all their names, and in nobody else's. */
  readonly word: string;
}

const ANSWER = 'Pode sim!';
const fileOf = ({ word }: Path) => `${word}.csv`;

/** What each of them got. */
const got = ({ customers, people }: Path) => Promise.all(people.map((each) => customers.received(each)));

/** The one who answers. */
function first({ people: [customer] }: Path): Customer {
  if (customer === undefined) throw new Error('Nobody is there');
  return customer;
}

const deeds = {
  'Ana imports a base': async (path) => {
    const rows = path.people.map(({ name, phone }) => `${name};${phone}`);
    await path.ana.importBase(fileOf(path), ['nome;telefone', ...rows, `Sem número ${path.word};`].join('\n'));
  },
  'Ana makes an audience of them': ({ ana, people, word }) => ana.buildAudience(word, word, people.length),
  'Ana sends them a campaign': async (path) => {
    const { ana, customers, people, word } = path;
    await ana.sendCampaign(word, word);
    await expectEventually(async () => (await got(path)).flat().length).toBeGreaterThan(0);
    // One goes before the others, until it has come.
    const at = (await got(path)).findIndex((texts) => texts.length > 0);
    await customers.tell(people[at] ?? first(path), 'delivered');
  },
  'one of them answers': (path) => path.customers.write(first(path), ANSWER),
} satisfies Record<DeedOf<typeof importToAnswer>, Act<Path>>;

const scenes = {
  'nobody knows them': (path) => path.bruno.seesNoRow(first(path)),
  'in the base': (path) => path.ana.seesImported(fileOf(path), { added: path.people.length, refused: 1 }),
  'an audience': ({ ana, word }) => ana.seesAudience(word),
  'everybody got it': async (path) => {
    await path.ana.seesCampaign(path.word, { status: 'finished', counts: { sent: path.people.length, answered: 0 } });
    const texts = await got(path);
    if (texts.some((own) => own.length !== 1)) throw new Error(`They got ${JSON.stringify(texts)}`);
    await path.bruno.seesNoRow(first(path));
  },
  answered: async (path) => {
    const { ana, bruno, word } = path;
    const [[text = ''] = []] = await got(path);
    await bruno.open(first(path));
    await bruno.seesMessage({ by: 'me', text });
    await bruno.seesMessage({ by: 'customer', text: ANSWER });
    await ana.seesCampaign(word, { status: 'finished', counts: { answered: 1 } });
  },
} satisfies Record<SceneOf<typeof importToAnswer>, Act<Path>>;

export const importToAnswerSteps: Steps<Path> = {
  journey: importToAnswer,
  begin: async (world) => {
    const { customers } = world;
    const came = [await customers.come(), await customers.come(), await customers.come()] as const;
    const word = `Lote${came[0].phone.slice(-5)}`;
    // As the file calls them.
    const people = came.map(({ name, phone }) => ({ name: `${name} ${word}`, phone }));
    return { customers, ana: await world.campaigner(), bruno: await world.at('bruno'), people, word };
  },
  deeds,
  scenes,
};

import { conversationBot } from '../../models/journeys/conversation-bot.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { ListedFlow } from '../../src/machines/entities/flows.ts';
import { ask, flow } from '../flows/builders.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { drawn, seesOnPhone } from './journeys-flows.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly provider: EmulatorClient;
  readonly ana: Office;
  /** Another administrator's page. */
  readonly other: Office;
  readonly first: string;
  readonly second: string;
  readonly draft: string;
}

const [VENDAS, SUPORTE] = ['100000000000001', '100000000000002'];
const [FIRST, SECOND] = ['Primeiro robô. Como ajudo?', 'Segundo robô. O que deseja?'];
const BOT = 'Nina';

const asking = (text: string) => flow({ start: ask(text, { answer: 'bye' }) });

/** Somebody new writes; waits until what their phone gets is this, and their ticket a bot's or people's. */
async function answers(
  { world, provider }: Path,
  wanted: string | null,
  { number = VENDAS, text = 'Bom dia' }: { readonly number?: string; readonly text?: string } = {},
): Promise<void> {
  const n = world.next();
  const phone = `55119444${String(n).padStart(5, '0')}`;
  await provider.saveCustomer(phone, `Cliente ${n}`);
  await provider.write(number, phone, text);
  await expectEventually(async () => {
    const { rows } = await world.server.owner.query<{ has: boolean }>(
      `select t.flow_run_id is not null as has from chat_ticket t join customer c on c.id = t.customer_id
      where c.phone_number = $1`,
      [phone],
    );
    return rows.map(({ has }) => has);
  }).toEqual([wanted !== null]);
  await seesOnPhone(provider, phone, wanted === null ? [] : [wanted]);
}

/** Both pages see the two flows so, in their order: who did it, and who only looks. */
async function seesFlows(path: Path, what: string, wanted: readonly string[]): Promise<void> {
  const { ana, other, first, second } = path;
  const words = ({ id, is_active: isActive }: ListedFlow) => `${id === first ? 'first' : 'second'} ${isActive}`;
  for (const office of [ana, other])
    await office.sees(what, 'flows', (rows) => {
      const own = rows.filter(({ id }) => id === first || id === second);
      return own.map(words).join() === wanted.join();
    });
}

const ON = { is_active: true, starts: 'any', hours: 'any' } as const;

async function suporteId({ world }: Path): Promise<string> {
  const { rows } = await world.server.owner.query<{ id: string }>(
    'select id::text as id from instance where phone_number_id = $1',
    [SUPORTE],
  );
  return rows[0]?.id ?? '';
}

const deeds = {
  'Ana has a flow answer that isn’t published': async ({ ana, draft }) => {
    await ana.open('flow.answers', draft);
    ana.type('flow.answers', draft, ON);
    ana.submit('flow.answers', draft);
  },
  'Ana has the first answer': async ({ ana, first }) => {
    await ana.save('flow.answers', first, ON);
  },
  'Ana has the second answer, too': async ({ ana, second }) => {
    await ana.save('flow.answers', second, ON);
  },
  'Ana puts the second first': async ({ ana, first, second }) => {
    await ana.save('flow.order', 'all', { ids: [second, first] }, {});
  },
  'Ana has the second answer at Suporte alone': async (path) => {
    await path.ana.save('flow.answers', path.second, { instance_ids: [await suporteId(path)] });
  },
  'Ana has the first answer a word alone': async ({ ana, first }) => {
    await ana.save('flow.answers', first, { starts: 'keyword', keywords: ['fatura', 'boleto'] });
  },
  'Ana gives it a name': async ({ ana, first }) => {
    await ana.save('flow.answers', first, { bot_name: BOT });
  },
  'Ana switches it off': async ({ ana, first }) => {
    await ana.save('flow.answers', first, { is_active: false });
  },
} satisfies Record<DeedOf<typeof conversationBot>, Act<Path>>;

const scenes = {
  'people answer': async (path) => {
    await seesFlows(path, 'both off', ['first false', 'second false']);
    await answers(path, null);
  },
  'told that it can’t answer': async (path) => {
    await path.ana.seesForm('flow.answers', path.draft, { phase: 'refused', failure: 'error.flow.unpublished' });
    await answers(path, null);
  },
  'the first answers': async (path) => {
    await seesFlows(path, 'the first on', ['first true', 'second false']);
    await answers(path, FIRST);
  },
  'the first still answers': async (path) => {
    await seesFlows(path, 'both on', ['first true', 'second true']);
    await answers(path, FIRST);
  },
  'the second answers': async (path) => {
    await seesFlows(path, 'the second before the first', ['second true', 'first true']);
    await answers(path, SECOND);
  },
  'each at its number': async (path) => {
    await answers(path, FIRST);
    await answers(path, SECOND, { number: SUPORTE });
  },
  'it answers the word': async (path) => {
    await answers(path, FIRST, { text: 'A segunda via do BOLETO, por favor' });
    await answers(path, null, { text: 'Meus boletos' });
  },
  'it signs': (path) => answers(path, `*${BOT}:*\n${FIRST}`),
} satisfies Record<SceneOf<typeof conversationBot>, Act<Path>>;

export const conversationBotSteps: Steps<Path, OfficeWorld> = {
  journey: conversationBot,
  begin: async (world) => {
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    await world.server.owner.query('update flow set is_active = false');
    const n = world.next();
    const first = await drawn(world, `Primeiro ${n}`, asking(FIRST));
    const second = await drawn(world, `Segundo ${n}`, asking(SECOND));
    const draft = await drawn(world, `Rascunho ${n}`, asking(FIRST), false);
    ana.visit('/conversation-bot');
    for (const office of [ana, other]) office.look('flows', {}, { by: 'name', descending: false });
    return { world, provider: new EmulatorClient(world.url), ana, other, first, second, draft };
  },
  deeds,
  scenes,
};

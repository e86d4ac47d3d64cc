import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { findWords, searchWordsOf, wordsIn } from '../../../contract/facts/words.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { searchMessages } from '../../../contract/graphql/search-messages.ts';
import type { FoundMessage, SearchMessagesVariables } from '../../../contract/graphql/search-messages.ts';
import type { Actor } from '../../../server/domain/context.ts';
import { searchMessages as searchWith } from '../../../server/domain/messages/search-messages.ts';
import { storeWords } from '../../../server/domain/messages/store-words.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 47_100_000;
const phone = () => `55119${(last += 1)}`;
const search = async (who: Person, words: string, more: Omit<SearchMessagesVariables, 'search'> = {}) =>
  (await world.call(who, searchMessages, { search: words, ...more })).searchMessages;
const textsOf = ({ items }: { items: readonly FoundMessage[] }) => items.map(({ excerpt }) => excerpt);
const found = async (...args: Parameters<typeof search>) => textsOf(await search(...args));
const idsOf = (ticket: ChatTicket) => ({ customer_id: ticket.customer.id, instance_id: ticket.instance.id });
const say = (ticket: ChatTicket, text: string) =>
  world.write({ from: ticket.customer.phone_number, number: 'vendas', text });

describe('messages are found by their words', () => {
  test('whatever case, accents and order; the last word may be a beginning, the others may not', async () => {
    const { ana } = world.people;
    const ticket = await world.open({ from: phone(), text: 'A *SOLICITAÇÃO* do José não chegou' });
    await say(ticket, 'solicitei outra');
    expect(await found(ana, 'solicitacao')).toEqual(['A SOLICITAÇÃO do José não chegou']);
    expect(await found(ana, 'JOSE solicitação')).toEqual(['A SOLICITAÇÃO do José não chegou']);
    expect(await found(ana, 'solicit')).toEqual(['solicitei outra', 'A SOLICITAÇÃO do José não chegou']);
    expect(await found(ana, 'nao solicit')).toEqual(['A SOLICITAÇÃO do José não chegou']);
    expect(await found(ana, 'solicit nao')).toEqual([]);
    expect(await found(ana, '“jose”, chegou!')).toEqual(['A SOLICITAÇÃO do José não chegou']);
    expect(await found(ana, '* _ 😀 a')).toEqual([]);
  });

  test('a result has its author, its conversation, and the words to mark', async () => {
    const { ana, bruno } = world.people;
    const ticket = await world.open({ from: phone(), name: 'Otávio Prado', text: 'oi' });
    const sent = await world.send(bruno, ticket, 'Segue o *orçamento* revisado, Otávio');
    const { items } = await search(ana, 'orcamento revis');
    expect(items).toEqual([
      {
        id: sent.id,
        type: 0,
        created_at: sent.created_at,
        tag_type: sent.tag_type,
        excerpt: 'Segue o orçamento revisado, Otávio',
        marks: [
          { start: 8, end: 17 },
          { start: 18, end: 26 },
        ],
        is_bot_message: false,
        user: { id: bruno.id, name: sent.user?.name },
        customer: { id: ticket.customer.id, name: 'Otávio Prado' },
        instance: { id: world.instances.vendas, name: 'Vendas' },
        ticket_id: ticket.id,
      },
    ]);
  });

  test('also only those of one side, and of some days; each page goes on from there', async () => {
    const { ana, bruno } = world.people;
    const ticket = await world.open({ from: phone(), text: 'pedido do xilofone' });
    const sent = await world.send(bruno, ticket, 'seu xilofone chegou');
    const at = Date.parse(sent.sent_at);
    expect(await found(ana, 'xilofone', { sender: 'customer' })).toEqual(['pedido do xilofone']);
    expect(await found(ana, 'xilofone', { sender: 'company', ...idsOf(ticket) })).toEqual(['seu xilofone chegou']);
    expect(await found(ana, 'xilofone', { from: at + 3_600_000 })).toEqual([]);
    expect(await found(ana, 'xilofone', { to: at - 3_600_000 })).toEqual([]);
    const first = await search(ana, 'xilofone', { from: at - 3_600_000, limit: 1 });
    expect(textsOf(first)).toEqual(['seu xilofone chegou']);
    expect(await found(ana, 'xilofone', { from: at - 3_600_000, before_id: first.next_before })).toEqual([
      'pedido do xilofone',
    ]);
    expect(await refusalOf(search(ana, 'xilofone', { sender: 'robot' }))).toBe('INVALID error.invalid');
    expect(await found(world.people.bia, 'xilofone', { sender: 'customer' })).toEqual([]);
  });

  test('a long text is shown around its first hit', async () => {
    const before = 'um dois tres quatro '.repeat(20);
    await world.open({ from: phone(), text: `${before}encontrei o parafuso sextavado ${before}` });
    const [hit] = (await search(world.people.ana, 'sextavad')).items;
    expect(hit?.excerpt).toMatch(/^….*encontrei o parafuso sextavado um dois.*…$/);
    expect(hit?.excerpt.length).toBeLessThan(165);
    expect(hit?.marks.map(({ start, end }) => hit.excerpt.slice(start, end))).toEqual(['sextavado']);
  });

  test('also by a file’s name, and by a changed text; not reactions', async () => {
    const { ana } = world.people;
    const ticket = await world.open({ from: phone(), text: 'antes disso' });
    const [first] = await world.chat(ana, ticket);
    await world.rows(`update message set body = 'depois disso', document_name = 'planilha_custos.pdf' where id = $1`, [
      first?.id,
    ]);
    expect(await found(ana, 'planilha')).toEqual(['depois disso planilha_custos.pdf']);
    expect(await found(ana, 'antes disso')).toEqual([]);
    await world.rows(`update message set tag_type = 'reaction', body = 'depois daquilo' where id = $1`, [first?.id]);
    expect(await found(ana, 'depois')).toEqual([]);
  });

  test('pages follow without a gap, newest first', async () => {
    const { ana } = world.people;
    const ticket = await world.open({ from: phone(), text: 'paginado 0' });
    for (let n = 1; n < 5; n++) await say(ticket, `paginado ${n}`);
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof search>> = await search(ana, 'paginado', { limit: 2, before_id: before });
      seen.push(...textsOf(page));
      before = page.next_before;
    } while (before !== null);
    expect(seen).toEqual([4, 3, 2, 1, 0].map((n) => `paginado ${n}`));
  });

  test('frequent words are found too, as rare ones are', async () => {
    const { ana, carla } = world.people;
    const ticket = await world.open({ from: phone(), text: 'comum raro' });
    for (let n = 0; n < 6; n++) await say(ticket, `comum bastante ${n}`);
    const all = await found(ana, 'comum');
    expect(all).toHaveLength(7);
    const { services } = world.server;
    const limits = { rareMax: 2, fewMax: 1, lookedAtMax: 3 };
    const collect = async (who: Actor, words: string, more: object = {}) => {
      const seen: string[] = [];
      let before_id: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof searchWith>> = await searchWith(
          services,
          who,
          { search: words, before_id, ...more },
          limits,
        );
        seen.push(...textsOf(page));
        before_id = page.next_before;
      } while (before_id !== null);
      return seen;
    };
    const admin = await actorOf(ana, true);
    expect(await collect(admin, 'comum')).toEqual(all);
    expect(await collect(admin, 'comum', { limit: 2 })).toEqual(all);
    expect(await collect(admin, 'comum', idsOf(ticket))).toEqual(all);
    expect(await collect(admin, 'comum bast')).toEqual(all.slice(0, 6));
    expect(await collect(admin, 'raro com')).toEqual(['comum raro']);
    expect(await collect(await actorOf(carla, false), 'comum')).toEqual([]);
  });
});

describe('of some days', () => {
  const DAY_MS = 86_400_000;
  const limits = { rareMax: 2, fewMax: 1, lookedAtMax: 3 };

  test('what was said before and after them isn’t looked at', async () => {
    const { ana } = world.people;
    const ticket = await world.open({ from: phone(), text: 'diário antigo 0' });
    await say(ticket, 'diário antigo 1');
    // All there is was said ten days earlier.
    await world.rows(`update message set created_at = created_at - interval '10 days',
      sent_at = sent_at - interval '10 days'`);
    const old = Date.now() - 10 * DAY_MS;
    for (let n = 0; n < 5; n++) await say(ticket, `diário novo ${n}`);
    const admin = await actorOf(ana, true);
    const first = (more: object) => searchWith(world.server.services, admin, { search: 'diario', ...more }, limits);
    const page = await first({ from: old - DAY_MS, to: old + DAY_MS });
    expect(textsOf(page)).toEqual(['diário antigo 1', 'diário antigo 0']);
    expect(page.next_before).toBeNull();
    expect(textsOf(await first({ to: old + DAY_MS, ...idsOf(ticket) }))).toHaveLength(2);
    const recent = await first({ from: old + 5 * DAY_MS, limit: 5 });
    expect(textsOf(recent)).toEqual([4, 3, 2].map((n) => `diário novo ${n}`));
    const rest = await first({ from: old + 5 * DAY_MS, limit: 5, before_id: recent.next_before });
    expect(textsOf(rest)).toEqual([1, 0].map((n) => `diário novo ${n}`));
    expect(rest.next_before).toBeNull();
  });

  test('also what came long after it was said, page by page; only where one may read', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const ticket = await world.open({ from: phone(), text: 'tardio um' });
    await world.rows(`update message set created_at = created_at - interval '10 days',
      sent_at = sent_at - interval '10 days' where sent_at > now() - interval '9 days'`);
    const said = { from: Date.now() - 11 * DAY_MS, to: Date.now() - 9 * DAY_MS };
    await say(ticket, 'tardio de hoje');
    for (const text of ['tardio dois', 'tardio três', 'outro assunto']) await say(ticket, text);
    await world.rows(`update message set sent_at = sent_at - interval '10 days' where body in
      ('tardio dois', 'tardio três', 'outro assunto')`);
    const late = ['tardio três', 'tardio dois', 'tardio um'];
    expect(await found(ana, 'tardio', said)).toEqual(late);
    expect(await found(bruno, 'tardio', { ...said, ...idsOf(ticket) })).toEqual(late);
    expect(await found(carla, 'tardio', said)).toEqual([]);
    expect(await found(bia, 'tardio', said)).toEqual([]);
    const { customer } = await world.open({ from: phone(), number: 'suporte', text: 'atrasado um' });
    const first = await world.ticketOf(ana, customer.phone_number);
    if (first === undefined) throw new Error('No ticket was opened');
    await world.send(carla, first, 'Pois não?');
    await world.call(carla, finishChatTicket, { id: first.id });
    await world.write({ from: customer.phone_number, number: 'suporte', text: 'atrasado dois' });
    const next = await world.ticketOf(ana, customer.phone_number);
    if (next === undefined) throw new Error('No ticket was opened');
    await world.send(bruno, next, 'Pois não?');
    await world.rows("update message set sent_at = sent_at - interval '10 days' where body like 'atrasado%'");
    expect(await found(bruno, 'atrasado', said)).toEqual(['atrasado dois', 'atrasado um']);
    expect(await found(carla, 'atrasado', said)).toEqual(['atrasado um']);
    const admin = await actorOf(ana, true);
    const seen: string[] = [];
    let before_id: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof searchWith>> = await searchWith(
        world.server.services,
        admin,
        { search: 'tardio', ...said, before_id, limit: 1 },
        { ...limits, lookedAtMax: 1 },
      );
      seen.push(...textsOf(page));
      before_id = page.next_before;
    } while (before_id !== null);
    expect(seen).toEqual(late);
  });
});

describe('only where one may read', () => {
  test('not another company’s, not another attendant’s; what nobody has, who serves its number', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const ticket = await world.open({ from: phone(), text: 'segredo guardado' });
    expect(await found(bruno, 'segredo')).toEqual(['segredo guardado']);
    expect(await found(carla, 'segredo')).toEqual([]);
    expect(await found(bia, 'segredo')).toEqual([]);
    const other = await world.open({ from: phone(), number: 'suporte', text: 'segredo do suporte' });
    await world.send(bruno, other, 'meu segredo');
    expect(await found(carla, 'segredo')).toEqual([]);
    expect(await found(ana, 'segredo')).toEqual(['meu segredo', 'segredo do suporte', 'segredo guardado']);
    expect(await found(ana, 'segredo', { instance_id: world.instances.suporte })).toHaveLength(2);
    expect(await found(ana, 'segredo', { customer_id: ticket.customer.id })).toEqual(['segredo guardado']);
    expect(await found(bruno, 'segredo', idsOf(other))).toHaveLength(2);
    expect(await refusalOf(search(carla, 'segredo', idsOf(other)))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(search(bia, 'segredo', { customer_id: ticket.customer.id }))).toMatch('NOT_FOUND');
    expect(await refusalOf(search(carla, 'segredo', { instance_id: world.instances.vendas }))).toMatch('NOT_FOUND');
    expect(await refusalOf(search(ana, 'segredo', { limit: 0 }))).toMatch('INVALID');
  });

  test('finished tickets up to the newest one that one sees, and nothing behind it', async () => {
    const { ana, bruno, carla } = world.people;
    const ticket = await world.open({ from: phone(), number: 'suporte', text: 'histórico um' });
    await world.send(carla, ticket, 'histórico dois');
    await world.call(carla, finishChatTicket, { id: ticket.id });
    await world.write({ from: ticket.customer.phone_number, number: 'suporte', text: 'histórico três' });
    const next = await world.ticketOf(ana, ticket.customer.phone_number);
    if (next === undefined) throw new Error('No ticket was opened');
    await world.send(bruno, next, 'histórico quatro');
    const byCarla = await search(carla, 'historico');
    expect(textsOf(byCarla)).toEqual(['histórico dois', 'histórico um']);
    expect(byCarla.items[0]?.ticket_id).toBe(ticket.id);
    const byBruno = await search(bruno, 'historico');
    expect(textsOf(byBruno)).toEqual(['histórico quatro', 'histórico três', 'histórico dois', 'histórico um']);
    expect(byBruno.items.at(-1)?.ticket_id).toBe(next.id);
    expect(await found(carla, 'historico', idsOf(ticket))).toEqual(['histórico dois', 'histórico um']);
    // Nor if the word is frequent, and messages are looked at one after the other.
    const asCarla = await actorOf(carla, false);
    const limits = { rareMax: 1, fewMax: 1, lookedAtMax: 1_000 };
    const frequent = await searchWith(world.server.services, asCarla, { search: 'historico' }, limits);
    expect(textsOf(frequent)).toEqual(['histórico dois', 'histórico um']);
  });
});

describe('old messages', () => {
  test('their words are stored in the background, the newest first; until then the answer says so', async () => {
    const { ana } = world.people;
    const ticket = await world.open({ from: phone(), text: 'arquivado um' });
    await say(ticket, 'arquivado dois');
    await world.rows('delete from message_word');
    await world.rows(
      `insert into message_word_backlog (tenant_id, before_id) select tenant_id, max(id) + 1 from message group by 1`,
    );
    await say(ticket, 'arquivado três');
    expect(await search(ana, 'arquivado')).toMatchObject({ is_indexed: false, items: [{}] });
    await storeWords(world.server.services, 2);
    const page = await search(ana, 'arquivado');
    expect(page.is_indexed).toBe(true);
    expect(textsOf(page)).toEqual(['arquivado três', 'arquivado dois', 'arquivado um']);
    expect(await world.rows('select from message_word_backlog')).toEqual([]);
  });

  test('a page around a message, and those before and after it, meet without gap or overlap', async () => {
    const { ana } = world.people;
    const ticket = await world.open({ from: phone(), text: 'linha 0' });
    for (let n = 1; n < 9; n++) await say(ticket, `linha ${n}`);
    const all = await world.chat(ana, ticket);
    const near = async (where: { around_id?: string; before_id?: string; after_id?: string }, limit: number) =>
      await world.call(ana, customerChats, {
        ...idsOf(ticket),
        all_users: true,
        finished_tickets: true,
        ...where,
        limit,
      });
    const messages = async (...args: Parameters<typeof near>) =>
      (await near(...args)).customerChats.map(({ message }) => message);
    const at = (n: number) => all.find(({ message }) => message === `linha ${n}`)?.id ?? '';
    const lines = (...ns: number[]) => ns.map((n) => `linha ${n}`);
    expect(await messages({ around_id: at(4) }, 4)).toEqual(lines(3, 4, 5, 6));
    expect(await messages({ around_id: at(4) }, 5)).toEqual(lines(2, 3, 4, 5, 6));
    expect(await messages({ after_id: at(6) }, 4)).toEqual(lines(7, 8));
    expect(await messages({ before_id: at(3) }, 2)).toEqual(lines(1, 2));
    expect(await messages({ around_id: at(8) }, 4)).toEqual(lines(7, 8));
    const kinds = async (...args: Parameters<typeof near>) =>
      (await near(...args)).customerChatEvents?.map(({ kind }) => kind);
    await world.call(ana, finishChatTicket, { id: ticket.id });
    expect(await kinds({ around_id: at(4) }, 4)).toEqual(['opened']);
    expect(await kinds({ after_id: at(6) }, 4)).toEqual(['finished']);
    expect(await kinds({ around_id: at(8) }, 4)).toEqual(['opened', 'finished']);
  });
});

describe('both sides take texts apart the same way', () => {
  test.each<readonly [string, string]>([
    ['words of Portuguese', 'João-Pedro, AÇÃO! nº 12.345-6'],
    ['marks and links', '*negrito* _itálico_ `mono` snake_case https://exemplo.com.br/á?b=c'],
    ['other forms of letters', 'ﬁm ½ ²³ ＡＢＣ Straße ÎLE ñandú œuvre'],
    ['other scripts', 'Привет МИР Ελληνικά 你好 世界 한국어 日本語テスト'],
    ['accents of their own', 'a\u0301rvore A\u030Angstro\u0308m 👩‍👩‍👧 flag🇧🇷dir'],
    ...Object.entries(HOSTILE_TEXTS).map(([name, make]) => [name, make(2_000)] as const),
  ])('%s', async (_name, text) => {
    const rows = await world.rows<{ word: string }>('select words_of($1) as word', [text]);
    const stored = rows.map(({ word }) => word).toSorted();
    const here = [...new Set(Array.from(wordsIn(text), ({ word }) => word))].toSorted();
    expect(here).toEqual(stored);
  });

  test('marks are where the words stand in the text as it is written', () => {
    const text = 'A\u0301gua, ½ água; ÁGUAS';
    const words = searchWordsOf('agua');
    if (words === null) throw new Error('No words');
    expect(findWords(text, words).map(({ start, end }) => text.slice(start, end))).toEqual([
      'A\u0301gua',
      'água',
      'ÁGUAS',
    ]);
  });
});

async function actorOf({ id, tenant, email }: Person, isAdmin: boolean): Promise<Actor> {
  const [row] = await world.rows<{ tenant_id: string; name: string; role_id: string }>(
    'select tenant_id, name, role_id from app_user where id = $1',
    [id],
  );
  if (row === undefined) throw new Error('Nobody');
  return {
    tenantId: row.tenant_id,
    tenantName: tenant,
    userId: id,
    userName: row.name,
    email,
    roleId: row.role_id,
    roleName: isAdmin ? 'administrador' : 'atendente',
    isAdmin,
    isBackoffice: false,
    isSupport: false,
    owesSecondFactor: false,
    owesTerms: false,
    routes: new Set(['chat']),
    sessionId: '1',
    requestId: 'test',
    address: undefined,
  };
}

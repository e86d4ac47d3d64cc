import { once } from 'node:events';
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { createSocketTicket } from '../../contract/graphql/create-socket-ticket.ts';
import { withTenant } from '../../server/db/database.ts';
import { streamHead } from '../../server/db/stream.ts';
import type { StreamHead } from '../../server/db/stream.ts';
import { signAccessToken } from '../../server/domain/auth/access-token.ts';
import { deriveKeys } from '../../server/domain/auth/keys.ts';
import { createLog } from '../../server/log.ts';
import { TEST_SECRET } from '../support/server.ts';
import { cpuOfChildren } from './load-cpu.ts';
import { openBench, SIZE } from './load-setup.ts';
import type { Bench } from './load-setup.ts';
import type { BenchRow } from './row.ts';

const BUDGET_MS = 3_000;
const SOCKETS = 500;
/** Messages that came while nobody was connected, in all companies together. */
const MISSED = 200;

type Page = { slug: string; userId: string; token: string; resume: StreamHead };

/** When a page had what, in milliseconds from the start of the storm. */
type Served = { ticket: number; hello: number; caughtUp: number; frames: number };

/**
 * A server is killed, another one starts, and all pages come back in the same moment: each asks for a
 * ticket, opens its socket where it stood, and pings. Timed from the first request until the last page
 * has its hello, its missed frames and the pong that follows them; on connections of their own, as browsers make them.
 */
export async function benchStorm(): Promise<BenchRow[]> {
  return [
    ...(await stormOf({ companies: 1, users: SOCKETS }, 'of one company')),
    ...(await stormOf({ companies: 20, users: SOCKETS / 20 }, 'of 20 companies')),
  ];
}

async function stormOf(size: { companies: number; users: number }, whose: string): Promise<BenchRow[]> {
  const bench = await openBench({ ...SIZE, ...size, customersOfBusy: 10, customersOfOthers: 1 });
  try {
    const pages = await pagesOf(bench);
    const conversations = bench.companies.flatMap((company) =>
      company.customers.map(({ number }) => ({ company, number })),
    );
    for (let sent = 0; sent < MISSED; sent += 1) {
      const about = conversations[(sent * 7) % conversations.length];
      if (about !== undefined) await bench.calls.write(about.company, about.number, bench.nextNumber());
    }
    const what = `${SOCKETS} sockets ${whose}, ${MISSED} messages missed`;
    const url = await bench.restart();
    return [...(await storm(url, pages, `${what}, a cold server`)), ...(await storm(url, pages, `${what}, again`))];
  } finally {
    await bench.close();
  }
}

/** Logged in, and standing where the stream is now. */
async function pagesOf({ db, companies }: Bench): Promise<Page[]> {
  const services = {
    db,
    log: createLog({ level: 'silent' }),
    now: () => new Date(),
    keys: deriveKeys(TEST_SECRET),
    isDemo: false,
  };
  const pages: Page[] = [];
  for (const { tenantId, slug, people } of companies) {
    const resume = await withTenant(db, tenantId, (tx) => streamHead(tx, tenantId));
    for (const { userId, sessionId } of people) {
      const token = await signAccessToken(services, { tenantId, tenantName: slug, userId, sessionId });
      pages.push({ slug, userId, token, resume });
    }
  }
  return pages;
}

async function storm(url: string, pages: readonly Page[], what: string): Promise<BenchRow[]> {
  const sockets: WebSocket[] = [];
  const cpuBefore = cpuOfChildren();
  const began = performance.now();
  const served = await Promise.all(pages.map((page) => comeBack(url, page, began, sockets)));
  const cpu = [...cpuOfChildren()].map(([name, ms]) => `${name} ${Math.round(ms - (cpuBefore.get(name) ?? 0))}`);
  for (const socket of sockets) socket.terminate();
  const last = (of: keyof Served) => Math.max(...served.map((page) => page[of]));
  const frames = served.reduce((sum, page) => sum + page.frames, 0);
  const parts = `last ticket ${Math.round(last('ticket'))} ms, last hello ${Math.round(last('hello'))} ms; processor ms: ${cpu.join(', ')}`;
  return [
    {
      what: `${what}: last one served (${parts})`,
      value: last('caughtUp'),
      unit: 'ms',
      budget: BUDGET_MS,
      better: 'less',
    },
    // The owner and the administrator get each message.
    { what: `${what}: missed frames received`, value: frames, unit: '', budget: 2 * MISSED, better: 'more' },
  ];
}

async function comeBack(url: string, page: Page, began: number, sockets: WebSocket[]): Promise<Served> {
  const since = () => performance.now() - began;
  const ticket = await ticketFor(url, page);
  const ticketAt = since();
  const query = new URLSearchParams({
    tenantName: page.slug,
    userId: page.userId,
    ticket,
    epoch: page.resume.epoch,
    since: String(page.resume.head),
  });
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?${query.toString()}`, { perMessageDeflate: false });
  sockets.push(socket);
  const { promise, resolve, reject } = Promise.withResolvers<Served>();
  let hello = 0;
  let frames = 0;
  socket.on('error', reject);
  socket.on('close', (code) => reject(new Error(`A socket was closed with ${code}`)));
  socket.on('open', () => socket.send('{"event":"ping"}'));
  socket.on('message', (data: Buffer) => {
    const name = data.toString('latin1', 10, data.indexOf('"', 10));
    if (name === 'hello') {
      hello = since();
      if (!data.includes('"recovered":true')) reject(new Error('A page has to fetch everything anew'));
    } else if (name === 'CustomerChatCreated') frames += 1;
    else if (name === 'pong') resolve({ ticket: ticketAt, hello, caughtUp: since(), frames });
  });
  return promise;
}

async function ticketFor(url: string, { slug, token }: Page): Promise<string> {
  const body = JSON.stringify({ query: createSocketTicket.document, variables: {} });
  const call = request(`${url}/${slug}/graphql`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    },
  });
  call.end(body);
  const [response] = await once(call, 'response');
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => void (text += part));
  await once(response, 'end');
  const ticket = /"ticket":"([^"]+)"/.exec(text)?.[1];
  if (ticket === undefined) throw new Error(`No ticket: ${text}`);
  return ticket;
}

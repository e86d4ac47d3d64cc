import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import fastify from 'fastify';
import { openDatabase } from '../../db/database.ts';
import { authenticate } from '../../domain/auth/authenticate.ts';
import { createLog } from '../../log.ts';
import { Documents } from './documents.ts';
import type { HeavyCall, HeavyOrder, HeavyReport, HeavyStart } from './heavy-thread.ts';
import { addSchema, failed, faultsOf, runDocument } from './run.ts';
import type { Answer } from './run.ts';
import { tenantCallOf } from './tenant-call.ts';

/*
 * The thread of heavy calls. The main thread sends only queries, and has checked their token, cost and turn; session,
 * tenant and permissions are checked here, as for any call.
 */

// On Linux, priority is per thread: the main thread gets the processor first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const port = parentPort;
if (port === null) throw new Error('This must run as a thread of the server');
const { databaseUrl, statementMs, introspection, limits, logLevel, keys, isDemo }: HeavyStart = workerData;

const send = (report: HeavyReport, bytes: ArrayBuffer[] = []): void => port.postMessage(report, bytes);
const log = createLog({ level: logLevel, destination: { write: (line) => send({ log: line }) } });
// One connection per running call.
const db = openDatabase({ url: databaseUrl, log, size: limits.heavyAtOnce, statementMs });
const services = {
  db,
  log,
  now: () => new Date(),
  keys,
  isDemo,
  wakeOutbox: onlyQueries,
  reserveSend: onlyQueries,
  wakeMedia: onlyQueries,
  // Only the main thread checks whether files exist; here the address is returned in any case.
  hasFile: async () => true,
  countTicket: onlyQueries,
};
const documents = new Documents(limits);
const app = fastify();
await addSchema(app, introspection);
await app.ready();

port.on('message', (order: HeavyOrder) => {
  if (order === 'stop') {
    port.close();
    void Promise.all([app.close(), db.close()]);
    return;
  }
  void answer(order.call).then(({ json, ...rest }) => {
    // A copy, since transferring a buffer takes its whole memory along.
    const { buffer } = typeof json === 'string' ? new TextEncoder().encode(json) : new Uint8Array(json);
    send({ id: order.id, answer: { ...rest, json: buffer } }, [buffer]);
  });
});

async function answer({ query, tenantName, claims, requestId, address, ...operation }: HeavyCall): Promise<Answer> {
  const context = { id: requestId, log: log.child({ reqId: requestId }) };
  try {
    const read = documents.read(query);
    const actor = () => authenticate(services, undefined, { requestId, address }, { ok: true, claims });
    const call = tenantCallOf(services, { tenantName, actor, http: onlyQueries }, limits.answerLength);
    const answered = await runDocument(app, read.document, operation, call, context);
    if (answered.isRun) documents.keep(query, read, false);
    return answered;
  } catch (error) {
    return failed(context, faultsOf(error));
  }
}

function onlyQueries(): never {
  throw new Error('Only queries run here');
}

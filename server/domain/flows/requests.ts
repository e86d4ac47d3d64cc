import type { CustomFetch } from 'openid-client';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform } from '../../db/database.ts';
import { sql } from 'kysely';
import type { Id } from '../../db/tables.ts';
import { createProviderFetch } from '../../identity/provider-fetch.ts';
import type { Input } from '../../../flows/decide.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import { TenantWorker } from '../tenant-worker.ts';
import type { WorkerOptions } from '../tenant-worker.ts';
import { claimRequests, renewRequests, settleRequest } from './request-rows.ts';
import type { RequestClaim } from './request-rows.ts';
import { findTurn } from './run-rows.ts';
import { orGiveUp, runInput } from './run-flow.ts';

export type FlowRequestOptions = WorkerOptions & {
  /** What calls other servers; by default it reaches only public hosts. */
  fetch: CustomFetch;
};

const DEFAULTS: FlowRequestOptions = {
  concurrency: 32,
  pollMs: 1_000,
  leaseMs: 15_000,
  fetch: createProviderFetch(() => false),
};

/** A server that sends on and on has failed. */
const REDIRECTS_MAX = 3;
/** So often a node can die over a call before it is given up. */
const ATTEMPTS_MAX = 5;

/**
 * Makes the calls that flows wait for, after their commit, and continues the flows with the answers. A call whose node died is
 * repeated with the same key. Returns what wakes it and what stops it.
 */
export function startFlowRequests(
  services: Services,
  options: Partial<FlowRequestOptions> = {},
): { wake: (tenantId: Id) => void; stop: () => Promise<void> } {
  const { db, log } = services;
  const all = { ...DEFAULTS, ...options };
  const abort = new AbortController();
  const worker = new TenantWorker<RequestClaim>(
    services,
    {
      failure: 'the requests of flows could not be processed; retrying',
      findDue: async (wake) => (await findDueTenants(services)).forEach(wake),
      claim: claimRequests.bind(undefined, db),
      renew: renewRequests.bind(undefined, db),
      handle: async (claim) => {
        if (claim.attempts > ATTEMPTS_MAX) {
          await settle(services, claim, { of: 'failed' });
          return true;
        }
        const input = await answerOf(all.fetch, claim, abort.signal).catch((error: unknown): Input => {
          log.info({ err: error, run: claim.runId }, 'a request of a flow failed');
          return { of: 'failed' };
        });
        // Another node, or this one when it runs again, makes the call once more.
        if (abort.signal.aborted) return false;
        await settle(services, claim, input);
        return true;
      },
    },
    all,
  );
  return {
    wake: (tenantId) => worker.wake(tenantId),
    stop: async () => {
      abort.abort();
      await worker.stop();
    },
  };
}

async function findDueTenants(services: Services): Promise<Id[]> {
  return withPlatform(services.db, async (tx) => {
    const { rows } = await sql<{ id: Id }>`
      select distinct tenant_id as id from flow_request
      where state = 'waiting' and next_attempt_at <= now() and ${isServedId(services, 'tenant_id')}`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

/** Its answer counts only while the run waits for it. */
function settle(services: Services, { tenantId, runId, ...claim }: RequestClaim, input: Input): Promise<void> {
  const work = async (change: Change): Promise<void> => {
    const now = services.now();
    const turn = await findTurn(change.tx, tenantId, runId, now);
    if (turn?.run.state.status !== 'running' || turn.run.state.seq !== claim.seq) return;
    await runInput(change, turn, { input, cause: 'server' }, now);
  };
  return changeTenant(services.db, tenantId, async (change) => {
    if (!(await settleRequest(change, { tenantId, ...claim }))) return;
    await orGiveUp(services, change, runId, { work, failed: undefined });
  });
}

async function answerOf(call: CustomFetch, claim: RequestClaim, signal: AbortSignal): Promise<Input> {
  const { method, body, runId, keySeq } = claim;
  const isGet = method === 'GET';
  const headers: Record<string, string> = {
    accept: 'application/json',
    'idempotency-key': `${runId}-${keySeq}`,
    ...(isGet ? {} : { 'content-type': 'application/json' }),
  };
  let url = new URL(claim.url);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (url.protocol !== 'https:') return { of: 'failed' };
    const answer = await call(url.href, {
      method,
      headers,
      body: isGet ? undefined : JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    const to = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || to === null) {
      return answer.ok ? { of: 'done', json: jsonOf(await answer.text()) } : { of: 'failed' };
    }
    // What was posted isn't posted to somebody else.
    if (!isGet) return { of: 'failed' };
    url = new URL(to, url);
  }
  return { of: 'failed' };
}

/** Many a server that has done as it was asked says nothing of it, or not in JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PhoneNetwork } from './phone-network.ts';
import type { Store } from './store.ts';

type Kind = 'sends' | 'uploads' | 'downloads' | 'reads';

export type Behave = (
  kind: Kind,
  reply: FastifyReply,
  refuse: (code: number) => FastifyReply,
  accept: () => unknown,
) => Promise<FastifyReply>;

/** Accepts a call and answers it, or not, as the policy says. */
export function behaving(app: FastifyInstance, store: Store, network: PhoneNetwork): Behave {
  const unanswered = new Set<FastifyReply>();

  // Nobody awaits delayed answers any more.
  app.addHook('preClose', async () => {
    for (const reply of unanswered) reply.raw.destroy();
  });

  return async (kind, reply, refuse, accept) => {
    const { mode, code, delayMs } = store.policy[kind];
    network.countCall(kind);
    if (mode === 'refuse') return refuse(code);
    if (mode === 'drop') return breakConnection(reply);
    const answer = accept();
    if (mode === 'cut') return breakConnection(reply);
    if (mode === 'hang') {
      unanswered.add(reply);
      reply.raw.once('close', () => unanswered.delete(reply));
      return reply.hijack();
    }
    if (delayMs > 0) await pause(delayMs, reply);
    return reply.raw.destroyed ? reply.hijack() : reply.send(answer);
  };
}

function breakConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Resolves after `delayMs`, or as soon as the caller gives up. */
function pause(delayMs: number, reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

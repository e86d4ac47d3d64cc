import type { FastifyPluginAsync } from 'fastify';
import { hasToken, noSuchObject, refuse } from './graph-routes.ts';
import type { GraphRoutesOptions } from './graph-routes.ts';
import { graphFailure } from './graph-errors.ts';
import type { StoredTemplate } from './model.ts';

interface AccountRoute {
  Params: { version: string; accountId: string };
  Querystring: { limit?: string; after?: string };
}

const PAGE = 25;

/** The Graph API of business accounts: a token's accounts, an account's numbers and templates. */
export const templateRoutes: FastifyPluginAsync<GraphRoutesOptions> = async (app, options) => {
  const { graphPrefix, store, network } = options;

  app.addHook('onRequest', async (request, reply) => {
    if (!hasToken(request)) return refuse(reply, { ...graphFailure(190), message: 'Invalid OAuth access token.' });
    return undefined;
  });

  const accounts = () => [...new Set(network.numbers.map(({ accountId }) => accountId))];

  // Any token may see all accounts.
  app.get(`${graphPrefix}/:version/debug_token`, async () => ({
    data: {
      app_id: '1',
      type: 'SYSTEM_USER',
      is_valid: true,
      scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
      granular_scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'].map((scope) => ({
        scope,
        target_ids: accounts(),
      })),
    },
  }));

  app.get<AccountRoute>(`${graphPrefix}/:version/:accountId/phone_numbers`, async (request, reply) => {
    const { accountId } = request.params;
    if (!accounts().includes(accountId)) return refuse(reply, noSuchObject(accountId));
    const numbers = network.numbers.filter((number) => number.accountId === accountId);
    return reply.send({ data: numbers.map(({ phoneNumberId }) => ({ id: phoneNumberId })), paging: { cursors: {} } });
  });

  app.get<AccountRoute>(`${graphPrefix}/:version/:accountId/message_templates`, async (request, reply) => {
    const { accountId } = request.params;
    if (!accounts().includes(accountId)) return refuse(reply, noSuchObject(accountId));
    const { mode, code } = store.policy.templates;
    network.countCall('templates');
    if (mode !== 'accept') return refuse(reply, graphFailure(code));
    const all = [...store.templates.values()].filter((template) => template.accountId === accountId);
    const { after } = request.query;
    const limit = Math.min(Number(request.query.limit ?? PAGE), store.policy.templatePage);
    const first = after === undefined ? 0 : all.findIndex(({ id }) => cursorOf(id) === after) + 1;
    const page = all.slice(first, first + limit);
    const last = page.at(-1);
    const isMore = limit > 0 && first + limit < all.length;
    const cursors = { before: cursorOf(page[0]?.id ?? ''), after: cursorOf(last?.id ?? '') };
    const base = `${request.protocol}://${request.host}${request.url.split('?')[0]}`;
    return reply.send({
      data: page.map(listed),
      ...(last === undefined
        ? {}
        : { paging: { cursors, ...(isMore ? { next: `${base}?limit=${limit}&after=${cursors.after}` } : {}) } }),
    });
  });
};

/** Cursors are opaque. */
function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/** A template as it is listed. */
function listed(stored: StoredTemplate): unknown {
  const { accountId: _a, quality, in_review: _i, ...template } = stored;
  return { ...template, quality_score: { score: quality, date: 1_760_000_000 } };
}

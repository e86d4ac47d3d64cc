import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { variablesOf } from '../../contract/facts/templates.ts';
import { graphFailure, invalid } from './graph-errors.ts';
import type { GraphFailure } from './graph-errors.ts';
import { hasToken, noSuchObject, refuse } from './graph-routes.ts';
import type { GraphRoutesOptions } from './graph-routes.ts';
import { storedTemplateSchema } from './model.ts';
import type { StoredTemplate } from './model.ts';
import type { TemplateReviews } from './template-reviews.ts';

const writtenSchema = z.object({
  name: z.string(),
  language: z.string(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  parameter_format: z.optional(z.enum(['POSITIONAL', 'NAMED'])),
  components: storedTemplateSchema.shape.components,
});
const changeSchema = z.object({
  category: z.optional(writtenSchema.shape.category),
  components: writtenSchema.shape.components,
});
const cardsSchema = z.array(z.looseObject({ components: writtenSchema.shape.components }));
const handleSchema = z.looseObject({ header_handle: z.array(z.string()) });

/** Largest example: Meta's for documents. */
const UPLOAD_LIMIT = 100 * 1024 * 1024;

interface ObjectRoute {
  Params: { version: string; objectId: string };
}
interface AccountRoute {
  Params: { version: string; accountId: string };
  Querystring: { hsm_id?: string; name?: string };
}
interface UploadsRoute {
  Params: { version: string; appId: string };
  Querystring: { file_length?: string; file_type?: string; file_name?: string };
}

export type TemplateEditOptions = GraphRoutesOptions & { readonly reviews: TemplateReviews };

/** The Graph API for editing templates: create, change, delete, and upload examples. */
export const templateEditRoutes: FastifyPluginAsync<TemplateEditOptions> = async (app, options) => {
  const { graphPrefix, store, network, reviews } = options;
  /** Uploads in progress, by id, with their length; and the handles of finished ones. */
  const sessions = new Map<string, number>();
  const handles = new Set<string>();

  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: UPLOAD_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((_error, _request, reply) => refuse(reply, invalid('Invalid parameter')));
  app.addHook('onRequest', async (request, reply) => {
    if (!hasToken(request)) return refuse(reply, { ...graphFailure(190), message: 'Invalid OAuth access token.' });
    return undefined;
  });

  const hasAccount = (id: string) => network.numbers.some(({ accountId }) => accountId === id);
  /** Runs the call, or fails as the policy says. */
  const behave = (reply: FastifyReply, accept: () => unknown): FastifyReply => {
    const { mode, code } = store.policy.templateWrites;
    network.countCall('templateWrites');
    if (mode === 'refuse') return refuse(reply, graphFailure(code));
    const answer = mode === 'drop' ? undefined : accept();
    if (mode === 'accept') return reply.send(answer);
    reply.hijack();
    reply.raw.destroy();
    return reply;
  };

  app.post<AccountRoute>(`${graphPrefix}/:version/:accountId/message_templates`, async (request, reply) => {
    const { accountId } = request.params;
    if (!hasAccount(accountId)) return refuse(reply, noSuchObject(accountId));
    const parsed = writtenSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, invalid('Invalid parameter'));
    const { name, language, category, parameter_format = 'POSITIONAL', components } = parsed.data;
    const wrong = problemOf(name, components, handles);
    if (wrong !== undefined) return refuse(reply, wrong);
    const isTaken = [...store.templates.values()].some(
      (each) => each.accountId === accountId && each.name === name && each.language === language,
    );
    if (isTaken) {
      return refuse(reply, refusal(2388024, 'There is already Portuguese (BR) content for this template.'));
    }
    return behave(reply, () => {
      const template = reviews.create({ accountId, name, language, category, parameter_format, components });
      return { id: template.id, status: template.status, category: template.category };
    });
  });

  app.delete<AccountRoute>(`${graphPrefix}/:version/:accountId/message_templates`, async (request, reply) => {
    const { accountId } = request.params;
    const { hsm_id: id = '', name } = request.query;
    const known = store.templates.get(id);
    if (known?.accountId !== accountId || known.name !== name) return refuse(reply, noSuchObject(id));
    return behave(reply, () => {
      store.apply({ record: 'templateGone', id });
      return { success: true };
    });
  });

  app.post<UploadsRoute>(`${graphPrefix}/:version/:appId/uploads`, async (request, reply) => {
    const { file_length: length, file_type: type } = request.query;
    if (length === undefined || type === undefined) return refuse(reply, invalid('Missing file_length or file_type'));
    const id = `upload:${randomBytes(12).toString('base64url')}`;
    sessions.set(id, Number(length));
    return reply.send({ id });
  });

  // The id of a template, or of an upload in progress.
  app.post<ObjectRoute>(`${graphPrefix}/:version/:objectId`, async (request, reply) => {
    const { objectId } = request.params;
    const length = sessions.get(objectId);
    if (length !== undefined) {
      if (
        !(request.body instanceof Uint8Array) ||
        request.body.byteLength !== length ||
        request.headers['file_offset'] !== '0'
      ) {
        return refuse(reply, invalid('Invalid file'));
      }
      sessions.delete(objectId);
      const handle = `4::${randomBytes(24).toString('base64')}`;
      handles.add(handle);
      return reply.send({ h: handle });
    }
    const known = store.templates.get(objectId);
    if (known === undefined) return refuse(reply, noSuchObject(objectId));
    const parsed = changeSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, invalid('Invalid parameter'));
    if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(known.status)) {
      return refuse(reply, refusal(2593002, 'Only approved, rejected or paused templates can be edited.'));
    }
    const wrong = problemOf(known.name, parsed.data.components, handles);
    if (wrong !== undefined) return refuse(reply, wrong);
    return behave(reply, () => {
      const { category = known.category, components } = parsed.data;
      reviews.change(known, { category, components });
      return { success: true };
    });
  });
};

function refusal(subcode: number, userMessage: string): GraphFailure {
  return { ...invalid('Invalid parameter'), details: undefined, subcode, userMessage };
}

/** Checks that Meta makes before the review. */
function problemOf(
  name: string,
  components: StoredTemplate['components'],
  handles: ReadonlySet<string>,
): GraphFailure | undefined {
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    return refusal(2388042, 'The name must be lowercase letters, numbers and underscores.');
  if (!components.some(({ type }) => type === 'BODY')) return refusal(2388072, 'The body is missing.');
  for (const { type, format, text = '', example, cards } of components) {
    const isMedia = type === 'HEADER' && format !== 'TEXT';
    if (isMedia && !handleSchema.safeParse(example).data?.header_handle.every((each) => handles.has(each))) {
      return refusal(2388273, 'The header needs a sample that was uploaded.');
    }
    if (variablesOf(text).length > 0 && example === undefined) return refusal(2388043, 'Variables need samples.');
    if (type === 'BODY' && /^\{\{|\}\}$/.test(text)) return refusal(2388299, 'Variables can’t be at the start or end.');
    for (const card of cardsSchema.safeParse(cards).data ?? []) {
      const wrong = problemOf(name, card.components, handles);
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

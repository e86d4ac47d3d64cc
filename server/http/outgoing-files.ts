import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RestCall } from '../../contract/rest/call.ts';
import { uploadOutgoingFile } from '../../contract/rest/outgoing-files.ts';
import type { Actor, Services } from '../domain/context.ts';
import { invalid } from '../domain/errors.ts';
import type { FileTools } from '../domain/media/keep-file.ts';
import { uploadFile } from '../domain/media/upload-file.ts';
import type { IncomingFile } from '../domain/media/upload-file.ts';
import { inTurn, parseInput } from './rest/call.ts';
import { actorOf } from './request.ts';

/** `PUT /api/outgoing-files/:client_id`: the file of a message to come, as a stream of bytes. */
export function addOutgoingFiles(app: FastifyInstance, services: Services, tools: FileTools): Promise<void> {
  return addUpload(app, services, uploadOutgoingFile, (actor, input, file) =>
    uploadFile(services, tools, actor, input, file),
  );
}

/** Adds a call whose body is a file, as a stream of bytes, which `receive` reads if it doesn't refuse the actor. */
export async function addUpload<Body, Answer>(
  app: FastifyInstance,
  services: Services,
  call: RestCall<Body, Answer>,
  receive: (actor: Actor, input: Body, file: IncomingFile) => Promise<Answer>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body stays a stream, whatever its type.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: call.method,
      url: call.path,
      config: { login: 'always', rate: 'uploads' },
      handler: async (request, reply) => {
        // A turn to begin with; the upload itself may take long.
        const actor = await inTurn(services, { request, reply }, 'light', () => actorOf(services, request));
        try {
          const input = parseInput(call, request);
          return await receive(actor, input, incoming(request));
        } catch (error) {
          // What a refusal left unread isn't waited for.
          if (!request.raw.complete) reply.header('connection', 'close');
          throw error;
        }
      },
    });
  });
}

function incoming(request: FastifyRequest): IncomingFile {
  const { 'content-length': length } = request.headers;
  return { bytes: chunksOf(request), declaredBytes: length === undefined ? undefined : Number(length) };
}

/** The body. Stays open when it isn't read to its end, so that the refusal can be sent. */
async function* chunksOf({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  try {
    const chunks: AsyncIterable<Uint8Array> = raw.iterator({ destroyOnReturn: false });
    yield* chunks;
  } catch {
    // The sender gave up, or was cut off.
    throw invalid();
  }
}

import { messageMedia, retryMessageMedia } from '../../../contract/graphql/message-media.ts';
import type { MessageMedia } from '../../../contract/graphql/message-media.ts';
import type { Media } from '../../machines/entities/media.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallResult } from '../calls/call.ts';
import type { ConfigSource } from '../calls/gateway.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from './request.ts';

interface TenantMedia {
  /** -> media.loaded | media.loadFailed */
  readonly run: (command: CommandOf<'media.fetch'>) => void;
}

/** Messages' files. Loaded with the first one. */
export function createTenantMedia(parts: CallParts, configOf: ConfigSource): TenantMedia {
  const { append, gateway } = parts;

  return {
    run: ({ messageId, request, retry }) => {
      const variables = { id: messageId };
      async function answer(result: CallResult<MessageMedia>): Promise<void> {
        if (!result.ok) {
          append({ type: 'media.loadFailed', messageId, request, failure: result.failure });
          return;
        }
        // The call was answered, so the config is there.
        const server = (await configOf())?.graphql ?? '';
        append({ type: 'media.loaded', messageId, request, media: mediaOf(result.answer, server) });
      }
      if (retry) {
        gateway.call(
          graphqlCall(parts, 'media.fetch', retryMessageMedia, { variables }),
          (result) => void answer(result.ok ? { ...result, answer: result.answer.retryMessageMedia } : result),
        );
      } else {
        gateway.call(
          graphqlCall(parts, 'media.fetch', messageMedia, { variables }),
          (result) => void answer(result.ok ? { ...result, answer: result.answer.messageMedia } : result),
        );
      }
    },
  };
}

/** The address of a path of the GraphQL server, which may not be the page's. */
function addressOf(path: string | null, server: string): string | null {
  return path === null || server === '' ? path : new URL(path, server).href;
}

function mediaOf(wire: MessageMedia, server: string): Media {
  return {
    state: wire.state,
    ...(wire.refusal && { refusal: wire.refusal }),
    mimeType: wire.mime_type,
    bytes: wire.size_bytes,
    width: wire.width,
    height: wire.height,
    url: addressOf(wire.url, server),
    previewUrl: addressOf(wire.preview_url, server),
    expiresAt: wire.expires_at === null ? null : Date.parse(wire.expires_at),
  };
}

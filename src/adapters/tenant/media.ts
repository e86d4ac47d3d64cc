import { messageMedia, retryMessageMedia } from '../../../contract/graphql/message-media.ts';
import type { MessageMedia } from '../../../contract/graphql/message-media.ts';
import type { Media } from '../../machines/entities/media.ts';
import type { CommandOf } from '../../machines/log/command.ts';
import type { CallResult } from '../calls/call.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from './request.ts';

export interface TenantMedia {
  /** -> media.loaded | media.loadFailed */
  readonly fetch: (command: CommandOf<'media.fetch'>) => void;
}

/** Messages' files. Loaded with the first one. */
export function createTenantMedia(parts: CallParts): TenantMedia {
  const { append, gateway } = parts;

  return {
    fetch: ({ messageId, request, retry }) => {
      const variables = { id: messageId };
      function answer(result: CallResult<MessageMedia>): void {
        append(
          result.ok
            ? { type: 'media.loaded', messageId, request, media: mediaOf(result.answer) }
            : { type: 'media.loadFailed', messageId, request, failure: result.failure },
        );
      }
      if (retry) {
        gateway.call(graphqlCall(parts, 'media.fetch', retryMessageMedia, { variables }), (result) =>
          answer(result.ok ? { ...result, answer: result.answer.retryMessageMedia } : result),
        );
      } else {
        gateway.call(graphqlCall(parts, 'media.fetch', messageMedia, { variables }), (result) =>
          answer(result.ok ? { ...result, answer: result.answer.messageMedia } : result),
        );
      }
    },
  };
}

function mediaOf(wire: MessageMedia): Media {
  return {
    state: wire.state,
    mimeType: wire.mime_type,
    bytes: wire.size_bytes,
    width: wire.width,
    height: wire.height,
    url: wire.url,
    previewUrl: wire.preview_url,
    expiresAt: wire.expires_at === null ? null : Date.parse(wire.expires_at),
  };
}

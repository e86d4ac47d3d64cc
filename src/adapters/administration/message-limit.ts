import { messageLimit } from '../../../contract/graphql/message-limit.ts';
import type { ListPage } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { ListSources } from './sources.ts';

/** The company's use of its monthly message limit. */
export function messageLimitLists(parts: CallParts): Pick<ListSources, 'messageLimit'> {
  return {
    messageLimit: async () =>
      mapped(
        await parts.gateway.request(graphqlCall(parts, 'list.fetch', messageLimit, { variables: {} })),
        ({ messageLimit: used }): Extract<ListPage, { list: 'messageLimit' }> => {
          if (used === null) return { list: 'messageLimit', rows: [], total: 0 };
          const { month, ...rest } = used;
          return { list: 'messageLimit', rows: [{ id: month, ...rest }], total: 1 };
        },
      ),
  };
}

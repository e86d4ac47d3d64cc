import { messageTemplates } from '../../../contract/graphql/message-templates.ts';
import type { ListPage } from '../../machines/log/events-administration.ts';
import type { CallParts } from '../calls/parts.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { ListSources } from './sources.ts';

/** The templates that can be sent from an instance; few, so the client searches them. */
export function templateLists(parts: CallParts): Pick<ListSources, 'chat.templates'> {
  return {
    'chat.templates': async ({ filters }) => {
      const { instance = '' } = filters;
      const variables = { instance_id: instance };
      const result = await parts.gateway.request(graphqlCall(parts, 'list.fetch', messageTemplates, { variables }));
      return mapped(result, ({ messageTemplates: rows }): Extract<ListPage, { list: 'chat.templates' }> => ({
        list: 'chat.templates',
        rows: rows.map(({ header_file: headerFile, cards, ...row }) => ({
          ...row,
          headerFile,
          cards: cards.map(({ header_file, file_name: fileName, ...card }) => ({
            ...card,
            fileName,
            headerFile: header_file,
          })),
        })),
        total: rows.length,
        facts: { instance: Number(instance) },
      }));
    },
  };
}

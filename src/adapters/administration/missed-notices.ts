import { missedNotices } from '../../../contract/graphql/missed-notices.ts';
import type { MissedNotice } from '../../../contract/graphql/missed-notices.ts';
import { streamFrameSchema } from '../../../contract/realtime/server-frame.ts';
import type { ListPage, ListRows } from '../../machines/log/events-administration.ts';
import { parseJson } from '../calls/issues.ts';
import type { CallParts } from '../calls/parts.ts';
import { frameEvent } from '../realtime/frame-events.ts';
import { moment } from '../tenant/from-wire.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped } from './sources.ts';
import type { ListSources } from './sources.ts';

/** What happened while the user was logged out. */
export function missedNoticeLists(parts: CallParts): Pick<ListSources, 'missedNotices'> {
  return {
    missedNotices: async () =>
      mapped(
        await parts.gateway.request(graphqlCall(parts, 'list.fetch', missedNotices, { variables: {} })),
        ({ missedNotices: missed }): Extract<ListPage, { list: 'missedNotices' }> => {
          const rows = missed.flatMap((each) => rowOf(each) ?? []);
          return { list: 'missedNotices', rows, total: rows.length };
        },
      ),
  };
}

/** Null for a frame of another version. */
function rowOf({ at, frame }: MissedNotice): ListRows['missedNotices'] | null {
  const { data } = streamFrameSchema.safeParse(parseJson(frame));
  return data === undefined ? null : { id: data.id, at: moment(at), frame: frameEvent(data) };
}

import type { NoticeText } from '../../machines/log/command.ts';
import type { TextValues } from '../kit/useText.ts';
import type { MessageId } from '../../i18n/message-id.ts';

/** Translates a notice; literal words stay as they are. */
export function noticeText(
  text: (id: MessageId, values?: TextValues) => string,
  isText: (id: string) => id is MessageId,
  notice: NoticeText,
): string {
  if (notice.kind === 'words') return notice.words;
  return isText(notice.id) ? text(notice.id, notice.values) : text('error.unknown');
}

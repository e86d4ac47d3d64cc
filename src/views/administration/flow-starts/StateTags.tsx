import type { ActiveFlow } from '../../../machines/entities/flow-starts.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';

/** Whether it can be started, and from which version. */
export function StateTags({
  flow: { is_archived: isArchived, is_active: isActive, number, has_draft: hasDraft, channel },
}: {
  readonly flow: ActiveFlow;
}) {
  const text = useText();
  if (isArchived) return <Tag>{text('activeFlow.state.archived')}</Tag>;
  if (number === null) return <Tag>{text('activeFlow.state.never')}</Tag>;
  return (
    <>
      <Tag tone={isActive ? 'success' : 'neutral'}>
        {text(isActive ? 'activeFlow.state.on' : 'activeFlow.state.off', { number })}
      </Tag>{' '}
      {channel === 'sms' && <Tag>{text('activeFlow.state.sms')}</Tag>}{' '}
      {hasDraft && <Tag tone="warning">{text('activeFlow.state.draft')}</Tag>}
    </>
  );
}

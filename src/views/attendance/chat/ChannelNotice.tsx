import type { Attendance } from '../../../machines/entities/entities.ts';
import { WindowNotice } from '../templates/WindowNotice.tsx';
import { PairingNotice } from './PairingNotice.tsx';

interface ChannelNoticeProps {
  readonly instance: Attendance['instance'];
  readonly receivedAt: number | null;
}

/** Above the composer: what will soon end, or hinders, what is written here. */
export function ChannelNotice({ instance, receivedAt }: ChannelNoticeProps) {
  if (instance.gateway) return <PairingNotice instanceId={instance.id} />;
  return receivedAt !== null && <WindowNotice receivedAt={receivedAt} />;
}

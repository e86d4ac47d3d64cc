import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { scheduledArea } from '../../../../i18n/areas/scheduled.ts';
import { LazyPart } from '../LazyPart.tsx';
import type { ScheduledProps } from './Scheduled.tsx';

const load = async () => (await import('./Scheduled.tsx')).Scheduled;
const areas = [scheduledArea, conversationArea];

/** The conversation's scheduled messages, once their code and texts are there. */
export function ScheduledPart(props: ScheduledProps) {
  return <LazyPart load={load} areas={areas} given={props} />;
}

import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { scheduledArea } from '../../../../i18n/areas/scheduled.ts';
import { part } from '../../../kit/part.tsx';

/** The conversation's scheduled messages, once their code and texts are there. */
export const ScheduledPart = part(
  async () => (await import('./Scheduled.tsx')).Scheduled,
  [scheduledArea, conversationArea],
  { isInPlace: true },
);

import type { ComponentProps } from 'react';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { LazyPart } from '../LazyPart.tsx';
import { loadOutcomeChoice } from '../preloads.ts';

type Given = ComponentProps<Awaited<ReturnType<typeof loadOutcomeChoice>>>;

const areas = [conversationArea];

/** The choice of an outcome, with its code and texts. What it is in does without it if they don't load. */
export function OutcomePart(props: Given) {
  return <LazyPart load={loadOutcomeChoice} areas={areas} given={props} />;
}

import { templatesArea } from '../../../i18n/areas/templates.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { part } from '../../kit/part.tsx';
import { isOfWindow } from './closed-reason.ts';
import { NextTicket, type NextTicketProps } from './NextTicket.tsx';
import type { BegunChoice } from '../templates/use-template-choice.ts';
import type { SendMore } from './sending/Sending.tsx';
import { OpenAgain } from './OpenAgain.tsx';

const TemplateWay = part(async () => (await import('../templates/TemplateWay.tsx')).TemplateWay, [templatesArea], {
  isInPlace: true,
});

interface WayOutProps {
  /** Of a finished one. */
  readonly next: NextTicketProps | undefined;
  /** Whether the rest applies. */
  readonly mayGoOn: boolean;
  readonly ticket: Attendance;
  readonly isFinished: boolean;
  /** Why the customer can't be written to. */
  readonly shut: MessageId | undefined;
  readonly attendantName: string;
  /** Of a template, kept while a note is written. */
  readonly begun: BegunChoice | null;
  readonly onBegun: (begun: BegunChoice | null) => void;
  readonly onTemplate: (words: string, more: Parameters<SendMore>[0]) => void;
}

/**
 * What can be done where nothing can be written: a template once the window is shut; after a finish the customer's newer
 * ticket, or another one.
 */
export function WayOut(props: WayOutProps) {
  const { next, mayGoOn, ticket, isFinished, shut, attendantName, begun, onBegun, onTemplate } = props;
  return (
    <>
      {next !== undefined && <NextTicket {...next} />}
      {mayGoOn && isFinished && <OpenAgain ticket={ticket} shut={shut} />}
      {mayGoOn && isOfWindow(shut) && (
        <TemplateWay
          ticket={ticket}
          attendantName={attendantName}
          begun={begun}
          onBegun={onBegun}
          isFinished={isFinished}
          onSend={onTemplate}
        />
      )}
    </>
  );
}

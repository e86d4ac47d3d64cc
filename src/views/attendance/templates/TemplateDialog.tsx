import { filledTemplate, TEMPLATE_BODY_MAX_LENGTH, filledPart } from '../../../../contract/facts/templates.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import type { SentTemplate } from '../../../machines/log/events-send.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { useTemplateChoice } from './use-template-choice.ts';

interface TemplateDialogProps {
  readonly ticket: Attendance;
  readonly attendantName: string;
  readonly onSend: (words: string, template: SentTemplate) => void;
  readonly onClose: () => void;
}

/** Chooses a template for a conversation, fills it in, and sends it. */
export function TemplateDialog({ ticket, attendantName, onSend, onClose }: TemplateDialogProps) {
  const text = useText();
  const choice = useTemplateChoice();
  const { template } = choice;
  const send = () => {
    const values = choice.check();
    if (template === null || values === null) return;
    if (filledPart('body', template.body, values).length > TEMPLATE_BODY_MAX_LENGTH) return;
    onSend(filledTemplate(template, values), { id: template.id, values });
    onClose();
  };
  return (
    <Dialog
      isOpen
      size="lg"
      title={text('templates.title', { name: ticket.customer.name })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button variant="primary" isDisabled={template === null} onPress={send}>
            {text('templates.send')}
          </Button>
        </>
      }
    >
      <Prepared fallback={<SkeletonRows count={5} />}>
        <TemplateFields
          instanceId={ticket.instance.id}
          choice={choice}
          suggestions={{ customer: ticket.customer.name, attendant: attendantName, protocol: ticket.protocol }}
          onSubmit={send}
        />
      </Prepared>
    </Dialog>
  );
}

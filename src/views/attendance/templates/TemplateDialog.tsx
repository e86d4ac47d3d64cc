import { filledTemplate, TEMPLATE_BODY_MAX_LENGTH, filledPart } from '../../../../contract/facts/templates.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { useApp } from '../../app/app-context.tsx';
import { outgoingFile } from '../chat/sending/chosen.ts';
import type { SendMore } from '../chat/sending/Sending.tsx';
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
  readonly onSend: (words: string, more: Parameters<SendMore>[0]) => void;
  readonly onClose: () => void;
}

/** Chooses a template for a conversation, fills it in, and sends it. */
export function TemplateDialog({ ticket, attendantName, onSend, onClose }: TemplateDialogProps) {
  const text = useText();
  const { files, newClientId } = useApp();
  const choice = useTemplateChoice();
  const { template } = choice;
  const send = () => {
    const values = choice.check();
    if (template === null || values === null) return;
    if (filledPart('body', template.body, values).length > TEMPLATE_BODY_MAX_LENGTH) return;
    const clientId = newClientId();
    const file = template.headerFile === null ? undefined : choice.file?.file;
    if (file !== undefined) files.keep(clientId, file);
    onSend(filledTemplate(template, values), {
      clientId,
      template: { id: template.id, values },
      ...(file !== undefined && { file: outgoingFile(file, file.name) }),
    });
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

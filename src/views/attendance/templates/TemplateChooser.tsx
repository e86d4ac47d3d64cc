import { filledTemplate, TEMPLATE_BODY_MAX_LENGTH, filledPart } from '../../../../contract/facts/templates.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { useApp } from '../../app/app-context.tsx';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { SendIcon } from '../../kit/icons.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { outgoingFile } from '../chat/sending/chosen.ts';
import type { SendMore } from '../chat/sending/Sending.tsx';
import { givenName } from '../given-name.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { useTemplateChoice, type BegunChoice } from './use-template-choice.ts';
import styles from './Templates.module.css';

export interface TemplateChooserProps {
  readonly ticket: Attendance;
  readonly attendantName: string;
  /** What was begun before a note was written; null for nothing. */
  readonly begun: BegunChoice | null;
  readonly onBegun: (begun: BegunChoice | null) => void;
  /** Whether it was asked for, and so takes the focus. */
  readonly takesFocus: boolean;
  readonly onSend: (words: string, more: Parameters<SendMore>[0]) => void;
  /** Puts it away; undefined where it always stands. */
  readonly onCancel?: (() => void) | undefined;
}

/** Chooses a template for a conversation, fills it in, and sends it. */
export function TemplateChooser({
  ticket,
  attendantName,
  begun,
  onBegun,
  takesFocus,
  onSend,
  onCancel,
}: TemplateChooserProps) {
  const text = useText();
  const { files, newClientId } = useApp();
  const choice = useTemplateChoice({ begun, onBegun });
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
  };
  return (
    <div className={styles.box}>
      <div className={styles.inside}>
        <Prepared fallback={<SkeletonRows count={3} />}>
          <TemplateFields
            instanceId={ticket.instance.id}
            choice={choice}
            suggestions={{
              customer: givenName(ticket.customer.name),
              attendant: attendantName,
              protocol: ticket.protocol,
            }}
            onSubmit={send}
            takesFocus={takesFocus}
          />
        </Prepared>
      </div>
      {(template !== null || onCancel !== undefined) && (
        <div className={styles.actions}>
          {onCancel !== undefined && <Button onPress={onCancel}>{text('action.cancel')}</Button>}
          {template !== null && (
            <Button variant="primary" icon={<SendIcon size={16} />} onPress={send}>
              {text('templates.send')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

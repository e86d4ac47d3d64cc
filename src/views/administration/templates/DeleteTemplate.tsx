import type { ManagedTemplate } from '../../../machines/entities/templates.ts';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';

interface DeleteTemplateProps {
  readonly of: Pick<ManagedTemplate, 'id' | 'name' | 'status'>;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Confirms the deletion of a template, here and at the provider. */
export function DeleteTemplate({ of, onClose, onDone }: DeleteTemplateProps) {
  const text = useText();
  return (
    <ActionDialog
      form="template.delete"
      formKey={of.id}
      title={text('template.delete.title', { name: of.name })}
      confirmLabel={text('template.delete')}
      tone="danger"
      onClose={onClose}
      onDone={() => onDone?.()}
    >
      <p>{text(of.status === 'draft' ? 'template.delete.draft' : 'template.delete.text')}</p>
    </ActionDialog>
  );
}

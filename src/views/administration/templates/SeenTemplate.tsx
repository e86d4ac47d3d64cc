import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ManagedTemplate } from '../../../machines/entities/templates.ts';
import { CopyIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { TemplateHead } from './TemplateHead.tsx';
import { TemplateNotice } from './TemplateState.tsx';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { valuesIn } from './template-values.ts';
import styles from './Templates.module.css';

/** A template that can't be changed now: in review, disabled, or with parts that aren't written here. */
export function SeenTemplate({ template }: { readonly template: ManagedTemplate }) {
  const text = useText();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const { id, form } = template;
  return (
    <div className={styles.page}>
      <TemplateHead name={template.name} template={template}>
        <Button variant="ghost" onPress={() => setDeleting(true)}>
          {text('template.delete')}
        </Button>
        {form !== null && (
          <LinkButton to={`/message-templates?id=copy:${id}`} icon={<CopyIcon />}>
            {text('template.copy')}
          </LinkButton>
        )}
        <LinkButton to="/message-templates">{text('template.back')}</LinkButton>
      </TemplateHead>
      <TemplateNotice of={template} />
      {form === null ? (
        <p className={styles.hint}>{text('template.elsewhere')}</p>
      ) : (
        <TemplatePreview
          values={valuesIn({ ...form })}
          files={new Map(template.files.map((file) => [file.id, file.name]))}
        />
      )}
      {isDeleting && (
        <DeleteTemplate
          of={template}
          onClose={() => setDeleting(false)}
          onDone={() => void navigate('/message-templates')}
        />
      )}
    </div>
  );
}

import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { selectIsUnsaved } from '../../../machines/editing/editing.selectors.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useListing } from '../list/use-listing.ts';
import { SeenTemplate } from './SeenTemplate.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';

/** One template by its id; `new`, or `copy:` with the id of another, for a new one. */
export function OneTemplate({ id }: { readonly id: string }) {
  return id === 'new' || id.startsWith('copy:') ? <TemplateEditor id={id} template={undefined} /> : <Known id={id} />;
}

function Known({ id }: { readonly id: string }) {
  const text = useText();
  const failureText = useFailureText();
  const listing = useListing('messageTemplate', queryOf(id));
  const asked = listing.query.filters['id'];
  // The list keeps the template that was last looked at.
  const look = useEffectEvent(() => {
    if (asked !== id) listing.updateQuery({ filters: { id } });
  });
  useEffect(() => look(), [id]);
  const template = listing.rows?.find((each) => each.id === id);
  const { failure, retry } = listing;
  const isUnsaved = useIsUnsaved(id);
  const isMissing = failure?.code === 'NOT_FOUND';
  // Input stays until it is discarded, though it can't be saved any more.
  if (template !== undefined && (isUnsaved || !isMissing)) {
    const { status, form } = template;
    if (isUnsaved) return <TemplateEditor id={id} template={template} isMissing={isMissing} />;
    if (status === 'pending' || status === 'disabled' || form === null) return <SeenTemplate template={template} />;
    return <TemplateEditor id={id} template={template} />;
  }
  if (failure === null) return <SkeletonRows count={6} />;
  return (
    <ErrorState
      title={text(isMissing ? 'template.missing.title' : 'table.failed.title')}
      {...(isMissing
        ? { action: <LinkButton to="/message-templates">{text('template.back')}</LinkButton> }
        : { onRetry: retry })}
      requestId={failure.requestId ?? undefined}
    >
      {isMissing ? text('template.missing.text') : failureText(failure)}
    </ErrorState>
  );
}

function useIsUnsaved(id: string): boolean {
  const { directory } = useApp();
  const actor = useOnChange(directory.changed, () => directory.form('template', id));
  return useSelector(actor, (snapshot) => snapshot !== undefined && selectIsUnsaved(snapshot));
}

function queryOf(id: string): ListQuery {
  return { page: 1, limit: 1, search: '', sort: { by: 'name', descending: false }, filters: { id } };
}

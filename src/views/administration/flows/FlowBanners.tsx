import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import type { OpenFlow } from './use-flow.ts';

/** Why the flow isn't saved, and what can be done about it. */
export function FlowBanners({ open: { phase, isUnsaved, failure, retry, reopen } }: { readonly open: OpenFlow }) {
  const text = useText();
  const isText = useIsText();
  const failureText = useFailureText();
  const isLoading = phase === 'loading';
  const wrongField = failure === null ? undefined : Object.values(failure.fields)[0];
  // After publishing it is loaded again with nothing to lose.
  if (phase === 'conflict' || (isLoading && isUnsaved))
    return (
      <Banner
        tone="warning"
        title={text('form.conflict.title')}
        action={
          <>
            <Button size="sm" isPending={isLoading} onPress={retry}>
              {text('flow.conflict.keep')}
            </Button>
            <Button size="sm" isDisabled={isLoading} onPress={reopen}>
              {text('flow.conflict.take')}
            </Button>
          </>
        }
      >
        {/* It couldn't be loaded again. */}
        {failure !== null && failure.key !== 'error.form.conflict' && `${failureText(failure)} `}
        {text('flow.conflict.text')}
      </Banner>
    );
  if (phase !== 'refused' || failure === null) return null;
  return (
    <Banner tone="danger">
      {wrongField !== undefined && isText(wrongField) ? text(wrongField) : failureText(failure)}
    </Banner>
  );
}

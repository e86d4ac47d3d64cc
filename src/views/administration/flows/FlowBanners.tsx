import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import type { OpenFlow } from './use-flow.ts';

/** Why the flow isn't saved, and what can be done about it. */
export function FlowBanners({ open }: { readonly open: OpenFlow }) {
  const { phase, isUnsaved, isGivenUp, failure, retry, reopen } = open;
  const text = useText();
  const isText = useIsText();
  const failureText = useFailureText();
  const isLoading = phase === 'loading';
  const wrongField = failure === null ? undefined : Object.values(failure.fields)[0];
  const isTheirs = failure === null || failure.key === 'error.form.conflict';
  // After publishing it couldn't be loaded again: nobody else saved, and there is nothing to lose.
  if (phase === 'conflict' && !isUnsaved && !isTheirs)
    return (
      <Banner
        tone="danger"
        action={
          <Button size="sm" onPress={reopen}>
            {text('action.retry')}
          </Button>
        }
      >
        {failureText(failure)}
      </Banner>
    );
  // After publishing it is loaded again with nothing to lose.
  if (phase === 'conflict' || (isLoading && isUnsaved))
    return (
      <Banner
        tone="warning"
        title={text('form.conflict.title')}
        action={
          <>
            <Button size="sm" isPending={isLoading && !isGivenUp} isDisabled={isGivenUp} onPress={retry}>
              {text('flow.conflict.keep')}
            </Button>
            <Button size="sm" isPending={isGivenUp} isDisabled={isLoading && !isGivenUp} onPress={reopen}>
              {text('flow.conflict.take')}
            </Button>
          </>
        }
      >
        {/* It couldn't be loaded again. */}
        {!isTheirs && `${failureText(failure)} `}
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

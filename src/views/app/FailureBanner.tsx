import type { Failure } from '../../machines/entities/failure.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { useText } from '../kit/useText.ts';
import { useFailureText } from './failure-text.ts';

interface FailureBannerProps {
  /** Null: nothing failed, and nothing is shown. */
  readonly failure: Failure | null;
  readonly tone?: 'danger' | 'warning';
  readonly onRetry: () => void;
}

/** Says in its place what couldn't be loaded, with a retry. */
export function FailureBanner({ failure, tone = 'danger', onRetry }: FailureBannerProps) {
  const text = useText();
  const failureText = useFailureText();
  if (failure === null) return null;
  return (
    <Banner
      tone={tone}
      action={
        <Button size="sm" onPress={onRetry}>
          {text('action.retry')}
        </Button>
      }
    >
      {failureText(failure)}
    </Banner>
  );
}

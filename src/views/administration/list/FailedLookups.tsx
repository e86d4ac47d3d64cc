import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import type { Lookup } from './use-listing.ts';

/** Says that options could not be loaded, and loads them again: a failed look-up must not look like an empty one. */
export function FailedLookups({ lookups }: { readonly lookups: readonly Lookup[] }) {
  const text = useText();
  const failed = lookups.filter(({ hasFailed }) => hasFailed);
  if (failed.length === 0) return null;
  const retry = () => {
    for (const lookup of failed) lookup.retry();
  };
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" onPress={retry}>
          {text('action.retry')}
        </Button>
      }
    >
      {text('form.lookups.failed')}
    </Banner>
  );
}

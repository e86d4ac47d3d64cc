import { use } from 'react';
import { Banner } from '../../../kit/Banner.tsx';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import { useCopying } from '../tools/use-copying.ts';
import { ClosedContext } from './closed.ts';
import { useObjectUrl } from './use-object-url.ts';

interface KeptHereProps {
  /** What is offered to copy. */
  readonly words?: string | undefined;
  /** What is offered to save. */
  readonly file?: { readonly blob: Blob; readonly name: string } | undefined;
}

/** Where the conversation was closed under a dialog: says so, and that what is in it stays. */
export function KeptHere({ words, file }: KeptHereProps) {
  const text = useText();
  const closed = use(ClosedContext);
  const { said, copy } = useCopying();
  if (closed === undefined) return null;
  return (
    <Banner tone="warning">
      {closed} {text('sending.kept')}{' '}
      {words !== undefined && (
        <Button size="sm" onPress={() => copy(words)}>
          {text('together.kept.copy')}
        </Button>
      )}
      {file !== undefined && <Save {...file} />} <span role="status">{said}</span>
    </Banner>
  );
}

function Save({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const text = useText();
  const url = useObjectUrl(blob);
  return (
    <a href={url} download={name}>
      {text('sending.kept.save')}
    </a>
  );
}

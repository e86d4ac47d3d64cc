import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import { StatusPage } from './StatusPage.tsx';

/** /pages/comingsoon */
export function ComingSoonPage() {
  const text = useText();
  return (
    <StatusPage
      picture="laying"
      title={text('pages.comingsoon.title')}
      text={text('pages.comingsoon.text')}
      actions={
        <LinkButton to="/" variant="primary" size="lg">
          {text('action.goHome')}
        </LinkButton>
      }
    />
  );
}

import { useSelector } from '@xstate/react';
import { selectOffersReload } from '../../machines/socket/socket.selectors.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { useText } from '../kit/useText.ts';
import { useApp } from './app-context.tsx';

/** The server runs another version than the page. Everything still works; the user reloads when it suits. */
export function ReloadOffer() {
  const { append, directory } = useApp();
  const text = useText();
  if (!useSelector(directory.socket, selectOffersReload)) return null;
  return (
    <Banner
      title={text('layout.reload.title')}
      action={
        <Button size="sm" onPress={() => append({ type: 'reload.chosen' })}>
          {text('layout.reload')}
        </Button>
      }
    >
      {text('layout.reload.text')}
    </Banner>
  );
}

import { useEffect } from 'react';
import { useText } from '../kit/useText.ts';

/** Sets the tab's title: `(7) Atendimento · Balcão`; the count shows unread messages in a background tab. */
export function useDocumentTitle(title: string | undefined, count = 0): void {
  const app = useText()('app.name');
  useEffect(() => {
    const name = title === undefined ? app : `${title} · ${app}`;
    document.title = count > 0 ? `(${count > 99 ? '99+' : count}) ${name}` : name;
  }, [title, count, app]);
}

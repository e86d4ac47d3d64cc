import { useEffect } from 'react';
import { useText } from '../kit/useText.ts';

/** Names the browser's tab: `(7) Atendimento · Balcão`; the count shows what waits while another tab is in front. */
export function useDocumentTitle(title: string | undefined, count = 0): void {
  const app = useText()('app.name');
  useEffect(() => {
    const name = title === undefined ? app : `${title} · ${app}`;
    document.title = count > 0 ? `(${count > 99 ? '99+' : count}) ${name}` : name;
  }, [title, count, app]);
}
